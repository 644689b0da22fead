/*
 * fold.c - the JSON of games, made small to lie in the book.
 *
 * The samples (api/samples.jsonl) are games as view_game() writes them, the most
 * usual last, for of two that say the same the later is found.
 */
#include "api/fold.h"

#include "api/samples.h"

#include <lz4.h>

#define TEXT_MAX (1u << 24) /* its measures are ints */

size_t fold(char *to, size_t cap, const char *text, size_t n)
{
	static LZ4_stream_t ready, stream;
	static bool is_ready;
	int folded;

	if (n > TEXT_MAX)
		return 0;
	if (cap > TEXT_MAX)
		cap = TEXT_MAX;
	if (!is_ready) {
		LZ4_initStream(&ready, sizeof ready);
		LZ4_loadDict(&ready, (const char *)samples, (int)samples_n);
		is_ready = true;
	}
	stream = ready; /* to read the samples again would take longer than the rest */
	folded = LZ4_compress_fast_continue(&stream, text, to, (int)n, (int)cap, 1);
	return folded > 0 ? (size_t)folded : 0;
}

bool unfold(char *to, size_t n, const void *folded, size_t folded_n)
{
	if (n > TEXT_MAX || folded_n > TEXT_MAX)
		return false;
	return LZ4_decompress_safe_usingDict(folded, to, (int)folded_n, (int)n,
					     (const char *)samples, (int)samples_n) == (int)n;
}
