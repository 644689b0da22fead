/*
 * turn.c - what a move does, and whose turn comes then.
 *
 * A turn is judged when it begins: whoever is in check and cannot move is
 * mated, whoever cannot move without being in check passes, and the next seat's
 * turn begins.  So a seat that is asked always has a move.
 */
#include "plugins/acedrex/acedrex.h"

/* ---- checks ----------------------------------------------------------------------------- */

/* Kings in check, by bit of their seats. */
static unsigned kings_in_check(const struct acedrex *a, const struct acedrex_men *men)
{
	unsigned checked = 0;

	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++)
		if (acedrex_lives(a, seat) && acedrex_attacks_on(a, men, seat))
			checked |= 1u << seat;
	return checked;
}

/*
 * Whose piece checks the king: of several, the seat that moved last, counted
 * back from `last` (knauer.org, on who is paid for a mate).
 */
static unsigned checker(const struct acedrex *a, const struct acedrex_men *men, unsigned king,
			unsigned last)
{
	uint64_t on = acedrex_attacks_on(a, men, king);

	for (unsigned i = 0; i < ACEDREX_SEATS; i++, last = acedrex_before(a, last))
		if (on & men->of[last])
			return last;
	return last;
}

/* Option bare_king: a king that stands alone. */
int acedrex_turn_bare(const struct acedrex *a, unsigned seat)
{
	unsigned n = 0;

	for (unsigned i = 0; i < ACEDREX_SQUARES; i++)
		n += a->square[i] && a->player[acedrex_colour(a, i)] == seat;
	return n == 1;
}

/* ---- the next turn ------------------------------------------------------------------------
 */

static int is_mated(const struct acedrex *a, unsigned seat)
{
	struct acedrex_men men;

	acedrex_attacks_men(a, &men);
	return acedrex_attacks_on(a, &men, seat) && !acedrex_moves_any(a, &men, seat);
}

/* Puts the seat whose turn begins out of the game if it is mated; tells whether it was. */
static int judge(struct acedrex *a, const struct acedrex_men *men, int stuck,
		 struct tablas_events *ev)
{
	unsigned seat = a->turn, hunter = acedrex_before(a, seat);

	if (a->bare_king && acedrex_turn_bare(a, seat))
		acedrex_ending_out(a, seat, hunter, "bare king", ev);
	else if (stuck && acedrex_attacks_on(a, men, seat))
		acedrex_ending_out(a, seat, checker(a, men, seat, hunter), "checkmated", ev);
	else if (stuck && a->stalemate == ACEDREX_MATED)
		acedrex_ending_out(a, seat, hunter, "stalemated", ev);
	else
		return 0;
	return 1;
}

/*
 * The turn of a->turn begins, or that of the first after it who has a move.
 * Ours: who cannot move and is not in check passes, and if all living players
 * do so one after the other, it is a draw.
 */
static void begin_turn(struct acedrex *a, struct tablas_events *ev)
{
	unsigned passes = 0;

	while (a->end == ACEDREX_PLAYING) {
		unsigned seat = a->turn;
		enum acedrex_end draw;
		struct acedrex_men men;
		int stuck;

		acedrex_attacks_men(a, &men);
		stuck = !acedrex_moves_any(a, &men, seat);
		if (judge(a, &men, stuck, ev)) {
			passes = 0;
			if (a->end == ACEDREX_PLAYING)
				a->turn = (uint8_t)acedrex_next(a, seat);
			continue;
		}
		draw = passes == acedrex_living(a) ? ACEDREX_ALL_PASS : acedrex_ending_draw(a);
		if (draw != ACEDREX_PLAYING) {
			acedrex_ending_close(a, draw, ev);
			return;
		}
		if (!stuck) {
			acedrex_purse_tell(ev, TABLAS_EV_TURN, seat, TABLAS_NOBODY, -1, -1, 0,
					   NULL);
			return;
		}
		acedrex_purse_tell(ev, TABLAS_EV_TURN, seat, TABLAS_NOBODY, -1, -1, 0, "pass");
		acedrex_ending_remember(a, ACEDREX_PASS, ACEDREX_PASS);
		passes++;
		a->turn = (uint8_t)acedrex_next(a, seat);
	}
}

