/* test_config.c - defaults, the file, the flags, in that order. */
#include "daemon/config.h"

#include "daemon/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/tablas-config-XXXXXX";
static char why[512];

static const char *a_file(const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	return path;
}

static int read_file(struct config *c, const char *text)
{
	config_default(c);
	why[0] = '\0';
	return config_read_file(c, a_file(text), why, sizeof(why));
}

/* The file's name varies; what is said behind it must not. */
static void file_fails(const char *text, const char *sentence)
{
	struct config c;
	char expected[600];

	assert_int_equal(read_file(&c, text), -1);
	snprintf(expected, sizeof(expected), "%s:%s", path, sentence);
	assert_string_equal(why, expected);
}

#define FLAGS_MAX 16

static int read_flags(struct config *c, ...)
{
	char *argv[FLAGS_MAX] = {(char *)"tablasd"};
	int argc = 1;
	va_list words;

	va_start(words, c);
	while ((argv[argc] = va_arg(words, char *)))
		argc++;
	va_end(words);
	config_default(c);
	why[0] = '\0';
	return config_read_flags(c, argc, argv, why, sizeof(why));
}

static void without_a_word_the_defaults_hold(void **state)
{
	struct config c;

	(void)state;
	assert_int_equal(read_flags(&c, NULL), 0);
	assert_string_equal(c.file, "");
	assert_string_equal(c.listen, "127.0.0.1");
	assert_int_equal(c.port, 1283);
	assert_int_equal(c.cache_kib, 16384);
	assert_int_equal(c.body_max, 65536);
	assert_int_equal(c.registration, REGISTER_OPEN);
	assert_int_equal(c.log_level, LOG_INFO_LEVEL);
	assert_int_equal(c.clock_hand, 0);
	assert_string_equal(c.dice_script, "");
	assert_false(c.audit || c.help || c.version || c.check_config);
}

static void a_file_sets_what_it_names(void **state)
{
	struct config c;

	(void)state;
	assert_int_equal(read_file(&c, "# tables\n"
				       "[server]\n"
				       "listen = [::1]:0 ; anywhere\n"
				       "public_url = https://tables.example/\n"
				       "\n"
				       "[book]\n"
				       "  cache = 2M\n"
				       "  database = /var/x.db\n"
				       "[accounts]\n"
				       "registration = invite\n"
				       "welcome_chips = 500\n"
				       "[log]\n"
				       "level = warning\n"
				       "[limits]\n"
				       "body_max = 4096\n"),
			 0);
	assert_string_equal(c.file, path);
	assert_string_equal(c.listen, "::1");
	assert_int_equal(c.port, 0);
	assert_string_equal(c.public_url, "https://tables.example");
	assert_int_equal(c.cache_kib, 2048);
	assert_string_equal(c.database, "/var/x.db");
	assert_int_equal(c.registration, REGISTER_INVITE);
	assert_int_equal(c.welcome_chips, 500);
	assert_int_equal(c.log_level, LOG_WARNING_LEVEL);
	assert_int_equal(c.body_max, 4096);
	assert_int_equal(c.wait_max, 60);
}

static void a_fault_is_named_by_file_and_line(void **state)
{
	(void)state;
	file_fails("[server]\n\nlisen = 1\n", "3: there is no key lisen in section [server]");
	file_fails("listen = 127.0.0.1:1\n", "1: there is no key listen in section []");
	file_fails("[book]\ncache\n", "2: is neither [section] nor key = value");
	file_fails("[book\n", "1: is neither [section] nor key = value");
	file_fails("[limits]\nbody_seconds = soon\n",
		   "2: body_seconds must be a number from 1 to 3600");
	file_fails("[limits]\nwait_max = 1\nbody_max = 1G\n",
		   "3: body_max must be a number from 1024 to 16777216 bytes; K, M and G are "
		   "understood");
	file_fails("[accounts]\nregistration = maybe\n",
		   "2: registration must be open, invite or closed");
	file_fails("[log]\nlevel = loud\n", "2: level must be debug, info, warning or error");
	file_fails("[test]\ndice = 3 0\n", "2: dice must be faces of dice, such as \"3 1 6\"");
}

static void the_first_of_several_faults_is_named(void **state)
{
	(void)state;
	file_fails("[log]\nlevel = loud\nnonsense\n",
		   "2: level must be debug, info, warning or error");
	file_fails("[log]\nnonsense\nlevel = loud\n",
		   "2: is neither [section] nor key = value");
}

static void a_line_that_is_too_long_is_a_fault(void **state)
{
	char text[600] = "[book]\n\ndatabase = /";
	struct config c;

	(void)state;
	memset(text + strlen(text), 'x', 400);
	assert_int_equal(read_file(&c, text), -1);
	assert_non_null(strstr(why, ":3: is longer than "));
}

