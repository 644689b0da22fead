/*
 * options.c - the options of a game: values against the plugin's schema.
 */
#include "game/options.h"
#include "game/text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t options_count(const struct tablas_plugin *plugin)
{
	size_t n = 0;

	while (plugin->options && n < OPTIONS_MAX && plugin->options[n].key)
		n++;
	return n;
}

void options_default(const struct tablas_plugin *plugin, int32_t values[OPTIONS_MAX])
{
	size_t n = options_count(plugin);

	for (size_t i = 0; i < OPTIONS_MAX; i++)
		values[i] = i < n ? plugin->options[i].dflt : 0;
}

static bool read_bool(const char *word, int32_t *value)
{
	if (strcmp(word, "on") == 0 || strcmp(word, "true") == 0)
		*value = 1;
	else if (strcmp(word, "off") == 0 || strcmp(word, "false") == 0)
		*value = 0;
	else
		return false;
	return true;
}

static bool read_int(const struct tablas_option *option, const char *word, int32_t *value)
{
	char *end;
	long n;

	/* strtol() would also take blanks and a plus. */
	if (*word != '-' && (*word < '0' || *word > '9'))
		return false;
	errno = 0;
	n = strtol(word, &end, 10);
	if (errno || *end || end == word || n < option->min || n > option->max)
		return false;
	*value = (int32_t)n;
	return true;
}

static bool read_choice(const struct tablas_option *option, const char *word, int32_t *value)
{
	for (int32_t i = 0; option->choices[i]; i++)
		if (strcmp(option->choices[i], word) == 0) {
			*value = i;
			return i >= option->min && i <= option->max;
		}
	return false;
}

enum refusal options_set(const struct tablas_plugin *plugin, int32_t values[OPTIONS_MAX],
			 const char *key, const char *value)
{
	size_t n = options_count(plugin);

	for (size_t i = 0; i < n; i++) {
		const struct tablas_option *o = &plugin->options[i];
		bool read;

		if (strcmp(o->key, key) != 0)
			continue;
		if (o->kind == TABLAS_OPT_BOOL)
			read = read_bool(value, &values[i]);
		else if (o->kind == TABLAS_OPT_CHOICE)
			read = read_choice(o, value, &values[i]);
		else
			read = read_int(o, value, &values[i]);
		return read ? ACCEPTED : INVALID_OPTION;
	}
	return NO_SUCH_OPTION;
}

const char *options_word(const struct tablas_option *option, int32_t value, char buf[16])
{
	if (option->kind == TABLAS_OPT_BOOL)
		return value ? "on" : "off";
	if (option->kind == TABLAS_OPT_CHOICE)
		for (int32_t i = 0; option->choices[i]; i++)
			if (i == value)
				return option->choices[i];
	snprintf(buf, 16, "%d", (int)value);
	return buf;
}

size_t options_write(const struct tablas_plugin *plugin, const int32_t *values, char *out,
		     size_t cap)
{
	struct text t = {out, cap, 0};
	size_t n = options_count(plugin);
	char buf[16];

	for (size_t i = 0; i < n; i++) {
		const struct tablas_option *o = &plugin->options[i];

		if (values[i] == o->dflt)
			continue;
		if (t.n)
			text_char(&t, ' ');
		text_add(&t, o->key);
		text_char(&t, '=');
		text_add(&t, options_word(o, values[i], buf));
	}
	return text_end(&t);
}

enum refusal options_read(const struct tablas_plugin *plugin, const char *text,
			  int32_t values[OPTIONS_MAX])
{
	options_default(plugin, values);
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		char word[128], *equals;
		size_t n = strcspn(text, " ");
		enum refusal refusal;

		if (n >= sizeof(word))
			return NO_SUCH_OPTION;
		memcpy(word, text, n);
		word[n] = '\0';
		text += n;
		equals = strchr(word, '=');
		if (!equals)
			return INVALID_OPTION;
		*equals = '\0';
		refusal = options_set(plugin, values, word, equals + 1);
		if (refusal != ACCEPTED)
			return refusal;
	}
	return ACCEPTED;
}
