/*
 * webhook.c - what a webhook is signed with, and when it is tried again.
 */
#include "daemon/webhook.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void webhook_secret_write(const unsigned char secret[WEBHOOK_SECRET_SIZE],
			  char text[WEBHOOK_SECRET_TEXT_MAX])
{
	static const char prefix[] = "whsec_";

	memcpy(text, prefix, sizeof(prefix));
	sodium_bin2base64(text + sizeof(prefix) - 1, WEBHOOK_SECRET_TEXT_MAX - sizeof(prefix) + 1,
			  secret, WEBHOOK_SECRET_SIZE, sodium_base64_VARIANT_ORIGINAL);
}

void webhook_sign(const unsigned char secret[WEBHOOK_SECRET_SIZE], const char *id, int64_t seconds,
		  const char *body, size_t n, char out[WEBHOOK_SIGNATURE_MAX])
{
	crypto_auth_hmacsha256_state state;
	unsigned char mac[crypto_auth_hmacsha256_BYTES];
	char stamp[32];

	snprintf(stamp, sizeof(stamp), ".%lld.", (long long)seconds);
	crypto_auth_hmacsha256_init(&state, secret, WEBHOOK_SECRET_SIZE);
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)id, strlen(id));
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)stamp, strlen(stamp));
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)body, n);
	crypto_auth_hmacsha256_final(&state, mac);
	memcpy(out, "v1,", 4);
	sodium_bin2base64(out + 3, WEBHOOK_SIGNATURE_MAX - 3, mac, sizeof(mac),
			  sodium_base64_VARIANT_ORIGINAL);
}

int64_t webhook_wait(unsigned attempts, uint32_t chance)
{
	static const int32_t seconds[WEBHOOK_ATTEMPTS_MAX - 1] = {
		5, 60, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400};
	int64_t wait;

	if (attempts == 0 || attempts >= WEBHOOK_ATTEMPTS_MAX)
		return -1;
	wait = seconds[attempts - 1] * INT64_C(1000);
	return wait - wait / 5 + (int64_t)((uint64_t)chance * (uint64_t)(wait * 2 / 5) >> 32);
}

/* Printable ASCII alone: what goes into a request line has no blanks and no line ends. */
static int is_plain(const char *text)
{
	for (; *text; text++)
		if (*text <= ' ' || *text > '~' || strchr("\"<>\\^`{|}", *text))
			return 0;
	return 1;
}

const char *webhook_url_flaw(const char *url, int http)
{
	int secure = strncasecmp(url, "https://", 8) == 0;
	const char *host = url + (secure ? 8 : 7);
	size_t n;

	if (!secure && (!http || strncasecmp(url, "http://", 7) != 0))
		return http ? "begins with https:// or http://" : "begins with https://";
	if (!is_plain(url))
		return "is a URL, with everything but plain characters escaped";
	n = strcspn(host, "/?#");
	if (n == 0 || *host == ':')
		return "names a host";
	if (memchr(host, '@', n))
		return "has no user or password in it";
	if (strchr(url, '#'))
		return "has no fragment";
	return NULL;
}
