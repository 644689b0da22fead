/*
 * letters.c - news as mail.
 *
 * Plain text with the board in characters, for people who read it anywhere.
 * Whatever comes from players is in the text alone or encoded in the subject;
 * header fields are made of our own words, so nobody adds one.
 */
#include "api/letters.h"

#include "api/games_inside.h"
#include "daemon/secrets.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define QUOTED_LINE 75
#define BOARDS_A_LETTER 5

/* ---- addresses and links ----------------------------------------------------------- */

static bool is_of(const char *text, size_t n, const char *others)
{
	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)text[i]) && !strchr(others, text[i]))
			return false;
	return n > 0;
}

const char *letter_address_flaw(const char *address)
{
	const char *at = strchr(address, '@');
	size_t n = at ? (size_t)(at - address) : 0, host = at ? strlen(at + 1) : 0;

	if (!at || n == 0 || n > 64 || n + 1 + host > LETTER_ADDRESS_MAX)
		return "is an address such as ana@example.org";
	if (!is_of(address, n, ".!#$%&'*+-/=?^_`{|}~") || !is_of(at + 1, host, ".-") ||
	    at[1] == '.' || at[1] == '-' || address[0] == '.' || address[0] == '-' ||
	    strstr(address, "..") || at[host] == '.')
		return "is an address of plain characters, such as ana@example.org";
	return NULL;
}

static void derive(const char *prefix, const unsigned char secret[32], unsigned char out[32])
{
	unsigned char text[32 + 4] = {0};

	memcpy(text, secret, 32);
	memcpy(text + 32, prefix, strlen(prefix));
	secret_digest(text, sizeof text, out);
}

static void make_token(const char *prefix, int64_t subscription, const unsigned char secret[32],
		       char text[SECRET_TEXT_MAX])
{
	unsigned char derived[32];

	derive(prefix, secret, derived);
	secret_make(prefix, subscription, derived, text);
}

bool letter_token_fits(const char *prefix, const char *text, int64_t subscription,
		       const unsigned char secret[32])
{
	unsigned char said[SECRET_SIZE], derived[32], hash[32];
	int64_t number;

	if (!secret_read(prefix, text, &number, said) || number != subscription)
		return false;
	derive(prefix, secret, derived);
	secret_hash(derived, hash);
	return secret_matches(said, hash);
}

/* ---- the form of a message --------------------------------------------------------- */

/* Quoted-printable (RFC 2045): any text, in lines that every server takes. */
static void out_quoted(struct out *out, const char *text)
{
	size_t column = 0;

	for (const char *p = text; *p; p++) {
		unsigned char c = (unsigned char)*p;
		bool blank = c == ' ' && p[1] != '\n' && p[1] != '\0';
		bool plain = (c > ' ' && c <= '~' && c != '=') || blank;

		if (c == '\n') {
			out_text(out, "\r\n");
			column = 0;
			continue;
		}
		if (column + (plain ? 1 : 3) > QUOTED_LINE) {
			out_text(out, "=\r\n");
			column = 0;
		}
		if (plain)
			out_text_n(out, p, 1);
		else
			out_format(out, "=%02X", c);
		column += plain ? 1 : 3;
	}
}

/* A word of RFC 2047 as long as one may be, and another; never within a character. */
static void out_subject(struct out *out, const char *text)
{
	bool plain = true;
	size_t column = 60; /* begins the first */

	for (const char *p = text; *p; p++)
		plain = plain && *p >= ' ' && *p <= '~';
	if (plain) {
		out_format(out, "Subject: %s\r\n", text);
		return;
	}
	out_text(out, "Subject:");
	for (const char *p = text; *p; p++) {
		bool begins = ((unsigned char)*p & 0xc0) != 0x80;

		if (begins && column >= 48) {
			out_text(out, p == text ? " =?UTF-8?Q?" : "?=\r\n =?UTF-8?Q?");
			column = 0;
		}
		if (isalnum((unsigned char)*p))
			out_text_n(out, p, 1);
		else
			out_format(out, "=%02X", (unsigned char)*p);
		column += isalnum((unsigned char)*p) ? 1 : 3;
	}
	out_text(out, "?=\r\n");
}

