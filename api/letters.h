/*
 * letters.h - news as mail: a whole message, ready to be sent.
 */
#ifndef API_LETTERS_H
#define API_LETTERS_H

#include "api/post_inside.h"

#define LETTER_ADDRESS_MAX 254

/* NULL, or what is wrong with it as the end of a sentence: nothing that could end a line gets by. */
const char *letter_address_flaw(const char *address);

/*
 * What a link in a mail carries instead of a login: it follows from the secret of
 * the subscription, so a new address makes the old links worthless.
 */
#define LETTER_CONFIRM "cnf"
#define LETTER_STOP    "uns"
bool letter_token_fits(const char *prefix, const char *text, int64_t subscription,
		       const unsigned char secret[32]);

/* The messages, under the id of the delivery.  0, or -1: the book could not be read. */
int letter_of_news(struct post *, const struct subscription_row *, const struct delivery_row *,
		   const struct news_row *, size_t n, struct out *);
int letter_to_confirm(struct post *, const struct subscription_row *, const struct delivery_row *,
		      struct out *);

#endif
