/*
 * tar.c - the headers of a tar archive: 512 bytes of text fields, numbers in
 * octal, and their sum [POSIX.1-2017, pax, "ustar Interchange Format"].
 */
#include "api/tar.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 512

struct header {
	char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], sum[8], type, link[100],
		magic[6], version[2], user[32], group[32], device[16], prefix[155], rest[12];
};

_Static_assert(sizeof(struct header) == BLOCK, "a header is one block");

static void pad(struct out *out, size_t n)
{
	static const char nothing[BLOCK];

	if (n % BLOCK)
		out_text_n(out, nothing, BLOCK - n % BLOCK);
}

void tar_add(struct out *out, const char *name, int64_t at, const char *text, size_t n)
{
	struct header h;
	const unsigned char *bytes = (const unsigned char *)&h;
	unsigned sum = 0;

	assert(strlen(name) < sizeof h.name && n < (size_t)1 << 33);
	memset(&h, 0, sizeof h);
	snprintf(h.name, sizeof h.name, "%s", name);
	snprintf(h.mode, sizeof h.mode, "0000600");
	snprintf(h.uid, sizeof h.uid, "0000000");
	snprintf(h.gid, sizeof h.gid, "0000000");
	snprintf(h.size, sizeof h.size, "%011llo", (unsigned long long)n);
	snprintf(h.mtime, sizeof h.mtime, "%011llo",
		 (unsigned long long)(at / 1000) & 077777777777);
	memset(h.sum, ' ', sizeof h.sum);
	h.type = '0';
	memcpy(h.magic, "ustar", 6);
	memcpy(h.version, "00", 2);
	for (size_t i = 0; i < sizeof h; i++)
		sum += bytes[i];
	snprintf(h.sum, sizeof h.sum, "%06o", sum);
	h.sum[7] = ' ';
	out_text_n(out, (const char *)&h, sizeof h);
	out_text_n(out, text, n);
	pad(out, n);
}

void tar_end(struct out *out)
{
	static const char nothing[2 * BLOCK];

	out_text_n(out, nothing, sizeof nothing);
}
