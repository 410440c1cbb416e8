# cython: language_level=3
cimport cython

cdef unsigned long long SPREAD

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


cdef class Lists:
    cdef public long long end
    cdef public Memo heads
    cdef public long long[::1] rows

    @cython.locals(found=cython.longlong)
    cdef long long head(self, long long key) noexcept

    @cython.locals(first=cython.longlong, at=cython.longlong)
    cdef int add(self, long long key, long long word) except -9

    @cython.locals(held=cython.longlong[::1], at=cython.longlong)
    cdef widen(self)


cdef class Bounds:
    cdef public long long most, size, used
    cdef public long long[::1] held

    @cython.locals(at=cython.longlong, _=cython.longlong)
    cpdef long long find(self, long long first, long long second) noexcept

    cpdef put(self, long long first, long long second, long long word)

    @cython.locals(begin=cython.longlong, at=cython.longlong, _=cython.longlong)
    cdef void place(self, long long first, long long second, long long word) noexcept

    @cython.locals(old=cython.longlong[::1], size=cython.longlong, at=cython.longlong)
    cdef grow(self)