/* ---- a move
 * ----------------------------------------------------------------------------------- */

/* What stood on `to` is captured.  A king is not paid for: its whole army is. */
static void capture(struct acedrex *a, unsigned seat, unsigned to, struct tablas_events *ev)
{
	unsigned colour = acedrex_colour(a, to), kind = acedrex_kind(a, to);

	a->taken[colour][kind == ACEDREX_FRESH ? ACEDREX_FERS : kind]++;
	if (a->pawn_double == ACEDREX_UNTIL_CAPTURE)
		a->captured = 1;
	acedrex_purse_tell(ev, TABLAS_EV_STRUCK, seat, colour, -1, (int)to, 0, NULL);
	if (kind != ACEDREX_KING)
		acedrex_purse_capture(a, a->player[colour], seat, ev);
}

static void move_piece(struct acedrex *a, unsigned seat, unsigned from, unsigned to,
		       struct tablas_events *ev)
{
	unsigned colour = acedrex_colour(a, from), kind = acedrex_kind(a, from);
	unsigned becomes = acedrex_moves_landing(a, kind, to);
	int promotes = acedrex_is_pawn(kind) && becomes != kind;

	acedrex_purse_tell(ev, TABLAS_EV_MOVED, colour, TABLAS_NOBODY, (int)from, (int)to, 0,
			   promotes ? "promotes" : NULL);
	if (a->square[to])
		capture(a, seat, to, ev);
	if (acedrex_is_pawn(kind) || a->square[to])
		acedrex_ending_forget(a);
	else
		acedrex_ending_remember(a, from, to);
	a->square[to] = acedrex_piece(colour, becomes);
	a->square[from] = 0;
	if (a->capture == ACEDREX_FIRST_MOVE_RIGHT)
		a->moved = (uint8_t)(a->moved | 1u << seat);
	a->offered = (uint8_t)(a->offered & ~(1u << seat));
}

/*
 * Ours: one fee for each king that the move put in check, and none for a check
 * that stood before.  The mating check is free (Ludii): that of the seat that
 * moves next and cannot answer it.
 */
static void charge_checks(struct acedrex *a, unsigned seat, unsigned before,
			  struct tablas_events *ev)
{
	struct acedrex_men men;
	unsigned fresh;

	acedrex_attacks_men(a, &men);
	fresh = kings_in_check(a, &men) & ~before;
	for (unsigned king = 0; king < ACEDREX_SEATS; king++) {
		if (!(fresh >> king & 1))
			continue;
		if (!a->mate_check_fee && king == acedrex_next(a, seat) && is_mated(a, king))
			continue;
		acedrex_purse_check(a, king, checker(a, &men, king, seat), ev);
	}
}

static void answer(struct acedrex *a, unsigned seat, int takes, struct tablas_events *ev)
{
	acedrex_purse_tell(ev, TABLAS_EV_RESIGN, seat, a->offer - 1u, -1, -1, 1,
			   takes ? "takes the draw" : "refuses the draw");
	if (!takes) {
		a->offer = a->answers = 0;
		return;
	}
	a->answers = (uint8_t)(a->answers & ~(1u << seat));
	if (a->answers == 0)
		acedrex_ending_close(a, ACEDREX_AGREEMENT, ev);
}

void acedrex_turn_play(void *pos, unsigned seat, tablas_move m, struct tablas_events *ev)
{
	struct acedrex *a = pos;
	unsigned from = acedrex_from(m), to = acedrex_to(m), before, victim;
	struct acedrex_men men;
	int king_taken;

	if (a->offer) {
		answer(a, seat, m == ACEDREX_ACCEPT, ev);
		return;
	}
	acedrex_purse_antes(a, ev);
	acedrex_attacks_men(a, &men);
	before = kings_in_check(a, &men);
	victim = a->square[to] ? a->player[acedrex_colour(a, to)] : TABLAS_NOBODY;
	king_taken = acedrex_kind(a, to) == ACEDREX_KING;
	move_piece(a, seat, from, to, ev);
	/* To take a king is a mate, and nothing else is paid for with it (ours). */
	if (king_taken)
		acedrex_ending_out(a, victim, seat, "king taken", ev);
	else
		charge_checks(a, seat, before, ev);
	if (a->end != ACEDREX_PLAYING)
		return;
	a->turn = (uint8_t)acedrex_next(a, seat);
	begin_turn(a, ev);
}

