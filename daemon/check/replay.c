/*
 * replay.c - tablas-check replay: a recorded game, played again.
 *
 * Every payment and position written in the record is compared with what the
 * plugin gives today; the first difference is told with its line.
 */
#include "daemon/check/check.h"

#include "game/record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Shows the board whenever the game has gone on. */
static void step_through(const struct check *c, const struct record_reader *r, uint64_t *shown)
{
	if (!c->boards || !r->begun || r->table.ply == *shown || r->table.state == TABLE_OPEN)
		return;
	*shown = r->table.ply;
	printf("line %d\n", r->line);
	show_board(r->table.plugin, r->table.position, 0, r->table.seats);
}

static int complain(const struct check *c, const struct record_reader *r, const char *line)
{
	printf("%s: %s\n  %s\n", c->record_path, r->why, line);
	return CHECK_BAD;
}

static int read_through(struct check *c, FILE *f, struct record_reader *r)
{
	char line[RECORD_LINE_MAX];
	uint64_t shown = 0;

	record_reader_init(r, &c->games_known);
	while (fgets(line, sizeof line, f)) {
		size_t n = strcspn(line, "\n");

		if (line[n] != '\n' && !feof(f)) {
			printf("%s:%d: the line is too long\n", c->record_path, r->line + 1);
			return CHECK_BAD;
		}
		line[n] = '\0';
		if (!show_is_plain(line)) {
			printf("%s:%d: the line has a control character\n", c->record_path,
			       r->line + 1);
			return CHECK_BAD;
		}
		if (record_read_line(r, line))
			return complain(c, r, line);
		step_through(c, r, &shown);
	}
	if (ferror(f)) {
		fprintf(stderr, "tablas-check: %s: %s\n", c->record_path, strerror(errno));
		return CHECK_TROUBLE;
	}
	return record_read_end(r) ? complain(c, r, "") : CHECK_GOOD;
}

int replay_command(struct check *c)
{
	static struct record_reader reader;
	FILE *f = strcmp(c->record_path, "-") == 0 ? stdin : fopen(c->record_path, "r");
	int r;

	if (!f) {
		fprintf(stderr, "tablas-check: %s: %s\n", c->record_path, strerror(errno));
		return CHECK_TROUBLE;
	}
	r = read_through(c, f, &reader);
	if (f != stdin)
		fclose(f);
	if (r == CHECK_GOOD)
		printf("%s: %d lines, %llu facts, every payment and position as written\n",
		       c->record_path, reader.line, (unsigned long long)reader.table.ply);
	return r;
}
