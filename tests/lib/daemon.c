/*
 * daemon.c - a real tablasd for a test.
 *
 * The program and the plugins are those of the build folder the harness names
 * in TABLAS_BUILDDIR.
 */
#define _GNU_SOURCE
#include "tests/lib/daemon.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define ARGS_MAX 48
#define START_SECONDS 60 /* sanitizers are slow */

static const char *build_dir(void)
{
	const char *dir = getenv("TABLAS_BUILDDIR");

	return dir ? dir : ".";
}

static void nap(long ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000};

	nanosleep(&t, NULL);
}

void daemon_init(struct daemon *d, const char *flag, ...)
{
	const char *tmp = getenv("TMPDIR");
	size_t n = 0;
	va_list ap;

	memset(d, 0, sizeof *d);
	snprintf(d->dir, sizeof d->dir, "%s/tablasd-test-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(d->dir))
		fail_msg("mkdtemp: %s", strerror(errno));
	snprintf(d->book, sizeof d->book, "%s/book.db", d->dir);
	va_start(ap, flag);
	for (const char *f = flag; f; f = va_arg(ap, const char *)) {
		assert_true(n + 1 < sizeof d->flags / sizeof *d->flags);
		d->flags[n++] = f;
	}
	va_end(ap);
}

/* The arguments all runs have in common; program and plugins must outlive argv. */
static size_t common_args(const struct daemon *d, const char **argv, char *program,
			  char *plugins, size_t cap)
{
	size_t n = 0;

	snprintf(program, cap, "%s/tablasd", build_dir());
	snprintf(plugins, cap, "%s/.libs", build_dir());
	argv[n++] = program;
	argv[n++] = "--database";
	argv[n++] = d->book;
	argv[n++] = "--plugins";
	argv[n++] = plugins;
	for (size_t i = 0; d->flags[i]; i++)
		argv[n++] = d->flags[i];
	return n;
}

static pid_t spawn(const char **argv, int out)
{
	pid_t pid = fork();

	if (pid < 0)
		fail_msg("fork: %s", strerror(errno));
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that is killed leaves nobody behind */
		if (out >= 0) {
			dup2(out, STDOUT_FILENO);
			dup2(out, STDERR_FILENO);
		}
		execv(argv[0], (char *const *)argv);
		perror(argv[0]);
		_exit(127);
	}
	return pid;
}

