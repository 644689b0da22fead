/*
 * What the loader refuses, and with which sentence; and that nothing in a file
 * makes it crash.  Plugins are built here, by the compiler the tests were.
 */
#include "daemon/loader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/tablas-loader-XXXXXX";
static char odd[64], why[4096];
static struct registry games;

__attribute__((format(printf, 1, 2))) static int shell(const char *fmt, ...)
{
	char command[4096];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof command, fmt, ap);
	va_end(ap);
	return system(command);
}

/* Builds a plugin that is odd as the flags say, into `odd`. */
static void build(const char *flags)
{
	static unsigned n;
	const char *cc = getenv("CC"), *src = getenv("TABLAS_SRCDIR");

	snprintf(odd, sizeof odd, "%s/odd%u.so", folder, n++);
	assert_int_equal(shell("%s -std=gnu11 -fPIC -fvisibility=hidden -shared -I%s/include "
			       "-I%s %s -o %s "
			       "%s/tests/abi/odd.c",
			       cc ? cc : "cc", src, src, flags, odd, src),
			 0);
}

static void refused(const char *sentence)
{
	memset(&games, 0, sizeof games);
	assert_int_equal(loader_open(odd, &games, why, sizeof why), -1);
	if (!strstr(why, sentence) || !strstr(why, odd))
		print_message("# %s\n", why);
	assert_non_null(strstr(why, sentence));
	assert_non_null(strstr(why, odd));
	assert_true(why[strlen(why) - 1] == '.');
	assert_int_equal(games.n, 0);
}

static void loaded(void)
{
	memset(&games, 0, sizeof games);
	if (loader_open(odd, &games, why, sizeof why))
		fail_msg("%s", why);
	assert_int_equal(games.n, 1);
}

