/*
 * loader.c - the checks before and after dlopen(), in the order in which they
 * must be made: nothing is believed before what it rests on has been seen.
 */
#define _GNU_SOURCE /* dladdr1(), pipe2() */

#include "daemon/loader.h"

#include "daemon/elf.h"
#include "daemon/vet.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE_LEAST    offsetof(struct tablas_plugin, audit) /* up to the last required member */
#define SIZE_MOST     65536u
#define TRIAL_SECONDS 5	 /* of the processor, in which a game loads many times over */
#define TRIAL_LONGEST 60 /* ... and of the clock, for one that waits; so may a slow disk */
#define WHY_MAX	      512

/* A plugin's own table, completed with NULLs and kept for ever. */
struct loaded {
	struct tablas_plugin plugin;
	struct loaded *next;
	char path[]; /* the file, without links on the way */
};

static struct loaded *all_loaded; /* so that what is kept on purpose is not taken for a leak */

__attribute__((format(printf, 3, 4))) static int refuse(char *why, size_t cap, const char *fmt,
							...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, cap, fmt, ap);
	va_end(ap);
	return -1;
}

/* ---- before dlopen: whose file is it ---------------------------------------- */

static int trusted(const char *path, const char *what, char *why, size_t cap)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return refuse(why, cap, "%s cannot be read: %s", what, strerror(errno));
	if (st.st_mode & S_IWOTH)
		return refuse(why, cap, "%s can be written by others", what);
	if (st.st_uid != 0 && st.st_uid != geteuid())
		return refuse(why, cap,
			      "%s belongs neither to root nor to the user running this", what);
	return 0;
}

static int file_trusted(const char *path, char *why, size_t cap)
{
	char dir[PATH_MAX];
	struct stat st;

	if (trusted(path, "it", why, cap))
		return -1;
	snprintf(dir, sizeof dir, "%s", path);
	*(strrchr(dir, '/') == dir ? dir + 1 : strrchr(dir, '/')) = '\0';
	/* In a folder like /tmp others may write, but not replace what is not theirs. */
	if (stat(dir, &st) == 0 && (st.st_mode & S_ISVTX) && (st.st_mode & S_IWOTH))
		return 0;
	return trusted(dir, "its folder", why, cap);
}

static int file_whole(const char *path, char *why, size_t cap)
{
	struct elf elf;
	int r;

	if (elf_open(&elf, path, why, cap))
		return -1;
	r = elf_sound(&elf, why, cap);
	elf_close(&elf);
	return r;
}

/* ---- dlopen and the sixteen bytes ---------------------------------------------- */

/* Bytes the symbol really has, or 0 if the linker does not say. */
static size_t symbol_size(const void *address)
{
	const ElfW(Sym) *sym = NULL;
	Dl_info info;

	if (!dladdr1(address, &info, (void **)&sym, RTLD_DL_SYMENT) || !sym)
		return 0;
	return sym->st_size;
}

static int sixteen_bytes(const struct tablas_plugin *p, char *why, size_t cap)
{
	size_t really = symbol_size(p);

	if (really && really < 16)
		return refuse(why, cap, "its tablas_plugin is too small to be one");
	if (p->magic != TABLAS_ABI_MAGIC)
		return refuse(why, cap, "it is not a plugin: its magic is %#x", p->magic);
	if (p->abi != TABLAS_ABI_MAJOR)
		return refuse(why, cap, "it was built for plugin ABI %u, and this is %d",
			      p->abi, TABLAS_ABI_MAJOR);
	if (p->needs != 0)
		return refuse(why, cap, "it needs something this version does not offer (%#x)",
			      p->needs);
	if (p->size < SIZE_LEAST || p->size > SIZE_MOST || p->size % sizeof(void *) ||
	    (really && p->size > really))
		return refuse(why, cap, "its size is given as %u bytes, which cannot be",
			      p->size);
	return 0;
}

/* dlopen, the sixteen bytes, the facts.  `out` is complete: what the plugin has not is NULL. */
static int take(const char *path, struct tablas_plugin *out, char *why, size_t cap)
{
	const struct tablas_plugin *p;
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const char *said;

	if (!handle) {
		said = dlerror();
		return refuse(why, cap, "it does not load: %s",
			      said ? said : "no reason given");
	}
	p = dlsym(handle, "tablas_plugin");
	if (!p)
		return refuse(why, cap, "it is not a plugin: it has no tablas_plugin");
	if (sixteen_bytes(p, why, cap))
		return -1;
	memset(out, 0, sizeof *out);
	memcpy(out, p, p->size < sizeof *out ? p->size : sizeof *out);
	return vet_plugin(out, why, cap);
}

/* ---- the trial ----------------------------------------------------------------- */

