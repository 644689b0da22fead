/*
 * at_record.c - games played by chance as text, and text read back.
 */
#include "at_record.h"

struct registry games;
struct record_reader reader;

char record[RECORD_MAX];
size_t record_n;

void add(const char *text)
{
	size_t n = strlen(text);

	assert_true(record_n + n < sizeof(record));
	memcpy(record + record_n, text, n + 1);
	record_n += n;
}

int read_lines(const char *text)
{
	record_reader_init(&reader, &games);
	while (*text) {
		char line[RECORD_LINE_MAX + 8];
		size_t n = strcspn(text, "\n");

		assert_true(n < sizeof(line));
		memcpy(line, text, n);
		line[n] = '\0';
		if (record_read_line(&reader, line) != 0)
			return -1;
		text += n + (text[n] == '\n');
	}
	return record_read_end(&reader);
}

void assert_reads(const char *text)
{
	if (read_lines(text) != 0)
		fail_msg("%s", reader.why);
}

void write_record(size_t often)
{
	static struct table again;
	static struct happened then;
	char text[1 << 14];

	table_init(&again, t.plugin, t.seats, t.options, t.stakes.unit, t.stakes.buy_in);
	table_stakes(&again, &t.stakes);
	record_n = 0;
	assert_true(record_write_head(&again, NULL, text, sizeof(text)) < sizeof(text));
	add(text);
	for (size_t i = 0; i < facts_n; i++) {
		assert_int_equal(table_apply(&again, &facts[i], &then), 0);
		assert_true(record_write_fact(&again, &facts[i], &then, i % often == 0, text,
					      sizeof(text)) < sizeof(text));
		add(text);
	}
}
