/*
 * purity.c - imports, writable data and initialisers, by the section tables.
 *
 * What the toolchain puts into every shared object is known and allowed for:
 * __dso_handle in .data, a flag of one byte in .bss, one initialiser.  Built with
 * sanitizers there is more of it, and then only named variables count.
 */
#include "daemon/conformance/purity.h"

#include "daemon/elf.h"

#include <stdio.h>
#include <string.h>

/* Plain functions of <string.h>, and snprintf(): none keeps or reaches anything. */
static const char *const pure[] = {
	"memcpy",	"memmove",	  "memset",	  "memcmp",	   "memchr",
	"strlen",	"strnlen",	  "strcmp",	  "strncmp",	   "strchr",
	"strrchr",	"strstr",	  "strspn",	  "strcspn",	   "strpbrk",
	"strcpy",	"strncpy",	  "stpcpy",	  "strcat",	   "strncat",
	"snprintf",	"__snprintf_chk", "__memcpy_chk", "__memmove_chk", "__memset_chk",
	"__strcpy_chk", "__strncpy_chk",  "__stpcpy_chk", "__strcat_chk",  NULL,
};

static const char *const toolchain[] = {
	"__cxa_finalize",
	"__gmon_start__",
	"_ITM_deregisterTMCloneTable",
	"_ITM_registerTMCloneTable",
	"__stack_chk_fail",
	NULL,
};

static const char *const runtimes[] = {
	"__asan_",	"__ubsan_", "__tsan_",	 "__msan_",    "__lsan_", "__hwasan_",
	"__sanitizer_", "__gcov_",  "__sancov_", "__odr_asan", NULL,
};

static const char *const libraries[] = {
	"libc.so",    "libgcc_s.so",  "ld-linux", "libasan.so",	   "libubsan.so",
	"libtsan.so", "libclang_rt.", "libm.so",  "libpthread.so", NULL,
};

/* Sections that only the linkers write to. */
static const char *const relocated[] = {
	".data.rel.ro",	   ".dynamic", ".got",	 ".init_array", ".fini_array", ".preinit_array",
	".tm_clone_table", ".jcr",     ".ctors", ".dtors",	NULL,
};

static const char *const conventional[] = {
	"tablas_plugin",
	"_init",
	"_fini",
	"__bss_start",
	"_edata",
	"_end",
	"__odr_asan.tablas_plugin",
	"__odr_asan_gen_tablas_plugin",
	NULL,
};

struct purity {
	bool sanitized;
	char imports[256], writable[256], quiet[256];
};

static bool among(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (strcmp(*list, name) == 0)
			return true;
	return false;
}

static bool begins(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (strncmp(*list, name, strlen(*list)) == 0)
			return true;
	return false;
}

static void blame(char list[256], const char *what, const char *name)
{
	size_t n = strlen(list);

	snprintf(list + n, 256 - n, "%s%s%s%s", n ? ", " : "", what, *what ? " " : "", name);
}

/* "completed.0" and the like are the toolchain's; so are names nobody could write in C. */
static bool is_toolchain_object(const char *name)
{
	return !*name || *name == '.' || *name == '_' || strncmp(name, "completed.", 10) == 0;
}

static void on_symbol(void *ctx, enum elf_symbol_kind kind, const char *name,
		      const char *section, uint64_t size)
{
	struct purity *p = ctx;

	(void)size;
	if (kind == ELF_IMPORT) {
		if (begins(runtimes, name))
			p->sanitized = true;
		else if (!among(pure, name) && !among(toolchain, name))
			blame(p->imports, "", name);
	} else if (kind == ELF_EXPORT) {
		if (!among(conventional, name) && !begins(runtimes, name))
			blame(p->quiet, "exports", name);
	} else if (!begins(relocated, section) && !is_toolchain_object(name)) {
		blame(p->writable, "", name);
	}
}

static void on_needed(void *ctx, const char *library)
{
	struct purity *p = ctx;

	if (!begins(libraries, library))
		blame(p->imports, "the library", library);
}

static void on_writable(void *ctx, const char *section, uint64_t size)
{
	struct purity *p = ctx;
	char text[96];

	if (p->sanitized)
		return;
	snprintf(text, sizeof text, "%llu bytes of %.60s", (unsigned long long)size, section);
	if (strcmp(section, ".init_array") == 0 || strcmp(section, ".preinit_array") == 0) {
		if (size > sizeof(void *) || section[1] == 'p')
			blame(p->quiet, "has an initialiser:", text);
		return;
	}
	if (begins(relocated, section) || (strcmp(section, ".data") == 0 && size <= 8) ||
	    (strcmp(section, ".bss") == 0 && size <= 8))
		return;
	blame(p->writable, "", text);
}

static void no_symbol(void *ctx, enum elf_symbol_kind kind, const char *name,
		      const char *section, uint64_t size)
{
	(void)ctx, (void)kind, (void)name, (void)section, (void)size;
}

static void no_needed(void *ctx, const char *library)
{
	(void)ctx, (void)library;
}

static void no_writable(void *ctx, const char *section, uint64_t size)
{
	(void)ctx, (void)section, (void)size;
}

int purity_check(const char *path, void (*broke)(void *ctx, enum promise, const char *detail),
		 void *ctx, char *why, size_t cap)
{
	struct purity p = {.sanitized = false};
	struct elf elf;
	int n = 0;

	if (elf_open(&elf, path, why, cap))
		return -1;
	if (elf_sound(&elf, why, cap)) {
		elf_close(&elf);
		return -1;
	}
	/* Symbols first: they tell whether sections must be seen with other eyes. */
	elf_tell(&elf, &(struct elf_teller){&p, on_symbol, on_needed, no_writable});
	elf_tell(&elf, &(struct elf_teller){&p, no_symbol, no_needed, on_writable});
	elf_close(&elf);
	if (p.imports[0])
		broke(ctx, PROMISE_IMPORTS, p.imports), n++;
	if (p.writable[0])
		broke(ctx, PROMISE_WRITABLE, p.writable), n++;
	if (p.quiet[0])
		broke(ctx, PROMISE_QUIET, p.quiet), n++;
	return n;
}