static void out_date(struct out *out, int64_t at)
{
	static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
	static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
					     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
	time_t seconds = (time_t)(at / 1000);
	struct tm tm;

	gmtime_r(&seconds, &tm);
	out_format(out, "Date: %s, %02d %s %d %02d:%02d:%02d +0000\r\n", days[tm.tm_wday],
		   tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min,
		   tm.tm_sec);
}

/* The head of a message, and its text, which is taken. */
static void seal(struct post *p, const struct subscription_row *row,
		 const struct delivery_row *delivery, const char *subject, const char *stop,
		 struct out *take, struct out *out)
{
	const char *host = strchr(p->config->mail_from, '@');
	char id[POST_ID_MAX], *text;
	size_t n;

	post_message_id(delivery, id);
	out_format(out, "From: <%s>\r\nTo: <%s>\r\n", p->config->mail_from, row->target);
	out_subject(out, subject);
	out_date(out, desk_now(p->desk));
	out_format(out, "Message-ID: <%s@%s>\r\n", id, host ? host + 1 : "localhost");
	out_text(out, "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
		      "Content-Transfer-Encoding: quoted-printable\r\n"
		      "Auto-Submitted: auto-generated\r\n");
	if (stop)
		out_format(out,
			   "List-Unsubscribe: <%s/v1/mail/%s>\r\n"
			   "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
			   p->config->public_url, stop);
	out_text(out, "\r\n");
	text = out_take(take, &n);
	out_quoted(out, text);
	free(text);
}

/* ---- what is said ------------------------------------------------------------------ */

static const char *const said[NEWS_COUNT] = {
	[NEWS_TURN] = "it is your decision",
	[NEWS_SEATED] = "a seat was taken",
	[NEWS_UNSEATED] = "a seat was given back",
	[NEWS_STARTED] = "play begins",
	[NEWS_DECIDED] = "a seat has decided",
	[NEWS_RESIGNED] = "a seat resigns or offers to",
	[NEWS_LEFT] = "a seat has left",
	[NEWS_FINISHED] = "the game is over",
	[NEWS_ABORTED] = "the game was aborted",
	[NEWS_FROZEN] = "the game stands still",
	[NEWS_THAWED] = "the game goes on",
	[NEWS_LAPSED] = "the time of a seat is up",
	[NEWS_CLAIMED] = "a seat claims that time is up",
	[NEWS_OFFERED] = "a seat asks for your consent",
	[NEWS_ANSWERED] = "an offer was answered",
	[NEWS_REMINDED] = "your time comes to an end",
	[NEWS_NUDGED] = "you are asked to go on",
	[NEWS_TALKED] = "somebody said something",
	[NEWS_CHALLENGED] = "you are challenged",
	[NEWS_CHALLENGE_TAKEN] = "a challenge is taken",
	[NEWS_CHALLENGE_DECLINED] = "a challenge is declined",
	[NEWS_CHALLENGE_GONE] = "a challenge is withdrawn",
	[NEWS_CHALLENGE_EXPIRED] = "a challenge has expired",
	[NEWS_REMATCH] = "you are offered a rematch",
	[NEWS_RATED] = "your rating has changed",
	[NEWS_ORDER_FAILED] = "a standing order could not be carried out",
	[NEWS_UNDELIVERED] = "news are not brought any more",
};

static void out_minute(struct out *out, int64_t at)
{
	time_t seconds = (time_t)(at / 1000);
	struct tm tm;

	gmtime_r(&seconds, &tm);
	out_format(out, "%04d-%02d-%02d %02d:%02d UTC", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
		   tm.tm_hour, tm.tm_min);
}

