/*
 * nospace.c - a disk that fills up, or keeps nothing, when a test says so.
 *
 * Preloaded into the daemon: while the file named by TABLAS_NOSPACE exists,
 * whatever would write at a place in a regular file, as a database does, is told
 * that there is no space left.  (The log, which only appends, may go on.)  While
 * that of TABLAS_NOSYNC exists, whoever asks for what was written to be on the disk
 * is told that it is not: a kill cannot show whether anybody asks, for what the
 * system has in memory outlives the process.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int is_hit(const char *by, int fd)
{
	const char *name = getenv(by);
	struct stat st;

	return name && access(name, F_OK) == 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

static int full(int fd)
{
	return is_hit("TABLAS_NOSPACE", fd);
}

/* The next function of that name: the C library's own. */
#define NEXT(name, type) ((type)dlsym(RTLD_NEXT, name))

ssize_t pwrite(int fd, const void *data, size_t n, off_t at)
{
	if (full(fd)) {
		errno = ENOSPC;
		return -1;
	}
	return NEXT("pwrite", ssize_t (*)(int, const void *, size_t, off_t))(fd, data, n, at);
}

ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at)
{
	if (full(fd)) {
		errno = ENOSPC;
		return -1;
	}
	return NEXT("pwrite64", ssize_t (*)(int, const void *, size_t, off64_t))(fd, data, n, at);
}

int posix_fallocate64(int fd, off64_t at, off64_t n)
{
	if (full(fd))
		return ENOSPC;
	return NEXT("posix_fallocate64", int (*)(int, off64_t, off64_t))(fd, at, n);
}

int fdatasync(int fd)
{
	if (is_hit("TABLAS_NOSYNC", fd)) {
		errno = EIO;
		return -1;
	}
	return NEXT("fdatasync", int (*)(int))(fd);
}

int fsync(int fd)
{
	if (is_hit("TABLAS_NOSYNC", fd)) {
		errno = EIO;
		return -1;
	}
	return NEXT("fsync", int (*)(int))(fd);
}
