/*
 * faulty.c - the example game, spoilt on demand.
 *
 * Each function calls the sound one and then does one thing wrong if that is
 * today's fault.  Sound, it is Cinco with the optional functions it lacks.
 */
#define TABLAS_BUILT_IN
#include "examples/cinco/cinco.c"

#include "tests/conformance/faulty.h"

#include <sched.h>
#include <stdbool.h>

static enum fault today;

#define WRONG(what) (today == FAULT_##what)

static unsigned counted;
static uint8_t kept_chips;
static struct pos scratch;

static void faulty_init(const struct tablas_setup *setup, void *pos)
{
	struct pos *p = pos;

	cinco_init(setup, pos);
	kept_chips = p->chips;
	if (WRONG(an_init_that_keeps_the_setup))
		memcpy(p->at[1] + 1, &setup, sizeof setup);
}

static void faulty_wait(const void *pos, struct tablas_wait *out)
{
	cinco_wait(pos, out);
	if (WRONG(a_roll_without_dice) && out->kind == TABLAS_WAIT_ROLL)
		out->dice = 0;
	if (WRONG(a_wait_for_a_seat_that_is_not_there) && out->kind == TABLAS_WAIT_MOVE)
		out->seats |= 4;
	if (WRONG(a_wait_of_no_known_kind) && out->kind == TABLAS_WAIT_MOVE)
		out->kind = 9;
	if (WRONG(a_wait_for_nobody) && out->kind == TABLAS_WAIT_MOVE)
		out->seats = 0;
}

static size_t faulty_legal(const void *pos, unsigned seat, tablas_move *out, size_t cap)
{
	const struct pos *p = pos;
	size_t n;

	if (WRONG(moves_written_past_the_room))
		return cinco_legal(pos, seat, out, 12);
	if (WRONG(a_seat_asked_without_moves) && cinco_legal(pos, seat, NULL, 0) == 1)
		return 0;
	n = cinco_legal(pos, seat, out, cap);
	if (WRONG(a_legal_that_marks_the_position) && n)
		((struct pos *)(uintptr_t)p)->chips = 99;
	if (WRONG(moves_of_a_seat_not_asked) && p->turn == 0 && seat == 1 && cap) {
		out[0] = move_of(HAND, 1);
		return 1;
	}
	if (n && n < cap && (WRONG(a_move_listed_twice) || WRONG(no_move_among_the_moves)))
		out[n++] = WRONG(a_move_listed_twice) ? out[0] : TABLAS_NO_MOVE;
	if (WRONG(a_legal_in_another_order_each_time) && n > 1 && cap > 1 && counted++ % 2) {
		tablas_move first = out[0];

		out[0] = out[1];
		out[1] = first;
	}
	return n;
}

/* What is wrong with one event. */
static void spoil_event(const struct pos *p, struct tablas_event *x)
{
	bool went = x->kind == TABLAS_EV_MOVED || x->kind == TABLAS_EV_ENTERED;

	if (went && WRONG(an_event_on_a_place_that_is_not_there))
		x->to = 99;
	if (went && WRONG(an_event_of_no_kind))
		x->kind = 0;
	if (went && WRONG(a_movement_that_is_not_told))
		x->kind = 200;
	if (went && WRONG(a_movement_told_to_another_place))
		x->to = x->to == 0;
	if (x->kind == TABLAS_EV_STRUCK && WRONG(a_strike_that_is_not_told))
		x->kind = 200;
	if (x->kind == TABLAS_EV_TURN && WRONG(a_turn_that_is_not_told))
		x->kind = 200;
	if (x->kind == TABLAS_EV_TURN && WRONG(a_turn_told_of_the_wrong_seat))
		x->seat = !x->seat;
	if (x->kind == TABLAS_EV_LEFT && WRONG(a_leave_that_is_not_told))
		x->kind = 200;
	if (x->kind != TABLAS_EV_STAKE)
		return;
	if (WRONG(a_payment_of_less_than_nothing))
		x->amount = -x->amount;
	if (WRONG(a_payment_to_oneself))
		x->other = x->seat;
	if (WRONG(a_payment_to_nobody))
		x->other = TABLAS_NOBODY;
	if (x->seat == TABLAS_POT && WRONG(a_pot_that_pays_what_it_has_not))
		x->amount++;
	if (x->seat == TABLAS_POT && WRONG(a_pot_that_keeps_what_it_has)) {
		x->seat = !x->other;
		x->amount = 1;
	}
	(void)p;
}

