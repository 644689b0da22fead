/*
 * events.c - what was told, against what was done.
 */
#include "daemon/conformance/exam.h"

#include <string.h>

int events_equal(const struct tablas_event *a, const struct tablas_event *b, size_t n)
{
	for (; n; n--, a++, b++) {
		if (a->kind != b->kind || a->seat != b->seat || a->other != b->other ||
		    a->from != b->from || a->to != b->to || a->amount != b->amount ||
		    a->reserved != b->reserved)
			return 0;
		if (!a->note != !b->note || (a->note && strcmp(a->note, b->note) != 0))
			return 0;
	}
	return 1;
}

/* ---- form -------------------------------------------------------------------------- */

static bool is_place(const struct exam *e, int16_t place)
{
	return place >= 0 && (size_t)place < e->places;
}

static const char *event_fault(const struct exam *e, const struct tablas_event *x)
{
	bool seat = x->seat < e->seats, other = x->other < e->seats;

	if (x->reserved)
		return "its reserved member is not zero";
	if (!seat && x->seat != TABLAS_NOBODY && x->seat != TABLAS_POT)
		return "its seat is not there";
	if (!other && x->other != TABLAS_NOBODY && x->other != TABLAS_POT)
		return "its other seat is not there";
	if ((x->from != -1 && !is_place(e, x->from)) || (x->to != -1 && !is_place(e, x->to)))
		return "its place is not there";
	if (x->note && !looks_printable(x->note, strlen(x->note)))
		return "its note cannot be printed";
	switch (x->kind) {
	case 0:
		return "it is of no kind";
	case TABLAS_EV_MOVED:
	case TABLAS_EV_ENTERED:
	case TABLAS_EV_BORNE_OFF:
		return seat && is_place(e, x->from) && is_place(e, x->to)
			       ? NULL
			       : "a piece goes from nowhere, to nowhere or is nobody's";
	case TABLAS_EV_STRUCK:
		return seat && other && x->seat != x->other && is_place(e, x->to)
			       ? NULL
			       : "nobody is struck, or nowhere";
	case TABLAS_EV_DIE_PASSED:
		return seat && other && x->seat != x->other && x->amount > 0
			       ? NULL
			       : "no die passes from one seat to another";
	case TABLAS_EV_DIE_LOST:
		return seat && x->amount > 0 ? NULL : "no die is lost, or nobody's";
	case TABLAS_EV_FINISHED:
		return seat && x->amount > 0 && x->amount <= (int32_t)e->seats
			       ? NULL
			       : "nobody finishes, or without a rank";
	case TABLAS_EV_TURN:
	case TABLAS_EV_CUBE:
	case TABLAS_EV_LEFT:
	case TABLAS_EV_RESIGN:
		return seat ? NULL : "it is nobody's";
	default:
		return NULL;
	}
}

/* ---- payments ---------------------------------------------------------------------- */

static int pay(struct exam *e, const struct tablas_event *x)
{
	bool payer = x->seat < e->seats || x->seat == TABLAS_POT;
	bool payee = x->other < e->seats || x->other == TABLAS_POT;

	if (x->amount <= 0 || !payer || !payee || x->seat == x->other)
		return exam_broke(e, PROMISE_PAYMENTS, "%u pays %d to %u", x->seat, x->amount,
				  x->other);
	if (x->other == TABLAS_POT)
		e->pot += x->amount;
	if (x->seat == TABLAS_POT) {
		e->pot -= x->amount;
		if (e->pot < 0 && !e->astray)
			return exam_broke(e, PROMISE_POT, "the pot pays %d and had %lld",
					  x->amount, (long long)(e->pot + x->amount));
	} else {
		e->paid[x->seat] += x->amount;
		if (e->paid[x->seat] > e->bound[x->seat])
			return exam_broke(
				e, PROMISE_EXPOSURE,
				"seat %u has paid %lld and was never to pay more than %lld",
				x->seat, (long long)e->paid[x->seat],
				(long long)e->bound[x->seat]);
	}
	e->r->payments++;
	return 0;
}

