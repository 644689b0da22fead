/*
 * vet.c - the facts of a plugin, one after the other.
 */
#include "daemon/vet.h"

#include "game/options.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct vet {
	const struct tablas_plugin *p;
	char *why;
	size_t cap;
};

/* Fills in the reason; returns -1 so that a check can end with it. */
__attribute__((format(printf, 2, 3))) static int fault(const struct vet *v, const char *fmt,
						       ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(v->why, v->cap, fmt, ap);
	va_end(ap);
	return -1;
}

static bool empty(const char *s)
{
	return !s || !*s;
}

/* Graphic ASCII: it will stand in URLs, records and logs between blanks. */
static bool is_word(const char *s)
{
	if (empty(s))
		return false;
	for (; *s; s++)
		if (*s <= ' ' || *s > '~')
			return false;
	return true;
}

static bool is_key(const char *s, const char *also)
{
	if (empty(s))
		return false;
	for (; *s; s++)
		if (!(*s >= 'a' && *s <= 'z') && !(*s >= '0' && *s <= '9') && !strchr(also, *s))
			return false;
	return true;
}

static int vet_functions(const struct vet *v)
{
	const struct tablas_plugin *p = v->p;
	const struct {
		const char *name;
		bool there;
	} required[] = {
		{"init", p->init},	     {"wait", p->wait},
		{"legal", p->legal},	     {"roll", p->roll},
		{"play", p->play},	     {"outcome", p->outcome},
		{"view", p->view},	     {"write", p->write},
		{"read", p->read},	     {"move_write", p->move_write},
		{"move_read", p->move_read},
	};

	for (size_t i = 0; i < sizeof required / sizeof *required; i++)
		if (!required[i].there)
			return fault(v, "it has no function %s()", required[i].name);
	return 0;
}

static int vet_names(const struct vet *v)
{
	const struct tablas_plugin *p = v->p;

	if (!is_key(p->name, "-") || strlen(p->name) > VET_NAME_MAX)
		return fault(v, "its name is not 1 to %d of a-z, 0-9 and '-'", VET_NAME_MAX);
	if (empty(p->title))
		return fault(v, "it has no title");
	if (empty(p->source))
		return fault(v, "it does not say where its rules are from");
	if (p->rules == 0 || p->rules_since == 0 || p->rules_since > p->rules)
		return fault(v, "its rules version %u cannot continue games of version %u",
			     p->rules, p->rules_since);
	return 0;
}

static int vet_bound(const struct vet *v, const char *what, uint32_t n, uint32_t most)
{
	if (n == 0 || n > most)
		return fault(v, "its %s is %u, not 1 to %u", what, n, most);
	return 0;
}

static int vet_bounds(const struct vet *v)
{
	const struct tablas_plugin *p = v->p;

	if (p->seats_min == 0 || p->seats_min > p->seats_max || p->seats_max > TABLAS_SEATS_MAX)
		return fault(v, "it is for %u to %u seats, which is not within 1 to %d",
			     p->seats_min, p->seats_max, TABLAS_SEATS_MAX);
	if (vet_bound(v, "position_size", p->position_size, TABLAS_POSITION_MAX) ||
	    vet_bound(v, "moves_max", p->moves_max, VET_MOVES_MAX) ||
	    vet_bound(v, "plies_max", p->plies_max, VET_PLIES_MAX) ||
	    vet_bound(v, "pieces_max", p->pieces_max, VET_PIECES_MAX))
		return -1;
	return 0;
}

static int vet_choices(const struct vet *v, const struct tablas_option *o)
{
	int32_t n = 0;

	if (!o->choices || !o->choices[0])
		return fault(v, "its option %s has nothing to choose from", o->key);
	for (; o->choices[n]; n++) {
		if (!is_key(o->choices[n], "-_."))
			return fault(v, "a choice of its option %s is not a word", o->key);
		for (int32_t i = 0; i < n; i++)
			if (strcmp(o->choices[i], o->choices[n]) == 0)
				return fault(v, "its option %s has the choice %s twice", o->key,
					     o->choices[n]);
	}
	if (o->min < 0 || o->max >= n)
		return fault(v, "its option %s has %d choices but a range of %d to %d", o->key,
			     n, o->min, o->max);
	return 0;
}

