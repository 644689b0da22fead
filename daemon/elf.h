/*
 * elf.h - a shared object read as a file, without loading it.
 *
 * dlopen() trusts what it maps: a file cut short is a SIGBUS inside the dynamic
 * linker, and a plugin that imports open() has it before anybody can object.
 * So the file is read first, with every offset checked against its length, and
 * what it wants and owns is known before any of it runs.
 */
#ifndef DAEMON_ELF_H
#define DAEMON_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf {
	unsigned char *bytes;
	size_t size;
};

/* Reads the whole file.  0, or -1 and the reason in `why` (no file name in it). */
int elf_open(struct elf *, const char *path, char *why, size_t cap);
void elf_close(struct elf *);

/* 0 if the dynamic linker may be let near it; -1 and why not. */
int elf_sound(const struct elf *, char *why, size_t cap);

enum elf_symbol_kind {
	ELF_IMPORT, /* wanted from other libraries             */
	ELF_EXPORT, /* offered to others                       */
	ELF_OBJECT  /* a variable; section says where it lives */
};

/*
 * Calls `tell` for each dynamic symbol (imports and exports), for each variable
 * of the full symbol table if it was not stripped, and for each library needed
 * and writable section.  Only for files that elf_sound() accepted.
 */
struct elf_teller {
	void *ctx;
	void (*symbol)(void *ctx, enum elf_symbol_kind, const char *name, const char *section,
		       uint64_t size);
	void (*needed)(void *ctx, const char *library);
	void (*writable)(void *ctx, const char *section, uint64_t size);
};

void elf_tell(const struct elf *, const struct elf_teller *);

#endif
