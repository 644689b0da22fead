/*
 * layout.c - where everything in the header lies, one line each.
 *
 * Compiled against an archived header and against today's: the lines must be
 * the same.  Members that came later are not listed; each release adds a file.
 */
#include LAYOUT_HEADER

#include <stdio.h>

#define SIZE(type) printf(#type " %zu\n", sizeof(type))
#define AT(type, member)                                                                       \
	printf(#type "." #member " %zu %zu\n", offsetof(type, member), sizeof((type){0}.member))
#define P(member) AT(struct tablas_plugin, member)

static void values(void)
{
	SIZE(tablas_move);
	SIZE(struct tablas_setup);
	AT(struct tablas_setup, match_score);
	AT(struct tablas_setup, options);
	SIZE(struct tablas_wait);
	AT(struct tablas_wait, seats);
	AT(struct tablas_wait, dice);
	AT(struct tablas_wait, flags);
	AT(struct tablas_wait, why);
	SIZE(struct tablas_event);
	AT(struct tablas_event, from);
	AT(struct tablas_event, amount);
	AT(struct tablas_event, note);
	SIZE(struct tablas_events);
	SIZE(struct tablas_outcome);
	AT(struct tablas_outcome, points);
	AT(struct tablas_outcome, note);
	SIZE(struct tablas_place);
	AT(struct tablas_place, kind);
	AT(struct tablas_place, seat);
	SIZE(struct tablas_name);
	SIZE(struct tablas_pieces);
	AT(struct tablas_pieces, count);
	SIZE(struct tablas_die);
	SIZE(struct tablas_view);
	AT(struct tablas_view, dice);
	AT(struct tablas_view, cube);
	AT(struct tablas_view, counters);
	SIZE(struct tablas_plays);
	SIZE(struct tablas_option);
	AT(struct tablas_option, kind);
	AT(struct tablas_option, choices);
}

static void plugin(void)
{
	P(magic), P(abi), P(size), P(needs);
	P(name), P(title), P(source), P(rules), P(rules_since), P(seats_min), P(seats_max);
	P(position_size), P(moves_max), P(plies_max), P(pieces_max);
	P(options), P(places), P(sides), P(wards), P(kinds), P(counters), P(notations);
	P(init), P(wait), P(legal), P(roll), P(play), P(outcome), P(view);
	P(write), P(read), P(move_write), P(move_read);
	P(audit), P(why_not), P(leave), P(resign), P(draw), P(value), P(write_as), P(read_as);
	P(exposure), P(plays), P(place_read);
}

static void numbers(void)
{
	printf("limits %d %d %d %d %d %d %d\n", TABLAS_SEATS_MAX, TABLAS_DICE_MAX,
	       TABLAS_POSITION_MAX, TABLAS_TEXT_MAX, TABLAS_MOVE_TEXT_MAX, TABLAS_EVENTS_MAX,
	       TABLAS_STEPS_MAX);
	printf("waits %d %d %d %u %u %u %u\n", TABLAS_WAIT_ROLL, TABLAS_WAIT_MOVE,
	       TABLAS_WAIT_OVER, TABLAS_WAIT_FORCED, TABLAS_WAIT_CUBE, TABLAS_WAIT_ENTER,
	       TABLAS_WAIT_ANSWER);
	printf("events %d %d %d %d %d %d %d %d %d %d %d %d\n", TABLAS_EV_MOVED,
	       TABLAS_EV_STRUCK, TABLAS_EV_ENTERED, TABLAS_EV_BORNE_OFF, TABLAS_EV_DIE_PASSED,
	       TABLAS_EV_DIE_LOST, TABLAS_EV_TURN, TABLAS_EV_CUBE, TABLAS_EV_FINISHED,
	       TABLAS_EV_LEFT, TABLAS_EV_RESIGN, TABLAS_EV_STAKE);
	printf("why %d %d %d %d %d\n", TABLAS_WHY_LEGAL, TABLAS_WHY_UNREADABLE,
	       TABLAS_WHY_MUST_ENTER, TABLAS_WHY_MUST_STRIKE, TABLAS_WHY_OTHER);
}

int main(void)
{
	values();
	plugin();
	numbers();
	return 0;
}
