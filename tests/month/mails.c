/*
 * mails.c - news that are sent by mail: each end of a game once, or again under the
 * same id where the house died over it.
 */
#include "tests/lib/mailbox.h"
#include "tests/month/month.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define IDS_MAX 4096
#define ID_SIZE 128
#define NAPS_MOST 800

static struct mailbox box;
static struct {
	unsigned who;
	char id[ID_SIZE];
} ids[IDS_MAX];
static size_t ids_n;

const char *mails_open(void)
{
	static char flag[64];

	mailbox_open(&box);
	snprintf(flag, sizeof flag, "--mail.smtp=smtp://127.0.0.1:%d", box.port);
	return flag;
}

/* He asks for mail, and answers the question that is sent to him. */
void mail_begin(struct player *p)
{
	const char *link;
	char path[160];
	size_t before = mailbox_count(&box);

	answer_done(http_ask(&month.http, "POST", "/v1/me/mail", p->token,
			     "{\"address\": \"%s@example.net\", \"events\": [\"game.finished\"]}", p->name),
		    201);
	mailbox_wait(&box, before + 1);
	link = strstr(box.got[before].text, "/v1/mail/");
	assert_non_null(link);
	snprintf(path, sizeof path, "%.*s", (int)strcspn(link, "\r\n"), link);
	answer_done(http_send(&month.http, "POST", path, NULL, "application/x-www-form-urlencoded",
			      "List-Unsubscribe=One-Click", 26),
		    200);
	mails_open_letters();
	p->mail.has = true;
	p->mail.since = p->reader.last;
}

/* The question of the beginning is none of what is counted. */
static void open_letter(const struct mail *m)
{
	const char *line = strstr(m->text, "Message-ID: <");
	unsigned who = month.players_n;
	char id[ID_SIZE];
	size_t i = 0;

	assert_true(sscanf(m->to, "p%u@", &who) == 1 && who < month.players_n);
	assert_non_null(line);
	snprintf(id, sizeof id, "%.*s", (int)strcspn(line + 13, ">"), line + 13);
	while (i < ids_n && (ids[i].who != who || strcmp(ids[i].id, id) != 0))
		i++;
	if (i < ids_n || !month.players[who].mail.has)
		return;
	assert_true(ids_n < IDS_MAX);
	ids[ids_n].who = who;
	strcpy(ids[ids_n++].id, id);
	month.mailed++;
}

void mails_open_letters(void)
{
	pthread_mutex_lock(&box.lock);
	for (size_t i = 0; i < box.n; i++) {
		open_letter(&box.got[i]);
		free(box.got[i].text);
	}
	box.n = 0;
	pthread_mutex_unlock(&box.lock);
}

static size_t sent_to(unsigned who)
{
	size_t n = 0;

	for (size_t i = 0; i < ids_n; i++)
		n += ids[i].who == who;
	return n;
}

/* Of the news he has heard, those that are sent. */
static size_t to_be_sent(const struct player *p)
{
	size_t n = 0;

	for (long long i = p->mail.since + 1; i <= p->reader.last; i++)
		n += strstr(p->reader.what[i], " game.finished") != NULL;
	return n;
}

/* Games may still be ending, of which he has not heard. */
static bool all_is_sent(struct player *p)
{
	reader_finish(p);
	mails_open_letters();
	return sent_to((unsigned)(p - month.players)) == to_be_sent(p);
}

void mails_finish(void)
{
	const struct timespec nap = {.tv_nsec = 20000000};

	for (unsigned i = 0; i < month.players_n; i++) {
		struct player *p = &month.players[i];

		for (int n = 1; p->mail.has && !all_is_sent(p); n++) {
			if (n > NAPS_MOST)
				fail_msg("%s was sent %zu letters, and %zu games have ended",
					 p->name, sent_to(i), to_be_sent(p));
			nanosleep(&nap, NULL);
			if (n % 20 == 0) /* what was tried in vain is tried again in time */
				month_wind(month.now + HOUR);
		}
	}
}

void mails_close(void)
{
	mailbox_close(&box);
}
