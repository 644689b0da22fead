/*
 * notes.c - what a player notes about a game, for nobody else.
 *
 * A note is asked for by whose it is and in no other way, and no other answer or
 * stream has any of it.  Two devices of one player may write at once: a change
 * names the version it changes, and whoever comes second is shown the other's.
 */
#include "api/exchange.h"
#include "api/games_inside.h"

#include <stdio.h>
#include <string.h>

static void write_note(struct out *out, const struct game_row *game, const struct note_row *note)
{
	out_kstring(out, "id", game->key);
	out_kstring(out, "text", note->text);
	out_ktime(out, "changed", note->changed);
}

static void tag(struct reply *reply, const struct note_row *note)
{
	snprintf(reply->etag, sizeof reply->etag, "\"%lld\"", (long long)note->version);
}

static struct reply show(const struct game_row *game, const struct note_row *note)
{
	struct reply reply;
	struct out out;

	out_init(&out);
	out_object(&out);
	write_note(&out, game, note);
	out_object_end(&out);
	reply = reply_json(200, &out);
	tag(&reply, note);
	return reply;
}

/* The game and one's note of it as it is, which may be none yet. */
static bool find(struct request *r, struct game_row *game, struct note_row *note,
		 struct reply *reply)
{
	if (!games_row(r, game, reply))
		return false;
	if (store_note(request_view(r), r->account, game->id, note) != STORE_TROUBLE)
		return true;
	*reply = reply_trouble(r);
	return false;
}

/* Whether the version that is to be changed is the one there is. */
static bool is_current(struct request *r, const struct game_row *game, const struct note_row *note,
		       struct reply *reply)
{
	int64_t version;
	struct out out;

	if (!request_version(r, &version, reply))
		return false;
	if (version == VERSION_ANY || version == note->version)
		return true;
	if (version == VERSION_NONE && !note->version)
		return true;
	if (version == VERSION_NONE) {
		*reply = reply_problem(r, PRECONDITION_NEEDED,
				       "Say which note you change: its ETag as If-Match.");
		return false;
	}
	reply_problem_begin(r, &out, NOTE_CHANGED, "It is version %lld now; see \"note\".",
			    (long long)note->version);
	out_key(&out, "note");
	out_object(&out);
	write_note(&out, game, note);
	out_object_end(&out);
	*reply = reply_problem_end(r, &out, NOTE_CHANGED);
	tag(reply, note);
	return false;
}

static bool keep(struct request *r, struct note_row *note, const char *text)
{
	snprintf(note->text, sizeof note->text, "%s", text);
	note->version++;
	note->changed = desk_now(r->desk);
	return store_note_write(desk_store(r->desk), note) == STORE_DONE;
}

struct reply notes_show(struct request *r)
{
	struct game_row game;
	struct note_row note;
	struct reply reply;

	return find(r, &game, &note, &reply) ? show(&game, &note) : reply;
}

struct reply notes_write(struct request *r)
{
	static const char *const members[] = {"text", NULL};
	struct game_row game;
	struct note_row note;
	struct reply reply;
	const char *text;

	if (!find(r, &game, &note, &reply) ||
	    !request_members(r, r->json, "", members, &reply) ||
	    !request_text(r, "text", STORE_NOTE_MAX, true, &text, &reply) ||
	    !is_current(r, &game, &note, &reply) ||
	    !allowance_take(r->private, LIMIT_NOTES, r->account_name, &reply))
		return reply;
	return keep(r, &note, text) ? show(&game, &note) : reply_trouble(r);
}

/* The version stays and goes on: a device that was away still notices. */
struct reply notes_remove(struct request *r)
{
	struct game_row game;
	struct note_row note;
	struct reply reply;

	if (!find(r, &game, &note, &reply))
		return reply;
	if (!note.text[0])
		return reply_problem(r, NOT_FOUND, "You have no note of this game.");
	if (!is_current(r, &game, &note, &reply))
		return reply;
	return keep(r, &note, "") ? reply_empty(204) : reply_trouble(r);
}
