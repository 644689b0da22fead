/*
 * errors.h - every refusal, in one list.
 *
 * A refusal is the caller's mistake: it has a name, an HTTP status, a slug (the
 * problem type at /v1/problems/{slug}) and a title that never varies.  Where
 * several apply to one request, the first in this order is given.
 *
 *	X(NAME, status, "slug", "title")
 */
#ifndef GAME_ERRORS_H
#define GAME_ERRORS_H

#define REFUSALS(X)                                                                              \
	/* the request itself */                                                                 \
	X(NOT_FOUND, 404, "not-found", "There is no such thing here")                            \
	X(NO_RULES_TEXT, 404, "no-rules-text", "The game has no rules to read here")              \
	X(METHOD_NOT_ALLOWED, 405, "method-not-allowed", "This resource has no such method")     \
	X(NOT_ACCEPTABLE, 406, "not-acceptable", "No representation of that kind is offered")    \
	X(URI_TOO_LONG, 414, "uri-too-long", "The address is too long")                          \
	X(HEADERS_TOO_LARGE, 431, "headers-too-large", "The header fields are too large")        \
	X(BODY_TOO_LARGE, 413, "body-too-large", "The body is too large")                        \
	X(BODY_TOO_SLOW, 408, "body-too-slow", "The body did not arrive in time")                \
	X(UNSUPPORTED_MEDIA_TYPE, 415, "unsupported-media-type",                                 \
	  "The body is of a kind that is not read here")                                         \
	X(TOO_MANY_REQUESTS, 429, "too-many-requests", "Too many requests of this kind")         \
	X(UNAUTHORIZED, 401, "unauthorized", "A valid token is needed")                          \
	X(BAD_CREDENTIALS, 401, "bad-credentials", "The name or the password is wrong")          \
	X(INSUFFICIENT_SCOPE, 403, "insufficient-scope", "The token lacks the scope for this")   \
	X(FORBIDDEN, 403, "forbidden", "This is not yours to do")                                \
	X(MALFORMED_JSON, 400, "malformed-json", "The body is not JSON")                         \
	X(UNKNOWN_MEMBER, 400, "unknown-member", "The request has a member that is not known")   \
	X(MISSING_MEMBER, 400, "missing-member", "The request lacks a member")                   \
	X(INVALID_VALUE, 400, "invalid-value", "A value is of the wrong type or out of range")   \
	X(INVALID_CURSOR, 400, "invalid-cursor", "The cursor does not belong to this list")      \
	X(IDEMPOTENCY_KEY_NEEDED, 400, "idempotency-key-needed",                                 \
	  "This request needs an Idempotency-Key")                                               \
	X(IDEMPOTENCY_KEY_REUSED, 422, "idempotency-key-reused",                                 \
	  "The Idempotency-Key was used for another request")                                    \
	X(PRECONDITION_NEEDED, 428, "precondition-needed",                                       \
	  "The request must say which version it answers")                                           \
	/* accounts */                                                                           \
	X(REGISTRATION_CLOSED, 403, "registration-closed", "No new accounts are made here")      \
	X(INVITATION_NEEDED, 403, "invitation-needed", "An invitation is needed")                \
	X(NAME_TAKEN, 409, "name-taken", "The name is taken")                                    \
	X(ACCOUNT_CLOSED, 403, "account-closed", "The account is closed")                        \
	X(ACCOUNT_IN_USE, 409, "account-in-use", "The account still has games or chips")         \
	X(MAIL_NOT_SENT, 409, "mail-not-sent", "No mail is sent from here")                      \
	X(ALREADY_SUBSCRIBED, 409, "already-subscribed", "News are brought there already")       \
	X(TOO_MANY_SUBSCRIPTIONS, 409, "too-many-subscriptions", "There is no room for another") \
	X(VACATION_OVER, 409, "vacation-over", "The vacation is over")                           \
	X(VACATION_OVERLAPS, 409, "vacation-overlaps", "Some of these days are vacation already") \
	X(TOO_MANY_VACATIONS, 409, "too-many-vacations", "Enough vacations are planned")         \
	X(VACATION_DAYS_SPENT, 409, "vacation-days-spent", "There are not so many days left")    \
	/* making and joining games */                                                           \
	X(NO_SUCH_RULESET, 422, "no-such-ruleset", "No ruleset of that name is loaded")          \
	X(NO_SUCH_OPTION, 422, "no-such-option", "The ruleset has no such option")               \
	X(INVALID_OPTION, 422, "invalid-option", "The option has no such value")                 \
	X(OPTIONS_CONFLICT, 422, "options-conflict", "These options cannot be combined")         \
	X(INVALID_POSITION, 422, "invalid-position", "No game can begin from this position")     \
	X(INSUFFICIENT_CHIPS, 422, "insufficient-chips", "There are not enough chips")           \
	X(CREDIT_EXHAUSTED, 422, "credit-exhausted", "The account may not owe so much")         \
	X(BUY_IN_TOO_SMALL, 422, "buy-in-too-small", "The buy-in does not cover the stakes")     \
	X(GAME_FROZEN, 409, "game-frozen", "The game is frozen until an operator looks at it")   \
	X(TOO_MANY_TABLES, 409, "too-many-tables", "There are too many open tables of that account") \
	X(REMATCH_NOT_ALLOWED, 409, "rematch-not-allowed", "There is no rematch of this game now") \
	X(TABLE_CLOSED, 409, "table-closed", "The table is not open any more")                   \
	X(GAME_OVER, 409, "game-over", "The game is over")                                       \
	X(GAME_NOT_STARTED, 409, "game-not-started", "The game has not started")                 \
	X(GAME_STARTED, 409, "game-started", "The game has started")                             \
	X(SEAT_TAKEN, 409, "seat-taken", "The seat is taken")                                    \
	X(ALREADY_SEATED, 409, "already-seated", "You have a seat at this table")                \
	X(BLOCKED, 403, "blocked", "One of you wants nothing to do with the other")              \
	X(NOT_SEATED, 403, "not-seated", "You have no seat at this table")                       \
	X(TOO_LATE_TO_ABORT, 409, "too-late-to-abort", "The game can no longer be aborted")      \
	X(TOP_UP_NOT_ALLOWED, 409, "top-up-not-allowed", "Nothing is added to this purse")      \
	X(NOTHING_OFFERED, 409, "nothing-offered", "Nothing of that kind is offered")            \
	X(OWN_OFFER, 409, "own-offer", "It is for the others to answer this offer")              \
	X(OFFER_NOT_ALLOWED, 409, "offer-not-allowed", "This cannot be offered now")             \
	X(NOTHING_TO_CLAIM, 409, "nothing-to-claim", "No time is up that could be claimed")     \
	/* beside the game */                                                                    \
	X(NOTE_CHANGED, 412, "note-changed", "The note has been changed since")                  \
	X(ROOM_CLOSED, 403, "room-closed", "That room is not yours while the game runs")        \
	X(ROOM_SILENCED, 409, "room-silenced", "The seats want the spectators to be silent")    \
	X(ROOM_FULL, 409, "room-full", "No more lines are kept in this room")                   \
	X(LIST_FULL, 409, "list-full", "There is no room for another name in that list")        \
	X(NOTHING_TO_NUDGE, 409, "nothing-to-nudge", "The game waits for nobody else")          \
	X(TOO_SOON_TO_NUDGE, 409, "too-soon-to-nudge", "That seat may not be nudged yet")       \
	/* deciding */                                                                           \
	X(STALE_PLY, 412, "stale-ply", "The game has moved on")                                  \
	X(CLOCK_EXPIRED, 409, "clock-expired", "The time for this decision is up")              \
	X(GAME_PAUSED, 409, "game-paused", "The game is paused")                                 \
	X(NOT_YOUR_DECISION, 409, "not-your-decision", "The game does not wait for you")         \
	X(ILLEGAL_MOVE, 422, "illegal-move", "The move is not legal")                            \
	X(UNREADABLE_MOVE, 422, "unreadable-move", "The move cannot be read")                    \
	X(AMBIGUOUS_MOVE, 422, "ambiguous-move", "The move can be read in more than one way")    \
	X(NO_SUCH_DIE, 422, "no-such-die", "No unused die has that number")                      \
	X(NO_PIECE, 422, "no-piece-there", "No piece of yours stands there")                     \
	X(MUST_ENTER, 422, "must-enter", "Pieces in hand come first")                            \
	X(WRONG_WAY, 422, "wrong-way", "Pieces do not move that way")                            \
	X(POINT_BLOCKED, 422, "point-blocked", "The point is held by another seat")              \
	X(NOT_ALL_HOME, 422, "not-all-home", "Not all pieces are home")                          \
	X(EXACT_BEAR_OFF, 422, "exact-bear-off", "The die does not bear off that piece")         \
	X(MUST_STRIKE, 422, "must-strike", "A compulsory strike would be missed")                \
	X(MUST_USE_MORE_DICE, 422, "must-use-more-dice", "More dice could be used")              \
	X(MUST_USE_LARGER_DIE, 422, "must-use-larger-die", "The larger die must be used")        \
	X(IN_CHECK, 422, "in-check", "The king would stand in check")                            \
	X(CUBE_NOT_YOURS, 422, "cube-not-yours", "The cube may not be turned now")               \
	X(TURN_INCOMPLETE, 422, "turn-incomplete", "The decision is not complete")               \
	X(TOO_MANY_MOVES, 422, "too-many-moves", "The decision was complete before the last move") \
	X(RESIGNATION_NOT_ALLOWED, 409, "resignation-not-allowed",                               \
	  "A resignation of that kind is not possible now")                                      \
	/* the world */                                                                          \
	X(INTERNAL_ERROR, 500, "internal-error", "The server has made a mistake")                \
	X(UNAVAILABLE, 503, "unavailable", "The server cannot write at the moment")

enum refusal {
	ACCEPTED = 0,
#define X(name, status, slug, title) name,
	REFUSALS(X)
#undef X
	REFUSAL_COUNT
};

int refusal_status(enum refusal);
const char *refusal_slug(enum refusal);
const char *refusal_title(enum refusal);

/* The refusal of that slug, or ACCEPTED if there is none. */
enum refusal refusal_named(const char *slug);

#endif
