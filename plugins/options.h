/*
 * options.h - what most options of a game are like: on or off, one of some words, a number.
 */
#ifndef PLUGINS_OPTIONS_H
#define PLUGINS_OPTIONS_H

#include <tablasd/plugin.h>

#define OPTION_BOOL(k, t, h, d)                                                                \
	{                                                                                      \
		.key = k, .title = t, .help = h, .kind = TABLAS_OPT_BOOL, .dflt = d, .max = 1  \
	}

/* Of an array of words that a NULL ends; the first is the default. */
#define OPTION_CHOICE(k, t, h, c)                                                              \
	{                                                                                      \
		.key = k, .title = t, .help = h, .kind = TABLAS_OPT_CHOICE,                    \
		.max = (int32_t)(sizeof c / sizeof *c) - 2, .choices = c                       \
	}

#define OPTION_NUMBER(k, t, h, d, low, high)                                                   \
	{                                                                                      \
		.key = k, .title = t, .help = h, .kind = TABLAS_OPT_INT, .dflt = d,            \
		.min = low, .max = high                                                        \
	}

#endif