static int vet_option(const struct vet *v, const struct tablas_option *o)
{
	if (!is_key(o->key, "_"))
		return fault(v, "the key of an option is not of a-z, 0-9 and '_'");
	if (empty(o->title) || empty(o->help))
		return fault(v, "its option %s is not explained", o->key);
	if (o->kind != TABLAS_OPT_BOOL && o->kind != TABLAS_OPT_INT &&
	    o->kind != TABLAS_OPT_CHOICE)
		return fault(v, "its option %s is of no known kind", o->key);
	if (o->min > o->max || o->dflt < o->min || o->dflt > o->max)
		return fault(v, "the default of its option %s, %d, is not within %d to %d",
			     o->key, o->dflt, o->min, o->max);
	if (o->kind == TABLAS_OPT_BOOL && (o->min != 0 || o->max != 1))
		return fault(v, "its option %s is off or on but ranges from %d to %d", o->key,
			     o->min, o->max);
	return o->kind == TABLAS_OPT_CHOICE ? vet_choices(v, o) : 0;
}

static int vet_options(const struct vet *v)
{
	const struct tablas_option *o = v->p->options;

	for (size_t n = 0; o && o[n].key; n++) {
		if (n == OPTIONS_MAX)
			return fault(v, "it has more than %d options", OPTIONS_MAX);
		if (vet_option(v, &o[n]))
			return -1;
		for (size_t i = 0; i < n; i++)
			if (strcmp(o[i].key, o[n].key) == 0)
				return fault(v, "it has the option %s twice", o[n].key);
	}
	return 0;
}

static int vet_for_chips(const struct vet *v)
{
	int32_t values[OPTIONS_MAX];

	if (v->p->for_chips && options_read(v->p, v->p->for_chips, values) != ACCEPTED)
		return fault(v, "its options for chips are not options of its own");
	return 0;
}

static int vet_place(const struct vet *v, const struct tablas_place *pl, size_t wards)
{
	if (!is_word(pl->name))
		return fault(v, "the name of a place is not a word");
	if (pl->kind > TABLAS_PLACE_OFF || pl->shape > TABLAS_SHAPE_SQUARE || pl->reserved)
		return fault(v, "its place %s is of no known kind or shape", pl->name);
	if (pl->seat != TABLAS_NOBODY && pl->seat >= v->p->seats_max)
		return fault(v, "its place %s belongs to seat %u, which it has not", pl->name,
			     pl->seat);
	if (wards ? pl->ward >= wards : pl->ward > 0 && v->p->wards)
		return fault(v, "its place %s is in ward %u, which it has not", pl->name,
			     pl->ward);
	return 0;
}

static int vet_places(const struct vet *v)
{
	const struct tablas_place *pl = v->p->places;
	size_t wards = 0, n = 0;

	while (v->p->wards && v->p->wards[wards].name)
		wards++;
	for (; pl && pl[n].name; n++) {
		if (n == VET_PLACES_MAX)
			return fault(v, "it has more than %d places", VET_PLACES_MAX);
		if (vet_place(v, &pl[n], wards))
			return -1;
		for (size_t i = 0; i < n; i++)
			if (strcmp(pl[i].name, pl[n].name) == 0)
				return fault(v, "it has the place %s twice", pl[n].name);
	}
	return n ? 0 : fault(v, "it has no places");
}

static int vet_words(const struct vet *v, const char *what, const char *const *list,
		     size_t most)
{
	for (size_t n = 0; list && list[n]; n++) {
		if (n == most)
			return fault(v, "it has more than %zu %s", most, what);
		if (!is_word(list[n]))
			return fault(v, "one of its %s is not a word", what);
	}
	return 0;
}

static int vet_looks(const struct vet *v)
{
	const struct tablas_plugin *p = v->p;

	if (!p->sides)
		return fault(v, "it does not name its sides");
	for (unsigned s = 0; s < p->seats_max; s++)
		if (empty(p->sides[s].name) || empty(p->sides[s].colour))
			return fault(v, "the side of seat %u has no name or no colour", s);
	for (size_t i = 0; p->wards && p->wards[i].name; i++)
		if (empty(p->wards[i].name) || empty(p->wards[i].colour))
			return fault(v, "ward %zu has no name or no colour", i);
	if (vet_words(v, "kinds of pieces", p->kinds, 255) ||
	    vet_words(v, "counters", p->counters, 8) ||
	    vet_words(v, "notations", p->notations, 32))
		return -1;
	if (p->notations && p->notations[0] && !p->write_as && !p->read_as)
		return fault(v, "it names foreign notations but neither writes nor reads any");
	return 0;
}

int vet_plugin(const struct tablas_plugin *p, char *why, size_t cap)
{
	const struct vet v = {p, why, cap};

	if (vet_functions(&v) || vet_names(&v) || vet_bounds(&v) || vet_options(&v) || vet_for_chips(&v) ||
	    vet_places(&v) || vet_looks(&v))
		return -1;
	return 0;
}
