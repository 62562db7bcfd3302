#include "path.h"

#include "x86.h"

#if MK_X86

static bool has_v3(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void) { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"); }

int mk_best_path(void) {
    __builtin_cpu_init();
    if (!has_v3()) {
        return MK_PATH_PORTABLE;
    }
    return has_avx512() ? MK_PATH_AVX512 : MK_PATH_AVX2;
}

/* They pick a bit with PDEP, which is a slow loop in the first two generations of Zen. */
bool mk_runs_v3(int path) { return path != MK_PATH_PORTABLE && !__builtin_cpu_is("amdfam17h"); }

#else

int mk_best_path(void) { return MK_PATH_PORTABLE; }

bool mk_runs_v3(int path) {
    (void)path;
    return false;
}

#endif