static void headline(const struct news_row *news, char *out, size_t cap)
{
	const char *what = said[news->kind] ? said[news->kind] : news_word(news->kind);

	if (news->game)
		snprintf(out, cap, "%s %s: %s", news->ruleset, news->game_key, what);
	else
		snprintf(out, cap, "%s", what);
}

/* As the one who gets the mail sees it.  0 or -1. */
static int draw(struct post *p, int64_t account, const struct news_row *news, struct out *out)
{
	struct store_view *view = store_pen(desk_store(p->desk));
	struct view_around around;
	struct game_row row;
	struct table table;
	int seat, found = store_game_by_id(view, news->game, &row);

	if (found != STORE_FOUND || desk_table(p->desk, &row, &table) != 0)
		return found == STORE_TROUBLE ? -1 : 0;
	if (!games_around(view, &row, NULL, &around))
		return -1;
	seat = games_seat_of(&row, account);
	desk_asks(p->desk, row.id);
	view_text(out, &row, &table, &around, seat < 0 ? 0 : (unsigned)seat);
	desk_asked(p->desk);
	out_text(out, "\n");
	return 0;
}

static bool wants_board(const struct news_row *news, size_t of)
{
	return news->game && (of == 1 || news->kind == NEWS_TURN || news->kind == NEWS_REMINDED);
}

static int tell(struct post *p, int64_t account, const struct news_row *news, size_t of,
		unsigned *boards, struct out *out)
{
	char line[256];

	headline(news, line, sizeof line);
	out_minute(out, news->at);
	out_format(out, "  %s", line);
	if (news->other && news->other != account)
		out_format(out, " (%s)", news->other_name);
	if (news->value && (news->kind == NEWS_TURN || news->kind == NEWS_REMINDED)) {
		out_text(out, ", until ");
		out_minute(out, news->value);
	}
	out_text(out, "\n");
	if (!wants_board(news, of) || ++*boards > BOARDS_A_LETTER)
		return 0;
	out_text(out, "\n");
	return draw(p, account, news, out);
}

int letter_of_news(struct post *p, const struct subscription_row *row,
		   const struct delivery_row *delivery, const struct news_row *news, size_t n,
		   struct out *out)
{
	struct subscription_secrets secrets;
	char stop[SECRET_TEXT_MAX], subject[256];
	unsigned boards = 0;
	struct out text;
	int bad = 0;

	if (store_subscription_secrets(desk_store(p->desk), row->id, &secrets) != STORE_FOUND)
		return -1;
	make_token(LETTER_STOP, row->id, secrets.secret, stop);
	if (n == 1)
		headline(news, subject, sizeof subject);
	else
		snprintf(subject, sizeof subject, "%zu news of your games", n);
	out_init(&text);
	for (size_t i = 0; i < n && !bad; i++)
		bad = tell(p, row->account, &news[i], n, &boards, &text);
	if (bad) {
		out_free(&text);
		return -1;
	}
	out_format(&text, "\nYour games: %s/v1/games\nNo more mail: %s/v1/mail/%s\n",
		   p->config->public_url, p->config->public_url, stop);
	seal(p, row, delivery, subject, stop, &text, out);
	return 0;
}

int letter_to_confirm(struct post *p, const struct subscription_row *row,
		      const struct delivery_row *delivery, struct out *out)
{
	struct subscription_secrets secrets;
	char token[SECRET_TEXT_MAX];
	struct out text;

	if (store_subscription_secrets(desk_store(p->desk), row->id, &secrets) != STORE_FOUND)
		return -1;
	make_token(LETTER_CONFIRM, row->id, secrets.secret, token);
	out_init(&text);
	out_format(&text,
		   "Somebody wishes that news of games are sent to this address.\n\n"
		   "If it was you, say so here:\n%s/v1/mail/%s\n\n"
		   "If not, do nothing: no other mail will come.\n",
		   p->config->public_url, token);
	seal(p, row, delivery, "Shall news of your games come here?", NULL, &text, out);
	return 0;
}
