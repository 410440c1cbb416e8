# cython: language_level=3
cimport cython
from paipu.replay.solve.store cimport Bounds, Memo

cdef long long SEATS, CLASSES, ANYWHERE, WORTH, STRENGTHS
cdef unsigned long long LOW, FIRST, SECOND, LAST_FIRST, LAST_SECOND
cdef long long OF_LEADS, OF_DISCARDS, OF_FOLLOWS, OF_BLOCKS, OF_CLASSES, OF_STRENGTHS, OF_LEAD_STRENGTHS, OF_BOTTOMS
cdef long long FIRST_OF_ALL

cdef class TrickPosition:
    cdef object rules
    cdef public long long nodes, limit, stopped
    cdef long long width, top, end, partner_blocks
    cdef long long[::1] shape, order, attack, most, alike, hand, leader, kind, made, holder, strongest, chain, first, second
    cdef long long[::1] rest, best, paired, counts, worth, cost, history, stack, arena, compared
    cdef Memo memo
    cdef Bounds bounds

    @cython.locals(size=cython.longlong, bit=cython.longlong, number=cython.longlong, low=cython.longlong, seat=cython.longlong,
                   base=cython.longlong)
    cdef tabulate(self, long long[::1] points, long long[::1] costs)

    @cython.locals(at=cython.longlong, first=cython.ulonglong, second=cython.ulonglong, seat=cython.longlong, cls=cython.longlong,
                   cards=cython.longlong, place=cython.longlong, begin=cython.longlong, key=cython.longlong, paired=cython.longlong)
    cdef int canonical(self, long long depth) except -9

    @cython.locals(held=cython.longlong[::1], at=cython.longlong, begin=cython.longlong, first=cython.ulonglong,
                   second=cython.ulonglong, rung=cython.longlong, card=cython.longlong, owner=cython.longlong, low=cython.longlong,
                   role=cython.longlong, alone=cython.longlong, pairs=cython.longlong, below=cython.longlong,
                   pairs_rung=cython.longlong, below_rung=cython.longlong, before_owner=cython.longlong,
                   before_low=cython.longlong, before_role=cython.longlong, place=cython.longlong, seat=cython.longlong,
                   bit=cython.longlong, code=cython.longlong)
    cdef long long tell(self, long long depth, long long cls) except? -9


cdef class TrickMoves(TrickPosition):
    @cython.locals(key=cython.longlong, known=cython.longlong)
    cdef long long bottom(self, long long seat, long long cards, long long kind) except? -9

    @cython.locals(seat=cython.longlong, at=cython.longlong)
    cdef int lead(self, long long depth, long long cards, long long kind) except -9

    @cython.locals(seat=cython.longlong, place=cython.longlong, strength=cython.longlong)
    cdef int follow(self, long long depth, long long at, long long cards) except -9

    @cython.locals(key=cython.longlong, known=cython.longlong)
    cdef long long strength(self, long long seat, long long cards, long long kind, long long leads) except? -9

    @cython.locals(at=cython.longlong)
    cdef long long beats(self, long long challenger, long long holder) except? -9

    @cython.locals(chosen=cython.longlong, each=cython.longlong)
    cdef long long choose(self, long long base) noexcept

    cdef void drop(self, long long chosen) noexcept

    cdef int push(self, long long cards, long long kind, long long order) except -9

    @cython.locals(held=cython.longlong[::1], at=cython.longlong)
    cdef widen(self)

    @cython.locals(held=cython.longlong[::1], at=cython.longlong, begin=cython.longlong)
    cdef long long keep(self, long long key, list listed) except? -9

    @cython.locals(hand=cython.longlong, cls=cython.longlong, cards=cython.longlong, key=cython.longlong, begin=cython.longlong,
                   count=cython.longlong, over=cython.longlong, other=cython.longlong, each=cython.longlong)
    cdef int list_leads(self, long long depth, long long seat) except -9

    @cython.locals(cards=cython.longlong, units=cython.longlong, throw=cython.bint, stopped=cython.longlong, cost=cython.longlong, points=cython.longlong,
                   order=cython.longlong)
    cdef int weigh_lead(self, long long depth, long long seat, long long hand, long long each, long long over) except -9

    @cython.locals(key=cython.longlong, known=cython.longlong)
    cdef long long blocks(self, long long seat, long long cards, long long cls) except? -9

    @cython.locals(left=cython.longlong, low=cython.longlong, above=cython.longlong)
    cdef long long doubled(self, long long chain, long long hand, long long cards) noexcept

    @cython.locals(seat=cython.longlong, hand=cython.longlong, kind=cython.longlong, size=cython.longlong, cards=cython.longlong,
                   must=cython.longlong, count=cython.longlong, key=cython.longlong, begin=cython.longlong, chain=cython.longlong,
                   each=cython.longlong)
    cdef int list_follows(self, long long depth, long long at) except -9

    @cython.locals(place=cython.longlong, points=cython.longlong, strength=cython.longlong, ours=cython.longlong, cost=cython.longlong,
                   order=cython.longlong)
    cdef int weigh_follow(self, long long depth, long long at, long long seat, long long cards) except -9


cdef class TrickSearch(TrickMoves):
    @cython.locals(seat=cython.longlong, total=cython.longlong)
    cpdef start(self, long long leader, long long limit)

    cpdef bint spent(self) noexcept

    @cython.locals(base=cython.longlong, found=cython.longlong, each=cython.longlong, seat=cython.longlong)
    cpdef long long given(self, long long at, long long cards, long long loses) except? -9

    @cython.locals(seat=cython.longlong, base=cython.longlong, number=cython.longlong)
    cpdef listed(self, long long at)

    cpdef long long ask(self, long long at, long long beta) except? -9

    @cython.locals(cards=cython.longlong, high=cython.longlong, low=cython.longlong, first=cython.longlong, second=cython.longlong,
                   word=cython.longlong, move=cython.longlong, value=cython.longlong)
    cdef long long begin(self, long long depth, long long beta) except? -9

    @cython.locals(base=cython.longlong, at=cython.longlong)
    cdef long long last(self, long long depth) except? -9

    @cython.locals(seat=cython.longlong, base=cython.longlong, attacks=cython.longlong, value=cython.longlong,
                   move=cython.longlong, chosen=cython.longlong, cards=cython.longlong, kind=cython.longlong,
                   found=cython.longlong)
    cdef long long play(self, long long depth, long long at, long long beta) except? -9

    @cython.locals(at=cython.longlong, winner=cython.longlong, gain=cython.longlong, seat=cython.longlong)
    cdef long long close(self, long long depth, long long beta) except? -9
