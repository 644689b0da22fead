/*
 * pages.c - what SQLite's cache of pages is told, and what it is not.
 *
 * When SQLite puts the rows of a page anew over its neighbours it may give one of
 * them, for a moment, the number of the page that no book ever has: the one at
 * 1 GiB.  The cache remembers the highest number it has held, so it takes the next
 * commit's "forget what is behind the end of the file" for work, and looks at every
 * page it has: a third of a millisecond, at each commit.  Here it is only told when
 * there is something behind the end.  All else is handed on.
 */
#include "schema/private.h"

#include <stdlib.h>

struct pages {
	sqlite3_pcache *cache;
	unsigned highest;  /* number ever held, but for ... */
	unsigned borrowed; /* ... one above it that a page was given later; 0: none */
};

static sqlite3_pcache_methods2 sqlites; /* its own cache */

static struct pages *of(sqlite3_pcache *cache)
{
	return (struct pages *)cache;
}

static int pages_init(void *cls)
{
	(void)cls;
	return sqlites.xInit ? sqlites.xInit(sqlites.pArg) : SQLITE_OK;
}

static void pages_shutdown(void *cls)
{
	(void)cls;
	if (sqlites.xShutdown)
		sqlites.xShutdown(sqlites.pArg);
}

static sqlite3_pcache *pages_create(int size, int extra, int purgeable)
{
	struct pages *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->cache = sqlites.xCreate(size, extra, purgeable);
	if (p->cache == NULL) {
		free(p);
		return NULL;
	}
	return (sqlite3_pcache *)p;
}

static void pages_size(sqlite3_pcache *cache, int most)
{
	sqlites.xCachesize(of(cache)->cache, most);
}

static int pages_count(sqlite3_pcache *cache)
{
	return sqlites.xPagecount(of(cache)->cache);
}

static sqlite3_pcache_page *pages_fetch(sqlite3_pcache *cache, unsigned key, int create)
{
	struct pages *p = of(cache);

	if (create && key > p->highest && key != p->borrowed)
		p->highest = key;
	return sqlites.xFetch(p->cache, key, create);
}

static void pages_unpin(sqlite3_pcache *cache, sqlite3_pcache_page *page, int discard)
{
	sqlites.xUnpin(of(cache)->cache, page, discard);
}

static void pages_rekey(sqlite3_pcache *cache, sqlite3_pcache_page *page, unsigned before,
			unsigned key)
{
	struct pages *p = of(cache);

	if (before == p->borrowed)
		p->borrowed = 0;
	if (key > p->highest && p->borrowed == 0)
		p->borrowed = key;
	else if (key > p->highest && key != p->borrowed)
		p->highest = key;
	sqlites.xRekey(p->cache, page, before, key);
}

static void pages_truncate(sqlite3_pcache *cache, unsigned limit)
{
	struct pages *p = of(cache);

	if (limit > p->highest && limit > p->borrowed)
		return;
	if (limit <= p->highest)
		p->highest = limit > 0 ? limit - 1 : 0;
	if (limit <= p->borrowed)
		p->borrowed = 0;
	sqlites.xTruncate(p->cache, limit);
}

static void pages_destroy(sqlite3_pcache *cache)
{
	sqlites.xDestroy(of(cache)->cache);
	free(of(cache));
}

static void pages_shrink(sqlite3_pcache *cache)
{
	sqlites.xShrink(of(cache)->cache);
}

void pages_configure(void)
{
	static const sqlite3_pcache_methods2 ours = {
		.iVersion = 1,
		.xInit = pages_init,
		.xShutdown = pages_shutdown,
		.xCreate = pages_create,
		.xCachesize = pages_size,
		.xPagecount = pages_count,
		.xFetch = pages_fetch,
		.xUnpin = pages_unpin,
		.xRekey = pages_rekey,
		.xTruncate = pages_truncate,
		.xDestroy = pages_destroy,
		.xShrink = pages_shrink,
	};

	if (sqlites.xCreate == NULL &&
	    sqlite3_config(SQLITE_CONFIG_GETPCACHE2, &sqlites) == SQLITE_OK)
		sqlite3_config(SQLITE_CONFIG_PCACHE2, &ours);
}
