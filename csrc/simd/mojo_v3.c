/* The game compiled again, with instructions that count and pick bits. */
#include "x86.h"

#if MK_X86

#include <immintrin.h>

#include "target_avx2.h"

#define mk_mojo mk_mojo_v3
#include "../games/mojo.c"

#include "target_end.h"

#endif
