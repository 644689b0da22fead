/*
 * faulty.h - Cinco with one thing wrong.
 */
#ifndef TESTS_CONFORMANCE_FAULTY_H
#define TESTS_CONFORMANCE_FAULTY_H

#include <tablasd/plugin.h>

enum fault {
	SOUND = 0,
#define FAULT(what, promise) FAULT_##what,
#include "tests/conformance/faults.h"
#undef FAULT
	FAULT_COUNT
};

/* One at a time: the fault is kept where no plugin may keep anything. */
void faulty_plugin(enum fault, struct tablas_plugin *out);

#endif
