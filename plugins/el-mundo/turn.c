/*
 * turn.c - whose turn it is, who may use the dice, and what a step does.
 *
 * A turn has up to three parts: struck pieces are put back (reentry anywhere),
 * three dice are thrown and used, and dice the player cannot use pass round the
 * table (article, Movement).  `turn` is the seat whose turn it is, `asked` the
 * one that holds the dice, and `offer` how it came by them; these three say
 * what is still to come, so the round needs no list of its own.
 */
#include "plugins/el-mundo/mundo.h"

static void say(struct tablas_events *ev, unsigned kind, unsigned seat, unsigned other,
		int from, int to, int32_t amount)
{
	mundo_ending_say(ev, (struct tablas_event){.kind = (uint16_t)kind,
						   .seat = (uint8_t)seat,
						   .other = (uint8_t)other,
						   .from = (int16_t)from,
						   .to = (int16_t)to,
						   .amount = amount});
}

static unsigned next_playing(const struct mundo *w, unsigned seat)
{
	do
		seat = (seat + 1) % MUNDO_SEATS;
	while (!mundo_plays_on(w, seat));
	return seat;
}

static void clear_dice(struct mundo *w)
{
	memset(w->die, 0, sizeof w->die);
	memset(w->die_state, 0, sizeof w->die_state);
	memset(w->die_seat, 0, sizeof w->die_seat);
	w->offer = w->struck = w->shut = 0;
}

static void begin_turn(struct mundo *w, unsigned seat, struct tablas_events *ev)
{
	if (mundo_ending_due(w)) {
		mundo_ending_close(w, ev);
		return;
	}
	w->first = 0;
	w->turn = w->asked = (uint8_t)seat;
	w->phase = mundo_steps_may_enter(w, seat) ? MUNDO_ENTER : MUNDO_THROW;
	say(ev, TABLAS_EV_TURN, seat, TABLAS_NOBODY, -1, -1, 0);
}

/* "The next player rolls the dice for their turn", whoever used the last ones. */
static void end_turn(struct mundo *w, struct tablas_events *ev)
{
	unsigned turn = w->turn;

	clear_dice(w);
	begin_turn(w, next_playing(w, turn), ev);
}

/* ---- the opening ------------------------------------------------------------ */

/* Setup: from the first player to the right, three pieces at a time, until all stand. */
static void next_to_place(struct mundo *w, unsigned seat, struct tablas_events *ev)
{
	for (unsigned i = 0; i < MUNDO_SEATS; i++, seat = (seat + 1) % MUNDO_SEATS) {
		if (!mundo_plays_on(w, seat) || w->hand[seat] == 0)
			continue;
		w->phase = MUNDO_PLACE;
		w->turn = w->asked = (uint8_t)seat;
		say(ev, TABLAS_EV_TURN, seat, TABLAS_NOBODY, -1, -1, 0);
		return;
	}
	begin_turn(w, w->first, ev);
}

static void open_with(struct mundo *w, unsigned first, struct tablas_events *ev)
{
	w->rolling = 0;
	w->first = (uint8_t)first;
	if (w->setup == MUNDO_PLACEMENT)
		next_to_place(w, first, ev);
	else
		begin_turn(w, first, ev);
}

static int one_bit(unsigned mask)
{
	return mask != 0 && (mask & (mask - 1)) == 0;
}

/* Setup: the highest number goes first; those who tie for it throw again. */
static void roll_for_first(struct mundo *w, const uint8_t *faces, size_t n,
			   struct tablas_events *ev)
{
	unsigned best = 0, tied = 0;
	size_t i = 0;

	if (w->phase == MUNDO_OPENING)
		mundo_ending_antes(w, ev);
	for (unsigned seat = 0; seat < MUNDO_SEATS && i < n; seat++) {
		if (!(w->rolling >> seat & 1))
			continue;
		if (faces[i] > best) {
			best = faces[i];
			tied = 0;
		}
		if (faces[i] == best)
			tied |= 1u << seat;
		i++;
	}
	w->phase = MUNDO_AGAIN;
	w->rolling = (uint8_t)tied;
	if (one_bit(tied))
		open_with(w, (unsigned)__builtin_ctz(tied), ev);
}

