# cython: language_level=3
cimport cython
from paipu.replay.solve.store cimport Bounds, Memo

cdef long long SEATS, CLASSES, ANYWHERE, WORTH, STRENGTHS
cdef unsigned long long LOW, FIRST, SECOND, LAST_FIRST, LAST_SECOND
cdef long long OF_LEADS, OF_DISCARDS, OF_FOLLOWS, OF_BLOCKS, OF_CLASSES, OF_STRENGTHS, OF_LEAD_STRENGTHS, OF_BOTTOMS
cdef long long FIRST_OF_ALL, PLAYS, DEPTHS, REMEMBERED, TO_PLACE, OFTEN, ITEM, TOLD, TOPS, DOUBLES

cdef class TrickPosition:
    cdef object rules
    cdef public long long nodes, limit, stopped
    cdef long long width, top, end, least, partner_blocks, plain, replied, answered
    cdef long long[::1] shape, order, attack, most, alike, hand, leader, kind, made, holder, strongest, doubles, told, items, first, second
    cdef long long[::1] rest, best, paired, touched, counts, worth, cost, touches, peak, replies, answers, openings, stack, arena, compared
    cdef Memo memo, known
    cdef Bounds bounds

    @cython.locals(size=cython.longlong, bit=cython.longlong, number=cython.longlong, low=cython.longlong, seat=cython.longlong,
                   base=cython.longlong)
    cdef tabulate(self, long long[::1] points, long long[::1] costs)

    @cython.locals(cls=cython.longlong)
    cdef long long classes_of(self, long long seat, long long bit) noexcept

    @cython.locals(cards=cython.longlong, seat=cython.longlong, place=cython.longlong, key=cython.longlong, begin=cython.longlong)
    cdef long long stands(self, long long depth, long long cls) except? -9

    @cython.locals(at=cython.longlong, first=cython.ulonglong, second=cython.ulonglong, seat=cython.longlong, cls=cython.longlong,
                   begin=cython.longlong, paired=cython.longlong)
    cdef int canonical(self, long long depth) except -9

    @cython.locals(begin=cython.longlong, at=cython.longlong, count=cython.longlong, first=cython.ulonglong, second=cython.ulonglong,
                   mixed=cython.ulonglong, total=cython.ulonglong, run=cython.longlong)
    cdef long long tell(self, long long depth, long long cls) except? -9

    @cython.locals(held=cython.longlong[::1], at=cython.longlong)
    cdef int room(self, long long count) except -9

    @cython.locals(count=cython.longlong, place=cython.longlong, seat=cython.longlong, bit=cython.longlong, last=cython.longlong)
    cdef long long gather(self, long long depth, long long cls, long long begin) noexcept

    @cython.locals(at=cython.longlong, under=cython.longlong, end=cython.longlong, linked=cython.longlong, sole=cython.longlong,
                   each=cython.longlong)
    cdef void link(self, long long count, long long begin) noexcept

    @cython.locals(same=cython.bint)
    cdef long long joins(self, long long run, long long at) noexcept

    @cython.locals(seat=cython.longlong, before=cython.longlong)
    cdef void equal(self, long long begin, long long run, long long at) noexcept

    @cython.locals(rung=cython.longlong, above=cython.longlong, here=cython.longlong, place=cython.longlong, seat=cython.longlong,
                   bit=cython.longlong)
    cdef void crown(self, long long depth, long long cls, long long begin) noexcept


cdef class TrickMoves(TrickPosition):
    @cython.locals(key=cython.longlong, known=cython.longlong)
    cdef long long bottom(self, long long seat, long long cards, long long kind) except? -9

    @cython.locals(seat=cython.longlong, at=cython.longlong)
    cdef int lead(self, long long depth, long long cards, long long kind) except -9

    @cython.locals(seat=cython.longlong, place=cython.longlong)
    cdef int follow(self, long long depth, long long at, long long cards, long long strength) except -9

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

    @cython.locals(at=cython.longlong, begin=cython.longlong)
    cdef long long keep(self, long long key, list listed) except? -9

    @cython.locals(hand=cython.longlong, cls=cython.longlong, cards=cython.longlong, key=cython.longlong, begin=cython.longlong,
                   count=cython.longlong, over=cython.longlong, other=cython.longlong, each=cython.longlong)
    cdef int list_leads(self, long long depth, long long seat) except -9

    @cython.locals(cards=cython.longlong, units=cython.longlong, throw=cython.bint, stopped=cython.longlong, cost=cython.longlong, points=cython.longlong,
                   order=cython.longlong)
    cdef int weigh_lead(self, long long depth, long long seat, long long each, long long over) except -9

    @cython.locals(key=cython.longlong, known=cython.longlong)
    cdef long long blocks(self, long long seat, long long cards, long long cls) except? -9

    @cython.locals(cls=cython.longlong, begin=cython.longlong, row=cython.longlong, _=cython.longlong)
    cdef long long doubled(self, long long depth, long long seat, long long cards) noexcept

    @cython.locals(seat=cython.longlong, hand=cython.longlong, kind=cython.longlong, size=cython.longlong, cards=cython.longlong,
                   must=cython.longlong, key=cython.longlong, begin=cython.longlong, doubles=cython.longlong,
                   each=cython.longlong)
    cdef int list_follows(self, long long depth, long long at) except -9

    @cython.locals(play=cython.longlong)
    cdef long long keep_follows(self, long long key, long long seat, long long cards, long long hand, long long kind) except? -9

    @cython.locals(place=cython.longlong, points=cython.longlong, ours=cython.longlong, cost=cython.longlong,
                   order=cython.longlong)
    cdef int weigh_follow(self, long long depth, long long at, long long seat, long long cards, long long strength) except -9

    @cython.locals(key=cython.ulonglong)
    cdef long long reply(self, long long depth, long long at, long long seat) noexcept

    @cython.locals(key=cython.ulonglong, holder=cython.longlong)
    cdef long long answer(self, long long depth, long long at, long long seat) noexcept


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
                   word=cython.longlong, move=cython.longlong, value=cython.longlong, found=cython.longlong)
    cdef long long begin(self, long long depth, long long beta) except? -9

    @cython.locals(at=cython.longlong, leader=cython.longlong, begin=cython.longlong, tops=cython.longlong, tricks=cython.longlong,
                   won=cython.longlong, drawn=cython.longlong, seat=cython.longlong, cls=cython.longlong, follows=cython.longlong,
                   place=cython.longlong)
    cdef long long sure(self, long long depth, long long cards) noexcept

    @cython.locals(base=cython.longlong, at=cython.longlong, seat=cython.longlong, cards=cython.longlong)
    cdef long long last(self, long long depth) except? -9

    @cython.locals(seat=cython.longlong, base=cython.longlong, attacks=cython.longlong, value=cython.longlong,
                   move=cython.longlong, chosen=cython.longlong, cards=cython.longlong, kind=cython.longlong,
                   found=cython.longlong)
    cdef long long play(self, long long depth, long long at, long long beta) except? -9

    @cython.locals(attacks=cython.longlong, each=cython.longlong, gain=cython.longlong, word=cython.longlong, found=cython.longlong)
    cdef long long foresee(self, long long depth, long long base, long long beta) except? -9

    @cython.locals(at=cython.longlong, winner=cython.longlong, gain=cython.longlong, touched=cython.longlong, seat=cython.longlong)
    cdef long long settle(self, long long depth) noexcept

    @cython.locals(winner=cython.longlong, gain=cython.longlong)
    cdef long long close(self, long long depth, long long beta) except? -9
