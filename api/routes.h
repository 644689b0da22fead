/*
 * routes.h - every route, in one list.
 *
 *	R(METHOD, "path", handler, scope, flags, "what it is for")
 *
 * {…} stands for one segment, handed over in request->args in order.  scope is
 * a SCOPE_ of daemon/secrets.h, or 0 where no token is asked for.  openapi.yaml
 * describes each; tests/api/openapi.sh compares the two.
 *
 * Tokens are not kept for an Idempotency-Key: logging in has none, registering
 * its own way with them (register.c).
 */
#ifndef API_ROUTES_H
#define API_ROUTES_H

#include "api/request.h"
#include "daemon/secrets.h"

enum route_flags {
	ROUTE_READS = 0,
	ROUTE_WRITES = 1,      /* a savepoint is opened; answered after the commit    */
	ROUTE_BODY = 2,	       /* a JSON object is read                               */
	ROUTE_BODY_OPTIONAL = 4,/* ... or nothing at all                              */
	ROUTE_KEY = 8,	       /* Idempotency-Key is honoured                         */
	ROUTE_KEY_NEEDED = 16, /* ... and demanded                                    */
	ROUTE_MAYBE_TOKEN = 32,/* a token is not demanded, but used if there is one   */
	ROUTE_QUIET = 64,      /* not logged, not counted: probes                     */
	ROUTE_TICKET = 128     /* ?ticket= stands for a token: tickets.c              */
};