/*
 * Setup: each die puts a piece on the own slot of its number, the slots of a
 * quarter being numbered from left to right.  Nobody else can be there yet.  A
 * seven places nothing, nor does a die when no piece is left (ours).
 */
static void roll_placement(struct mundo *w, const uint8_t *faces, size_t n,
			   struct tablas_events *ev)
{
	unsigned seat = w->turn;

	for (size_t i = 0; i < n; i++) {
		unsigned slot = 6 * seat + faces[i] - 1u;

		if (faces[i] > 6 || w->hand[seat] == 0) {
			say(ev, TABLAS_EV_DIE_LOST, seat, TABLAS_NOBODY, -1, -1, faces[i]);
			continue;
		}
		w->hand[seat]--;
		w->slot[slot] = (uint8_t)((seat + 1) << 4 | (mundo_count(w, slot) + 1));
		say(ev, TABLAS_EV_ENTERED, seat, TABLAS_NOBODY, MUNDO_HAND + (int)seat,
		    (int)slot, 0);
	}
	next_to_place(w, (seat + 1) % MUNDO_SEATS, ev);
}

/* ---- dice that pass round ----------------------------------------------------- */

/* Which dice are on offer: all that are unused, or the lowest of them in die_round. */
static int on_offer(const struct mundo *w, unsigned i)
{
	uint8_t dice[MUNDO_DICE];

	if (w->die[i] == 0 || w->die_state[i] != TABLAS_DIE_UNUSED)
		return 0;
	if (w->forfeit != MUNDO_DIE_ROUND || w->offer == MUNDO_OWN)
		return 1;
	if (mundo_steps_dice(w, dice) == 0 || w->die[i] != dice[0])
		return 0;
	for (unsigned j = 0; j < i; j++)
		if (w->die[j] == w->die[i] && w->die_state[j] == TABLAS_DIE_UNUSED)
			return 0;
	return 1;
}

static int dice_left(const struct mundo *w)
{
	for (unsigned i = 0; i < MUNDO_DICE; i++)
		if (w->die[i] != 0 && w->die_state[i] == TABLAS_DIE_UNUSED)
			return 1;
	return 0;
}

static void ask(struct mundo *w, unsigned seat, enum mundo_offer offer)
{
	w->asked = (uint8_t)seat;
	w->offer = (uint8_t)offer;
	w->struck = 0;
	for (unsigned i = 0; i < MUNDO_DICE; i++)
		if (w->die[i] != 0 && w->die_state[i] == TABLAS_DIE_UNUSED)
			w->die_seat[i] = (uint8_t)seat;
}

/*
 * "The chance passes around the table in seasonal order."  Ours: as a set, once
 * to each seat (set_round); forfeit_return lets it come back to the player.
 */
static int ask_next(struct mundo *w)
{
	unsigned seat = w->asked;

	if (w->offer == MUNDO_RETURNED)
		return 0;
	while (w->offer == MUNDO_OWN || w->forfeit != MUNDO_RIGHT_ONLY) {
		seat = (seat + 1) % MUNDO_SEATS;
		if (seat == w->turn)
			break;
		if (!mundo_plays_on(w, seat))
			continue;
		ask(w, seat, MUNDO_OFFERED);
		return 1;
	}
	if (!w->forfeit_return || !mundo_plays_on(w, w->turn))
		return 0;
	ask(w, w->turn, MUNDO_RETURNED);
	return 1;
}

static void lose_dice(struct mundo *w, struct tablas_events *ev)
{
	for (unsigned i = 0; i < MUNDO_DICE; i++) {
		if (!on_offer(w, i))
			continue;
		say(ev, TABLAS_EV_DIE_LOST, w->turn, TABLAS_NOBODY, -1, -1, w->die[i]);
		w->die_seat[i] = w->turn;
		w->die_state[i] = TABLAS_DIE_LOST;
		if (w->forfeit == MUNDO_DIE_ROUND)
			return;
	}
}

