/*
 * elf.c - reading a shared object's tables.
 *
 * Everything is copied out of the file with memcpy() through one function that
 * checks the range, so a hostile offset cannot lead anywhere.  Only the word
 * size and byte order of this machine are understood: no other could be loaded.
 */
#include "daemon/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ELF_FILE_MAX                                                                           \
	(64u << 20) /* no plugin is larger; keeps a wrong path from filling memory */

#if __ELF_NATIVE_CLASS == 64
#define ELF_CLASS      ELFCLASS64
#define ELF_TYPE(info) ELF64_ST_TYPE(info)
#define ELF_BIND(info) ELF64_ST_BIND(info)
#else
#define ELF_CLASS      ELFCLASS32
#define ELF_TYPE(info) ELF32_ST_TYPE(info)
#define ELF_BIND(info) ELF32_ST_BIND(info)
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ELF_ORDER ELFDATA2LSB
#else
#define ELF_ORDER ELFDATA2MSB
#endif

int elf_open(struct elf *e, const char *path, char *why, size_t cap)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	size_t got = 0;

	*e = (struct elf){NULL, 0};
	if (fd < 0 || fstat(fd, &st) < 0) {
		snprintf(why, cap, "it cannot be read: %s", strerror(errno));
		goto fail;
	}
	if (!S_ISREG(st.st_mode)) {
		snprintf(why, cap, "it is not a regular file");
		goto fail;
	}
	if (st.st_size > (off_t)ELF_FILE_MAX) {
		snprintf(why, cap, "it is larger than any plugin");
		goto fail;
	}
	e->size = (size_t)st.st_size;
	e->bytes = malloc(e->size + 1);
	if (!e->bytes) {
		snprintf(why, cap, "there is no memory to read it");
		goto fail;
	}
	while (got < e->size) {
		ssize_t n = read(fd, e->bytes + got, e->size - got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			snprintf(why, cap, "it cannot be read: %s",
				 n < 0 ? strerror(errno) : "it shrank meanwhile");
			goto fail;
		}
		got += (size_t)n;
	}
	close(fd);
	return 0;
fail:
	if (fd >= 0)
		close(fd);
	elf_close(e);
	return -1;
}

void elf_close(struct elf *e)
{
	free(e->bytes);
	*e = (struct elf){NULL, 0};
}

static bool inside(const struct elf *e, uint64_t offset, uint64_t length)
{
	return offset <= e->size && length <= e->size - offset;
}

/* Copies `length` bytes at the offset; false if the file has not got them. */
static bool fetch(const struct elf *e, uint64_t offset, void *out, size_t length)
{
	if (!inside(e, offset, length))
		return false;
	memcpy(out, e->bytes + offset, length);
	return true;
}

static bool segment(const struct elf *e, const ElfW(Ehdr) * eh, unsigned i, ElfW(Phdr) * out)
{
	return fetch(e, eh->e_phoff + (uint64_t)i * sizeof *out, out, sizeof *out);
}

static bool section(const struct elf *e, const ElfW(Ehdr) * eh, unsigned i, ElfW(Shdr) * out)
{
	return i < eh->e_shnum &&
	       fetch(e, eh->e_shoff + (uint64_t)i * sizeof *out, out, sizeof *out);
}

static const char *segments_fault(const struct elf *e, const ElfW(Ehdr) * eh)
{
	bool loads = false, dynamic = false;
	ElfW(Phdr) ph;

	if (eh->e_phnum == 0 || eh->e_phentsize != sizeof ph)
		return "it has no table of segments";
	for (unsigned i = 0; i < eh->e_phnum; i++) {
		if (!segment(e, eh, i, &ph))
			return "it is cut short within the table of segments";
		if (ph.p_type == PT_NULL || ph.p_filesz == 0)
			continue;
		if (!inside(e, ph.p_offset, ph.p_filesz))
			return "it is cut short within a segment";
		if (ph.p_type == PT_LOAD && ph.p_filesz > ph.p_memsz)
			return "a segment is larger in the file than in memory";
		loads |= ph.p_type == PT_LOAD;
		dynamic |= ph.p_type == PT_DYNAMIC;
	}
	return loads && dynamic ? NULL : "it has nothing that could be loaded";
}

static const char *sections_fault(const struct elf *e, const ElfW(Ehdr) * eh)
{
	ElfW(Shdr) sh;

	if (eh->e_shnum == 0)
		return NULL; /* the linker does not need them */
	if (eh->e_shentsize != sizeof sh)
		return "its table of sections is of another kind";
	for (unsigned i = 0; i < eh->e_shnum; i++) {
		if (!section(e, eh, i, &sh))
			return "it is cut short within the table of sections";
		if (sh.sh_type != SHT_NOBITS && sh.sh_type != SHT_NULL &&
		    !inside(e, sh.sh_offset, sh.sh_size))
			return "it is cut short within a section";
	}
	return NULL;
}