/* Form, payments and finishes of n events; a leaver must be told of. */
int events_whole(struct exam *e, const struct tablas_event *v, size_t n, bool leaving)
{
	bool left = false;

	if (n > e->r->events_most)
		e->r->events_most = (uint32_t)n;
	for (size_t i = 0; i < n; i++) {
		const struct tablas_event *x = &v[i];
		const char *fault;

		if (x->kind == TABLAS_EV_STAKE && pay(e, x))
			return -1;
		fault = event_fault(e, x);
		if (fault)
			return exam_broke(e, PROMISE_EVENTS, "event %zu of kind %u: %s", i,
					  x->kind, fault);
		if (x->kind == TABLAS_EV_FINISHED) {
			e->finished |= (uint16_t)(1u << x->seat);
			e->rank[x->seat] = (uint8_t)x->amount;
		}
		if (x->kind == TABLAS_EV_LEFT) {
			e->left |= (uint16_t)(1u << x->seat);
			left = true;
		}
	}
	if (leaving && !left)
		return exam_broke(e, PROMISE_LEAVE, "leave() does not tell who left");
	return 0;
}

/* ---- pieces --------------------------------------------------------------------------- */

/*
 * Carries the told movements out on what was seen before.  What remains to what
 * is seen now may only be struck pieces, come to a hand or off the board.
 */
static int pieces_told(struct exam *e, const struct tablas_event *v, size_t n)
{
	int32_t *want = e->past.count;
	int32_t struck[TABLAS_SEATS_MAX] = {0};

	for (size_t i = 0; i < n; i++) {
		const struct tablas_event *x = &v[i];

		if (x->kind == TABLAS_EV_STRUCK) {
			want[(size_t)x->to * e->seats + x->other]--;
			struck[x->other]++;
		} else if (x->kind == TABLAS_EV_MOVED || x->kind == TABLAS_EV_ENTERED ||
			   x->kind == TABLAS_EV_BORNE_OFF) {
			want[(size_t)x->from * e->seats + x->seat]--;
			want[(size_t)x->to * e->seats + x->seat]++;
		}
	}
	for (size_t pl = 0; pl < e->places; pl++) {
		for (unsigned s = 0; s < e->seats; s++) {
			int32_t more =
				e->sight.count[pl * e->seats + s] - want[pl * e->seats + s];

			if (more > 0 && e->p->places[pl].kind != TABLAS_PLACE_BOARD) {
				struck[s] -= more;
				more = 0;
			}
			if (more)
				return exam_broke(
					e, PROMISE_TOLD,
					"by the events there are %d pieces of seat %u on %s, "
					"and %d are seen",
					want[pl * e->seats + s], s, e->p->places[pl].name,
					e->sight.count[pl * e->seats + s]);
		}
	}
	for (unsigned s = 0; s < e->seats; s++)
		if (struck[s])
			return exam_broke(
				e, PROMISE_TOLD,
				"%d pieces of seat %u came to a hand without being struck",
				-struck[s], s);
	return 0;
}

/* ---- turns ----------------------------------------------------------------------------- */

static int turn_told(struct exam *e, const struct tablas_wait *before,
		     const struct tablas_event *v, size_t n)
{
	unsigned told = TABLAS_NOBODY;

	if (e->wait.kind == TABLAS_WAIT_OVER)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (v[i].kind == TABLAS_EV_TURN)
			told = v[i].seat;
	if (told != TABLAS_NOBODY && told != e->wait.turn)
		return exam_broke(e, PROMISE_TURN_TOLD,
				  "the turn told is %u's, and wait() says %u's", told,
				  e->wait.turn);
	if (told == TABLAS_NOBODY && e->wait.turn != TABLAS_NOBODY &&
	    e->wait.turn != before->turn)
		return exam_broke(e, PROMISE_TURN_TOLD, "the turn of seat %u begins untold",
				  e->wait.turn);
	return 0;
}

int events_judge(struct exam *e, const struct tablas_wait *before, const struct tablas_event *v,
		 size_t n, bool pieces_stay)
{
	for (unsigned s = 0; s < e->seats && pieces_stay; s++)
		if (e->past.sum[s] != e->sight.sum[s])
			return exam_broke(
				e, PROMISE_PIECES, "seat %u had %lld pieces and has %lld", s,
				(long long)e->past.sum[s], (long long)e->sight.sum[s]);
	if ((pieces_stay && pieces_told(e, v, n)) || turn_told(e, before, v, n))
		return -1;
	if ((e->wait.seats & e->left) || (e->wait.turn < 16 && (e->left >> e->wait.turn & 1)))
		return exam_broke(e, PROMISE_LEAVE, "a seat that left is asked again");
	return 0;
}