/* ---- what the daemon calls ------------------------------------------------------------------
 */

void acedrex_turn_wait(const void *pos, struct tablas_wait *out)
{
	const struct acedrex *a = pos;

	memset(out, 0, sizeof *out);
	out->turn = a->turn;
	out->kind = TABLAS_WAIT_MOVE;
	if (a->end != ACEDREX_PLAYING) {
		out->kind = TABLAS_WAIT_OVER;
		out->turn = TABLAS_NOBODY;
	} else if (a->offer) {
		out->seats = a->answers;
		out->flags = TABLAS_WAIT_ANSWER;
		out->why = "a draw is offered";
	} else {
		out->seats = (uint16_t)(1u << a->turn);
	}
}

/*
 * Resigning or running out of time is being mated by one's hunter (ours).  An
 * offered draw is then agreed on if all others have taken it.
 */
static void go(struct acedrex *a, unsigned seat, const char *note, struct tablas_events *ev)
{
	int turn = a->turn == seat;

	acedrex_purse_antes(a, ev);
	acedrex_purse_tell(ev, TABLAS_EV_LEFT, seat, TABLAS_NOBODY, -1, -1, 0, note);
	acedrex_ending_out(a, seat, acedrex_before(a, seat), NULL, ev);
	if (a->end != ACEDREX_PLAYING)
		return;
	if (turn)
		a->turn = (uint8_t)acedrex_next(a, seat);
	begin_turn(a, ev);
	if (a->end == ACEDREX_PLAYING && a->offer && a->answers == 0)
		acedrex_ending_close(a, ACEDREX_AGREEMENT, ev);
}

void acedrex_turn_leave(void *pos, unsigned seat, struct tablas_events *ev)
{
	struct acedrex *a = pos;

	if (seat < ACEDREX_SEATS && a->end == ACEDREX_PLAYING && acedrex_lives(a, seat))
		go(a, seat, NULL, ev);
}

/* A draw needs "agreement of all living players" (ours), so each of them is asked. */
static int offer_draw(struct acedrex *a, unsigned seat, struct tablas_events *ev,
		      const char **sentence)
{
	if (a->offer) {
		*sentence = "a draw is offered already";
		return -1;
	}
	if (a->offered >> seat & 1) {
		*sentence = "a draw may be offered once between two moves of one's own";
		return -1;
	}
	a->offer = (uint8_t)(seat + 1);
	a->offered = (uint8_t)(a->offered | 1u << seat);
	for (unsigned other = 0; other < ACEDREX_SEATS; other++)
		if (other != seat && acedrex_lives(a, other))
			a->answers = (uint8_t)(a->answers | 1u << other);
	acedrex_purse_tell(ev, TABLAS_EV_RESIGN, seat, TABLAS_NOBODY, -1, -1, 1,
			   "offers a draw");
	return 0;
}

int acedrex_turn_resign(void *pos, unsigned seat, int32_t value, struct tablas_events *ev,
			const char **sentence)
{
	struct acedrex *a = pos;

	if (seat >= ACEDREX_SEATS || a->end != ACEDREX_PLAYING || !acedrex_lives(a, seat)) {
		*sentence = "only a seat that is still playing can resign";
		return -1;
	}
	if (value == 1)
		return offer_draw(a, seat, ev, sentence);
	if (value != 0) {
		*sentence = "one resigns with 0, or offers a draw with 1";
		return -1;
	}
	go(a, seat, "resigned", ev);
	return 0;
}
