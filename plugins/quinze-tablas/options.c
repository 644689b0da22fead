/*
 * options.c - a position as it begins: the array, and the options it is played by.
 */
#include "plugins/quinze-tablas/options.h"

static void set_options(const int32_t *v, struct quinze *q)
{
	q->race = (uint8_t)v[QUINZE_OPT_VARIANT];
	q->reentry = (uint8_t)v[QUINZE_OPT_REENTRY];
	q->reentry_any = (uint8_t)v[QUINZE_OPT_REENTRY_TIME];
	q->reentry_all = (uint8_t)v[QUINZE_OPT_REENTRY_ALL];
	q->none_placed = (uint8_t)v[QUINZE_OPT_PRIME_TEST];
	q->prime_any = (uint8_t)v[QUINZE_OPT_PRIME_BLOCK];
	q->prime_value = (uint8_t)v[QUINZE_OPT_PRIME_VALUE];
	q->draw = (uint8_t)v[QUINZE_OPT_DEADLOCK];
	q->entry_counts = (uint8_t)v[QUINZE_OPT_ENTRY_COUNTS];
	q->twelve = (uint8_t)v[QUINZE_OPT_FINISH];
	q->high_first = (uint8_t)v[QUINZE_OPT_DICE_ORDER];
	q->greedy = (uint8_t)v[QUINZE_OPT_USE_DICE];
	q->bearing_off = (uint8_t)v[QUINZE_OPT_BEARING_OFF];
	q->bearoff_over = (uint8_t)v[QUINZE_OPT_BEAROFF_OVER];
	q->die_sides = (uint8_t)v[QUINZE_OPT_DIE_SIDES];
}

/*
 * Two men on each point of the starting quarter and the rest beyond it, two and
 * one [003, Setup]; with seventeen the same pattern [ours; folio 85 has
 * thirty-four men].  Two by two from the beginning says both.
 */
void quinze_options_init(const struct tablas_setup *setup, unsigned quarter, void *pos)
{
	struct quinze *q = pos;

	memset(q, 0, sizeof *q);
	set_options(setup->options, q);
	q->quarter = (uint8_t)quarter;
	q->points = (uint8_t)(4 * quarter);
	q->all = quarter == 7 ? (uint8_t)setup->options[QUINZE_OPT_MEN] : 15;
	q->match = setup->match_length != 0;
	for (unsigned i = 0; i < q->all; i++) {
		unsigned x = 1 + i / 2;

		q->men[x]++;
		q->men[q->points + 1u - x]--;
	}
	q->phase = QUINZE_OPENING;
	q->turn = q->mover = q->winner = TABLAS_NOBODY;
}
