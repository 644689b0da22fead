/*
 * view_consent.c - what is offered at a table, and what may be.
 */
#include "api/view_parts.h"

void view_offers(struct out *o, const struct table *t)
{
	char length[PACE_DURATION_MAX];

	out_key(o, "offers");
	out_array(o);
	for (unsigned i = 0; t && t->consent.open && i < CONSENT_COUNT; i++) {
		const struct offer *offer = &t->consent.offer[i];

		if (!offer->ply)
			continue;
		out_object(o);
		out_kstring(o, "what", consent_word(i));
		out_kint(o, "seat", offer->by);
		out_kint(o, "ply", (int64_t)offer->ply);
		pace_write_duration(offer->length, length, sizeof length);
		out_kstring(o, "for", offer->length ? length : NULL);
		out_key(o, "agreed");
		view_seat_bits(o, offer->agreed);
		out_key(o, "asked");
		view_seat_bits(o, table_living(t) & ~(uint32_t)offer->agreed);
		out_object_end(o);
	}
	out_array_end(o);
}

void view_offer_actions(struct out *o, const char *still, const struct table *t)
{
	static const char *const names[CONSENT_COUNT] = {[CONSENT_DRAW] = "draw",
							 [CONSENT_ABORT] = "abort_offer",
							 [CONSENT_TAKEBACK] = "takeback",
							 [CONSENT_PAUSE] = "pause",
							 [CONSENT_RESUME] = "resume"};

	for (unsigned i = 0; i < CONSENT_COUNT; i++) {
		const char *why_not = still ? still : table_why_no_offer(t, i);

		if (why_not)
			out_kstring(o, names[i], why_not);
		else
			out_kbool(o, names[i], true);
	}
}
