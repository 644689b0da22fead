/*
 * test_webhook.c - signatures, secrets, waits, URLs and addresses, without a socket.
 */
#include "daemon/address.h"
#include "daemon/webhook.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Made with Python's hmac and base64. */
static void a_signature_is_hmac_sha256_of_id_time_and_body(void **state)
{
	unsigned char secret[WEBHOOK_SECRET_SIZE];
	char text[WEBHOOK_SECRET_TEXT_MAX], signature[WEBHOOK_SIGNATURE_MAX];

	(void)state;
	for (unsigned i = 0; i < sizeof secret; i++)
		secret[i] = (unsigned char)i;
	webhook_secret_write(secret, text);
	assert_string_equal(text, "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
	webhook_sign(secret, "msg_1_2", 1614265330, "{\"test\": 2432232314}", 20, signature);
	assert_string_equal(signature, "v1,FELD5bXfSq7uMtqAwr7y1ORacjMKJNEwrHppesNVpnE=");
	webhook_sign(secret, "msg_1_2", 1614265331, "{\"test\": 2432232314}", 20, signature);
	assert_string_not_equal(signature, "v1,FELD5bXfSq7uMtqAwr7y1ORacjMKJNEwrHppesNVpnE=");
}

static void waits_grow_vary_and_end(void **state)
{
	int64_t before = 0;

	(void)state;
	for (unsigned n = 1; n < WEBHOOK_ATTEMPTS_MAX; n++) {
		int64_t least = webhook_wait(n, 0), most = webhook_wait(n, UINT32_MAX);

		assert_true(most > before);
		assert_true(most > least && most <= least * 3 / 2);
		before = most;
	}
	assert_int_equal(webhook_wait(WEBHOOK_ATTEMPTS_MAX, 0), -1);
	assert_int_equal(webhook_wait(0, 0), -1);
}

static void a_url_is_absolute_plain_and_without_a_password(void **state)
{
	(void)state;
	assert_null(webhook_url_flaw("https://example.org/hooks?a=1", 0));
	assert_null(webhook_url_flaw("HTTPS://[2001:db8::1]:8443", 0));
	assert_non_null(webhook_url_flaw("http://example.org/", 0));
	assert_null(webhook_url_flaw("http://example.org/", 1));
	assert_non_null(webhook_url_flaw("ftp://example.org/", 1));
	assert_non_null(webhook_url_flaw("file:///etc/passwd", 1));
	assert_non_null(webhook_url_flaw("https://", 0));
	assert_non_null(webhook_url_flaw("https://:80/", 0));
	assert_non_null(webhook_url_flaw("https:///path", 0));
	assert_non_null(webhook_url_flaw("https://ana:secret@example.org/", 0));
	assert_non_null(webhook_url_flaw("https://example.org/#part", 0));
	assert_non_null(webhook_url_flaw("https://example.org/a b", 0));
	assert_non_null(webhook_url_flaw("https://example.org/\r\nHost: x", 0));
	assert_non_null(webhook_url_flaw("https://ex\xc3\xa4mple.org/", 0));
}

static bool allowed(const char *text, const char *ranges)
{
	struct address_ranges of;
	struct sockaddr_in four = {.sin_family = AF_INET};
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};

	assert_true(address_ranges_read(ranges, &of));
	if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
		return address_is_allowed((struct sockaddr *)&four, &of);
	assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
	return address_is_allowed((struct sockaddr *)&six, &of);
}

static void only_addresses_of_the_open_internet_are_called(void **state)
{
	static const char *const refused[] = {
		"0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254",
		"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
		"192.168.1.1", "198.18.0.1", "198.19.255.255", "203.0.113.9", "224.0.0.1",
		"255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1",
		"::ffff:169.254.169.254", "::ffff:100.64.0.1", "::ffff:0.0.0.0", "100.127.255.255",
		"192.88.99.1", "240.0.0.1", "fdff:ffff::1", "febf::1", "64:ff9b::7f00:1", "64:ff9b::808:808", "2001::1",
		"2001:db8::1", "2002:7f00:1::", "fc00::1", "fd00:ec2::254", "fe80::1", "ff02::1"};
	static const char *const open[] = {
		"1.1.1.1", "172.32.0.1", "172.15.255.255", "169.253.0.1", "198.20.0.1",
		"223.255.255.255", "100.63.255.255", "100.128.0.1", "::ffff:1.1.1.1", "2606:4700:4700::1111", "2003::1"};

	(void)state;
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (allowed(refused[i], ""))
			fail_msg("%s may be called", refused[i]);
	for (size_t i = 0; i < sizeof open / sizeof *open; i++)
		if (!allowed(open[i], ""))
			fail_msg("%s may not be called", open[i]);
}

static void an_operator_may_allow_ranges(void **state)
{
	struct address_ranges of;

	(void)state;
	assert_true(allowed("127.0.0.1", "127.0.0.1"));
	assert_false(allowed("127.0.0.2", "127.0.0.1"));
	assert_true(allowed("10.9.1.1", "  127.0.0.1 10.8.0.0/15 "));
	assert_false(allowed("10.10.1.1", "127.0.0.1 10.8.0.0/15"));
	assert_true(allowed("::ffff:10.9.1.1", "10.8.0.0/15"));
	assert_true(allowed("fd12::1", "fd00::/8"));
	assert_false(allowed("fe80::1", "fd00::/8"));
	assert_false(address_ranges_read("127.0.0.0/33", &of));
	assert_false(address_ranges_read("::/129", &of));
	assert_false(address_ranges_read("127.0.0.0/", &of));
	assert_false(address_ranges_read("localhost", &of));
	assert_false(address_ranges_read("127.0.0.1,10.0.0.0/8", &of));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_signature_is_hmac_sha256_of_id_time_and_body),
		cmocka_unit_test(waits_grow_vary_and_end),
		cmocka_unit_test(a_url_is_absolute_plain_and_without_a_password),
		cmocka_unit_test(only_addresses_of_the_open_internet_are_called),
		cmocka_unit_test(an_operator_may_allow_ranges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
