/* From here to target_end.h, functions may use AVX-512 F and BW. Include <immintrin.h> before. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw")
#endif
