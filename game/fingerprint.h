/*
 * fingerprint.h - a hash of bytes, for finding positions that were met before.
 *
 * Positions are small and compared byte for byte where it matters; this only
 * has to be quick and to spread.  It never leaves the process.
 */
#ifndef GAME_FINGERPRINT_H
#define GAME_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t fingerprint(const void *bytes, size_t n, uint64_t seed)
{
	const unsigned char *p = bytes;
	uint64_t h = seed ^ (n * 0x9e3779b97f4a7c15u), w;

	for (; n >= 8; p += 8, n -= 8) {
		memcpy(&w, p, 8);
		h = (h ^ w) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	if (n) {
		w = 0;
		memcpy(&w, p, n);
		h = (h ^ w) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	h *= 0xc4ceb9fe1a85ec53u;
	return h ^ h >> 29;
}

#endif
