/*
 * el-mundo.c - El Mundo, the tables of the four seasons: facts and the vtable.
 *
 * Alfonso's Libro de los juegos (1283) describes it on folio 89 in a few lines;
 * the modern article "El Mundo - Four Player Backgammon?" makes a game of them
 * and says where it has to guess.  Each doubt is an option here.  "Ours" marks
 * what neither says.
 */
#include "plugins/el-mundo/mundo.h"
#include "plugins/options.h"

static const char *const setups[] = {"placement", "free_entry", NULL};
static const char *const duties[] = {"max", "strict_step", "one", "off", NULL};
static const char *const forfeits[] = {"set_round", "die_round", "right_only", NULL};
static const char *const reentries[] = {"anywhere", "save", "backgammon", "war", NULL};
static const char *const reentry_slots[] = {"quarter", NULL};
static const char *const numbers[] = {"slot", "distance", NULL};
static const char *const choices[] = {"bear_first", "free", NULL};
static const char *const finishes[] = {"first_wins", "play_on", NULL};
static const char *const payouts[] = {"seed_chips", "right_neighbour", NULL};
static const char *const stakes[] = {"seed", "none", NULL};

/* The order of the options; init() reads them by it. */
enum {
	OPT_DIE_SIDES,
	OPT_SETUP,
	OPT_STRIKE_DUTY,
	OPT_DUTY_FIRST,
	OPT_MAY_DECLINE,
	OPT_FORFEIT,
	OPT_FORFEIT_RETURN,
	OPT_REENTRY,
	OPT_ANYWHERE_WAIT,
	OPT_HAND_BLOCKS,
	OPT_REENTRY_SLOT,
	OPT_BEAROFF_NUMBER,
	OPT_BEAROFF_CHOICE,
	OPT_FINISH,
	OPT_PAYOUT,
	OPT_WAR_COVERS,
	OPT_STAKES,
	OPT_TURN_LIMIT,
	OPT_ANTE
};

