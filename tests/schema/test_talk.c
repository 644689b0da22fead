/*
 * test_talk.c - what is kept beside games, and what the audit finds wrong with it.
 */
#include "schema/audit.h"
#include "tests/schema/temporary.h"

#include <stdio.h>
#include <string.h>

static char said[4096];

static void hear(void *cls, const char *sentence)
{
	size_t n = strlen(said);

	(void)cls;
	snprintf(said + n, sizeof(said) - n, "%s\n", sentence);
}

static const char *audit(struct temporary *t)
{
	struct registry none = {.n = 0};
	struct audit_report report;

	said[0] = '\0';
	assert_int_equal(audit_book(t->store, &none, &report, hear, NULL, NULL), 0);
	return said;
}

static int64_t lay(struct temporary *t, int64_t ana, bool late)
{
	struct delay_row delay = {.plies = 3, .ms = 60000};
	struct game_row row = temporary_game(late ? "k3y0000002" : "k3y0000001", "toy", 2, ana);

	row.late = late;
	row.auto_forced = true;
	assert_int_equal(store_game_add(t->store, &row), STORE_DONE);
	if (late)
		assert_int_equal(store_delay_add(t->store, row.id, &delay), STORE_DONE);
	return row.id;
}

static void say(struct temporary *t, int64_t game, enum chat_room room, int64_t number,
		int64_t account)
{
	struct chat_row line = {.game = game,
				.room = (uint8_t)room,
				.number = number,
				.account = account,
				.at = 1000 + number,
				.text = "so"};

	assert_int_equal(store_chat_add(t->store, &line), STORE_DONE);
}

static void the_audit_misses_a_line_that_is_gone(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0), game;

	assert_int_equal(store_begin(t->store), STORE_DONE);
	game = lay(t, ana, false);
	for (int64_t i = 1; i <= 3; i++) {
		say(t, game, ROOM_SEATS, i, ana);
		say(t, game, ROOM_SPECTATORS, i, ana);
	}
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_null(strstr(audit(t), "lines"));
	temporary_must(t, "DELETE FROM chat WHERE room = 2 AND number = 2");
	assert_non_null(strstr(audit(t), "room 2 has 2 lines, numbered from 1 to 3"));
	assert_null(strstr(said, "room 1"));
}

static void a_delay_comes_back_as_it_was_and_is_missed_where_it_is_not_told(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0);
	struct delay_row delay;
	struct game_row row;

	assert_int_equal(store_begin(t->store), STORE_DONE);
	lay(t, ana, false);
	lay(t, ana, true);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(store_game_by_key(t->glasses, "k3y0000001", &row), STORE_FOUND);
	assert_true(row.auto_forced && !row.late && !row.past);
	assert_int_equal(store_delay(t->glasses, &row, &delay), STORE_NONE);
	assert_int_equal(store_game_by_key(t->glasses, "k3y0000002", &row), STORE_FOUND);
	assert_true(row.auto_forced && row.late && !row.past);
	assert_int_equal(store_delay(t->glasses, &row, &delay), STORE_FOUND);
	assert_int_equal(delay.plies, 3);
	assert_int_equal(delay.ms, 60000);
	assert_null(strstr(audit(t), "delay"));
	temporary_must(t, "UPDATE games SET auto_forced = 1");
	assert_non_null(strstr(audit(t), "game k3y0000002: it has a delay"));
}

static void a_look_is_written_once_and_only_of_what_is_still_asked(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0), game;
	struct seat_note_row look = {.seat = 1, .asked = 0, .at = 100}, found;

	assert_int_equal(store_begin(t->store), STORE_DONE);
	game = look.game = lay(t, ana, false);
	assert_int_equal(store_look_write(t->store, &look), STORE_DONE);
	look.at = 200; /* the first look is the one that counts */
	assert_int_equal(store_look_write(t->store, &look), STORE_DONE);
	look.asked = 7; /* not asked yet, or no more */
	assert_int_equal(store_look_write(t->store, &look), STORE_DONE);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(store_look_at(t->glasses, game, 1, &found), STORE_FOUND);
	assert_int_equal(found.at, 100);
	assert_int_equal(found.asked, 0);
	assert_int_equal(store_look_at(t->glasses, game, 0, &found), STORE_NONE);
}

static void a_block_is_kept_goes_with_either_account_and_is_named_where_it_cannot_be(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0), ben = temporary_account(t, "ben", 0);
	int64_t carla = temporary_account(t, "carla", 0);

	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_shun(t->store, SHUN_BLOCKED, ana, ben, 1000), STORE_DONE);
	assert_int_equal(store_shun(t->store, SHUN_BLOCKED, ana, carla, 1000), STORE_DONE);
	assert_int_equal(store_shun(t->store, SHUN_BLOCKED, carla, ana, 1000), STORE_DONE);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(store_shuns(t->glasses, SHUN_BLOCKED, ana, ben), STORE_FOUND);
	assert_int_equal(store_shuns(t->glasses, SHUN_BLOCKED, ben, ana), STORE_NONE);
	assert_int_equal(store_shuns(t->glasses, SHUN_MUTED, ana, ben), STORE_NONE);
	assert_null(strstr(audit(t), "blocks"));
	temporary_must(t, "UPDATE accounts SET closed = 5000 WHERE name = 'carla'");
	assert_non_null(strstr(audit(t), "it blocks"));
	assert_int_equal(store_begin(t->store), STORE_DONE);
	assert_int_equal(store_talk_forget(t->store, carla), STORE_DONE);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_null(strstr(audit(t), "blocks"));
	assert_int_equal(store_shuns(t->glasses, SHUN_BLOCKED, ana, ben), STORE_FOUND);
	assert_int_equal(store_shuns(t->glasses, SHUN_BLOCKED, ana, carla), STORE_NONE);
}

/* A book of before there were talks and delays has none, and may have some. */
static void an_older_book_gets_room_for_talk(void **state)
{
	struct temporary *t = *state;
	int64_t ana = temporary_account(t, "ana", 0), game, last;

	assert_int_equal(store_begin(t->store), STORE_DONE);
	game = lay(t, ana, false);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	temporary_close(t);
	temporary_age(t, 9);
	assert_int_equal(temporary_open(t), 0);
	assert_int_equal(store_chat_last(t->glasses, game, ROOM_SEATS, &last), STORE_FOUND);
	assert_int_equal(last, 0);
	assert_int_equal(store_begin(t->store), STORE_DONE);
	say(t, game, ROOM_SEATS, 1, ana);
	assert_int_equal(store_commit(t->store), STORE_DONE);
	assert_int_equal(store_chat_last(t->glasses, game, ROOM_SEATS, &last), STORE_FOUND);
	assert_int_equal(last, 1);
	assert_int_equal(store_shuns(t->glasses, SHUN_BLOCKED, ana, ana), STORE_NONE);
}

int main(void)
{
#define OPEN(test) cmocka_unit_test_setup_teardown(test, temporary_setup, temporary_teardown)
	const struct CMUnitTest tests[] = {
		OPEN(the_audit_misses_a_line_that_is_gone),
		OPEN(a_delay_comes_back_as_it_was_and_is_missed_where_it_is_not_told),
		OPEN(a_look_is_written_once_and_only_of_what_is_still_asked),
		OPEN(a_block_is_kept_goes_with_either_account_and_is_named_where_it_cannot_be),
		OPEN(an_older_book_gets_room_for_talk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
