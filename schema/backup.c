/*
 * backup.c - copies the book page by page into a file that gets its name last.
 *
 * The copying connection holds one snapshot from the first page to the last.
 * Without it SQLite would begin anew whenever somebody commits, and on a busy
 * book would never come to an end.
 */
#include "schema/backup.h"
#include "schema/private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGES_AT_ONCE 1024

/* A new file that nobody else reads, for the book has password hashes and secrets. */
static int make_part(const char *to, char *part, size_t size, char *why, size_t cap)
{
	int fd;

	if (snprintf(part, size, "%s.XXXXXX", to) >= (int)size) {
		snprintf(why, cap, "the name of the backup is too long");
		return -1;
	}
	fd = mkstemp(part); /* 0600 */
	if (fd < 0)
		snprintf(why, cap, "%s cannot be written: %s", part, strerror(errno));
	return fd;
}

static int copy_pages(struct store *s, sqlite3 *to, struct backup *b)
{
	sqlite3_backup *copying = sqlite3_backup_init(to, "main", s->glasses.db, "main");
	int rc = copying != NULL ? SQLITE_OK : sqlite3_errcode(to);

	while (rc == SQLITE_OK) {
		rc = sqlite3_backup_step(copying, PAGES_AT_ONCE);
		if (b->progress != NULL)
			b->progress(b->cls,
				    sqlite3_backup_pagecount(copying) -
					    sqlite3_backup_remaining(copying),
				    sqlite3_backup_pagecount(copying));
	}
	if (copying != NULL)
		sqlite3_backup_finish(copying);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* The snapshot begins with the first thing that is read in it. */
static int copy_book(struct store *s, const char *part, struct backup *b, char *why, size_t cap)
{
	struct transaction_row last = {.id = 0};
	sqlite3 *to = NULL;
	int rc = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE, NULL);

	/* If this is cut short the file is thrown away: it needs no journal of its own. */
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(to, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL,
				  NULL, NULL);
	if (rc == SQLITE_OK) {
		store_look(s);
		if (store_transaction_last(&s->glasses, &last) == STORE_TROUBLE)
			rc = sqlite3_errcode(s->glasses.db);
		else
			rc = copy_pages(s, to, b);
		store_looked(s);
	}
	b->transaction = last.id;
	if (rc != SQLITE_OK)
		migrate_complain(to, rc, part, why, cap);
	sqlite3_close(to);
	return rc == SQLITE_OK ? 0 : -1;
}

static int sync_folder(const char *path)
{
	char folder[4096];
	const char *name = strrchr(path, '/');
	int fd, rc;

	snprintf(folder, sizeof(folder), "%.*s", name ? (int)(name - path) + 1 : 1,
		 name ? path : ".");
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	rc = fsync(fd);
	close(fd);
	return rc;
}

/* Durable first, then named; a link fails if the name is taken, a rename does not. */
static int give_name(int fd, const char *part, struct backup *b, char *why, size_t cap)
{
	struct stat st;
	int rc;

	if (fsync(fd) != 0 || fstat(fd, &st) != 0) {
		snprintf(why, cap, "%s cannot be written: %s", part, strerror(errno));
		return -1;
	}
	b->bytes = st.st_size;
	rc = b->overwrite ? rename(part, b->to) : link(part, b->to);
	if (rc != 0 || sync_folder(b->to) != 0) {
		if (rc != 0 && errno == EEXIST)
			snprintf(why, cap, "%s is there; a backup overwrites nothing unless told to",
				 b->to);
		else
			snprintf(why, cap, "%s cannot be written: %s", b->to, strerror(errno));
		return -1;
	}
	return 0;
}

/*
 * Whether somebody lives on that file: a server would go on writing into what has no
 * name any more, and all that it acknowledged would be gone when it ends.  The files
 * of this book are told by what they are; of another book its server has the lock.
 */
static bool is_lived_on(const struct store *s, const char *to)
{
	static const char *const beside[] = {"", "-wal", "-shm", ".lock", ".blackbox", ".door"};
	char name[4096];
	struct stat there, st;

	/* Behind a link too: the link may be the name by which its server starts. */
	if (stat(to, &there) != 0)
		return false;
	for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", s->path, beside[i]);
		if (stat(name, &st) == 0 && st.st_dev == there.st_dev && st.st_ino == there.st_ino)
			return true;
	}
	int fd = open(to, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	bool taken = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;

	if (fd >= 0)
		close(fd);
	return taken;
}

/* What one that was killed has left: SQLite would read it over the copy. */
static bool has_a_log(const char *to, char name[4096])
{
	struct stat st;

	snprintf(name, 4096, "%s-wal", to);
	return stat(name, &st) == 0 && st.st_size > 0;
}

int store_backup(struct store *s, struct backup *b, char *why, size_t cap)
{
	char part[4096];
	struct stat there;
	int fd, done;

	if (lstat(b->to, &there) == 0 && (!b->overwrite || is_lived_on(s, b->to))) {
		snprintf(why, cap,
			 b->overwrite ? "%s is of a book in use, and no place for a backup"
				      : "%s is there; a backup overwrites nothing unless told to",
			 b->to);
		return -1;
	}
	if (has_a_log(b->to, part)) {
		snprintf(why, cap, "%s is the log of another book: move it away first", part);
		return -1;
	}
	fd = make_part(b->to, part, sizeof(part), why, cap);
	if (fd < 0)
		return -1;
	done = copy_book(s, part, b, why, cap);
	if (done == 0)
		done = give_name(fd, part, b, why, cap);
	close(fd);
	unlink(part); /* after a rename it is no longer there */
	return done;
}
