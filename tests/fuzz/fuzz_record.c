/*
 * fuzz_record.c - hostile records: replayed or refused with a sentence.
 */
#include "tests/fuzz/fuzz.h"

#include "game/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct record_reader reader;
	static struct registry games;
	static char text[16384], line[RECORD_LINE_MAX];
	int status = 0;

	if (n >= sizeof text)
		return 0;
	if (!games.n) {
		for (unsigned i = 0; i < FUZZ_PLUGINS; i++)
			registry_add(&games, fuzz_plugins[i]);
	}
	memcpy(text, data, n);
	text[n] = '\0';
	record_reader_init(&reader, &games);
	for (const char *p = text; *p && status == 0;) {
		size_t len = strcspn(p, "\n");

		snprintf(line, sizeof line, "%.*s", (int)len, p);
		status = record_read_line(&reader, line);
		MUST(status == 0 || reader.why[0]);
		if (reader.begun && status == 0)
			MUST(reader.stakes.unit == 0 || table_chips(&reader.table) >= 0);
		p += len + (p[len] == '\n');
	}
	if (status == 0)
		record_read_end(&reader);
	return 0;
}