/*
 * Whoever holds the dice is done with them.  They go on to the next seat that
 * can use any; what nobody can use is lost.
 */
static void pass_on(struct mundo *w, struct tablas_events *ev)
{
	unsigned holder = w->asked;

	while (dice_left(w)) {
		if (!ask_next(w)) {
			lose_dice(w, ev);
			ask(w, w->turn, MUNDO_OWN);
			holder = w->turn;
			continue;
		}
		if (!mundo_duty_any(w, w->asked))
			continue;
		for (unsigned i = 0; i < MUNDO_DICE && holder != w->asked; i++)
			if (on_offer(w, i))
				say(ev, TABLAS_EV_DIE_PASSED, holder, w->asked, -1, -1,
				    w->die[i]);
		return;
	}
	end_turn(w, ev);
}

/* After a step or a throw: on to the next who has something to decide. */
static void settle(struct mundo *w, struct tablas_events *ev)
{
	if (!dice_left(w)) {
		end_turn(w, ev);
	} else if (w->offer != MUNDO_OWN && w->forfeit == MUNDO_DIE_ROUND) {
		/* The next die starts again at the seat after the player. */
		ask(w, w->turn, MUNDO_OWN);
		pass_on(w, ev);
	} else if (!mundo_duty_any(w, w->asked)) {
		pass_on(w, ev);
	}
}

/* ---- what the daemon calls ---------------------------------------------------- */

void mundo_turn_wait(const void *pos, struct tablas_wait *out)
{
	const struct mundo *w = pos;

	memset(out, 0, sizeof *out);
	/* The dice of a seat that left still go round, but it is nobody's turn. */
	out->turn = w->turn;
	if (w->turn < MUNDO_SEATS && !mundo_plays_on(w, w->turn))
		out->turn = TABLAS_NOBODY;
	if (w->asked < MUNDO_SEATS)
		out->seats = (uint16_t)(1u << w->asked);
	switch (w->phase) {
	case MUNDO_OPENING:
	case MUNDO_AGAIN:
		out->kind = TABLAS_WAIT_ROLL;
		out->seats = w->rolling;
		out->dice = (uint8_t)__builtin_popcount(w->rolling);
		out->why = "the highest throw goes first";
		break;
	case MUNDO_PLACE:
		out->kind = TABLAS_WAIT_ROLL;
		out->dice = MUNDO_DICE;
		out->why = "three pieces are placed by the dice";
		break;
	case MUNDO_THROW:
		out->kind = TABLAS_WAIT_ROLL;
		out->dice = MUNDO_DICE;
		break;
	case MUNDO_ENTER:
		out->kind = TABLAS_WAIT_MOVE;
		out->flags = TABLAS_WAIT_ENTER;
		out->why = "struck pieces are put back before the throw";
		break;
	case MUNDO_PLAY:
		out->kind = TABLAS_WAIT_MOVE;
		if (w->offer != MUNDO_OWN)
			out->flags = TABLAS_WAIT_FORCED;
		if (w->offer == MUNDO_OFFERED)
			out->why = "a die the player cannot use passes to you";
		if (w->offer == MUNDO_RETURNED)
			out->why = "a die no other seat could use comes back to you";
		break;
	default:
		out->kind = TABLAS_WAIT_OVER;
		break;
	}
	out->sides = out->kind == TABLAS_WAIT_ROLL ? w->die_sides : 0;
}