int elf_sound(const struct elf *e, char *why, size_t cap)
{
	const char *fault = NULL;
	ElfW(Ehdr) eh;

	if (e->size == 0)
		fault = "it is empty";
	else if (e->size < SELFMAG || memcmp(e->bytes, ELFMAG, SELFMAG) != 0)
		fault = "it is not an ELF shared object";
	else if (!fetch(e, 0, &eh, sizeof eh))
		fault = "it is cut short within its header";
	else if (eh.e_ident[EI_CLASS] != ELF_CLASS || eh.e_ident[EI_DATA] != ELF_ORDER)
		fault = "it was built for another kind of machine";
	else if (eh.e_type != ET_DYN)
		fault = "it is an ELF file but not a shared object";
	else
		fault = segments_fault(e, &eh);
	if (!fault)
		fault = sections_fault(e, &eh);
	if (fault)
		snprintf(why, cap, "%s", fault);
	return fault ? -1 : 0;
}

/* A string of a string table, or "" when the table does not hold it whole. */
static const char *string(const struct elf *e, const ElfW(Shdr) * table, uint64_t at)
{
	const char *s;

	if (at >= table->sh_size || !inside(e, table->sh_offset, table->sh_size))
		return "";
	s = (const char *)e->bytes + table->sh_offset + at;
	return memchr(s, '\0', table->sh_size - at) ? s : "";
}

static const char *section_name(const struct elf *e, const ElfW(Ehdr) * eh, unsigned i)
{
	ElfW(Shdr) names, sh;

	if (i >= SHN_LORESERVE || !section(e, eh, eh->e_shstrndx, &names) ||
	    !section(e, eh, i, &sh))
		return "";
	return string(e, &names, sh.sh_name);
}

static void tell_symbols(const struct elf *e, const ElfW(Ehdr) * eh, const ElfW(Shdr) * table,
			 const struct elf_teller *t)
{
	ElfW(Shdr) names, home;
	ElfW(Sym) sym;

	if (!section(e, eh, table->sh_link, &names))
		return;
	for (uint64_t at = 0; at + sizeof sym <= table->sh_size; at += sizeof sym) {
		const char *name;
		bool writable;

		if (!fetch(e, table->sh_offset + at, &sym, sizeof sym))
			return;
		name = string(e, &names, sym.st_name);
		if (table->sh_type == SHT_DYNSYM) {
			if (*name && sym.st_shndx == SHN_UNDEF)
				t->symbol(t->ctx, ELF_IMPORT, name, "", sym.st_size);
			else if (*name && ELF_BIND(sym.st_info) != STB_LOCAL)
				t->symbol(t->ctx, ELF_EXPORT, name,
					  section_name(e, eh, sym.st_shndx), sym.st_size);
			continue;
		}
		writable = sym.st_shndx != SHN_UNDEF && sym.st_shndx < SHN_LORESERVE &&
			   section(e, eh, sym.st_shndx, &home) && (home.sh_flags & SHF_WRITE);
		if (writable &&
		    (ELF_TYPE(sym.st_info) == STT_OBJECT || ELF_TYPE(sym.st_info) == STT_TLS))
			t->symbol(t->ctx, ELF_OBJECT, name, section_name(e, eh, sym.st_shndx),
				  sym.st_size);
	}
}

static void tell_needed(const struct elf *e, const ElfW(Ehdr) * eh, const ElfW(Shdr) * table,
			const struct elf_teller *t)
{
	ElfW(Shdr) names;
	ElfW(Dyn) dyn;

	if (!section(e, eh, table->sh_link, &names))
		return;
	for (uint64_t at = 0; at + sizeof dyn <= table->sh_size; at += sizeof dyn) {
		if (!fetch(e, table->sh_offset + at, &dyn, sizeof dyn) || dyn.d_tag == DT_NULL)
			return;
		if (dyn.d_tag == DT_NEEDED)
			t->needed(t->ctx, string(e, &names, dyn.d_un.d_val));
	}
}

void elf_tell(const struct elf *e, const struct elf_teller *t)
{
	ElfW(Ehdr) eh;
	ElfW(Shdr) sh;

	if (!fetch(e, 0, &eh, sizeof eh))
		return;
	for (unsigned i = 0; section(e, &eh, i, &sh); i++) {
		if (sh.sh_type == SHT_DYNSYM || sh.sh_type == SHT_SYMTAB)
			tell_symbols(e, &eh, &sh, t);
		else if (sh.sh_type == SHT_DYNAMIC)
			tell_needed(e, &eh, &sh, t);
		if ((sh.sh_flags & SHF_WRITE) && (sh.sh_flags & SHF_ALLOC) && sh.sh_size)
			t->writable(t->ctx, section_name(e, &eh, i), sh.sh_size);
	}
}