static const struct tablas_option options[] = {
	[OPT_DIE_SIDES] =
		OPTION_NUMBER("die_sides", "Faces of a die",
		    "The miniature of folio 89 shows six; one translation adds \"7-sided\".", 6,
		    6, 7),
	[OPT_SETUP] =
		OPTION_CHOICE("setup", "How pieces come onto the board",
		       "Placed three at a time before play (article, Setup), or all entered "
		       "by dice as one goes, as one modern reading has it.",
		       setups),
	[OPT_STRIKE_DUTY] =
		OPTION_CHOICE("strike_duty", "How strong the duty to strike is",
		       "Blots of the two following seasons must be struck (article, "
		       "Movement): as many as possible, at every step, one, or none.",
		       duties),
	[OPT_DUTY_FIRST] = OPTION_BOOL("duty_first", "Striking comes before using all dice",
				"The article's \"must\" knows no exception (Movement).", 1),
	[OPT_MAY_DECLINE] =
		OPTION_BOOL("optional_may_decline", "Optional strikes may be declined",
		     "A die whose only use is to strike the season before may be let go "
		     "(article, Movement: \"optional\").",
		     0),
	[OPT_FORFEIT] = OPTION_CHOICE("forfeit", "How unusable dice go round",
			       "As a set, one die after the other, or to the next seat only "
			       "(article, Movement and Bearing Off).",
			       forfeits),
	[OPT_FORFEIT_RETURN] =
		OPTION_BOOL("forfeit_return", "Dice come back to the player",
		     "The article lets a die pass and says nothing of its return.", 0),
	[OPT_REENTRY] =
		OPTION_CHOICE("reentry", "How struck pieces return",
		       "The four ways of the article (Struck Pieces): anywhere without dice, "
		       "by dice at leisure, by dice at once, by the priorities of war.",
		       reentries),
	[OPT_ANYWHERE_WAIT] = OPTION_BOOL("anywhere_wait", "Struck pieces may wait",
				   "In mode anywhere any number may be kept back (ours).", 0),
	[OPT_HAND_BLOCKS] =
		OPTION_BOOL("hand_blocks_foreign", "A hand blocks dice of others",
		     "In mode anywhere a seat with struck pieces may not use dice that "
		     "pass to it (ours; four seats could lock up).",
		     0),
	[OPT_REENTRY_SLOT] = OPTION_CHOICE("reentry_slot", "Where struck pieces return to",
				    "\"Where it was first entered\" is read as the quarter "
				    "(article, Struck Pieces).",
				    reentry_slots),
	[OPT_BEAROFF_NUMBER] =
		OPTION_CHOICE("bearoff_number", "Which number bears off",
		       "The number of the slot, or the distance to the edge as in "
		       "backgammon (article, Bearing Off).",
		       numbers),
	[OPT_BEAROFF_CHOICE] =
		OPTION_CHOICE("bearoff_choice", "Moving instead of bearing off",
		       "Only if nothing stands on the slot of that number (article, "
		       "Bearing Off), or freely.",
		       choices),
	[OPT_FINISH] =
		OPTION_CHOICE("finish", "After the first has finished",
		       "The game is over, or goes on for second and third place (article, "
		       "Game Over?).",
		       finishes),
	[OPT_PAYOUT] = OPTION_CHOICE("payout", "Who pays for pieces borne off",
			      "Every seat still in the game, or the right-hand neighbour alone "
			      "(article, Playing for Stakes; folio 89).",
			      payouts),
	[OPT_WAR_COVERS] =
		OPTION_BOOL("war_entry_covers", "An entering piece may defend",
		     "In mode war a piece that enters onto a blot covers it (ours).", 1),
	[OPT_STAKES] = OPTION_CHOICE("stakes", "Chips",
			      "A chip for every strike and for every piece borne off (article, "
			      "Playing for Stakes), or none.",
			      stakes),
	[OPT_TURN_LIMIT] = OPTION_NUMBER("turn_limit", "Turns until the game is broken off",
			       "Then fewer pips to travel rank higher; 0: no limit (ours).",
			       20000, 0, 1000000),
	[OPT_ANTE] = OPTION_NUMBER("ante", "Stakes each seat puts into a pot",
			 "The winner takes it (ours; the article has no pot).", 0, 0, 1000000),
	[OPT_ANTE + 1] = {.key = NULL}};

/* ---- places ------------------------------------------------------------------ */

#define SLOT(n, px, py, sx, sy, q)                                                             \
	{                                                                                      \
		.name = n, .x = px, .y = py, .dx = sx, .dy = sy, .kind = TABLAS_PLACE_BOARD,   \
		.shape = TABLAS_SHAPE_ROUND, .ward = q, .seat = TABLAS_NOBODY                  \
	}
#define TRAY(n, px, py, sx, sy, k, q)                                                          \
	{                                                                                      \
		.name = n, .x = px, .y = py, .dx = sx, .dy = sy, .kind = TABLAS_PLACE_##k,     \
		.shape = TABLAS_SHAPE_ROUND, .ward = q, .seat = q                              \
	}

/*
 * A ring around (110, 110), spring below: each owner faces the middle with
 * number 1 at the left hand, so that travel runs counter-clockwise (article,
 * Setup).  Stacks grow inwards; trays lie outside, before their owner.
 */
