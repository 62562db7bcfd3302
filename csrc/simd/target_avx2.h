/* From here to target_end.h, functions may use what x86-64-v3 adds. Include <immintrin.h> before. */
#define MK_TARGET_V3 1
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
