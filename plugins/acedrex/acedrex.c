/*
 * acedrex.c - Four-Seasons Chess: facts and the vtable.
 *
 * Alfonso's Libro de los juegos (1283), folios 87-89, in Golladay's translation
 * as the Digital Ludeme Project quotes it (evidence 1175), with that project's
 * summary of the rules.  Where the two disagree, or both are silent, the doubt is
 * an option.  "Ours" marks what neither says.
 */
#include "plugins/acedrex/acedrex.h"
#include "plugins/options.h"

static const char *const captures[] = {"right_only", "first_move_right", "free", NULL};
static const char *const payees[] = {"pot", "captor", NULL};
static const char *const first_mates[] = {"mater", "pot", NULL};
static const char *const armies[] = {"remove", "captor", "freeze", NULL};
static const char *const doubles[] = {"off", "until_capture", NULL};
static const char *const stalemates[] = {"pass", "mated", NULL};
static const char *const layouts[] = {"dlp", "ludii", NULL};

/* The order of the options; init() reads them by it. */
enum {
	OPT_CAPTURE,
	OPT_CAPTURE_PAYEE,
	OPT_CHECK_PAYEE,
	OPT_FIRST_MATE_PAYEE,
	OPT_COUNT_KING,
	OPT_MATE_CHECK_FEE,
	OPT_MATED_ARMY,
	OPT_PAWN_DOUBLE,
	OPT_FERS_LEAP,
	OPT_STALEMATE,
	OPT_KING_CAPTURE,
	OPT_BARE_KING,
	OPT_LAYOUT,
	OPT_ANTE,
	OPT_MAX_CHECK_FEES,
	OPT_NO_PROGRESS,
	OPT_REPETITION
};

static const struct tablas_option options[] = {
	[OPT_CAPTURE] =
		OPTION_CHOICE("capture", "Whom one may capture",
		       "Only the next living player to the right (DLP summary); anybody, the "
		       "first move going to the right (Golladay); or anybody from the start.",
		       captures),
	[OPT_CAPTURE_PAYEE] = OPTION_CHOICE("capture_payee", "Who is paid for a captured piece",
				     "The pot (DLP summary), or whoever captured it, which "
				     "gives a loser stakes of his own to hand over.",
				     payees),
	[OPT_CHECK_PAYEE] =
		OPTION_CHOICE("check_payee", "Who is paid for a check",
		       "The pot (DLP summary), or the owner of the checking piece.", payees),
	[OPT_FIRST_MATE_PAYEE] =
		OPTION_CHOICE("first_mate_payee", "Whom the first to be mated pays",
		       "The victor (Golladay), or the pot (DLP summary, Ludii).", first_mates),
	[OPT_COUNT_KING] = OPTION_BOOL("count_king", "A mated player pays for the king too",
				"Ludii counts it among the pieces; the text does not say.", 1),
	[OPT_MATE_CHECK_FEE] = OPTION_BOOL("mate_check_fee", "The mating check is paid for",
				    "Ludii charges the pieces only; the text does not say.", 0),
	[OPT_MATED_ARMY] =
		OPTION_CHOICE("mated_army", "What becomes of a mated army",
		       "It is removed (Golladay), goes over to the mater without its king "
		       "(knauer.org), or stays as an obstacle.",
		       armies),
	[OPT_PAWN_DOUBLE] =
		OPTION_CHOICE("pawn_double", "Pawns may at first go two squares",
		       "Not here, or as in the book's ordinary chess: until anybody has "
		       "captured anything (Ludii, Acedrex).",
		       doubles),
	[OPT_FERS_LEAP] = OPTION_BOOL("fers_leap", "A fers may at first leap two squares",
			       "As in the book's ordinary chess: its first move may be two "
			       "squares diagonally, taking nothing (Ludii, Acedrex).",
			       0),
	[OPT_STALEMATE] = OPTION_CHOICE("stalemate", "Who cannot move and is not in check",
				 "The sources are silent: he passes (ours), or counts as mated "
				 "by the player before him.",
				 stalemates),
	[OPT_KING_CAPTURE] =
		OPTION_BOOL("king_capture", "A king may be captured",
		     "A third player's move may lay a king open to its hunter; to take it "
		     "is then a mate at once (ours).",
		     0),
	[OPT_BARE_KING] = OPTION_BOOL("bare_king", "A king left alone is mated",
			       "When its turn comes, by the player before it (ours); it helps "
			       "games to end.",
			       0),
	[OPT_LAYOUT] =
		OPTION_CHOICE("layout", "Where the seats begin",
		       "Green at h8 (DLP summary), or at h1, where Ludii has it, which makes "
		       "knights and rooks change places.",
		       layouts),
	[OPT_ANTE] = OPTION_NUMBER("ante", "Opening wager", "Stakes each player puts down (Golladay).", 1,
			 0, 1000000),
	[OPT_MAX_CHECK_FEES] =
		OPTION_NUMBER("max_check_fees", "Checks a player pays for at most",
		    "Checks never end, so what one can lose would not (ours).", 20, 0, 1000),
	[OPT_NO_PROGRESS] = OPTION_NUMBER("no_progress", "Rounds without progress until a draw",
				"Rounds of all living players without a capture or a pawn's "
				"move (ours).",
				50, 1, ACEDREX_ROUNDS),
	[OPT_REPETITION] = OPTION_NUMBER("repetition", "Times a position comes up until a draw",
			       "The same pieces on the same squares, the same player to move "
			       "(ours).",
			       4, 2, 100),
	[OPT_REPETITION + 1] = {.key = NULL}};