static void an_indented_line_is_a_line_of_its_own(void **state)
{
	struct config c;

	(void)state;
	assert_int_equal(read_file(&c, "[limits]\nwait_max = 5\n   idle_seconds = 7\n"), 0);
	assert_int_equal(c.wait_max, 5);
	assert_int_equal(c.idle_seconds, 7);
}

static void a_file_that_cannot_be_read_is_said(void **state)
{
	struct config c;

	(void)state;
	config_default(&c);
	assert_int_equal(config_read_file(&c, "/no/such/file", why, sizeof(why)), -1);
	assert_string_equal(why, "/no/such/file: cannot be read: No such file or directory");
	assert_int_equal(config_read_file(&c, "/", why, sizeof(why)), -1);
	assert_string_equal(why, "/: cannot be read");
}

static void flags_set_what_they_name(void **state)
{
	struct config c;

	(void)state;
	assert_int_equal(read_flags(&c, "--listen", "0.0.0.0:80", "--database=/d.db",
				    "--plugins", "games", "--cache", "1M", "--log-level=debug",
				    "--port-file", "/p", "--dice", "3 1 6", "--clock",
				    "2026-11-30T09:00:00Z", NULL),
			 0);
	assert_string_equal(c.listen, "0.0.0.0");
	assert_int_equal(c.port, 80);
	assert_string_equal(c.database, "/d.db");
	assert_string_equal(c.plugins, "games");
	assert_int_equal(c.cache_kib, 1024);
	assert_int_equal(c.log_level, LOG_DEBUG_LEVEL);
	assert_string_equal(c.port_file, "/p");
	assert_string_equal(c.dice_script, "3 1 6");
	assert_int_equal(c.clock_hand, 1796029200000);
	assert_int_equal(read_flags(&c, "--clock=1796029200000", NULL), 0);
	assert_int_equal(c.clock_hand, 1796029200000);
}

static void every_key_of_the_file_is_a_flag(void **state)
{
	const char *section, *name;
	struct config c;
	char flag[128];

	(void)state;
	assert_int_equal(read_flags(&c, "--limits.idle_seconds=9", "--accounts.registration",
				    "closed", NULL),
			 0);
	assert_int_equal(c.idle_seconds, 9);
	assert_int_equal(c.registration, REGISTER_CLOSED);
	for (size_t i = 0; (name = config_key(i, &section)); i++) {
		snprintf(flag, sizeof(flag), "--%s.%s", section, name);
		assert_int_equal(read_flags(&c, flag, NULL), -1);
		snprintf(flag, sizeof(flag), "--%s.%s needs a value", section, name);
		assert_string_equal(why, flag);
	}
}

static void a_flag_wins_over_the_file_wherever_it_stands(void **state)
{
	struct config c;

	(void)state;
	a_file("[limits]\nwait_max = 5\nidle_seconds = 6\n");
	assert_int_equal(read_flags(&c, "--limits.wait_max=7", "--config", path, NULL), 0);
	assert_string_equal(c.file, path);
	assert_int_equal(c.wait_max, 7);
	assert_int_equal(c.idle_seconds, 6);
}

static void what_to_do_instead_of_serving(void **state)
{
	struct config c;

	(void)state;
	assert_int_equal(
		read_flags(&c, "--audit", "--check-config", "--help", "--version", NULL), 0);
	assert_true(c.audit && c.check_config && c.help && c.version);
	assert_int_equal(read_flags(&c, "--grant", "ana=-50", "--token",
				    "ana=games:read,games:play", NULL),
			 0);
	assert_string_equal(c.grant_name, "ana");
	assert_int_equal(c.grant_chips, -50);
	assert_string_equal(c.token_name, "ana");
	assert_string_equal(c.token_scopes, "games:read,games:play");
	assert_int_equal(read_flags(&c, "--withdraw", "ben=7", "--note=a debt", "--backup", "copy",
				    "--overwrite", NULL),
			 0);
	assert_string_equal(c.grant_name, "ben");
	assert_int_equal(c.grant_chips, -7);
	assert_string_equal(c.note, "a debt");
	assert_string_equal(c.backup, "copy");
	assert_true(c.overwrite);
	assert_int_equal(read_flags(&c, "--token=ana", NULL), 0);
	assert_string_equal(c.token_name, "ana");
	assert_string_equal(c.token_scopes, "");
}