/* What is wrong with the events from the had-th on. */
static void spoil_events(const struct pos *p, struct tablas_events *ev, size_t had)
{
	for (size_t i = had; i < ev->n; i++)
		spoil_event(p, &ev->v[i]);
	if (WRONG(events_put_in_front) && had && ev->n > had)
		ev->v[0] = ev->v[had];
	if (WRONG(an_outcome_other_than_finished_told) && p->winner != NOBODY)
		tell(ev, TABLAS_EV_FINISHED, p->winner, TABLAS_NOBODY, -1, -1, 2, NULL);
}

static void faulty_roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *ev)
{
	size_t had = ev->n;
	struct pos *p = pos;

	cinco_roll(pos, faces, n, ev);
	if (WRONG(a_byte_behind_the_position))
		((uint8_t *)pos)[sizeof *p + 3] ^= 1;
	if (WRONG(a_roll_that_keeps_an_address))
		p->at[0][OFF] = (uint8_t)((uintptr_t)pos >> 4);
	spoil_events(p, ev, had);
}

static void faulty_play(void *pos, unsigned seat, tablas_move m, struct tablas_events *ev)
{
	size_t had = ev->n;
	struct pos *p = pos;

	if (WRONG(a_decision_without_end))
		return;
	if (WRONG(an_option_kept_outside_the_position)) {
		uint8_t own = p->chips;

		p->chips = kept_chips;
		cinco_play(pos, seat, m, ev);
		p->chips = own;
	} else if (WRONG(a_scratch_board_shared_by_all)) {
		scratch = *p;
		sched_yield();
		cinco_play(&scratch, seat, m, ev);
		*p = scratch;
	} else {
		cinco_play(pos, seat, m, ev);
	}
	if (WRONG(a_piece_from_nowhere) && p->at[seat][OFF] == 1)
		p->at[seat][HAND]++;
	if (WRONG(a_play_that_counts_its_calls) && p->winner == NOBODY &&
	    p->paid[0] < p->chips && p->turn != NOBODY)
		p->paid[0] = (uint8_t)(p->paid[0] + counted++ % 2);
	spoil_events(p, ev, had);
}

static void faulty_outcome(const void *pos, struct tablas_outcome *out)
{
	cinco_outcome(pos, out);
	if (WRONG(an_outcome_without_ranks))
		out->rank[0] = 0;
	if (WRONG(an_outcome_where_nobody_is_first))
		out->rank[0] = out->rank[1] = 2;
}

static void faulty_view(const void *pos, unsigned seat, struct tablas_view *out)
{
	const struct pos *p = pos;

	cinco_view(pos, seat, out);
	if (WRONG(a_view_that_writes_into_the_position))
		((struct pos *)(uintptr_t)p)->chips ^= 1;
	if (WRONG(a_piece_on_a_place_that_is_not_there))
		out->pieces[0].place = 16;
	if (WRONG(a_die_showing_seven) && out->dice_n)
		out->dice[0].face = 7;
	if (WRONG(a_counter_never_declared))
		out->counters[0][1] = 1;
	if (WRONG(pieces_missing_from_the_view) && p->at[1][HAND] == 2)
		for (size_t i = 0; i < out->pieces_n; i++)
			out->pieces[i].count =
				(uint16_t)(out->pieces[i].place == 13 ? 1
								      : out->pieces[i].count);
}

static size_t faulty_write(const void *pos, char *out, size_t cap)
{
	size_t n;

	if (WRONG(notation_written_past_the_room) && cap)
		cap = 1024;
	n = cinco_write(pos, out, cap);
	if (WRONG(notation_with_a_line_end) && cap > n)
		out[1] = '\n';
	if (WRONG(a_length_without_room_that_differs) && cap == 0)
		return n - 1;
	if (WRONG(notation_that_read_refuses) && cap > 3 && out[2] == '6')
		out[2] = '7';
	return n;
}