/* ---- places ------------------------------------------------------------------ */

/*
 * White's corner is at the lower right.  The wards of the squares that the two
 * lines cross say so, for those who do not draw lines.
 */
#define SQ(n, c, r)                                                                            \
	{                                                                                      \
		.name = n, .x = 20 + 12 * (c), .y = 20 + 12 * (7 - (r)), .dx = 12,             \
		.kind = TABLAS_PLACE_BOARD, .shape = TABLAS_SHAPE_SQUARE,                      \
		.ward = (((c) + (r)) % 2 == 0) + 2 * ((c) > 0 && (c) < 7 && (r) > 0 &&         \
						      (r) < 7 &&                               \
						      ((c) == (r) || (c) + (r) == 7)),         \
		.seat = TABLAS_NOBODY                                                          \
	}
#define RANK(n, r)                                                                             \
	SQ("a" n, 0, r), SQ("b" n, 1, r), SQ("c" n, 2, r), SQ("d" n, 3, r), SQ("e" n, 4, r),   \
		SQ("f" n, 5, r), SQ("g" n, 6, r), SQ("h" n, 7, r)
#define TRAY(n, px, py, sx, sy, s)                                                             \
	{                                                                                      \
		.name = n, .x = px, .y = py, .dx = sx, .dy = sy, .kind = TABLAS_PLACE_OFF,     \
		.shape = TABLAS_SHAPE_ROUND, .seat = s                                         \
	}

static const struct tablas_place places[] = {RANK("1", 0),
					     RANK("2", 1),
					     RANK("3", 2),
					     RANK("4", 3),
					     RANK("5", 4),
					     RANK("6", 5),
					     RANK("7", 6),
					     RANK("8", 7),
					     TRAY("green-captured", 123, 27, 0, 10, 0),
					     TRAY("red-captured", 27, 1, 10, 0, 1),
					     TRAY("black-captured", 1, 97, 0, -10, 2),
					     TRAY("white-captured", 97, 123, -10, 0, 3),
					     {.name = NULL}};

static const struct tablas_name sides[] = {
	{"green", "#3a7d44"}, {"red", "#b3312c"}, {"black", "#2b2b2b"}, {"white", "#f2efe6"}};

static const struct tablas_name wards[] = {{"light", "#f8f1df"},
					   {"dark", "#b58a5a"},
					   {"light with a black line", "#f8f1df"},
					   {"dark with a white line", "#b58a5a"},
					   {NULL, NULL}};

/*
 * Across the board from the second square of one corner to that of the other;
 * "the one that goes through white squares is to be black and the one that goes
 * through black, white" (Golladay, the board).
 */
