/* test_log.c - what a line of the diary looks like. */
#define _GNU_SOURCE /* memfd_create() */

#include "daemon/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int real_stderr, file;
static char said[8192];

/* From here on stderr is a file ... */
static void listen_in(void)
{
	file = memfd_create("stderr", 0);
	assert_true(file >= 0);
	real_stderr = dup(STDERR_FILENO);
	dup2(file, STDERR_FILENO);
}

/* ... and here it is ours again, and what was said is in said[]. */
static const char *hear(void)
{
	ssize_t n = pread(file, said, sizeof(said) - 1, 0);

	dup2(real_stderr, STDERR_FILENO);
	close(real_stderr);
	close(file);
	assert_true(n >= 0);
	said[n] = '\0';
	return said;
}

static void an_event_is_one_line_of_pairs(void **state)
{
	(void)state;
	listen_in();
	log_event(LOG_INFO_LEVEL, "plugin-loaded", "name", "quinze", "path", "/a/b.so", NULL);
	assert_string_equal(hear(), "info plugin-loaded name=quinze path=/a/b.so\n");
}

static void a_pair_without_a_value_is_left_out(void **state)
{
	(void)state;
	listen_in();
	log_event(LOG_ERROR_LEVEL, "stopped", "why", NULL, "after", "3", NULL);
	assert_string_equal(hear(), "error stopped after=3\n");
}

static void a_value_can_never_make_a_second_line(void **state)
{
	(void)state;
	listen_in();
	log_event(LOG_WARNING_LEVEL, "odd", "a", "x\ninfo forged", "b", "say \"no\\\"", "c", "",
		  "d", "\x01\x7f", NULL);
	assert_string_equal(hear(),
			    "warning odd a=\"x\\ninfo forged\" b=\"say \\\"no\\\\\\\"\" "
			    "c=\"\" d=\"\\x01\\x7f\"\n");
}

/* 0x9b is an escape to some terminals; a journal shows nothing of a line that is no UTF-8. */
static void what_is_no_character_is_escaped(void **state)
{
	(void)state;
	listen_in();
	log_event(LOG_WARNING_LEVEL, "odd", "a", "\xc3\xb1o\xe2\x80\x94\xf0\x9f\x8e\xb2", "b", "\xff\xfe",
		  "c", "\xc2\x9b" "31m", "d", "\xc0\xaf", "e", "\xed\xa0\x80", "f", "\xe2\x80", NULL);
	assert_string_equal(hear(), "warning odd a=\xc3\xb1o\xe2\x80\x94\xf0\x9f\x8e\xb2 "
				    "b=\"\\xff\\xfe\" c=\"\\xc2\\x9b31m\" d=\"\\xc0\\xaf\" "
				    "e=\"\\xed\\xa0\\x80\" f=\"\\xe2\\x80\"\n");
}

static void what_is_below_the_level_is_not_told(void **state)
{
	(void)state;
	listen_in();
	log_event(LOG_DEBUG_LEVEL, "request", NULL);
	log_set_level(LOG_ERROR_LEVEL);
	log_event(LOG_WARNING_LEVEL, "hush", NULL);
	log_set_level(LOG_DEBUG_LEVEL);
	log_event(LOG_DEBUG_LEVEL, "request", NULL);
	log_set_level(LOG_INFO_LEVEL);
	assert_string_equal(hear(), "debug request\n");
}

static void a_line_that_is_too_long_is_cut_off(void **state)
{
	char value[5000];

	(void)state;
	memset(value, 'x', sizeof(value) - 1);
	value[sizeof(value) - 1] = '\0';
	listen_in();
	log_event(LOG_INFO_LEVEL, "long", "before", "1", "value", value, "after", "2", NULL);
	assert_string_equal(hear(), "info long before=1 value=...\n");
}

static void the_journal_is_told_the_priority(void **state)
{
	struct stat st;
	char stream[64];

	(void)state;
	listen_in();
	assert_int_equal(fstat(STDERR_FILENO, &st), 0);
	snprintf(stream, sizeof(stream), "%ju:%ju", (uintmax_t)st.st_dev, (uintmax_t)st.st_ino);
	setenv("JOURNAL_STREAM", stream, 1);
	log_event(LOG_WARNING_LEVEL, "one", NULL);
	setenv("JOURNAL_STREAM", "1:1", 1);
	log_event(LOG_WARNING_LEVEL, "two", NULL);
	unsetenv("JOURNAL_STREAM");
	assert_string_equal(hear(), "<4>warning one\nwarning two\n");
}

static void levels_are_read_by_their_words(void **state)
{
	enum log_level level;

	(void)state;
	assert_int_equal(log_level_read("debug", &level), 0);
	assert_int_equal(level, LOG_DEBUG_LEVEL);
	assert_int_equal(log_level_read("error", &level), 0);
	assert_int_equal(level, LOG_ERROR_LEVEL);
	assert_int_equal(log_level_read("loud", &level), -1);
	assert_int_equal(log_level_read("", &level), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_event_is_one_line_of_pairs),
		cmocka_unit_test(a_pair_without_a_value_is_left_out),
		cmocka_unit_test(a_value_can_never_make_a_second_line),
		cmocka_unit_test(what_is_no_character_is_escaped),
		cmocka_unit_test(what_is_below_the_level_is_not_told),
		cmocka_unit_test(a_line_that_is_too_long_is_cut_off),
		cmocka_unit_test(the_journal_is_told_the_priority),
		cmocka_unit_test(levels_are_read_by_their_words),
	};

	unsetenv("JOURNAL_STREAM");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
