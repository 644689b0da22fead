/*
 * blackbox.c - which game a plugin was working on when the process died.
 *
 * The note lives in a mapped file, so writing it is one store and it outlives
 * the process whatever ends it.  Its bytes are written with write(2) first: a
 * store into a hole of a file on a full disk would be a fault of our own.
 *
 * The handlers mark the note, put back whatever was there before them (usually
 * the default action, which dumps core; under a sanitizer, its report) and
 * raise the signal again.  SIGABRT is among them on purpose: it is how an
 * assertion ends the process, and how a watchdog ends one that no longer turns.
 */
#include "daemon/blackbox.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x786f426b63616c42u /* "BlackBox", little-endian */

struct note {
	uint64_t magic;
	int64_t game;	/* 0: no plugin is at work */
	int64_t signal; /* 0: not dead             */
};

static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
#define FATAL_N (sizeof(fatal) / sizeof(fatal[0]))

struct blackbox {
	volatile struct note *note;
	int64_t crashed;
	int crashed_signal;
	struct sigaction before[FATAL_N];
	void *stack; /* of the handlers, if there was none */
};

/* The one that the handlers mark. */
static struct blackbox *open_box;

static void mark(int signal_number)
{
	if (open_box->note->game != 0)
		open_box->note->signal = signal_number;
}

static void on_fatal(int signal_number)
{
	mark(signal_number);
	for (size_t i = 0; i < FATAL_N; i++) {
		if (fatal[i] == signal_number)
			sigaction(signal_number, &open_box->before[i], NULL);
	}
	raise(signal_number); /* arrives when this handler returns */
}

/*
 * A sanitizer that finds a fault ends the process without a signal; where one
 * is built in, it calls this first.
 */
extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));

static void on_sanitizer_death(void)
{
	if (open_box)
		mark(SIGABRT);
}

/* A stack that overflowed cannot run the handler that tells of it. */
static int use_own_stack(struct blackbox *b)
{
	stack_t stack;
	size_t size = (size_t)SIGSTKSZ > 16384 ? (size_t)SIGSTKSZ : 16384;

	if (sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE))
		return 0;
	memset(&stack, 0, sizeof(stack));
	stack.ss_sp = b->stack = malloc(size);
	stack.ss_size = size;
	return stack.ss_sp ? sigaltstack(&stack, NULL) : -1;
}

static void catch_signals(struct blackbox *b)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_fatal;
	action.sa_flags = SA_ONSTACK;
	sigemptyset(&action.sa_mask);
	open_box = b;
	for (size_t i = 0; i < FATAL_N; i++)
		sigaction(fatal[i], &action, &b->before[i]);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(on_sanitizer_death);
}

/* Anything that is not a note of ours is as good as none. */
static int map_note(struct blackbox *b, int fd)
{
	struct note note;
	void *map;

	if (pread(fd, &note, sizeof(note), 0) != (ssize_t)sizeof(note) || note.magic != MAGIC)
		memset(&note, 0, sizeof(note));
	if (note.game != 0 && note.signal != 0) {
		b->crashed = note.game;
		b->crashed_signal = (int)note.signal;
	} else {
		note.game = note.signal = 0;
	}
	note.magic = MAGIC;
	if (pwrite(fd, &note, sizeof(note), 0) != (ssize_t)sizeof(note))
		return -1;
	map = mmap(NULL, sizeof(note), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return -1;
	b->note = map;
	return 0;
}

int blackbox_open(const char *path, struct blackbox **out)
{
	struct blackbox *b = calloc(1, sizeof(*b));
	int fd, r = -1;

	if (!b)
		return -1;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0) {
		r = map_note(b, fd);
		close(fd);
	}
	if (r == 0 && use_own_stack(b) == 0) {
		catch_signals(b);
		*out = b;
		return 0;
	}
	if (b->note)
		munmap((void *)b->note, sizeof(struct note));
	free(b->stack);
	free(b);
	return -1;
}

void blackbox_close(struct blackbox *b)
{
	const stack_t none = {.ss_flags = SS_DISABLE};

	if (!b)
		return;
	for (size_t i = 0; i < FATAL_N; i++)
		sigaction(fatal[i], &b->before[i], NULL);
	open_box = NULL;
	if (b->stack)
		sigaltstack(&none, NULL);
	munmap((void *)b->note, sizeof(struct note));
	free(b->stack);
	free(b);
}

int64_t blackbox_crashed(const struct blackbox *b, int *signal_number)
{
	if (b->crashed && signal_number)
		*signal_number = b->crashed_signal;
	return b->crashed;
}

void blackbox_clear(struct blackbox *b)
{
	b->crashed = 0;
	b->note->game = 0;
	b->note->signal = 0;
}

/* A mark that nobody has cleared stands. */
void blackbox_note(struct blackbox *b, int64_t game)
{
	if (b && !b->crashed)
		b->note->game = game;
}

void blackbox_done(struct blackbox *b)
{
	if (b && !b->crashed)
		b->note->game = 0;
}
