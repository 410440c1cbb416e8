# cython: language_level=3
cimport cython

cdef unsigned long long SPREAD

@cython.locals(found=cython.longlong[::1], at=cython.longlong)
cpdef longer(long long[::1] held, long long count)

cdef class Memo:
    cdef public long long mask, used
    cdef public long long[::1] held

    @cython.locals(mixed=cython.ulonglong, at=cython.longlong, stored=cython.longlong)
    cpdef long long find(self, long long key) noexcept

    cpdef put(self, long long key, long long value)

    @cython.locals(mixed=cython.ulonglong, at=cython.longlong)
    cdef void place(self, long long key, long long value) noexcept

    @cython.locals(old=cython.longlong[::1], size=cython.longlong, at=cython.longlong)
    cdef grow(self)


cdef class Bounds:
    cdef public long long most, size, used
    cdef public long long[::1] firsts, rest

    @cython.locals(begin=cython.longlong, at=cython.longlong)
    cpdef long long find(self, long long first, long long second) noexcept

    cpdef put(self, long long first, long long second, long long word)

    @cython.locals(begin=cython.longlong, found=cython.longlong, at=cython.longlong)
    cdef void place(self, long long first, long long second, long long word) noexcept

    @cython.locals(firsts=cython.longlong[::1], rest=cython.longlong[::1], size=cython.longlong, at=cython.longlong)
    cdef grow(self)