static const struct tablas_place places[] = {SLOT("Sp1", 59, 177, 5, -7, 0),
					    SLOT("Sp2", 78, 188, 3, -8, 0),
					    SLOT("Sp3", 99, 193, 1, -9, 0),
					    SLOT("Sp4", 121, 193, -1, -9, 0),
					    SLOT("Sp5", 142, 188, -3, -8, 0),
					    SLOT("Sp6", 161, 177, -5, -7, 0),
					    SLOT("Su1", 177, 161, -7, -5, 1),
					    SLOT("Su2", 188, 142, -8, -3, 1),
					    SLOT("Su3", 193, 121, -9, -1, 1),
					    SLOT("Su4", 193, 99, -9, 1, 1),
					    SLOT("Su5", 188, 78, -8, 3, 1),
					    SLOT("Su6", 177, 59, -7, 5, 1),
					    SLOT("Au1", 161, 43, -5, 7, 2),
					    SLOT("Au2", 142, 32, -3, 8, 2),
					    SLOT("Au3", 121, 27, -1, 9, 2),
					    SLOT("Au4", 99, 27, 1, 9, 2),
					    SLOT("Au5", 78, 32, 3, 8, 2),
					    SLOT("Au6", 59, 43, 5, 7, 2),
					    SLOT("Wi1", 43, 59, 7, 5, 3),
					    SLOT("Wi2", 32, 78, 8, 3, 3),
					    SLOT("Wi3", 27, 99, 9, 1, 3),
					    SLOT("Wi4", 27, 121, 9, -1, 3),
					    SLOT("Wi5", 32, 142, 8, -3, 3),
					    SLOT("Wi6", 43, 161, 7, -5, 3),
					    TRAY("green-hand", 20, 212, 4, 0, HAND, 0),
					    TRAY("red-hand", 212, 200, 0, -4, HAND, 1),
					    TRAY("black-hand", 200, 8, -4, 0, HAND, 2),
					    TRAY("white-hand", 8, 20, 0, 4, HAND, 3),
					    TRAY("green-off", 156, 212, 4, 0, OFF, 0),
					    TRAY("red-off", 212, 64, 0, -4, OFF, 1),
					    TRAY("black-off", 64, 8, -4, 0, OFF, 2),
					    TRAY("white-off", 8, 156, 0, 4, OFF, 3),
					    TRAY("green-gone", 88, 212, 4, 0, OFF, 0),
					    TRAY("red-gone", 212, 132, 0, -4, OFF, 1),
					    TRAY("black-gone", 132, 8, -4, 0, OFF, 2),
					    TRAY("white-gone", 8, 88, 0, 4, OFF, 3),
					    {.name = NULL}};

static const struct tablas_name sides[] = {
	{"green", "#3a7d44"}, {"red", "#b3312c"}, {"black", "#2b2b2b"}, {"white", "#f2efe6"}};

/* Colors and Symbolism: each season has the colour of its element. */
static const struct tablas_name wards[] = {{"Spring", "#3f8a4c"},
					   {"Summer", "#b3312c"},
					   {"Autumn", "#2f2c2a"},
					   {"Winter", "#f4f2ec"},
					   {NULL, NULL}};

static const char *const counters[] = {"pips", "off", "hand", NULL};

/* ---- the vtable --------------------------------------------------------------- */

static void set_options(const int32_t *v, struct mundo *w)
{
	w->die_sides = (uint8_t)v[OPT_DIE_SIDES];
	w->setup = (uint8_t)v[OPT_SETUP];
	w->strike_duty = (uint8_t)v[OPT_STRIKE_DUTY];
	w->duty_first = (uint8_t)v[OPT_DUTY_FIRST];
	w->optional_may_decline = (uint8_t)v[OPT_MAY_DECLINE];
	w->forfeit = (uint8_t)v[OPT_FORFEIT];
	w->forfeit_return = (uint8_t)v[OPT_FORFEIT_RETURN];
	w->reentry = (uint8_t)v[OPT_REENTRY];
	w->anywhere_wait = (uint8_t)v[OPT_ANYWHERE_WAIT];
	w->hand_blocks_foreign = (uint8_t)v[OPT_HAND_BLOCKS];
	w->bearoff_number = (uint8_t)v[OPT_BEAROFF_NUMBER];
	w->bearoff_choice = (uint8_t)v[OPT_BEAROFF_CHOICE];
	w->finish = (uint8_t)v[OPT_FINISH];
	w->payout = (uint8_t)v[OPT_PAYOUT];
	w->war_entry_covers = (uint8_t)v[OPT_WAR_COVERS];
	w->stakes = (uint8_t)v[OPT_STAKES];
	mundo_put(w->turn_limit, (uint32_t)v[OPT_TURN_LIMIT]);
	mundo_put(w->ante, (uint32_t)v[OPT_ANTE]);
}

