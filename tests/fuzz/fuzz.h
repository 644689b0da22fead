/*
 * fuzz.h - what the fuzz entries share.
 *
 * An entry is an ordinary LLVMFuzzerTestOneInput(): link it with libFuzzer
 * (-fsanitize=fuzzer) for a campaign, or with main.c, which replays the corpus
 * and its mutations, so that `make check` runs it without a fuzzer.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <tablasd/plugin.h>

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

extern const struct tablas_plugin tablas_plugin_backgammon, tablas_plugin_el_mundo;

/* The game the first byte names. */
static inline const struct tablas_plugin *fuzz_plugin(uint8_t byte)
{
	return byte % 2 ? &tablas_plugin_el_mundo : &tablas_plugin_backgammon;
}

/* What must hold, in every build. */
#define MUST(truth)                                                                     \
	do {                                                                            \
		if (!(truth)) {                                                         \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #truth);     \
			abort();                                                        \
		}                                                                       \
	} while (0)

#endif