static void a_flag_that_is_wrong_is_named(void **state)
{
	static const struct {
		const char *flag, *sentence;
	} faults[] = {
		{"--lisen=1", "there is no flag --lisen; --help lists them"},
		{"--limits.nothing=1", "there is no flag --limits.nothing; --help lists them"},
		{"--.=1", "there is no flag --.; --help lists them"},
		{"serve", "serve is not a flag; --help lists them"},
		{"-h", "-h is not a flag; --help lists them"},
		{"--", "there is no flag --; --help lists them"},
		{"--audit=yes", "--audit takes no value"},
		{"--listen", "--listen needs a value"},
		{"--listen=8080",
		 "--listen must be ADDRESS:PORT, such as 127.0.0.1:1283 or [::1]:1283"},
		{"--listen=localhost:80",
		 "--listen must be ADDRESS:PORT, such as 127.0.0.1:1283 or [::1]:1283"},
		{"--listen=::1:80",
		 "--listen must be ADDRESS:PORT, such as 127.0.0.1:1283 or [::1]:1283"},
		{"--listen=1.2.3.4:65536",
		 "--listen must be ADDRESS:PORT, such as 127.0.0.1:1283 or [::1]:1283"},
		{"--cache=99999999999999G",
		 "--cache must be a number from 262144 to 17179869184 bytes; K, M and G are "
		 "understood"},
		{"--cache=1T",
		 "--cache must be a number from 262144 to 17179869184 bytes; K, M and G are "
		 "understood"},
		{"--grant=ana", "--grant must be NAME=CHIPS, such as ana=100"},
		{"--grant==5", "--grant must be NAME=CHIPS, such as ana=100"},
		{"--grant=ana=0", "--grant must be NAME=CHIPS, such as ana=100"},
		{"--withdraw=ana=-1", "--withdraw must be NAME=CHIPS, such as ana=100"},
		{"--note=two\nlines", "--note must be one line of text"},
		{"--backup=", "--backup must name a file"},
		{"--token==x", "--token must be NAME or NAME=SCOPE,SCOPE"},
		{"--clock=noon", "--clock must be an instant after 1970, such as "
				 "2026-11-30T09:00:00Z, or milliseconds since then"},
		{"--server.public_url=ftp://x",
		 "--server.public_url must begin with http:// or https://"},
	};
	struct config c;

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		assert_int_equal(read_flags(&c, faults[i].flag, NULL), -1);
		assert_string_equal(why, faults[i].sentence);
	}
	assert_int_equal(read_flags(&c, "--dice", "--audit", NULL), -1);
	assert_string_equal(why, "--dice needs a value");
}

/* --check-config and SIGHUP say it before a start fails of it. */
static void keys_that_contradict_each_other_are_refused(void **state)
{
	static const char needs[] = "mail needs mail.from and server.public_url",
			  open_secret[] =
				  "mail.credentials need mail.starttls, or a server at smtps://";
	static const struct {
		const char *smtp, *from, *url, *credentials, *starttls, *sentence;
	} all[] = {
		{"smtp://mail.example", "a@b.example", "https://b.example", "", "yes", NULL},
		{"smtp://mail.example", "", "https://b.example", "", "yes", needs},
		{"smtp://mail.example", "a@b.example", "", "", "yes", needs},
		{"", "", "", "/secret", "no", NULL},
		{"smtp://mail.example", "a@b.example", "https://b.example", "/secret", "yes", NULL},
		{"smtp://mail.example", "a@b.example", "https://b.example", "/secret", "no", open_secret},
		{"smtps://mail.example", "a@b.example", "https://b.example", "/secret", "no", NULL},
		{"smtp://localhost:25", "a@b.example", "https://b.example", "/secret", "no", NULL},
		{"smtp://localhost.example", "a@b.example", "https://b.example", "/secret", "no", open_secret},
	};
	static char words[5][128];
	char *argv[] = {(char *)"tablasd", words[0], words[1], words[2], words[3], words[4]};
	struct config c;

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		snprintf(words[0], sizeof(words[0]), "--mail.smtp=%s", all[i].smtp);
		snprintf(words[1], sizeof(words[1]), "--mail.from=%s", all[i].from);
		snprintf(words[2], sizeof(words[2]), "--server.public_url=%s", all[i].url);
		snprintf(words[3], sizeof(words[3]), "--mail.credentials=%s", all[i].credentials);
		snprintf(words[4], sizeof(words[4]), "--mail.starttls=%s", all[i].starttls);
		config_default(&c);
		assert_int_equal(config_read_flags(&c, 6, argv, why, sizeof(why)),
				 all[i].sentence ? -1 : 0);
		if (all[i].sentence)
			assert_string_equal(why, all[i].sentence);
	}
}