static void write_file(const char *name, const void *bytes, size_t n)
{
	FILE *f;

	snprintf(odd, sizeof odd, "%s/%s", folder, name);
	f = fopen(odd, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

static size_t read_file(const char *path, unsigned char *bytes, size_t cap)
{
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(bytes, 1, cap, f);
	fclose(f);
	assert_true(n > 0 && n < cap);
	return n;
}

/* ---- what is loaded ------------------------------------------------------------ */

static void a_plugin_is_loaded_and_found_by_its_name(void **state)
{
	const struct tablas_plugin *p;

	(void)state;
	build("");
	loaded();
	p = registry_find(&games, "cinco");
	assert_non_null(p);
	assert_int_equal(p->seats_max, 2);
	assert_non_null(p->audit);
	assert_null(p->plays);
}

static void a_plugin_without_the_optional_functions_is_loaded_without_them(void **state)
{
	(void)state;
	build("-DODD='.size = offsetof(struct tablas_plugin, audit)'");
	loaded();
	assert_null(games.v[0]->audit);
	assert_non_null(games.v[0]->move_read);
}

static void a_relative_name_without_a_slash_means_the_file_in_this_folder(void **state)
{
	char here[4096];

	(void)state;
	build("");
	assert_non_null(getcwd(here, sizeof here));
	assert_int_equal(chdir(folder), 0);
	memset(&games, 0, sizeof games);
	assert_int_equal(loader_open(strrchr(odd, '/') + 1, &games, why, sizeof why), 0);
	assert_int_equal(chdir(here), 0);
}

/* ---- the table of facts ----------------------------------------------------------- */

static const struct {
	const char *odd, *sentence;
} facts[] = {
	{".magic = 1", "it is not a plugin: its magic is 0x1"},
	{".abi = 7", "it was built for plugin ABI 7, and this is 1"},
	{".needs = 2", "it needs something this version does not offer (0x2)"},
	{".size = 16", "its size is given as 16 bytes"},
	{".size = 99999", "its size is given as 99999 bytes"},
	{".size = sizeof(struct tablas_plugin) + 64", "which cannot be"},
	{".size = offsetof(struct tablas_plugin, audit) + 1", "which cannot be"},
	{".init = NULL", "it has no function init()"},
	{".roll = NULL", "it has no function roll()"},
	{".move_read = NULL", "it has no function move_read()"},
	{".name = NULL", "its name is not"},
	{".name = \"\"", "its name is not"},
	{".name = \"Cinco\"", "its name is not"},
	{".name = \"../cinco\"", "its name is not"},
	{".name = \"a-name-of-more-than-thirty-two-letters\"", "its name is not"},
	{".title = NULL", "it has no title"},
	{".source = \"\"", "it does not say where its rules are from"},
	{".rules = 0", "its rules version 0"},
	{".rules_since = 2", "its rules version 1 cannot continue games of version 2"},
	{".seats_min = 0", "it is for 0 to 2 seats"},
	{".seats_min = 3", "it is for 3 to 2 seats"},
	{".seats_max = 9", "it is for 2 to 9 seats"},
	{".position_size = 0", "its position_size is 0"},
	{".position_size = 4097", "its position_size is 4097, not 1 to 4096"},
	{".moves_max = 0", "its moves_max is 0"},
	{".moves_max = 1000000", "its moves_max is 1000000"},
	{".plies_max = 0", "its plies_max is 0"},
	{".pieces_max = 70000", "its pieces_max is 70000"},
	{".places = NULL", "it has no places"},
	{".places = twice", "it has the place a twice"},
	{".places = blank", "the name of a place is not a word"},
	{".places = foreign", "its place a belongs to seat 5"},
	{".places = strange", "its place a is of no known kind or shape"},
	{".places = outside, .wards = wards", "its place a is in ward 3"},
	{".sides = NULL", "it does not name its sides"},
	{".sides = nameless", "the side of seat 1 has no name or no colour"},
	{".counters = nine", "it has more than 8 counters"},
	{".notations = nine", "neither writes nor reads any"},
	{".options = &low", "the default of its option o, 0, is not within 1 to 2"},
	{".options = &unexplained", "its option o is not explained"},
	{".options = &unkind", "its option o is of no known kind"},
	{".options = &wide", "its option o is off or on but ranges from 0 to 2"},
	{".options = &unchosen", "its option o has nothing to choose from"},
	{".options = &overlong", "its option o has 1 choices but a range of 0 to 1"},
	{".options = &misnamed", "the key of an option is not of"},
	{".options = again", "it has the option o twice"},
	{".options = &wordless", "a choice of its option o is not a word"},
	{".options = &doubled", "its option o has the choice a twice"},
	{".for_chips = \"o=1\"", "its options for chips are not options of its own"},
};

/* Tables for the above, unused but for the one that is named. */
static const char spoilt[] =
	"-DODD_BEFORE='"
	"static const struct tablas_place twice[] = { { .name = \"a\" }, { .name = \"a\" }, { "
	".name = 0 } };"
	"const struct tablas_place blank[] = { { .name = \"a b\" }, { .name = 0 } };"
	"const struct tablas_place foreign[] = { { .name = \"a\", .seat = 5 }, { .name = 0 } };"
	"const struct tablas_place strange[] = { { .name = \"a\", .kind = 9 }, { .name = 0 } };"
	"const struct tablas_place outside[] = { { .name = \"a\", .ward = 3 }, { .name = 0 } };"
	"const struct tablas_name wards[] = { { \"w\", \"red\" }, { 0 } };"
	"const struct tablas_name nameless[] = { { \"w\", \"red\" }, { 0 } };"
	"const char *const nine[] = { \"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", "
	"\"9\", 0 };"
	"const struct tablas_option low = { \"o\", \"O\", \"o.\", TABLAS_OPT_INT, 0, 1, 2, 0 };"
	"const struct tablas_option unexplained = { \"o\", \"O\", \"\", TABLAS_OPT_INT, 0, 0, "
	"0, 0 };"
	"const struct tablas_option unkind = { \"o\", \"O\", \"o.\", 9, 0, 0, 0, 0 };"
	"const struct tablas_option wide = { \"o\", \"O\", \"o.\", TABLAS_OPT_BOOL, 0, 0, 2, 0 "
	"};"
	"const char *const nothing[] = { 0 }, *const one[] = { \"a\", 0 };"
	"const struct tablas_option unchosen = { \"o\", \"O\", \"o.\", TABLAS_OPT_CHOICE, 0, "
	"0, 0, nothing };"
	"const struct tablas_option overlong = { \"o\", \"O\", \"o.\", TABLAS_OPT_CHOICE, 0, "
	"0, 1, one };"
	"const char *const blanks[] = { \"a\", \"a b\", 0 }, *const doubles[] = { \"a\", "
	"\"a\", 0 };"
	"const struct tablas_option wordless = { \"o\", \"O\", \"o.\", TABLAS_OPT_CHOICE, 0, "
	"0, 1, blanks };"
	"const struct tablas_option doubled = { \"o\", \"O\", \"o.\", TABLAS_OPT_CHOICE, 0, "
	"0, 1, doubles };"
	"const struct tablas_option misnamed = { \"O o\", \"O\", \"o.\", TABLAS_OPT_INT, 0, 0, "
	"0, 0 };"
	"const struct tablas_option again[] = { { \"o\", \"O\", \"o.\", TABLAS_OPT_INT, 0, 0, "
	"0, 0 },"
	"	{ \"o\", \"O\", \"o.\", TABLAS_OPT_INT, 0, 0, 0, 0 }, { 0 } };'";

static void each_wrong_fact_is_refused_with_its_sentence(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
		char flags[8192];

		snprintf(flags, sizeof flags, "%s -DODD='%s'", spoilt, facts[i].odd);
		build(flags);
		refused(facts[i].sentence);
	}
}

static void a_table_too_small_to_be_one_is_refused(void **state)
{
	(void)state;
	build("-DODD_NAME=other -DODD_BEFORE='extern const int tablas_plugin; "
	      "__attribute__((visibility(\"default\"))) const int tablas_plugin = "
	      "0x53424154;'");
	refused("its tablas_plugin is too small to be one");
}

static void a_library_without_the_symbol_is_refused(void **state)
{
	(void)state;
	build("-DODD_NAME=other_plugin");
	refused("it is not a plugin: it has no tablas_plugin");
}

static void a_plugin_that_wants_what_nobody_has_is_refused(void **state)
{
	(void)state;
	build("-DODD_BEFORE='extern int nobody_has_this(void); __attribute__((used)) static "
	      "int "
	      "(*want)(void) = nobody_has_this;'");
	refused("it does not load: ");
	assert_non_null(strstr(why, "nobody_has_this"));
}

static void a_second_game_of_the_same_name_is_refused(void **state)
{
	(void)state;
	build("");
	loaded();
	build("-DODD='.title = \"Another\"'");
	assert_int_equal(loader_open(odd, &games, why, sizeof why), -1);
	assert_non_null(strstr(why, "there is already a game called cinco"));
	assert_int_equal(games.n, 1);
	assert_string_equal(games.v[0]->title, "Cinco");
}

/* ---- what runs when it is loaded ------------------------------------------------------ */

static void a_plugin_that_crashes_while_it_loads_is_refused(void **state)
{
	(void)state;
	build("-DODD_BEFORE='__attribute__((constructor)) static void crash(void) "
	      "{ __builtin_trap(); }'");
	refused("loading it crashes (");
}

static void a_plugin_that_exits_while_it_loads_is_refused(void **state)
{
	(void)state;
	build("-DODD_BEFORE='extern void _exit(int); __attribute__((constructor)) static void "
	      "leave(void) { _exit(3); }'");
	refused("loading it ends the process");
}

static void a_plugin_that_never_ends_loading_is_refused(void **state)
{
	(void)state;
	build("-DODD_BEFORE='__attribute__((constructor)) static void stay(void) "
	      "{ for (;;) __asm__ volatile(\"\"); }'");
	refused("loading it does not end");
}

/* ---- the file ---------------------------------------------------------------------------- */

static void a_file_that_is_not_there_is_refused(void **state)
{
	(void)state;
	snprintf(odd, sizeof odd, "%s/nothing.so", folder);
	refused("it cannot be read: No such file");
}

static void an_empty_file_is_refused(void **state)
{
	(void)state;
	write_file("empty.so", "", 0);
	refused("it is empty");
}

static void a_text_is_refused(void **state)
{
	(void)state;
	write_file("text.so", "#!/bin/sh\nexit 0\n", 17);
	refused("it is not an ELF shared object");
}

static void a_folder_is_refused(void **state)
{
	(void)state;
	snprintf(odd, sizeof odd, "%s/folder.so", folder);
	assert_int_equal(mkdir(odd, 0755), 0);
	refused("it is not a regular file");
}

static void a_pipe_is_refused_without_waiting_for_a_writer(void **state)
{
	(void)state;
	snprintf(odd, sizeof odd, "%s/pipe.so", folder);
	assert_int_equal(mkfifo(odd, 0644), 0);
	refused("it is not a regular file");
}

static void a_program_is_refused(void **state)
{
	static unsigned char whole[1 << 20];
	size_t n;

	(void)state;
	build("");
	n = read_file(odd, whole, sizeof whole);
	whole[16] = 2; /* e_type: an executable */
	write_file("program.so", whole, n);
	refused("it is an ELF file but not a shared object");
}

static void a_file_others_can_write_is_refused(void **state)
{
	(void)state;
	build("");
	assert_int_equal(chmod(odd, 0666), 0);
	refused("it can be written by others");
}

static void a_file_in_a_folder_others_can_write_is_refused(void **state)
{
	char open_folder[64];

	(void)state;
	build("");
	snprintf(open_folder, sizeof open_folder, "%s/open", folder);
	assert_int_equal(mkdir(open_folder, 0755), 0);
	assert_int_equal(chmod(open_folder, 0777), 0);
	assert_int_equal(shell("cp %s %s/", odd, open_folder), 0);
	snprintf(odd, sizeof odd, "%s", open_folder);
	assert_int_equal(shell("mv %s/*.so %s/in.so", open_folder, open_folder), 0);
	strcat(odd, "/in.so");
	refused("its folder can be written by others");
}

static void a_file_of_another_user_is_refused(void **state)
{
	(void)state;
	if (geteuid() != 0)
		skip(); /* only root can give files away */
	build("");
	assert_int_equal(chown(odd, 12345, 12345), 0);
	refused("it belongs neither to root nor to the user running this");
}

static void a_file_that_may_not_be_read_is_refused(void **state)
{
	bool root = geteuid() == 0;

	(void)state;
	build("");
	assert_int_equal(chmod(odd, 0), 0);
	/* Root may read everything, so for a moment it is somebody else. */
	assert_int_equal(chmod(folder, 0711), 0);
	if (root)
		assert_int_equal(seteuid(65534), 0);
	refused("it cannot be read: Permission denied");
	if (root)
		assert_int_equal(seteuid(0), 0);
}

static void a_file_cut_short_anywhere_is_refused(void **state)
{
	static unsigned char whole[1 << 20];
	size_t n;

	(void)state;
	build("");
	n = read_file(odd, whole, sizeof whole);
	for (size_t k = 0; k < 60; k++) {
		size_t at = k < 20 ? k * 4 : n * (k - 19) / 41;

		write_file("cut.so", whole, at < n ? at : n - 1);
		refused(at == 0 ? "it is empty" : at < 4 ? "not an ELF" : "it is cut short");
	}
}

/* What may be wrong with a file that is whole. */
static void each_damage_is_refused_with_its_sentence(void **state)
{
	static unsigned char whole[1 << 20], copy[sizeof whole];
	ElfW(Ehdr) *eh = (void *)copy;
	size_t n;

	(void)state;
	build("");
	n = read_file(odd, whole, sizeof whole);
	for (int damage = 0; damage < 8; damage++) {
		static const char *const sentences[] = {
			"it was built for another kind of machine",
			"it was built for another kind of machine",
			"it has no table of segments",
			"it is cut short within the table of segments",
			"it is cut short within a segment",
			"a segment is larger in the file than in memory",
			"it has nothing that could be loaded",
			"its table of sections is of another kind"};
		ElfW(Phdr) * ph;

		memcpy(copy, whole, n);
		ph = (void *)(copy + eh->e_phoff);
		while (ph->p_type != PT_LOAD)
			ph++;
		copy[EI_CLASS] ^= damage == 0 ? ELFCLASS32 ^ ELFCLASS64 : 0;
		copy[EI_DATA] ^= damage == 1 ? ELFDATA2LSB ^ ELFDATA2MSB : 0;
		eh->e_phnum = damage == 2 ? 0 : eh->e_phnum;
		eh->e_phoff = damage == 3 ? n - 8 : eh->e_phoff;
		ph->p_offset = damage == 4 ? n + 1 : ph->p_offset;
		ph->p_memsz = damage == 5 ? ph->p_filesz - 1 : ph->p_memsz;
		for (unsigned i = 0; damage == 6 && i < eh->e_phnum; i++)
			((ElfW(Phdr) *)(void *)(copy + eh->e_phoff))[i].p_type = PT_NOTE;
		eh->e_shentsize ^= damage == 7;
		write_file("damaged.so", copy, n);
		refused(sentences[damage]);
	}
}

static void a_file_larger_than_any_plugin_is_refused(void **state)
{
	(void)state;
	write_file("large.so", "\177ELF", 4);
	assert_int_equal(truncate(odd, (off_t)1 << 34), 0);
	refused("it is larger than any plugin");
}

static void a_game_more_than_there_is_room_for_is_refused(void **state)
{
	static char names[REGISTRY_MAX][16];
	static struct tablas_plugin others[REGISTRY_MAX];

	(void)state;
	build("");
	loaded();
	memset(&games, 0, sizeof games);
	for (int i = 0; i < REGISTRY_MAX; i++) {
		snprintf(names[i], sizeof names[i], "g%d", i);
		others[i].name = names[i];
		assert_true(registry_add(&games, &others[i]));
	}
	assert_int_equal(loader_open(odd, &games, why, sizeof why), -1);
	assert_non_null(strstr(why, "there are already 64 games"));
	assert_int_equal(games.n, REGISTRY_MAX);
}

/* Refused or loaded, but never a crash: 150 files with bytes changed in their tables. */
static void a_damaged_file_never_crashes_the_loader(void **state)
{
	static unsigned char whole[1 << 20], copy[1 << 20];
	unsigned refusals = 0;
	size_t n;
	uint32_t x = 12345;

	(void)state;
	build("");
	n = read_file(odd, whole, sizeof whole);
	for (int k = 0; k < 150; k++) {
		memcpy(copy, whole, n);
		for (int i = 0; i < 40; i++) {
			x = x * 1664525u + 1013904223u;
			/* The first kilobytes and the last: headers, dynamic symbols, sections.
			 */
			copy[(x >> 8) % 3 ? (x >> 10) % 3072 : n - 1 - (x >> 10) % 6144] =
				(unsigned char)(x >> 3);
		}
		write_file("damaged.so", copy, n);
		memset(&games, 0, sizeof games);
		refusals += loader_open(odd, &games, why, sizeof why) != 0;
	}
	assert_true(refusals > 100);
}

/* ---- folders --------------------------------------------------------------------------------
 */

static unsigned heard, heard_bad;

static void hear(void *ctx, const char *path, const char *reason)
{
	assert_ptr_equal(ctx, &heard);
	assert_non_null(strstr(path, folder));
	heard++;
	heard_bad += reason != NULL;
}

static void a_folder_is_loaded_in_order_and_each_file_reported(void **state)
{
	(void)state;
	heard = heard_bad = 0;
	build("-DODD='.name = \"second\"'");
	assert_int_equal(shell("mkdir %s/many && mv %s %s/many/b.so", folder, odd, folder), 0);
	build("-DODD='.name = \"first\"'");
	assert_int_equal(
		shell("mv %s %s/many/a.so && echo no >%s/many/c.so && echo no >%s/many/readme",
		      odd, folder, folder, folder),
		0);
	snprintf(odd, sizeof odd, "%s/many", folder);
	memset(&games, 0, sizeof games);
	assert_int_equal(loader_open_dir(odd, &games, hear, &heard), 2);
	assert_int_equal(heard, 3);
	assert_int_equal(heard_bad, 1);
	assert_string_equal(games.v[0]->name, "first");
	assert_string_equal(games.v[1]->name, "second");
}

static void a_folder_that_is_not_there_is_reported(void **state)
{
	(void)state;
	heard = heard_bad = 0;
	snprintf(odd, sizeof odd, "%s/none", folder);
	assert_int_equal(loader_open_dir(odd, &games, hear, &heard), -1);
	assert_int_equal(heard_bad, 1);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	return shell("rm -rf %s", folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plugin_is_loaded_and_found_by_its_name),
		cmocka_unit_test(
			a_plugin_without_the_optional_functions_is_loaded_without_them),
		cmocka_unit_test(a_relative_name_without_a_slash_means_the_file_in_this_folder),
		cmocka_unit_test(each_wrong_fact_is_refused_with_its_sentence),
		cmocka_unit_test(a_table_too_small_to_be_one_is_refused),
		cmocka_unit_test(a_library_without_the_symbol_is_refused),
		cmocka_unit_test(a_plugin_that_wants_what_nobody_has_is_refused),
		cmocka_unit_test(a_second_game_of_the_same_name_is_refused),
		cmocka_unit_test(a_plugin_that_crashes_while_it_loads_is_refused),
		cmocka_unit_test(a_plugin_that_exits_while_it_loads_is_refused),
		cmocka_unit_test(a_plugin_that_never_ends_loading_is_refused),
		cmocka_unit_test(a_file_that_is_not_there_is_refused),
		cmocka_unit_test(an_empty_file_is_refused),
		cmocka_unit_test(a_text_is_refused),
		cmocka_unit_test(a_folder_is_refused),
		cmocka_unit_test(a_pipe_is_refused_without_waiting_for_a_writer),
		cmocka_unit_test(a_program_is_refused),
		cmocka_unit_test(a_file_others_can_write_is_refused),
		cmocka_unit_test(a_file_in_a_folder_others_can_write_is_refused),
		cmocka_unit_test(a_file_of_another_user_is_refused),
		cmocka_unit_test(a_file_that_may_not_be_read_is_refused),
		cmocka_unit_test(a_file_cut_short_anywhere_is_refused),
		cmocka_unit_test(each_damage_is_refused_with_its_sentence),
		cmocka_unit_test(a_file_larger_than_any_plugin_is_refused),
		cmocka_unit_test(a_game_more_than_there_is_room_for_is_refused),
		cmocka_unit_test(a_damaged_file_never_crashes_the_loader),
		cmocka_unit_test(a_folder_is_loaded_in_order_and_each_file_reported),
		cmocka_unit_test(a_folder_that_is_not_there_is_reported),
	};

	return cmocka_run_group_tests_name("loader", tests, make_folder, remove_folder);
}
