/*
 * limits.h - what may only be tried so often, in one list.
 *
 *	X(NAME, "name", quota, every_ms, by, "what is counted")
 *
 * Each is an allowance of `quota` attempts from one address, and by a name too
 * if BY_NAME (by that alone, from wherever, if BY_ACCOUNT), of which one comes back every so many milliseconds.  The names
 * stand in RateLimit fields, in problems and in GET /v1.
 */
#ifndef API_LIMITS_H
#define API_LIMITS_H

#define LIMITS(X)                                                                                  \
	X(REGISTER, "register", 300, 1000, BY_ADDRESS, "attempts to register from an address")    \
	X(LOGINS, "logins", 60, 1000, BY_ADDRESS, "wrong names and passwords from an address")     \
	X(LOGIN, "login", 10, 6000, BY_NAME, "wrong passwords for a name from an address")         \
	X(PASSWORD, "password", 10, 6000, BY_NAME, "changes of an account's password from an address") \
	X(MAIL, "mail", 5, 600000, BY_NAME, "addresses an account has mail sent to")              \
	X(ADDRESS, "address", 5, 600000, BY_NAME, "wishes that mail be sent to an address") \
	X(CHAT, "chat", 20, 3000, BY_ACCOUNT, "lines an account says")                             \
	X(NOTES, "notes", 60, 1000, BY_ACCOUNT, "changes of an account's notes")                   \
	X(VACATIONS, "vacations", 12, 600000, BY_ACCOUNT, "changes of an account's vacations")

#define SHUNS_MOST 500 /* names in an account's list of mutes, and of blocks */

enum limit {
#define X(name, word, quota, every_ms, by, what) LIMIT_##name,
	LIMITS(X)
#undef X
	LIMITS_N
};

#endif
