/*
 * looks.c - see looks.h.
 */
#include "api/looks.h"

#include "api/games_inside.h"

#define KNOWN 4096   /* questions that are known to have been seen; a power of two */
#define PENDING 1024 /* looks that wait to be written; of more the oldest are lost */
#define STANDS_MS 60000

/* Of the one loop's thread, like what is kept of games. */
static struct known {
	int64_t game;
	uint64_t asked;
	uint32_t seats; /* bits: those who have seen it */
} known[KNOWN];

static struct seat_note_row pending[PENDING];
static size_t oldest, pending_n; /* a ring */

static struct seat_note_row *pending_at(size_t i)
{
	return &pending[(oldest + i) % PENDING];
}

static void note(const struct request *r, const struct kept_who *who, unsigned seat)
{
	struct known *k = &known[(uint64_t)who->game % KNOWN];

	if (k->game != who->game || k->asked != who->asked)
		*k = (struct known){.game = who->game, .asked = who->asked};
	if (k->seats >> seat & 1)
		return;
	k->seats |= 1u << seat;
	if (pending_n == PENDING) {
		oldest = (oldest + 1) % PENDING;
		pending_n--;
	}
	*pending_at(pending_n++) = (struct seat_note_row){.game = who->game,
							  .seat = seat,
							  .asked = who->asked,
							  .at = desk_now(r->desk)};
}

void looks_note(const struct request *r, const struct kept_who *who)
{
	for (unsigned seat = 0; who->waiting >> seat; seat++)
		if (who->waiting >> seat & 1 && who->seat[seat].account == r->account)
			note(r, who, seat);
}

void looks_note_row(const struct request *r, const struct game_row *row)
{
	struct kept_who who;

	games_who(row, &who);
	looks_note(r, &who);
}

bool looks_find(struct request *r, const struct game_row *row, unsigned seat, int64_t *at)
{
	struct seat_note_row written;
	int found;

	*at = 0;
	if (!(row->waiting >> seat & 1))
		return true;
	found = store_look_at(request_view(r), row->id, seat, &written);
	if (found == STORE_FOUND && written.asked == row->asked)
		*at = written.at;
	for (size_t i = 0; !*at && i < pending_n; i++) {
		const struct seat_note_row *p = pending_at(i);

		if (p->game == row->id && p->seat == seat && p->asked == row->asked)
			*at = p->at;
	}
	return found != STORE_TROUBLE;
}

void looks_write(struct desk *desk, bool last)
{
	bool kept = true;
	int64_t until;

	if (pending_n == 0)
		return;
	until = desk_now(desk) - STANDS_MS;
	if ((!last && pending_at(0)->at > until) || desk_enter(desk) != 0)
		return;
	while (kept && pending_n > 0 && (last || pending_at(0)->at <= until)) {
		kept = store_look_write(desk_store(desk), pending_at(0)) != STORE_TROUBLE;
		oldest = (oldest + 1) % PENDING;
		pending_n--;
	}
	desk_leave(desk, kept);
}
