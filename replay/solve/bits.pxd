# cython: language_level=3
cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static long long paipu_ones(unsigned long long mask) {
        long long count = 0;
        while (mask) { mask &= mask - 1; count++; }
        return count;
    }
    static long long paipu_top(unsigned long long mask) {
        unsigned long place;
        return _BitScanReverse64(&place, mask) ? (long long)place : -1;
    }
    #else
    static inline long long paipu_ones(unsigned long long mask) { return __builtin_popcountll(mask); }
    static inline long long paipu_top(unsigned long long mask) { return mask ? 63 - __builtin_clzll(mask) : -1; }
    #endif
    """
    long long ones "paipu_ones"(unsigned long long mask) noexcept
    long long top "paipu_top"(unsigned long long mask) noexcept
