/*
 * table_inside.h - what the three files of the table share, and nobody else.
 */
#ifndef GAME_TABLE_INSIDE_H
#define GAME_TABLE_INSIDE_H

#include "game/table.h"

/* Why a seat leaves that cannot pay, in the text of the fact. */
#define TABLE_INSOLVENT "insolvent"

/* Why a seat leaves whose time is up. */
#define TABLE_TIMEOUT "timeout"

/* What ends or undoes a game that all agreed about, in the text of the fact. */
#define TABLE_AGREEMENT "agreement"

/* Why a pause is over, if nobody agreed to that. */
#define TABLE_ITS_TIME "time"

/* The seats that are asked, of a table with a clock; before a fact is applied. */
uint16_t table_inside_asked(const struct table *);

/* What a fact that was applied does to the clock; asked_anew: there is another question. */
void table_inside_keep_time(struct table *, const struct fact *, uint16_t asked_before,
			    bool asked_anew);

/* Whoever has not answered yet pays out of his bank for what he used beyond the allowance. */
void table_inside_charge(struct table *, int64_t at);

/* LAPSED, CLAIMED and AWAY.  0, or -1. */
int table_inside_lapse(struct table *, const struct fact *);
int table_inside_claim(struct table *, const struct fact *);
int table_inside_away(struct table *, const struct fact *);

/*
 * Stops the clock for everybody and lets it run again, at the instant of a fact that
 * says so, while that is applied.  What is left to each seat stays as it is, any
 * number of times.  While it is stopped there are no deadlines, nobody lapses, and a
 * decision takes no time; a new question finds its allowance whole.  Nothing happens
 * where it is stopped, or runs, already, or where there is no clock.  Whether it is
 * stopped says table.time.stopped, which is kept with the rest of the table.
 */
void table_inside_stop_clock(struct table *, const struct fact *);
void table_inside_run_clock(struct table *, const struct fact *);

/* Whether the seat must leave for its time, and whether the house may decide for it. */
bool table_inside_out_of_time(const struct table *, unsigned seat);
bool table_inside_may_be_played_for(const struct table *, unsigned seat);

/* The fact that follows from a lapse, if one does. */
bool table_inside_time_is_up(const struct table *, struct fact *);

/* ACCEPTED when the game is being played. */
enum refusal table_inside_refuse_unless_active(const struct table *);

enum refusal table_inside_decide_lapse(const struct table *, const struct command *,
				       struct decision *);
enum refusal table_inside_decide_claim(const struct table *, const struct command *,
				       struct decision *);
enum refusal table_inside_decide_away(const struct table *, const struct command *,
				      struct decision *);

/* The next fact at this table. `text` may be NULL. */
void table_inside_fact(const struct table *, enum fact_kind, uint8_t seat, const char *text,
		       struct fact *out);

/* How the game has ended; false if it has not.  The table is one with a position. */
bool table_inside_outcome(const struct table *, struct tablas_outcome *out);
void table_inside_keep_outcome(struct table *, const struct tablas_outcome *);

/* table_consent.c: COMMAND_OFFER and its answers. */
enum refusal table_inside_decide_consent(const struct table *, const struct command *,
					 struct decision *);

/* OFFERED, AGREED, DECLINED and WITHDRAWN; and TAKEN_BACK.  0, or -1. */
int table_inside_answer(struct table *, const struct fact *);
int table_inside_take_back(struct table *, const struct fact *, struct happened *);

/* PAUSED and RESUMED. */
int table_inside_pause(struct table *, const struct fact *);
int table_inside_resume(struct table *, const struct fact *);

/* Before a decision is applied: how it stood; after any fact: what it does to offers. */
void table_inside_keep_past(struct table *, const struct fact *);
void table_inside_note_consent(struct table *, const struct fact *, bool asked_anew);

/* The fact that follows once all have agreed; and whether that is a draw. */
bool table_inside_is_agreed(const struct table *, struct fact *);
bool table_inside_is_drawn(const struct table *);
bool table_inside_any_agreed(const struct table *);

/* For what a fact of play lets seats leave, and the game end if it does now. */
void table_inside_note_cause(struct table *, const struct fact *);
void table_inside_note_end(struct table *);

/* The fact that says so. */
void table_inside_finished(const struct table *, const struct tablas_outcome *,
			   struct fact *out);

#endif