static int reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			fail_msg("waitpid: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void print_log(const char *path)
{
	char line[512];
	FILE *f = fopen(path, "r");

	while (f && fgets(line, sizeof line, f))
		fprintf(stderr, "# %s", line);
	if (f)
		fclose(f);
}

size_t daemon_logged(const struct daemon *d, const char *words)
{
	char path[300], line[2048];
	size_t n = 0;
	FILE *f;

	snprintf(path, sizeof path, "%s/log", d->dir);
	f = fopen(path, "r");
	assert_non_null(f);
	while (fgets(line, sizeof line, f))
		n += strstr(line, words) != NULL;
	fclose(f);
	return n;
}

void daemon_start(struct daemon *d)
{
	const char *argv[ARGS_MAX];
	char program[512], plugins[512], port_file[300], log[300];
	size_t n = common_args(d, argv, program, plugins, sizeof program);
	int fd;

	assert_int_equal(d->pid, 0);
	snprintf(port_file, sizeof port_file, "%s/port", d->dir);
	snprintf(log, sizeof log, "%s/log", d->dir);
	unlink(port_file);
	argv[n++] = "--listen";
	argv[n++] = "127.0.0.1:0";
	argv[n++] = "--port-file";
	argv[n++] = port_file;
	argv[n] = NULL;
	fd = open(log, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
	d->pid = spawn(argv, fd);
	close(fd);
	for (int i = 0; i < START_SECONDS * 200; i++) {
		FILE *f = fopen(port_file, "r");
		int status;

		if (f) {
			int got = fscanf(f, "%d", &d->port);

			fclose(f);
			if (got == 1) {
				snprintf(d->url, sizeof d->url, "http://127.0.0.1:%d", d->port);
				return;
			}
		}
		if (waitpid(d->pid, &status, WNOHANG) == d->pid) {
			d->pid = 0;
			print_log(log);
			fail_msg("tablasd ended before it served");
		}
		nap(5);
	}
	print_log(log);
	fail_msg("tablasd does not serve after %d s", START_SECONDS);
}

int daemon_stop(struct daemon *d)
{
	int status;

	assert_true(d->pid > 0);
	kill(d->pid, SIGTERM);
	status = reap(d->pid);
	d->pid = 0;
	if (status) {
		char log[300];

		snprintf(log, sizeof log, "%s/log", d->dir);
		print_log(log);
	}
	return status;
}

void daemon_kill(struct daemon *d)
{
	assert_true(d->pid > 0);
	kill(d->pid, SIGKILL);
	reap(d->pid);
	d->pid = 0;
}

void daemon_fini(struct daemon *d)
{
	char command[300];

	if (d->pid > 0)
		daemon_kill(d);
	if (!strstr(d->dir, "/tablasd-test-"))
		return;
	snprintf(command, sizeof command, "rm -rf '%s'", d->dir);
	if (system(command) != 0)
		fprintf(stderr, "# could not remove %s\n", d->dir);
}

static int run(const struct daemon *d, char *out, size_t cap, const char *const *flags)
{
	const char *argv[ARGS_MAX];
	char program[512], plugins[512];
	size_t n = common_args(d, argv, program, plugins, sizeof program), got = 0;
	int pipes[2];
	ssize_t r;
	pid_t pid;

	for (size_t i = 0; flags[i]; i++)
		argv[n++] = flags[i];
	argv[n] = NULL;
	if (pipe2(pipes, O_CLOEXEC) != 0)
		fail_msg("pipe: %s", strerror(errno));
	pid = spawn(argv, pipes[1]);
	close(pipes[1]);
	while ((r = read(pipes[0], out + got, cap - 1 - got)) > 0)
		got += (size_t)r;
	out[got] = '\0';
	close(pipes[0]);
	return reap(pid);
}

int daemon_run(const struct daemon *d, char *out, size_t cap, const char *flag, ...)
{
	const char *flags[16];
	size_t n = 0;
	va_list ap;

	va_start(ap, flag);
	for (const char *f = flag; f; f = va_arg(ap, const char *))
		flags[n++] = f;
	va_end(ap);
	flags[n] = NULL;
	return run(d, out, cap, flags);
}

/*
 * The first token of a book comes with the book: most tests begin so, and a copy
 * of the one made for the last test costs a tenth of making the next.
 */
static struct {
	char wish[1024]; /* the flags and the account it was made for; "": none yet */
	char token[128];
	char *book;
	size_t n;
} first;

/* What decides how a first token and its book look, or "": something outside the flags. */
static void first_wish(const struct daemon *d, const char *what, char *wish, size_t cap)
{
	size_t n = (size_t)snprintf(wish, cap, "%s", what);

	for (size_t i = 0; d->flags[i] && n < cap; i++) {
		if (strcmp(d->flags[i], "--config") == 0)
			n = cap;
		else
			n += (size_t)snprintf(wish + n, cap - n, "\n%s", d->flags[i]);
	}
	if (n >= cap || access(d->book, F_OK) == 0)
		wish[0] = '\0';
}

static void first_keep(const struct daemon *d, const char *wish, const char *token)
{
	FILE *f = fopen(d->book, "rb");
	long n;

	assert_non_null(f);
	assert_int_equal(fseek(f, 0, SEEK_END), 0);
	n = ftell(f);
	rewind(f);
	assert_true(n > 0);
	free(first.book);
	first.n = (size_t)n;
	first.book = malloc(first.n);
	assert_non_null(first.book);
	assert_int_equal(fread(first.book, 1, first.n, f), first.n);
	fclose(f);
	snprintf(first.wish, sizeof first.wish, "%s", wish);
	snprintf(first.token, sizeof first.token, "%s", token);
}

static void first_copy(const struct daemon *d, char token[128])
{
	int fd = open(d->book, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, first.book, first.n), first.n);
	close(fd);
	snprintf(token, 128, "%s", first.token);
}

void daemon_token(const struct daemon *d, const char *name, const char *scopes, char token[128])
{
	char what[256], wish[1024], out[4096];
	const char *line;

	snprintf(what, sizeof what, scopes ? "%s=%s" : "%s", name, scopes);
	first_wish(d, what, wish, sizeof wish);
	if (wish[0] && strcmp(wish, first.wish) == 0) {
		first_copy(d, token);
		return;
	}
	if (daemon_run(d, out, sizeof out, "--log-level", "error", "--token", what, NULL) != 0)
		fail_msg("--token %s: %s", what, out);
	line = strstr(out, "tbl_");
	if (!line || sscanf(line, "%127s", token) != 1)
		fail_msg("--token %s: %s", what, out);
	if (wish[0])
		first_keep(d, wish, token);
}

void daemon_grant(const struct daemon *d, const char *name, long chips)
{
	char what[256], out[4096];

	snprintf(what, sizeof what, "%s=%ld", name, chips);
	if (daemon_run(d, out, sizeof out, "--grant", what, NULL) != 0)
		fail_msg("--grant %s: %s", what, out);
}

/*
 * After nearly every test of the daemon: here it is the book that is looked at.
 * The audit's own memory has tests, so the sanitizers need not be thorough.
 */
void daemon_stop_and_audit(struct daemon *d)
{
	const char *kept = getenv("ASAN_OPTIONS");
	char out[16384];
	int status;

	if (d->pid)
		assert_int_equal(daemon_stop(d), 0);
	if (!kept)
		setenv("ASAN_OPTIONS", "quarantine_size_mb=1:detect_leaks=0", 1);
	status = daemon_run(d, out, sizeof out, "--log-level", "error", "--audit", NULL);
	if (!kept)
		unsetenv("ASAN_OPTIONS");
	if (status != 0)
		fail_msg("the audit says: %s", out);
}

long daemon_resident(const struct daemon *d)
{
	char path[64];
	long pages = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/statm", (int)d->pid);
	f = fopen(path, "r");
	if (!f || fscanf(f, "%*d %ld", &pages) != 1)
		fail_msg("%s cannot be read", path);
	fclose(f);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}