/* In the child: takes the plugin, writes why not, and leaves without a trace. */
__attribute__((noreturn)) static void trial_child(const char *path, int out)
{
	static const int crashes[] = {SIGSEGV, SIGBUS,	SIGILL, SIGFPE,
				      SIGABRT, SIGALRM, SIGXCPU, SIGTERM};
	const struct rlimit no_core = {0, 0}, busy = {TRIAL_SECONDS, TRIAL_SECONDS + 1};
	struct tablas_plugin plugin;
	char why[WHY_MAX] = "";
	int null = open("/dev/null", O_RDWR);
	int r;

	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		signal(crashes[i], SIG_DFL);
	setrlimit(RLIMIT_CORE, &no_core);
	if (null >= 0) {
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
	}
	setrlimit(RLIMIT_CPU, &busy);
	alarm(TRIAL_LONGEST);
	r = take(path, &plugin, why, sizeof why);
	if (r && write(out, why, strlen(why)) < 0)
		_exit(2);
	_exit(r ? 1 : 0);
}

/*
 * A damaged file can crash the dynamic linker however carefully it was looked
 * at, and an initialiser can do anything.  A child goes first.
 */
static int trial(const char *path, char *why, size_t cap)
{
	int pipes[2], status = 0;
	size_t got = 0;
	ssize_t n;
	pid_t child;

	if (pipe2(pipes, O_CLOEXEC) < 0)
		return refuse(why, cap, "it cannot be tried: %s", strerror(errno));
	child = fork();
	if (child == 0)
		trial_child(path, pipes[1]);
	close(pipes[1]);
	if (child < 0) {
		close(pipes[0]);
		return refuse(why, cap, "it cannot be tried: %s", strerror(errno));
	}
	while (got + 1 < cap) {
		n = read(pipes[0], why + got, cap - 1 - got);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		got += (size_t)n;
	}
	why[got] = '\0';
	close(pipes[0]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU))
		return refuse(why, cap, "loading it does not end");
	if (WIFSIGNALED(status))
		return refuse(why, cap, "loading it crashes (%s)", strsignal(WTERMSIG(status)));
	if (got == 0)
		return refuse(why, cap, "loading it ends the process");
	return -1;
}

/* ---- together ---------------------------------------------------------------------- */

static int keep(const struct tablas_plugin *plugin, const char *path, struct registry *games,
		char *why, size_t cap)
{
	struct loaded *l;

	if (registry_find(games, plugin->name))
		return refuse(why, cap, "there is already a game called %s", plugin->name);
	l = malloc(sizeof *l + strlen(path) + 1);
	if (!l)
		return refuse(why, cap, "there is no memory to keep it");
	l->plugin = *plugin;
	strcpy(l->path, path);
	if (!registry_add(games, &l->plugin)) {
		free(l);
		return refuse(why, cap, "there are already %d games", REGISTRY_MAX);
	}
	l->next = all_loaded;
	all_loaded = l;
	return 0;
}

int loader_open(const char *path, struct registry *games, char *why, size_t cap)
{
	char real[PATH_MAX], reason[WHY_MAX] = "";
	struct tablas_plugin plugin;

	/* An absolute path: dlopen() looks for bare names elsewhere. */
	if (!realpath(path, real)) {
		snprintf(why, cap, "%s: it cannot be read: %s.", path, strerror(errno));
		return -1;
	}
	if (file_trusted(real, reason, sizeof reason) ||
	    file_whole(real, reason, sizeof reason) || trial(real, reason, sizeof reason) ||
	    take(real, &plugin, reason, sizeof reason) ||
	    keep(&plugin, real, games, reason, sizeof reason)) {
		snprintf(why, cap, "%s: %s.", path, reason);
		return -1;
	}
	return 0;
}

const char *loader_path(const struct tablas_plugin *plugin)
{
	for (const struct loaded *l = all_loaded; l; l = l->next) {
		if (&l->plugin == plugin)
			return l->path;
	}
	return NULL;
}

static int is_so(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return d->d_name[0] != '.' && n > 3 && strcmp(d->d_name + n - 3, ".so") == 0;
}

static int is_loaded(const char *path, const struct registry *games)
{
	char real[PATH_MAX];

	if (!realpath(path, real))
		return 0;
	for (const struct loaded *l = all_loaded; l; l = l->next)
		if (strcmp(l->path, real) == 0 &&
		    registry_find(games, l->plugin.name) == &l->plugin)
			return 1;
	return 0;
}

int loader_open_dir(const char *dir, struct registry *games,
		    void (*report)(void *ctx, const char *path, const char *why), void *ctx)
{
	char path[PATH_MAX], why[PATH_MAX + WHY_MAX];
	struct dirent **entries;
	int n, opened = 0;

	n = scandir(dir, &entries, is_so, alphasort);
	if (n < 0) {
		snprintf(why, sizeof why, "%s: it cannot be read: %s.", dir, strerror(errno));
		report(ctx, dir, why);
		return -1;
	}
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, entries[i]->d_name);
		free(entries[i]);
		if (is_loaded(path, games))
			continue;
		int r = loader_open(path, games, why, sizeof why);

		report(ctx, path, r ? why : NULL);
		opened += r == 0;
	}
	free(entries);
	return opened;
}
