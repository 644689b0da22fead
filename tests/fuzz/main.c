/*
 * main.c - runs a fuzz entry without a fuzzer.
 *
 * Every file of the corpus is given to the entry as it is, then as mutations of
 * it: bytes changed, cut out, doubled, and pieces of other files put in.  The
 * mutations are the same in every run.  One TAP line a corpus.
 */
#define _GNU_SOURCE
#include "tests/fuzz/fuzz.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_MAX 8192
#define FILES_MAX 512
#define INPUTS_MOST 10000 /* of a run that is not a campaign */

struct input {
	char name[256];
	uint8_t data[INPUT_MAX];
	size_t n;
};

static struct input *inputs;
static size_t inputs_n;
static uint64_t state = 0x9e3779b97f4a7c15u;

static uint32_t chance(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % n;
}

static void read_corpus(const char *dir)
{
	struct dirent **entries;
	int n = scandir(dir, &entries, NULL, alphasort);

	if (n < 0) {
		perror(dir);
		exit(99);
	}
	for (int i = 0; i < n; i++) {
		char path[1300];
		FILE *f;

		snprintf(path, sizeof path, "%s/%s", dir, entries[i]->d_name);
		f = entries[i]->d_name[0] == '.' ? NULL : fopen(path, "rb");
		if (f && inputs_n < FILES_MAX) {
			struct input *in = &inputs[inputs_n++];

			snprintf(in->name, sizeof in->name, "%s", entries[i]->d_name);
			in->n = fread(in->data, 1, INPUT_MAX, f);
		}
		if (f)
			fclose(f);
		free(entries[i]);
	}
	free(entries);
}

static size_t mutate(const struct input *from, uint8_t *to)
{
	size_t n = from->n;

	memcpy(to, from->data, n);
	for (uint32_t rounds = 1 + chance(3); rounds && n; rounds--) {
		size_t at = chance((uint32_t)n), len = 1 + chance(16);
		const struct input *other = &inputs[chance((uint32_t)inputs_n)];

		if (len > n - at)
			len = n - at;
		switch (chance(7)) {
		case 5: /* another number or letter keeps it nearly right */
		case 6:
			while (at < n && !isalnum(to[at]))
				at++;
			if (at < n)
				to[at] = (uint8_t)(isdigit(to[at]) ? '0' + chance(10) : to[chance((uint32_t)n)]);
			break;
		case 0:
			to[at] = (uint8_t)chance(256);
			break;
		case 1:
			to[at] = (uint8_t)(32 + chance(95));
			break;
		case 2:
			memmove(to + at, to + at + len, n - at - len);
			n -= len;
			break;
		case 3:
			if (n + len <= INPUT_MAX) {
				memmove(to + at + len, to + at, n - at);
				n += len;
			}
			break;
		default:
			if (other->n >= len)
				memcpy(to + at, other->data + chance((uint32_t)(other->n - len + 1)),
				       len);
		}
	}
	return n;
}

int main(int argc, char **argv)
{
	const char *src = getenv("TABLAS_SRCDIR"), *corpus = strrchr(argv[0], '_');
	size_t mutations = getenv("TABLAS_LONG") ? 20000 : getenv("TABLAS_BRIEF") ? 50 : 500;
	static uint8_t data[INPUT_MAX];
	char dir[1024];

	/* fuzz_notation reads corpus/notation unless it is told otherwise. */
	snprintf(dir, sizeof dir, "%s/tests/fuzz/corpus/%s", src ? src : ".",
		 corpus ? corpus + 1 : "");
	inputs = calloc(FILES_MAX, sizeof *inputs);
	read_corpus(argc > 1 ? argv[1] : dir);
	if (inputs_n && !getenv("TABLAS_LONG") && mutations > INPUTS_MOST / inputs_n)
		mutations = INPUTS_MOST / inputs_n;
	for (size_t i = 0; i < inputs_n; i++)
		LLVMFuzzerTestOneInput(inputs[i].data, inputs[i].n);
	for (size_t i = 0; i < inputs_n; i++)
		for (size_t k = 0; k < mutations; k++)
			LLVMFuzzerTestOneInput(data, mutate(&inputs[i], data));
	printf("1..1\n%s 1 - %zu inputs and %zu mutations of each break nothing\n",
	       inputs_n ? "ok" : "not ok", inputs_n, mutations);
	free(inputs);
	return inputs_n ? 0 : 1;
}
