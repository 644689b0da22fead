/*
 * webhook.h - what a webhook is signed with, and when it is tried again.
 *
 * Signatures follow Standard Webhooks (standardwebhooks.com), so receivers find
 * a library in their language: HMAC-SHA-256 of "id.timestamp.body" under a
 * secret that is shown as "whsec_" and base64.  Nothing here knows a socket.
 */
#ifndef DAEMON_WEBHOOK_H
#define DAEMON_WEBHOOK_H

#include <stddef.h>
#include <stdint.h>

#define WEBHOOK_SECRET_SIZE 32
#define WEBHOOK_SECRET_TEXT_MAX 64
#define WEBHOOK_SIGNATURE_MAX 64 /* of one: "v1," and base64 */
#define WEBHOOK_URL_MAX 1024
#define WEBHOOK_ATTEMPTS_MAX 11

void webhook_secret_write(const unsigned char secret[WEBHOOK_SECRET_SIZE],
			  char text[WEBHOOK_SECRET_TEXT_MAX]);

/* "v1,…" for a message sent at `seconds` since 1970. */
void webhook_sign(const unsigned char secret[WEBHOOK_SECRET_SIZE], const char *id, int64_t seconds,
		  const char *body, size_t n, char out[WEBHOOK_SIGNATURE_MAX]);

/*
 * Milliseconds to wait after so many attempts failed, 1 or more; `chance` is any
 * number: it moves the wait by up to a fifth, so that what failed together does
 * not come again together.  -1: it has been tried often enough.
 */
int64_t webhook_wait(unsigned attempts, uint32_t chance);

/* NULL, or what is wrong with it as the end of a sentence; http: whether that is allowed too. */
const char *webhook_url_flaw(const char *url, int http);

#endif
