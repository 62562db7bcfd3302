/* Code paths: they tell how something is computed, never what. */
#ifndef MK_PATH_H
#define MK_PATH_H

#include <stdbool.h>

#include "../include/masko_sdk.h"

/* Whether this processor has it. */
static inline bool mk_has_path(int path) { return path >= MK_PATH_PORTABLE && path <= mk_best_path(); }

/* Whether the games compiled for x86-64-v3 are faster than the portable ones here. */
bool mk_runs_v3(int path);

#endif