static int faulty_read(const struct tablas_setup *setup, const char *text, void *pos)
{
	struct pos *p = pos;
	char whole[40];
	int r;

	if (WRONG(notation_followed_by_anything) && strlen(text) > 39) {
		memcpy(whole, text, 39);
		whole[39] = '\0';
		text = whole;
	}
	r = cinco_read(setup, text, pos);
	if (WRONG(a_field_forgotten_by_read) && r == 0)
		p->paid[1] = 0;
	if (WRONG(a_refusal_that_spoils_the_position) && r)
		p->chips ^= 1;
	/* More in the pot than the options allow is read as if nothing were wrong. */
	if (WRONG(a_read_without_audit) && r) {
		struct tablas_setup loose = *setup;
		int32_t options_loose[2] = {9, setup->options[1]};

		loose.options = options_loose;
		r = cinco_read(&loose, text, pos);
		if (r == 0)
			p->chips = (uint8_t)setup->options[0];
	}
	return r;
}

static size_t faulty_move_write(const void *pos, unsigned seat, tablas_move m, char *out,
				size_t cap)
{
	if (WRONG(two_moves_of_one_name) && m % 8 == 6)
		m--;
	if (WRONG(a_move_text_with_a_blank))
		return (size_t)snprintf(out, cap, "%u and %u", (unsigned)(m / 8),
					(unsigned)(m % 8));
	return cinco_move_write(pos, seat, m, out, cap);
}

static int faulty_move_read(const void *pos, unsigned seat, const char *text, tablas_move *out)
{
	int r = cinco_move_read(pos, seat, text, out);

	if (WRONG(a_move_read_that_gives_no_move) && r)
		return 0;
	return r;
}

static enum tablas_why faulty_why_not(const void *pos, unsigned seat, tablas_move m,
				      const char **sentence)
{
	enum tablas_why why = cinco_why_not(pos, seat, m, sentence);

	if (WRONG(a_reason_for_a_legal_move) && m / 8 == 3 && why == TABLAS_WHY_LEGAL) {
		*sentence = "Not from the third point.";
		return TABLAS_WHY_OTHER;
	}
	if (WRONG(no_reason_for_an_illegal_move) && why == TABLAS_WHY_NO_PIECE)
		return TABLAS_WHY_LEGAL;
	if (WRONG(a_reason_without_a_sentence))
		*sentence = NULL;
	return why;
}

static void faulty_leave(void *pos, unsigned seat, struct tablas_events *ev)
{
	size_t had = ev->n;

	if (WRONG(a_leaver_who_is_asked_again))
		tell(ev, TABLAS_EV_LEFT, seat, TABLAS_NOBODY, -1, -1, 0, NULL);
	else
		cinco_leave(pos, seat, ev);
	spoil_events(pos, ev, had);
}

static int faulty_resign(void *pos, unsigned seat, int32_t value, struct tablas_events *ev,
			 const char **sentence)
{
	size_t had = ev->n;
	struct pos *p = pos;
	int r;

	if (WRONG(a_resignation_refused_without_a_sentence))
		return -1;
	r = cinco_resign(pos, seat, value, ev, sentence);
	if (WRONG(a_resignation_refused_with_a_change) && r)
		p->chips ^= 1;
	spoil_events(p, ev, had);
	return r;
}

static size_t faulty_draw(const void *pos, unsigned seat, char *out, size_t cap)
{
	if (WRONG(a_drawing_wider_than_the_terminal))
		return (size_t)snprintf(out, cap, "%81s\n", "wide");
	if (WRONG(a_drawing_without_a_last_line_end))
		return (size_t)snprintf(out, cap, "a board");
	return cinco_draw(pos, seat, out, cap);
}

static int32_t faulty_value(const void *pos, unsigned seat)
{
	const struct pos *p = pos;
	int32_t off = p->at[seat][OFF] - p->at[!seat][OFF];

	return WRONG(a_value_that_wavers) ? (int32_t)counted++ : 100 * off;
}

static int32_t faulty_exposure(const void *pos, unsigned seat)
{
	if (WRONG(an_exposure_that_is_too_low))
		return 1;
	if (WRONG(an_exposure_below_zero))
		return -1;
	return cinco_exposure(pos, seat);
}