void mundo_turn_roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *ev)
{
	struct mundo *w = pos;

	if (w->phase == MUNDO_OPENING || w->phase == MUNDO_AGAIN) {
		roll_for_first(w, faces, n, ev);
		return;
	}
	if (w->phase == MUNDO_PLACE) {
		roll_placement(w, faces, n, ev);
		return;
	}
	for (unsigned i = 0; i < MUNDO_DICE; i++) {
		w->die[i] = i < n ? faces[i] : 0;
		w->die_state[i] = TABLAS_DIE_UNUSED;
		w->die_seat[i] = w->die[i] ? w->turn : 0;
	}
	mundo_put(w->turns, mundo_get(w->turns) + 1);
	w->phase = MUNDO_PLAY;
	w->offer = MUNDO_OWN;
	w->struck = 0;
	w->shut = w->forfeit_return && w->reentry == MUNDO_ANYWHERE && w->hand[w->turn] != 0 &&
		  !mundo_steps_may_enter(w, w->turn);
	settle(w, ev);
}

static void lift(struct mundo *w, unsigned seat, unsigned from)
{
	if (from == MUNDO_HAND)
		w->hand[seat]--;
	else
		w->slot[from] = mundo_count(w, from) > 1 ? (uint8_t)(w->slot[from] - 1) : 0;
}

/* Movement: a lone piece is struck by landing on it and goes to its owner's hand. */
static void land(struct mundo *w, unsigned seat, unsigned from, unsigned to,
		 struct tablas_events *ev)
{
	unsigned other = mundo_owner(w, to);

	say(ev, from == MUNDO_HAND ? TABLAS_EV_ENTERED : TABLAS_EV_MOVED, seat, TABLAS_NOBODY,
	    from == MUNDO_HAND ? MUNDO_HAND + (int)seat : (int)from, (int)to, 0);
	if (other == seat || other == TABLAS_NOBODY) {
		w->slot[to] = (uint8_t)((seat + 1) << 4 | (mundo_count(w, to) + 1));
		return;
	}
	w->slot[to] = (uint8_t)((seat + 1) << 4 | 1);
	w->hand[other]++;
	if (w->strike_duty == MUNDO_ONE && mundo_must_strike(seat, other))
		w->struck = 1;
	say(ev, TABLAS_EV_STRUCK, seat, other, -1, (int)to, 0);
	/* Playing for Stakes: a chip to whoever strikes, with whosever dice. */
	if (w->stakes != MUNDO_STAKES_NONE)
		mundo_ending_say(ev, (struct tablas_event){.kind = TABLAS_EV_STAKE,
							   .seat = (uint8_t)other,
							   .other = (uint8_t)seat,
							   .from = -1,
							   .to = -1,
							   .amount = 1,
							   .note = "strike"});
}

static void spend(struct mundo *w, unsigned seat, unsigned face)
{
	for (unsigned i = 0; i < MUNDO_DICE; i++) {
		if (w->die[i] != face || w->die_state[i] != TABLAS_DIE_UNUSED)
			continue;
		w->die_state[i] = TABLAS_DIE_USED;
		w->die_seat[i] = (uint8_t)seat;
		return;
	}
}

static void bear_off(struct mundo *w, unsigned seat, unsigned from, struct tablas_events *ev)
{
	w->off[seat]++;
	say(ev, TABLAS_EV_BORNE_OFF, seat, TABLAS_NOBODY, (int)from, MUNDO_OFF + (int)seat, 0);
	mundo_ending_charge(w, seat, ev);
	if (w->off[seat] == MUNDO_PIECES)
		mundo_ending_finish(w, seat, ev);
}

void mundo_turn_play(void *pos, unsigned seat, tablas_move m, struct tablas_events *ev)
{
	struct mundo *w = pos;

	if (m == MUNDO_STOP) {
		if (w->phase == MUNDO_ENTER)
			w->phase = MUNDO_THROW;
		else
			pass_on(w, ev);
		return;
	}
	lift(w, seat, mundo_from(m));
	if (w->phase == MUNDO_ENTER) {
		land(w, seat, MUNDO_HAND, mundo_to(m), ev);
		if (w->hand[seat] == 0)
			w->phase = MUNDO_THROW;
		return;
	}
	spend(w, seat, mundo_die(m));
	if (mundo_to(m) == MUNDO_OFF)
		bear_off(w, seat, mundo_from(m), ev);
	else
		land(w, seat, mundo_from(m), mundo_to(m), ev);
	/* A receiver's last piece ends the game as well (ours; first_wins). */
	if (w->off[seat] == MUNDO_PIECES &&
	    (w->finish == MUNDO_FIRST_WINS || mundo_ending_playing(w) < 2))
		mundo_ending_close(w, ev);
	else
		settle(w, ev);
}