static const struct tablas_line lines[] = {
	{26, 98, 98, 26, "#fdfaf2"}, {26, 26, 98, 98, "#221d18"}, {.colour = NULL}};

static const char *const kinds[] = {
	[ACEDREX_NONE] = "piece",	[ACEDREX_KING] = "king",
	[ACEDREX_ROOK] = "rook",	[ACEDREX_KNIGHT] = "knight",
	[ACEDREX_FIL] = "fil",		[ACEDREX_FERS] = "fers",
	[ACEDREX_FRESH] = "fresh-fers", [ACEDREX_EAST] = "east-pawn",
	[ACEDREX_WEST] = "west-pawn",	[ACEDREX_NORTH] = "north-pawn",
	[ACEDREX_SOUTH] = "south-pawn", [ACEDREX_KINDS] = NULL};

static const char *const counters[] = {"army", "check", "net", "won", "fees", NULL};

/* ---- the vtable --------------------------------------------------------------- */

static void set_options(const int32_t *v, struct acedrex *a)
{
	acedrex_put(a->ante, (uint32_t)v[OPT_ANTE]);
	acedrex_put2(a->max_check_fees, (unsigned)v[OPT_MAX_CHECK_FEES]);
	a->capture = (uint8_t)v[OPT_CAPTURE];
	a->capture_payee = (uint8_t)v[OPT_CAPTURE_PAYEE];
	a->check_payee = (uint8_t)v[OPT_CHECK_PAYEE];
	a->first_mate_payee = (uint8_t)v[OPT_FIRST_MATE_PAYEE];
	a->count_king = (uint8_t)v[OPT_COUNT_KING];
	a->mate_check_fee = (uint8_t)v[OPT_MATE_CHECK_FEE];
	a->mated_army = (uint8_t)v[OPT_MATED_ARMY];
	a->pawn_double = (uint8_t)v[OPT_PAWN_DOUBLE];
	a->fers_leap = (uint8_t)v[OPT_FERS_LEAP];
	a->stalemate = (uint8_t)v[OPT_STALEMATE];
	a->king_capture = (uint8_t)v[OPT_KING_CAPTURE];
	a->bare_king = (uint8_t)v[OPT_BARE_KING];
	a->layout = (uint8_t)v[OPT_LAYOUT];
	a->no_progress = (uint8_t)v[OPT_NO_PROGRESS];
	a->repetition = (uint8_t)v[OPT_REPETITION];
}

/* A piece of the array, at so many files and ranks from its king's corner. */
static void set_up(struct acedrex *a, unsigned seat, unsigned corner, unsigned files,
		   unsigned ranks, unsigned kind)
{
	unsigned file = corner & 1 ? 7 - files : files, rank = corner & 2 ? 7 - ranks : ranks;

	a->square[8 * rank + file] = acedrex_piece(seat, kind);
}

/*
 * "The kings are placed in the corner most squares.  The rook is next to the
 * king, the knight is on the other, and the fil in front of him.  Two pawns
 * face one side of the board and the other two face the other" (Golladay); the
 * knight in the king's row, the rook in its column (DLP summary).
 */
static void set_up_army(struct acedrex *a, unsigned seat, unsigned corner)
{
	unsigned along = corner & 1 ? ACEDREX_WEST : ACEDREX_EAST;
	unsigned across = corner & 2 ? ACEDREX_SOUTH : ACEDREX_NORTH;

	set_up(a, seat, corner, 0, 0, ACEDREX_KING);
	set_up(a, seat, corner, 1, 0, ACEDREX_KNIGHT);
	set_up(a, seat, corner, 0, 1, ACEDREX_ROOK);
	set_up(a, seat, corner, 1, 1, ACEDREX_FIL);
	set_up(a, seat, corner, 2, 0, along);
	set_up(a, seat, corner, 2, 1, along);
	set_up(a, seat, corner, 0, 2, across);
	set_up(a, seat, corner, 1, 2, across);
}