/* Two moves at most: first and second, results met before left out. */
static size_t faulty_plays(const void *pos, unsigned seat, struct tablas_plays *out)
{
	struct pos ends[128];
	tablas_move first[12], second[12];
	struct tablas_event v[16];
	size_t n = 0, had, n1 = cinco_legal(pos, seat, first, 12);

	for (size_t i = 0; i < n1; i++) {
		struct pos once = *(const struct pos *)pos;
		struct tablas_events ev = {v, 0};
		bool on;
		size_t n2;

		cinco_play(&once, seat, first[i], &ev);
		on = once.winner == NOBODY && once.turn == seat &&
		     (once.dice[0] || once.dice[1]);
		n2 = on ? cinco_legal(&once, seat, second, 12) : 1;
		for (size_t k = 0; k < n2; k++) {
			struct pos end = once;

			ev.n = 0;
			if (on)
				cinco_play(&end, seat, second[k], &ev);
			for (had = 0; had < n && memcmp(&ends[had], &end, sizeof end) != 0;
			     had++)
				;
			if (had < n && !WRONG(a_play_given_twice))
				continue;
			ends[n] = end;
			if (n < out->cap || WRONG(plays_written_past_the_room)) {
				if (out->positions)
					memcpy((struct pos *)out->positions + n, &end,
					       sizeof end);
				if (out->moves) {
					tablas_move *m = out->moves + n * TABLAS_STEPS_MAX;

					m[0] = first[i];
					m[1] = on ? second[k] : TABLAS_NO_MOVE;
					m[2] = TABLAS_NO_MOVE;
					if (WRONG(a_play_whose_moves_lead_elsewhere) && on)
						m[1] = second[(k + 1) % n2];
				}
			}
			n++;
		}
	}
	return WRONG(a_play_left_out) && n > 1 ? n - 1 : n;
}

static size_t faulty_flaw(const struct tablas_setup *setup, unsigned notation, const char *text,
			  char *out, size_t cap)
{
	struct pos p;
	int refused = notation != TABLAS_OWN_NOTATION || cinco_read(setup, text, &p);

	if (WRONG(a_flaw_written_past_the_room) && out)
		out[cap] = '\0';
	if (WRONG(a_flaw_found_in_a_text_that_is_read))
		refused = 1;
	if (WRONG(no_flaw_in_a_text_that_is_refused))
		refused = 0;
	return (size_t)snprintf(out, cap, "%s",
				!refused			   ? ""
				: WRONG(a_flaw_told_in_two_lines) ? "six\nwords"
								   : "this is no position of Cinco");
}

static size_t faulty_place_read(unsigned seat, const char *text, int16_t *out, size_t cap)
{
	(void)seat;
	for (int16_t i = 0; places[i].name; i++) {
		if (strcmp(places[i].name, text) == 0 && cap) {
			out[0] = (int16_t)(WRONG(a_reading_of_no_place) ? 99 : i);
			return 1;
		}
	}
	return 0;
}

void faulty_plugin(enum fault f, struct tablas_plugin *out)
{
	today = f;
	counted = 0;
	*out = tablas_plugin_cinco;
	out->init = faulty_init;
	out->wait = faulty_wait;
	out->legal = faulty_legal;
	out->roll = faulty_roll;
	out->play = faulty_play;
	out->outcome = faulty_outcome;
	out->view = faulty_view;
	out->write = faulty_write;
	out->read = faulty_read;
	out->move_write = faulty_move_write;
	out->move_read = faulty_move_read;
	out->why_not = faulty_why_not;
	out->leave = faulty_leave;
	out->resign = faulty_resign;
	out->draw = faulty_draw;
	out->value = faulty_value;
	out->exposure = faulty_exposure;
	/* Whole decisions only where they matter: they would find other faults first. */
	if (f == SOUND ||
	    (f >= FAULT_a_play_left_out && f <= FAULT_plays_written_past_the_room))
		out->plays = faulty_plays;
	out->place_read = faulty_place_read;
	/* Only where it matters, or where read() is sound: it would find those faults too. */
	if (f == SOUND || (f >= FAULT_a_flaw_found_in_a_text_that_is_read &&
			   f <= FAULT_a_flaw_written_past_the_room))
		out->flaw = faulty_flaw;
	if (f == FAULT_more_moves_than_declared)
		out->moves_max = 3;
	if (f == FAULT_more_pieces_than_declared)
		out->pieces_max = 4;
	if (f == FAULT_more_plies_than_declared)
		out->plies_max = 20;
}