/* Ours, as for a seat without chips: its pieces leave the game and block nobody. */
static void take_away(struct mundo *w, unsigned seat, struct tablas_events *ev)
{
	int tray = MUNDO_GONE + (int)seat;

	for (unsigned s = 0; s < MUNDO_SLOTS; s++) {
		if (mundo_owner(w, s) != seat)
			continue;
		for (unsigned i = mundo_count(w, s); i > 0; i--)
			say(ev, TABLAS_EV_MOVED, seat, TABLAS_NOBODY, (int)s, tray, 0);
		w->gone[seat] = (uint8_t)(w->gone[seat] + mundo_count(w, s));
		w->slot[s] = 0;
	}
	for (; w->hand[seat] > 0; w->hand[seat]--, w->gone[seat]++)
		say(ev, TABLAS_EV_MOVED, seat, TABLAS_NOBODY, MUNDO_HAND + (int)seat, tray, 0);
}

/* The game goes on without the seat, from wherever it stood. */
static void go_on_without(struct mundo *w, unsigned seat, struct tablas_events *ev)
{
	switch (w->phase) {
	case MUNDO_OPENING:
	case MUNDO_AGAIN:
		w->phase = MUNDO_AGAIN;
		w->rolling = (uint8_t)(w->rolling & ~(1u << seat));
		if (one_bit(w->rolling))
			open_with(w, (unsigned)__builtin_ctz(w->rolling), ev);
		break;
	case MUNDO_PLACE:
		if (w->first == seat)
			w->first = (uint8_t)next_playing(w, seat);
		if (w->turn == seat)
			next_to_place(w, next_playing(w, seat), ev);
		break;
	case MUNDO_ENTER:
	case MUNDO_THROW:
		if (w->turn == seat)
			end_turn(w, ev);
		else if (mundo_steps_may_enter(w, w->turn))
			w->phase = MUNDO_ENTER;
		break;
	default:
		if (w->asked == seat)
			pass_on(w, ev);
		else if (!mundo_duty_any(w, w->asked))
			pass_on(w, ev);
		break;
	}
}

void mundo_turn_leave(void *pos, unsigned seat, struct tablas_events *ev)
{
	struct mundo *w = pos;
	uint8_t left = 0;

	if (seat >= MUNDO_SEATS || w->phase == MUNDO_OVER || !mundo_plays_on(w, seat))
		return;
	if (w->phase == MUNDO_OPENING)
		mundo_ending_antes(w, ev);
	for (unsigned other = 0; other < MUNDO_SEATS; other++)
		left = (uint8_t)(left + (w->standing[other] >= MUNDO_LEFT ? 1 : 0));
	w->standing[seat] = (uint8_t)(MUNDO_LEFT + left + 1);
	say(ev, TABLAS_EV_LEFT, seat, TABLAS_NOBODY, -1, -1, 0);
	take_away(w, seat, ev);
	if (w->turn == seat)
		w->shut = 0;
	if (mundo_ending_playing(w) < 2) {
		mundo_ending_alone(w, seat, ev);
		mundo_ending_close(w, ev);
	} else {
		go_on_without(w, seat, ev);
	}
}

int mundo_turn_resign(void *pos, unsigned seat, int32_t value, struct tablas_events *ev,
		      const char **sentence)
{
	const struct mundo *w = pos;

	if (value != 0) {
		*sentence =
			"a seat resigns the game as a whole: there are no degrees of losing";
		return -1;
	}
	if (seat >= MUNDO_SEATS || w->phase == MUNDO_OVER || !mundo_plays_on(w, seat)) {
		*sentence = "only a seat that is still playing can resign";
		return -1;
	}
	mundo_turn_leave(pos, seat, ev);
	return 0;
}