void mundo_init(const struct tablas_setup *setup, void *pos)
{
	struct mundo *w = pos;

	memset(w, 0, sizeof *w);
	set_options(setup->options, w);
	for (unsigned seat = 0; seat < MUNDO_SEATS; seat++)
		w->hand[seat] = MUNDO_PIECES;
	w->phase = MUNDO_OPENING;
	w->rolling = (1u << MUNDO_SEATS) - 1;
	w->turn = w->asked = TABLAS_NOBODY;
}

static void show(struct tablas_view *out, unsigned place, unsigned seat, unsigned count)
{
	if (count > 0 && out->pieces_n < out->pieces_cap)
		out->pieces[out->pieces_n++] = (struct tablas_pieces){.place = (int16_t)place,
								      .seat = (uint8_t)seat,
								      .count = (uint16_t)count};
}

static void view(const void *pos, unsigned seat, struct tablas_view *out)
{
	const struct mundo *w = pos;

	(void)seat; /* nothing is hidden */
	out->pieces_n = 0;
	out->dice_n = 0;
	out->cube = 0;
	out->cube_owner = -1;
	memset(out->counters, 0, sizeof out->counters);
	for (unsigned s = 0; s < MUNDO_SLOTS; s++)
		show(out, s, mundo_owner(w, s), mundo_count(w, s));
	for (unsigned p = 0; p < MUNDO_SEATS; p++) {
		show(out, MUNDO_HAND + p, p, w->hand[p]);
		show(out, MUNDO_OFF + p, p, w->off[p]);
		show(out, MUNDO_GONE + p, p, w->gone[p]);
		out->counters[p][0] = (int32_t)mundo_steps_pips(w, p);
		out->counters[p][1] = w->off[p];
		out->counters[p][2] = w->hand[p];
	}
	for (unsigned i = 0; i < MUNDO_DICE && w->die[i] != 0; i++)
		out->dice[out->dice_n++] = (struct tablas_die){.face = w->die[i],
							       .sides = w->die_sides,
							       .state = w->die_state[i],
							       .seat = w->die_seat[i]};
}

/* Strikes send pieces back without end, so what a seat may lose has no bound. */
static int32_t exposure(const void *pos, unsigned seat)
{
	(void)pos;
	(void)seat;
	return INT32_MAX;
}

TABLAS_PLUGIN(el_mundo) = {
	TABLAS_PLUGIN_ABI, .name = "el-mundo", .title = "El Mundo, tables of the four seasons",
	.source = "Alfonso X, Libro de los juegos (1283), folio 89; "
		  "\"El Mundo - Four Player Backgammon?\"",
	.rules = 1, .rules_since = 1, .seats_min = MUNDO_SEATS, .seats_max = MUNDO_SEATS,
	.position_size = sizeof(struct mundo),
	/* Twelve pieces, one of them with two uses, by three dice; and to stop. */
	.moves_max = MUNDO_DICE * (MUNDO_PIECES + 1) + 1,
	/* A turn: a throw, three steps, as many returns as strikes, a stop for each offer. */
	.plies_max = 600000,
	/* No more groups than pieces, nor than slots and trays. */
	.pieces_max = MUNDO_SLOTS + 3 * MUNDO_SEATS, .options = options, .places = places,
	.sides = sides, .wards = wards, .counters = counters, .init = mundo_init,
	.wait = mundo_turn_wait, .legal = mundo_moves_legal, .roll = mundo_turn_roll,
	.play = mundo_turn_play, .outcome = mundo_ending_outcome, .view = view,
	.write = mundo_notation_write, .read = mundo_notation_read,
	.move_write = mundo_moves_write, .move_read = mundo_moves_read, .audit = mundo_audit,
	.why_not = mundo_moves_why, .leave = mundo_turn_leave, .resign = mundo_turn_resign,
	.draw = mundo_board_draw, .value = mundo_ending_value, .exposure = exposure,
	.place_read = mundo_moves_place, .flaw = mundo_notation_flaw};
