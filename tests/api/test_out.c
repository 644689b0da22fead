/*
 * test_out.c - what is written is JSON, whatever it is given.
 */
#include "api/out.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *text_of(struct out *out)
{
	return out_take(out, NULL);
}

static void expect(struct out *out, const char *want)
{
	char *have = text_of(out);

	assert_string_equal(have, want);
	free(have);
}

static void string_becomes(const char *given, size_t n, const char *want)
{
	struct out out;

	out_init(&out);
	out_string_n(&out, given, n);
	expect(&out, want);
}

static void commas_stand_between_values_and_nowhere_else(void **state)
{
	struct out out;

	(void)state;
	out_init(&out);
	out_object(&out);
	out_kint(&out, "a", 1);
	out_key(&out, "b");
	out_array(&out);
	out_array(&out);
	out_array_end(&out);
	out_object(&out);
	out_object_end(&out);
	out_int(&out, 2);
	out_null(&out);
	out_array_end(&out);
	out_kbool(&out, "c", true);
	out_kbool(&out, "d", false);
	out_knull(&out, "e");
	out_kstring(&out, "f", "x");
	out_kstring(&out, "g", NULL);
	out_key(&out, "h");
	out_raw(&out, "[1]", 3);
	out_object_end(&out);
	expect(&out, "{\"a\":1,\"b\":[[],{},2,null],\"c\":true,\"d\":false,\"e\":null,\"f\":\"x\","
		     "\"g\":null,\"h\":[1]}");
}

static void quotes_and_control_characters_are_escaped(void **state)
{
	(void)state;
	string_becomes("a\"b\\c/", 6, "\"a\\\"b\\\\c/\"");
	string_becomes("\b\t\n\f\r", 5, "\"\\b\\t\\n\\f\\r\"");
	string_becomes("\0\x01\x1f\x7f", 4, "\"\\u0000\\u0001\\u001f\x7f\"");
}

static void well_formed_utf8_is_kept(void **state)
{
	const char *texts[] = {"é", "ア", "\xf0\x9f\x8e\xb2", "\xed\x9f\xbf", "\xef\xbf\xbf",
			       "\xf4\x8f\xbf\xbf"};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char want[16] = "\"";

		strcat(want, texts[i]);
		strcat(want, "\"");
		string_becomes(texts[i], strlen(texts[i]), want);
	}
}

static void every_broken_byte_becomes_a_replacement_character(void **state)
{
#define BAD "\xef\xbf\xbd"
	(void)state;
	string_becomes("a\xff", 2, "\"a" BAD "\"");
	string_becomes("\xc3", 1, "\"" BAD "\"");		       /* cut short     */
	string_becomes("\xc0\xaf", 2, "\"" BAD BAD "\"");	       /* not shortest  */
	string_becomes("\xed\xa0\x80", 3, "\"" BAD BAD BAD "\"");      /* a surrogate   */
	string_becomes("\xf4\x90\x80\x80", 4, "\"" BAD BAD BAD BAD "\""); /* past the end */
	string_becomes("\x80z", 2, "\"" BAD "z\"");
#undef BAD
}

static void any_bytes_at_all_give_a_string_that_can_be_read(void **state)
{
	unsigned seed = 7;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		char bytes[24];
		struct out out;
		size_t n;

		for (size_t i = 0; i < sizeof bytes; i++) {
			seed = seed * 1103515245u + 12345u;
			bytes[i] = (char)(seed >> 16);
		}
		out_init(&out);
		out_array(&out);
		out_string_n(&out, bytes, sizeof bytes);
		out_array_end(&out);
		char *text = out_take(&out, &n);
		json_t *read = json_loadb(text, n, JSON_ALLOW_NUL, NULL);

		assert_non_null(read);
		json_decref(read);
		free(text);
	}
}

static void the_ends_of_the_whole_numbers_are_written(void **state)
{
	struct out out;

	(void)state;
	out_init(&out);
	out_array(&out);
	out_int(&out, INT64_MIN);
	out_int(&out, INT64_MAX);
	out_int(&out, 0);
	out_int(&out, -7);
	out_array_end(&out);
	expect(&out, "[-9223372036854775808,9223372036854775807,0,-7]");
}

static void times_are_rfc_3339_with_milliseconds(void **state)
{
	const struct {
		int64_t ms;
		const char *text;
	} known[] = {
		{0, "null"},
		{1, "\"1970-01-01T00:00:00.001Z\""},
		{-1, "\"1969-12-31T23:59:59.999Z\""},
		{1688169599000, "\"2023-06-30T23:59:59.000Z\""},
		{951782400000, "\"2000-02-29T00:00:00.000Z\""},
		{4107542399999, "\"2100-02-28T23:59:59.999Z\""},
		{4107542400000, "\"2100-03-01T00:00:00.000Z\""},
		{1796029200123, "\"2026-11-30T09:00:00.123Z\""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct out out;

		out_init(&out);
		out_time(&out, known[i].ms);
		expect(&out, known[i].text);
	}
}

static void text_of_any_length_can_be_formatted(void **state)
{
	char longer[3000];
	struct out out;
	size_t n;

	(void)state;
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	out_init(&out);
	for (int i = 0; i < 5; i++)
		out_format(&out, "%d:%s;", i, longer);
	char *text = out_take(&out, &n);

	assert_int_equal(n, 5 * (sizeof longer - 1 + 3));
	assert_int_equal(strlen(text), n);
	free(text);
}

static void what_was_taken_leaves_nothing_behind(void **state)
{
	struct out out;

	(void)state;
	out_init(&out);
	out_array(&out);
	free(text_of(&out));
	out_array(&out);
	out_int(&out, 1);
	out_array_end(&out);
	expect(&out, "[1]");
	expect(&out, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commas_stand_between_values_and_nowhere_else),
		cmocka_unit_test(quotes_and_control_characters_are_escaped),
		cmocka_unit_test(well_formed_utf8_is_kept),
		cmocka_unit_test(every_broken_byte_becomes_a_replacement_character),
		cmocka_unit_test(any_bytes_at_all_give_a_string_that_can_be_read),
		cmocka_unit_test(the_ends_of_the_whole_numbers_are_written),
		cmocka_unit_test(times_are_rfc_3339_with_milliseconds),
		cmocka_unit_test(text_of_any_length_can_be_formatted),
		cmocka_unit_test(what_was_taken_leaves_nothing_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
