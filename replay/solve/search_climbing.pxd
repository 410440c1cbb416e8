# cython: language_level=3
cimport cython
from paipu.replay.solve.store cimport Bounds, Memo

cdef long long SEATS_AT_MOST, READINGS, OF_ORDERS, OF_TURNS, OF_PLAYS
cdef unsigned long long LOW, MIXING, SPREADING

cdef class ClimbingSearch:
    cdef object rules
    cdef public long long nodes, limit, stopped
    cdef long long seats, reentry, zero, top, end
    cdef long long[::1] plays, begins, equal, sides, widths, hand, seat, holder, table, waiting, passed, order, compared, stack, arena
    cdef Memo memo
    cdef Bounds bounds

    cpdef start(self, long long seat, long long holder, long long table, long long waiting, long long passed, long long order)

    cpdef hold(self, long long seat, long long cards)

    cpdef grant(self, long long limit)

    cpdef bint spent(self) noexcept

    @cython.locals(begin=cython.longlong, number=cython.longlong)
    cpdef listed(self)

    cpdef long long ask(self, long long beta) except? -999

    cpdef long long ask_after(self, long long play, long long beta) except? -999

    @cython.locals(key=cython.longlong, known=cython.longlong)
    cdef long long value_of(self, long long order) except? -999

    @cython.locals(known=cython.longlong, low=cython.longlong, high=cython.longlong, at=cython.longlong, first=cython.ulonglong,
                   other=cython.longlong, second=cython.ulonglong, word=cython.longlong, move=cython.longlong)
    cdef long long play(self, long long depth, long long beta) except? -999

    @cython.locals(begin=cython.longlong, leads=cython.longlong, value=cython.longlong, best=cython.longlong,
                   number=cython.longlong, count=cython.longlong, play=cython.longlong, found=cython.longlong)
    cdef long long search(self, long long depth, long long beta, long long first, long long second, long long low,
                          long long high, long long move) except? -999

    @cython.locals(seat=cython.longlong, hand=cython.longlong, table=cython.longlong, barred=cython.longlong, ours=cython.longlong,
                   key=cython.longlong, begin=cython.longlong, base=cython.longlong)
    cdef long long list_plays(self, long long depth) except? -999

    @cython.locals(each=cython.longlong, cards=cython.longlong)
    cdef int push_plays(self, long long seat, long long hand, long long table) except -9

    @cython.locals(count=cython.longlong, held=cython.longlong[::1], at=cython.longlong, begin=cython.longlong,
                   number=cython.longlong, chosen=cython.longlong, each=cython.longlong)
    cdef long long keep(self, long long base) except? -999

    @cython.locals(held=cython.longlong[::1], at=cython.longlong)
    cdef int push(self, long long play, long long order) except -9

    @cython.locals(left=cython.longlong, low=cython.longlong, above=cython.longlong)
    cdef long long doubled(self, long long chain, long long hand, long long cards) noexcept

    @cython.locals(at=cython.longlong)
    cdef long long beats(self, long long challenger, long long holder) except? -999

    @cython.locals(at=cython.longlong, seat=cython.longlong, other=cython.longlong, order=cython.longlong, passed=cython.longlong,
                   holder=cython.longlong, table=cython.longlong, waiting=cython.longlong, left=cython.longlong,
                   known=cython.longlong, after=cython.longlong)
    cdef long long make(self, long long depth, long long play, long long beta) except? -999

    @cython.locals(holding=cython.longlong, other=cython.longlong, key=cython.longlong, known=cython.longlong)
    cdef long long next_leader(self, long long depth, long long holder) except? -999