void acedrex_init(const struct tablas_setup *setup, void *pos)
{
	/* Corners by 1: file h, 2: rank 8; the seats go round anticlockwise. */
	static const unsigned corners[ACEDREX_SEATS] = {3, 2, 0, 1};
	struct acedrex *a = pos;

	memset(a, 0, sizeof *a);
	set_options(setup->options, a);
	for (unsigned seat = 0; seat < ACEDREX_SEATS; seat++) {
		a->player[seat] = (uint8_t)seat;
		set_up_army(a, seat,
			    corners[(seat + (a->layout == ACEDREX_LUDII ? 3 : 0)) % 4]);
	}
}

static void show(struct tablas_view *out, unsigned place, unsigned colour, unsigned kind,
		 unsigned count)
{
	if (count > 0 && out->pieces_n < out->pieces_cap)
		out->pieces[out->pieces_n++] = (struct tablas_pieces){.place = (int16_t)place,
								      .seat = (uint8_t)colour,
								      .kind = (uint8_t)kind,
								      .count = (uint16_t)count};
}

static void view(const void *pos, unsigned seat, struct tablas_view *out)
{
	const struct acedrex *a = pos;
	struct acedrex_men men;

	(void)seat; /* nothing is hidden */
	acedrex_attacks_men(a, &men);
	out->pieces_n = 0;
	out->dice_n = 0;
	out->cube = 0;
	out->cube_owner = -1;
	memset(out->counters, 0, sizeof out->counters);
	for (unsigned i = 0; i < ACEDREX_SQUARES; i++)
		if (a->square[i])
			show(out, i, acedrex_colour(a, i), acedrex_kind(a, i), 1);
	for (unsigned s = 0; s < ACEDREX_SEATS; s++) {
		for (unsigned kind = 0; kind < ACEDREX_KINDS; kind++)
			show(out, ACEDREX_TRAY + s, s, kind, a->taken[s][kind]);
		out->counters[s][0] = __builtin_popcountll(men.of[s]);
		out->counters[s][1] = acedrex_attacks_on(a, &men, s) != 0;
		out->counters[s][2] = (int32_t)acedrex_get(a->net[s]);
		out->counters[s][3] = (int32_t)acedrex_get(a->won[s]);
		out->counters[s][4] = (int32_t)acedrex_get2(a->fees[s]);
	}
}

/* There are no dice, and wait() never asks for them. */
static void roll(void *pos, const uint8_t *faces, size_t n, struct tablas_events *ev)
{
	(void)pos;
	(void)faces;
	(void)n;
	(void)ev;
}

TABLAS_PLUGIN(acedrex) = {
	TABLAS_PLUGIN_ABI, .name = "acedrex", .title = "Four-Seasons Chess",
	.source =
		"Alfonso X, Libro de los juegos (1283), folios 87-89, translated by Golladay; "
		"Digital Ludeme Project, evidence 1175",
	.rules = 1, .rules_since = 1, .seats_min = ACEDREX_SEATS, .seats_max = ACEDREX_SEATS,
	.position_size = sizeof(struct acedrex), .moves_max = ACEDREX_MOVES_MAX,
	/*
	 * Captures, pawns' moves and eliminations are fewer than 130, each after 300
	 * quiet moves at most; beside each move four draws may be offered and answered.
	 */
	.plies_max = 130 * ACEDREX_MEMORY * 17, .pieces_max = ACEDREX_SEATS * ACEDREX_PIECES,
	.options = options, .places = places, .sides = sides, .wards = wards, .kinds = kinds,
	.counters = counters, .init = acedrex_init, .wait = acedrex_turn_wait,
	.legal = acedrex_moves_legal, .roll = roll, .play = acedrex_turn_play,
	.outcome = acedrex_ending_outcome, .view = view, .write = acedrex_notation_write,
	.read = acedrex_notation_read, .move_write = acedrex_words_write,
	.move_read = acedrex_words_read, .audit = acedrex_audit, .why_not = acedrex_moves_why,
	.leave = acedrex_turn_leave, .resign = acedrex_turn_resign, .draw = acedrex_board_draw,
	.exposure = acedrex_purse_exposure, .lines = lines, .flaw = acedrex_notation_flaw};