static void a_value_longer_than_its_room_is_refused(void **state)
{
	struct config c;
	char flag[800] = "--database=";

	(void)state;
	memset(flag + strlen(flag), 'x', 600);
	assert_int_equal(read_flags(&c, flag, NULL), -1);
	assert_string_equal(why, "--database must have at most 511 characters");
}

static void reloading_takes_what_may_change_and_names_the_rest(void **state)
{
	struct config c, fresh;

	(void)state;
	config_default(&c);
	assert_int_equal(read_flags(&fresh, "--limits.wait_max=9", "--log-level=debug",
				    "--accounts.registration=closed", "--listen=127.0.0.1:99",
				    "--cache=1M", NULL),
			 0);
	config_reload(&c, &fresh, why, sizeof(why));
	assert_int_equal(c.wait_max, 9);
	assert_int_equal(c.log_level, LOG_DEBUG_LEVEL);
	assert_int_equal(c.registration, REGISTER_CLOSED);
	assert_int_equal(c.port, 1283);
	assert_int_equal(c.cache_kib, 16384);
	assert_string_equal(why, "server.listen book.cache");
	config_reload(&c, &c, why, sizeof(why));
	assert_string_equal(why, "");
}

static bool has(const char *page, const char *word)
{
	return strstr(page, word) != NULL;
}

static char *whole(const char *name)
{
	const char *srcdir = getenv("TABLAS_SRCDIR");
	char *text = calloc(1, 65536), at[1024];
	FILE *f;

	assert_non_null(srcdir);
	snprintf(at, sizeof(at), "%s/%s", srcdir, name);
	f = fopen(at, "r");
	assert_non_null(f);
	assert_true(fread(text, 1, 65535, f) > 0);
	fclose(f);
	return text;
}

static void every_key_is_in_the_manual_and_in_the_sample(void **state)
{
	char *manual = whole("docs/tablasd.conf.5"), *sample = whole("daemon/tablasd.conf");
	const char *section, *name;
	char word[128];

	(void)state;
	for (size_t i = 0; (name = config_key(i, &section)); i++) {
		snprintf(word, sizeof(word), ".Ss [%s]", section);
		if (!has(manual, word))
			fail_msg("the manual has no section %s", word);
		snprintf(word, sizeof(word), ".It Cm %s ", name);
		if (!has(manual, word))
			fail_msg("the manual does not name %s", name);
		snprintf(word, sizeof(word), "\n#%s =", name);
		if (strcmp(section, "test") != 0 && !has(sample, word))
			fail_msg("the sample does not name %s", name);
	}
	free(manual);
	free(sample);
}

/* With every comment sign before a key taken away the sample says what is so anyway. */
static void the_sample_shows_the_defaults(void **state)
{
	char *sample = whole("daemon/tablasd.conf"), *to = sample;
	struct config c, defaults;

	(void)state;
	for (const char *from = sample; *from; from++) {
		if (*from == '#' && from[1] != ' ' && from[1] != '\n')
			continue;
		*to++ = *from;
	}
	*to = '\0';
	if (read_file(&c, sample) != 0)
		fail_msg("%s", why);
	config_default(&defaults);
	strcpy(c.file, "");
	/* These two depend on where it is installed. */
	strcpy(c.database, defaults.database);
	strcpy(c.plugins, defaults.plugins);
	config_reload(&defaults, &c, why, sizeof(why));
	assert_string_equal(why, "");
	assert_int_equal(c.wait_max, defaults.wait_max);
	assert_int_equal(c.welcome_chips, defaults.welcome_chips);
	free(sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_word_the_defaults_hold),
		cmocka_unit_test(a_file_sets_what_it_names),
		cmocka_unit_test(a_fault_is_named_by_file_and_line),
		cmocka_unit_test(the_first_of_several_faults_is_named),
		cmocka_unit_test(a_line_that_is_too_long_is_a_fault),
		cmocka_unit_test(an_indented_line_is_a_line_of_its_own),
		cmocka_unit_test(a_file_that_cannot_be_read_is_said),
		cmocka_unit_test(flags_set_what_they_name),
		cmocka_unit_test(every_key_of_the_file_is_a_flag),
		cmocka_unit_test(a_flag_wins_over_the_file_wherever_it_stands),
		cmocka_unit_test(what_to_do_instead_of_serving),
		cmocka_unit_test(a_flag_that_is_wrong_is_named),
		cmocka_unit_test(keys_that_contradict_each_other_are_refused),
		cmocka_unit_test(a_value_longer_than_its_room_is_refused),
		cmocka_unit_test(reloading_takes_what_may_change_and_names_the_rest),
		cmocka_unit_test(every_key_is_in_the_manual_and_in_the_sample),
		cmocka_unit_test(the_sample_shows_the_defaults),
	};
	int failed, fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