#define ROUTE_POST (ROUTE_WRITES | ROUTE_BODY | ROUTE_KEY)
#define ROUTE_POST_BARE (ROUTE_WRITES | ROUTE_BODY_OPTIONAL | ROUTE_KEY)
#define ROUTES(R)                                                                                  \
	R(GET, "/healthz", meta_health, 0, ROUTE_QUIET, "whether the process is alive")            \
	R(GET, "/readyz", meta_ready, 0, ROUTE_QUIET,                                              \
	  "whether the book takes writes and games are loaded")                                    \
	R(GET, "/metrics", meta_metrics, 0, ROUTE_QUIET, "numbers, as Prometheus reads them")      \
	R(GET, "/v1", meta_about, 0, ROUTE_READS, "name, version, limits, links")                  \
	R(GET, "/v1/openapi.yaml", meta_openapi, 0, ROUTE_READS, "this contract")                  \
	R(GET, "/v1/openapi.json", meta_openapi_json, 0, ROUTE_READS, "this contract, as JSON")    \
	R(GET, "/v1/problems", problems_list, 0, ROUTE_READS, "every problem type, in order")      \
	R(GET, "/v1/problems/{type}", problems_show, 0, ROUTE_READS, "one problem type")           \
	R(GET, "/v1/rulesets", rulesets_list, 0, ROUTE_READS, "the games that are loaded")         \
	R(GET, "/v1/rulesets/{name}", rulesets_show, 0, ROUTE_READS,                               \
	  "one ruleset: seats, dice, options as JSON Schema, places")                              \
	R(GET, "/v1/rulesets/{name}/rules", rulesets_text, 0, ROUTE_READS,                         \
	  "the rules as people read them, in the language they prefer")                            \
	R(POST, "/v1/accounts", accounts_create, 0,                                                \
	  ROUTE_WRITES | ROUTE_BODY | ROUTE_MAYBE_TOKEN, "register")                               \
	R(GET, "/v1/accounts", accounts_list, SCOPE_GAMES_READ, ROUTE_READS, "find players")       \
	R(GET, "/v1/accounts/{name}", accounts_show, SCOPE_GAMES_READ, ROUTE_READS,                \
	  "a player; `me` is oneself")                                                             \
	R(PATCH, "/v1/accounts/{name}", accounts_change, SCOPE_ACCOUNT, ROUTE_POST,                         \
	  "change one's password")                                                                 \
	R(DELETE, "/v1/accounts/{name}", accounts_close, SCOPE_ACCOUNT, ROUTE_WRITES,              \
	  "close one's account")                                                                   \
	R(GET, "/v1/accounts/{name}/export", accounts_export, SCOPE_ACCOUNT, ROUTE_READS,          \
	  "everything about one account as one archive")                                           \
	R(GET, "/v1/accounts/{name}/vacations", vacations_list, SCOPE_GAMES_READ, ROUTE_READS,     \
	  "one's days of vacation, those that are left and those that are planned")                \
	R(POST, "/v1/accounts/{name}/vacations", vacations_plan, SCOPE_GAMES_PLAY, ROUTE_POST,     \
	  "plan a vacation, on which one's clocks stand")                                          \
	R(GET, "/v1/accounts/{name}/vacations/{number}", vacations_show, SCOPE_GAMES_READ,         \
	  ROUTE_READS, "one of them")                                                              \
	R(PATCH, "/v1/accounts/{name}/vacations/{number}", vacations_shorten, SCOPE_GAMES_PLAY,    \
	  ROUTE_POST, "let it end earlier")                                                        \
	R(DELETE, "/v1/accounts/{name}/vacations/{number}", vacations_end, SCOPE_GAMES_PLAY,       \
	  ROUTE_WRITES, "give it up, or the rest of it")                                           \
	R(POST, "/v1/tokens", tokens_create, 0,                                                    \
	  ROUTE_WRITES | ROUTE_BODY | ROUTE_MAYBE_TOKEN,                                           \
	  "log in by password, or mint a token of fewer scopes")                                   \
	R(GET, "/v1/tokens", tokens_list, SCOPE_ACCOUNT, ROUTE_READS, "one's tokens")              \
	R(DELETE, "/v1/tokens/{number}", tokens_revoke, SCOPE_ACCOUNT, ROUTE_WRITES,               \
	  "revoke a token")                                                                        \
	R(POST, "/v1/tickets", tickets_create, SCOPE_GAMES_READ, ROUTE_READS,                      \
	  "a ticket with which a page opens one stream of events")                                 \
	R(POST, "/v1/invitations", invitations_create, SCOPE_ADMIN, ROUTE_POST_BARE,                            \
	  "an invitation to make an account")                                                      \
	R(DELETE, "/v1/invitations/{number}", invitations_revoke, SCOPE_GAMES_PLAY, ROUTE_WRITES,  \
	  "take an unused invitation back")                                                        \
	R(POST, "/v1/me/webhooks", webhooks_create, SCOPE_ACCOUNT, ROUTE_WRITES | ROUTE_BODY,      \
	  "have one's news brought to a URL")                                                      \
	R(GET, "/v1/me/webhooks", webhooks_list, SCOPE_ACCOUNT, ROUTE_READS, "one's webhooks")     \
	R(GET, "/v1/me/webhooks/{number}", webhooks_show, SCOPE_ACCOUNT, ROUTE_READS,              \
	  "one webhook, and how it fares")                                                         \
	R(PATCH, "/v1/me/webhooks/{number}", webhooks_change, SCOPE_ACCOUNT,                       \
	  ROUTE_WRITES | ROUTE_BODY, "change what is brought, where to, and whether")              \
	R(DELETE, "/v1/me/webhooks/{number}", webhooks_delete, SCOPE_ACCOUNT, ROUTE_WRITES,        \
	  "have nothing brought there any more")                                                   \
	R(POST, "/v1/me/webhooks/{number}/secret", webhooks_rotate, SCOPE_ACCOUNT,                 \
	  ROUTE_WRITES | ROUTE_BODY_OPTIONAL, "a new secret; the one before goes on for a while")  \
	R(POST, "/v1/me/webhooks/{number}/test", webhooks_test, SCOPE_ACCOUNT,                     \
	  ROUTE_WRITES | ROUTE_BODY_OPTIONAL, "have a delivery made that tells nothing")           \
	R(POST, "/v1/me/webhooks/{number}/replay", webhooks_replay, SCOPE_ACCOUNT,                 \
	  ROUTE_WRITES | ROUTE_BODY, "have all news behind a number brought once more")            \
	R(GET, "/v1/me/webhooks/{number}/deliveries", webhooks_deliveries, SCOPE_ACCOUNT,          \
	  ROUTE_READS, "what was brought there, what waits and what failed")                       \
	R(GET, "/v1/me/webhooks/{number}/deliveries/{delivery}", webhooks_delivery, SCOPE_ACCOUNT, \
	  ROUTE_READS, "one delivery with its body")                                               \
	R(POST, "/v1/me/webhooks/{number}/deliveries/{delivery}", webhooks_again, SCOPE_ACCOUNT,   \
	  ROUTE_WRITES | ROUTE_BODY_OPTIONAL, "have it brought once more")                         \
	R(POST, "/v1/me/mail", mail_set, SCOPE_ACCOUNT, ROUTE_WRITES | ROUTE_BODY,                 \
	  "have one's news sent to an address")                                                    \
	R(GET, "/v1/me/mail", mail_show, SCOPE_ACCOUNT, ROUTE_READS, "where one's news are sent")  \
	R(PATCH, "/v1/me/mail", mail_change, SCOPE_ACCOUNT, ROUTE_WRITES | ROUTE_BODY,             \
	  "change what is sent, and whether")                                                      \
	R(DELETE, "/v1/me/mail", mail_delete, SCOPE_ACCOUNT, ROUTE_WRITES,                         \
	  "have nothing sent any more")                                                            \
	R(GET, "/v1/mail/{token}", mail_link, 0, ROUTE_READS, "a link in a mail")                  \
	R(POST, "/v1/mail/{token}", mail_follow, 0, ROUTE_WRITES,                                  \
	  "do what the link is for: begin, or send no more")                                       \
	R(GET, "/v1/me/reminders", reminders_show, SCOPE_ACCOUNT, ROUTE_READS,                     \
	  "how long before a deadline one is reminded")                                            \
	R(PATCH, "/v1/me/reminders", reminders_change, SCOPE_ACCOUNT, ROUTE_WRITES | ROUTE_BODY,   \
	  "be reminded so long before")                                                            \
	R(POST, "/v1/games", games_create, SCOPE_GAMES_PLAY,                                       \
	  ROUTE_POST | ROUTE_KEY_NEEDED, "lay a table")                                                     \
	R(GET, "/v1/games", games_list, SCOPE_GAMES_READ, ROUTE_READS,                             \
	  "games by player, state, ruleset, to_move, since, until")                                \
	R(GET, "/v1/games/{id}", games_show, SCOPE_GAMES_READ, ROUTE_READS,                        \
	  "a game as JSON, as text or as a picture")                                               \
	R(DELETE, "/v1/games/{id}", games_abort, SCOPE_GAMES_PLAY, ROUTE_WRITES,                   \
	  "abort before the second decision; buy-ins go back")                                     \
	R(POST, "/v1/games/{id}/abort", games_abort, SCOPE_GAMES_PLAY, ROUTE_POST_BARE,                         \
	  "the same, as a sub-resource; later by the consent of all")                                                           \
	R(POST, "/v1/games/{id}/seats", seats_take, SCOPE_GAMES_PLAY, ROUTE_POST_BARE, "take a seat")           \
	R(DELETE, "/v1/games/{id}/seats/{seat}", seats_leave, SCOPE_GAMES_PLAY, ROUTE_WRITES,      \
	  "give a seat back before the start")                                                     \
	R(POST, "/v1/games/{id}/decline", offers_decline, SCOPE_GAMES_PLAY, ROUTE_POST_BARE,      \
	  "decline the seat that is kept for one")                                                 \
	R(POST, "/v1/games/{id}/rematch", rematch_offer, SCOPE_GAMES_PLAY, ROUTE_POST_BARE,       \
	  "offer the same game again, with seats changed round, or take the offer")                \
	R(GET, "/v1/lobby", offers_lobby, SCOPE_GAMES_READ, ROUTE_READS,                           \
	  "open tables that anybody may sit down at, by their terms")                              \
	R(POST, "/v1/games/{id}/invitations", seats_invite, SCOPE_GAMES_PLAY, ROUTE_POST,                   \
	  "a new invitation to a locked seat; the old ones end")                                   \
	R(GET, "/v1/games/{id}/position", position_show, SCOPE_GAMES_READ, ROUTE_READS,            \
	  "where it stands, in its own notation and in others")                                    \
	R(GET, "/v1/games/{id}/plays", plays_list_route, SCOPE_GAMES_READ, ROUTE_READS,            \
	  "every legal play and where it leads")                                                   \
	R(POST, "/v1/games/{id}/turns", turns_create, SCOPE_GAMES_PLAY, ROUTE_POST,                         \
	  "a whole decision, all or nothing")                                                      \
	R(GET, "/v1/games/{id}/mine", games_mine, SCOPE_GAMES_READ, ROUTE_READS,                   \
	  "what concerns the asking player alone")                                                 \
	R(GET, "/v1/games/{id}/orders", orders_show, SCOPE_GAMES_READ, ROUTE_READS,                \
	  "one's standing orders at a table")                                                      \
	R(PUT, "/v1/games/{id}/orders", orders_give, SCOPE_GAMES_PLAY, ROUTE_WRITES | ROUTE_BODY,  \
	  "give standing orders, in place of those there were")                                    \
	R(DELETE, "/v1/games/{id}/orders", orders_withdraw, SCOPE_GAMES_PLAY, ROUTE_WRITES,        \
	  "withdraw them all")                                                                     \
	R(GET, "/v1/games/{id}/resignation", resignation_show, SCOPE_GAMES_READ, ROUTE_READS,      \
	  "what resigning would cost oneself, by value")                                           \
	R(POST, "/v1/games/{id}/resignation", turns_resign, SCOPE_GAMES_PLAY, ROUTE_POST_BARE,                  \
	  "resign, or offer to")                                                                   \
	R(POST, "/v1/games/{id}/draw", consents_draw, SCOPE_GAMES_PLAY, ROUTE_POST,                \
	  "offer a draw, or answer an offer")                                                      \
	R(POST, "/v1/games/{id}/takeback", consents_takeback, SCOPE_GAMES_PLAY, ROUTE_POST,        \
	  "ask to take one's last decision back, or answer")                                       \
	R(POST, "/v1/games/{id}/pause", consents_pause, SCOPE_GAMES_PLAY, ROUTE_POST,              \
	  "offer to stop the clock for some time, or answer")                                      \
	R(POST, "/v1/games/{id}/resume", consents_resume, SCOPE_GAMES_PLAY, ROUTE_POST,            \
	  "offer to let it run before that, or answer")                                            \
	R(POST, "/v1/games/{id}/claim", games_claim, SCOPE_GAMES_PLAY, ROUTE_POST_BARE,           \
	  "claim that the time of another seat is up")                                             \
	R(POST, "/v1/games/{id}/top-ups", top_ups_create, SCOPE_GAMES_PLAY,                        \
	  ROUTE_POST | ROUTE_KEY_NEEDED, "add chips to one's purse")                               \
	R(GET, "/v1/games/{id}/events", events_list, SCOPE_GAMES_READ, ROUTE_TICKET,               \
	  "facts after a ply; wait for the next")                                                  \
	R(GET, "/v1/games/{id}/watchers", watchers_show, SCOPE_GAMES_READ, ROUTE_READS,             \
	  "how many look on just now")                                                             \
	R(GET, "/v1/me/events", news_list, SCOPE_GAMES_READ, ROUTE_TICKET,                         \
	  "what happens to oneself in all of one's games; wait for the next")                      \
	R(GET, "/v1/games/{id}/record", record_show, SCOPE_GAMES_READ, ROUTE_READS,                \
	  "the whole game as text, replayable")                                                    \
	R(GET, "/v1/games/{id}/dice", dice_show, SCOPE_GAMES_READ, ROUTE_READS,                    \
	  "what the dice are made of: every throw; the secret once the game has ended")            \
	R(GET, "/v1/dice/statistics", dice_statistics, 0, ROUTE_READS,                             \
	  "how often each face has fallen")                                                        \
	R(GET, "/v1/games/{id}/entries", entries_of_game, SCOPE_GAMES_READ, ROUTE_READS,           \
	  "every posting of this game")                                                            \
	R(GET, "/v1/games/{id}/notes", notes_show, SCOPE_GAMES_READ, ROUTE_READS,                  \
	  "what one has noted about a game, for nobody else")                                      \
	R(PUT, "/v1/games/{id}/notes", notes_write, SCOPE_GAMES_PLAY, ROUTE_WRITES | ROUTE_BODY,   \
	  "note something about a game")                                                           \
	R(DELETE, "/v1/games/{id}/notes", notes_remove, SCOPE_GAMES_PLAY, ROUTE_WRITES,            \
	  "take one's note away")                                                                  \
	R(POST, "/v1/games/{id}/nudge", nudges_create, SCOPE_GAMES_PLAY, ROUTE_POST_BARE,          \
	  "ask somebody at the table to go on")                                                    \
	R(GET, "/v1/games/{id}/chat", chat_list, SCOPE_GAMES_READ, ROUTE_READS,                    \
	  "what is said at a table, or around it; wait for the next line")                         \
	R(POST, "/v1/games/{id}/chat", chat_say, SCOPE_GAMES_PLAY, ROUTE_POST, "say something")    \
	R(PUT, "/v1/games/{id}/chat/silence", chat_silence, SCOPE_GAMES_PLAY, ROUTE_WRITES,        \
	  "silence the spectators of one's game")                                                  \
	R(DELETE, "/v1/games/{id}/chat/silence", chat_unsilence, SCOPE_GAMES_PLAY, ROUTE_WRITES,   \
	  "let them talk, as far as oneself is concerned")                                         \
	R(DELETE, "/v1/games/{id}/chat/{room}/{number}", chat_hide, SCOPE_ADMIN, ROUTE_WRITES,     \
	  "the operator hides a line, and keeps it")                                               \
	R(PUT, "/v1/games/{id}/chat/{room}/{number}", chat_restore, SCOPE_ADMIN, ROUTE_WRITES,     \
	  "show it again")                                                                         \
	R(GET, "/v1/mutes", shuns_muted, SCOPE_GAMES_READ, ROUTE_READS,                             \
	  "whose lines one does not want to see")                                                  \
	R(PUT, "/v1/mutes/{name}", shuns_mute, SCOPE_GAMES_PLAY, ROUTE_WRITES, "mute a player")     \
	R(DELETE, "/v1/mutes/{name}", shuns_unmute, SCOPE_GAMES_PLAY, ROUTE_WRITES,                 \
	  "hear a player again")                                                                   \
	R(GET, "/v1/blocks", shuns_blocked, SCOPE_GAMES_READ, ROUTE_READS,                          \
	  "with whom one wants nothing to do")                                                     \
	R(PUT, "/v1/blocks/{name}", shuns_block, SCOPE_GAMES_PLAY, ROUTE_WRITES, "block a player")  \
	R(DELETE, "/v1/blocks/{name}", shuns_unblock, SCOPE_GAMES_PLAY, ROUTE_WRITES,               \
	  "let a player come again")                                                               \
	R(POST, "/v1/games/{id}/freeze", games_freeze, SCOPE_ADMIN, ROUTE_POST_BARE,                            \
	  "stop a game until it has been looked at")                                               \
	R(POST, "/v1/games/{id}/thaw", games_thaw, SCOPE_ADMIN, ROUTE_POST_BARE, "let it go on")                \
	R(GET, "/v1/accounts/{name}/entries", histories_of_account, SCOPE_LEDGER_READ, ROUTE_READS,\
	  "a stake history")                                                                       \
	R(GET, "/v1/accounts/{name}/balance", summary_balance, SCOPE_LEDGER_READ, ROUTE_READS,     \
	  "chips at hand and in play, now or at an instant")                                       \
	R(GET, "/v1/accounts/{name}/summary", summary_show, SCOPE_LEDGER_READ, ROUTE_READS,        \
	  "what was won and lost, by ruleset, opponent and month")                                 \
	R(GET, "/v1/accounts/{name}/ratings", ratings_of_account, SCOPE_GAMES_READ, ROUTE_READS,   \
	  "a player's ratings, by ruleset and time class")                                         \
	R(GET, "/v1/accounts/{name}/ratings/{ruleset}/history", ratings_history, SCOPE_GAMES_READ, \
	  ROUTE_READS, "how a rating came about, game by game")                                    \
	R(GET, "/v1/accounts/{name}/against/{other}", ratings_against, SCOPE_GAMES_READ,           \
	  ROUTE_READS, "what came of the games of two players, by ruleset")                        \
	R(GET, "/v1/ratings/{ruleset}", ratings_best, SCOPE_GAMES_READ, ROUTE_READS,               \
	  "the best rated of a ruleset and time class")                                            \
	R(POST, "/v1/transfers", entries_transfer, SCOPE_LEDGER_PAY, ROUTE_POST | ROUTE_KEY_NEEDED,         \
	  "chips from player to player")                                                           \
	R(POST, "/v1/grants", entries_grant, SCOPE_ADMIN, ROUTE_POST | ROUTE_KEY_NEEDED,                    \
	  "the operator issues chips, or with a negative amount withdraws them")                   \
	R(POST, "/v1/corrections", ledger_correct, SCOPE_ADMIN, ROUTE_POST | ROUTE_KEY_NEEDED,     \
	  "the operator makes good what a transaction did, and names it")                          \
	R(GET, "/v1/ledger/proof", ledger_proof, SCOPE_LEDGER_READ, ROUTE_READS,                   \
	  "counts, sums and the head of the chain")                                                \
	R(GET, "/v1/ledger/transactions", ledger_list, SCOPE_ADMIN, ROUTE_READS,                   \
	  "the whole book, as its hashes are made of it")                                          \
	R(GET, "/v1/ledger/transactions/{number}", ledger_transaction, SCOPE_LEDGER_READ,          \
	  ROUTE_READS, "one transaction in which one stands")

struct route {
	const char *method, *path;
	struct reply (*handler)(struct request *);
	uint32_t scope;
	uint32_t flags;
	const char *what;
};

#define R(method, path, handler, scope, flags, what) struct reply handler(struct request *);
ROUTES(R)
#undef R

#endif
