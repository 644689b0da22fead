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

extern const struct tablas_plugin tablas_plugin_acedrex, tablas_plugin_backgammon,
	tablas_plugin_el_mundo, tablas_plugin_quinze_tablas, tablas_plugin_seven_point;

#define FUZZ_PLUGINS 5

static const struct tablas_plugin *const fuzz_plugins[FUZZ_PLUGINS] = {
	&tablas_plugin_acedrex, &tablas_plugin_backgammon, &tablas_plugin_el_mundo,
	&tablas_plugin_quinze_tablas, &tablas_plugin_seven_point};

/* The game whose name begins with this byte; of any other byte, one of them. */
static inline const struct tablas_plugin *fuzz_plugin(uint8_t byte)
{
	for (unsigned i = 0; i < FUZZ_PLUGINS; i++)
		if ((uint8_t)fuzz_plugins[i]->name[0] == byte)
			return fuzz_plugins[i];
	return fuzz_plugins[byte % FUZZ_PLUGINS];
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
