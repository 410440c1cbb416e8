# cython: language_level=3
cimport cython
from paipu.replay.solve.store cimport Bounds, Memo

cdef long long SEATS, CLASSES, ANYWHERE, WORTH, STRENGTHS
cdef unsigned long long LOW, FIRST, SECOND, LAST_FIRST, LAST_SECOND
cdef long long KINDS
cdef long long FIRST_OF_ALL, PLAYS, DEPTHS, REMEMBERED, TO_PLACE, OFTEN, ITEM, TOLD, TOPS, DOUBLES
cdef long long ORDERED, TRAITS, LINKED, HOLDERS, ROWS

cdef class TrickPosition:
    cdef object rules
    cdef public long long nodes, limit, stopped
    cdef long long width, top, end, least, levels, taken, partner_blocks, plain, replied, answered
    cdef long long[::1] shape, order, attack, most, alike, hand, leader, kind, made, holder, strongest, doubles, told, items, runs, key, ordered
    cdef long long[::1] rest, best, paired, touched, high, counts, worth, cost, touches, run, owed, loose, level, among, replies, answers, openings, stack, arena, compared, leads, mixed_leads, stops, discards, follows, strengths, lead_strengths
    cdef Memo bottoms, known
    cdef Bounds bounds

    @cython.locals(size=cython.longlong, bit=cython.longlong, number=cython.longlong, low=cython.longlong, seat=cython.longlong,
                   base=cython.longlong)
    cdef tabulate(self, long long[::1] points, long long[::1] costs)

    @cython.locals(below=cython.longlong, most=cython.longlong, at=cython.longlong, seat=cython.longlong, number=cython.longlong)
    cdef grade(self, long long[::1] points)

    @cython.locals(cls=cython.longlong)
    cdef long long classes_of(self, long long seat, long long bit) noexcept


cdef class TrickCards(TrickPosition):
    cdef long long own(self, long long cards, long long seat) noexcept

    cdef int room(self, long long count) except -9

    @cython.locals(count=cython.longlong, place=cython.longlong, seat=cython.longlong, bit=cython.longlong, last=cython.longlong)
    cdef long long gather(self, long long depth, long long cls, long long begin) noexcept

    @cython.locals(at=cython.longlong, under=cython.longlong, end=cython.longlong, linked=cython.longlong, sole=cython.longlong,
                   each=cython.longlong, found=cython.longlong)
    cdef long long link(self, long long count, long long begin) noexcept

    @cython.locals(same=cython.bint)
    cdef long long joins(self, long long run, long long at) noexcept

    @cython.locals(seat=cython.longlong, before=cython.longlong)
    cdef void equal(self, long long begin, long long run, long long at) noexcept

    cdef void level_with(self, long long begin, long long run, long long at) noexcept

    @cython.locals(before=cython.longlong)
    cdef void level_of(self, long long begin, long long run, long long at, long long seat) noexcept

    @cython.locals(rung=cython.longlong, above=cython.longlong, here=cython.longlong, place=cython.longlong, seat=cython.longlong,
                   bit=cython.longlong)
    cdef void crown(self, long long depth, long long cls, long long begin) noexcept

    @cython.locals(found=cython.ulonglong)
    cdef long long mixed(self, long long owner, long long at, long long held) noexcept

    @cython.locals(owner=cython.longlong)
    cdef long long where(self, long long at) noexcept


cdef class TrickClasses(TrickCards):
    @cython.locals(cards=cython.longlong, seat=cython.longlong, place=cython.longlong, key=cython.longlong, begin=cython.longlong)
    cdef long long stands(self, long long depth, long long cls) except? -9

    @cython.locals(key=cython.ulonglong, ordered=cython.ulonglong, doubles=cython.longlong, traits=cython.longlong,
                   cls=cython.longlong, begin=cython.longlong)
    cdef int canonical(self, long long depth) except -9

    @cython.locals(begin=cython.longlong, at=cython.longlong, count=cython.longlong, loose=cython.ulonglong,
                   exact=cython.ulonglong, run=cython.longlong,
                   last=cython.longlong, lowest=cython.longlong)
    cdef long long tell(self, long long depth, long long cls) except? -9

    @cython.locals(first=cython.ulonglong, rest=cython.ulonglong, at=cython.longlong, word=cython.ulonglong)
    cdef void name(self, long long cls, long long begin, long long last) noexcept


cdef class TrickProofs(TrickClasses):
    cdef long long look(self, long long depth) noexcept

    @cython.locals(low=cython.longlong, high=cython.longlong, word=cython.longlong)
    cdef int learn(self, long long depth, long long beta, long long value) except -9


cdef class TrickMoves(TrickProofs):
    @cython.locals(key=cython.longlong, known=cython.longlong)
    cdef long long bottom(self, long long seat, long long cards, long long kind) except? -9

    @cython.locals(seat=cython.longlong, at=cython.longlong)
    cdef int lead(self, long long depth, long long cards, long long kind) except -9

    @cython.locals(seat=cython.longlong, place=cython.longlong)
    cdef int follow(self, long long depth, long long at, long long cards, long long strength) except -9

    @cython.locals(at=cython.longlong, known=cython.longlong)
    cdef long long strength(self, long long seat, long long cards, long long kind, long long leads) except? -9

    @cython.locals(at=cython.longlong)
    cdef long long place_of(self, long long kind, long long seat) except? -9

    @cython.locals(at=cython.longlong)
    cdef long long beats(self, long long challenger, long long holder) except? -9

    @cython.locals(chosen=cython.longlong, each=cython.longlong)
    cdef long long choose(self, long long base) noexcept

    @cython.locals(at=cython.longlong, held=cython.longlong)
    cdef void swap(self, long long one, long long other) noexcept

    cdef void drop(self, long long chosen) noexcept

    cdef int push(self, long long cards, long long kind, long long order) except -9

    @cython.locals(at=cython.longlong, begin=cython.longlong)
    cdef long long keep(self, list listed) except? -9

    @cython.locals(hand=cython.longlong, cls=cython.longlong, cards=cython.longlong, place=cython.longlong, begin=cython.longlong,
                   count=cython.longlong, over=cython.longlong, other=cython.longlong, each=cython.longlong)
    cdef int list_leads(self, long long depth, long long seat) except -9

    @cython.locals(cards=cython.longlong, units=cython.longlong, throw=cython.bint, stopped=cython.longlong, cost=cython.longlong, points=cython.longlong,
                   order=cython.longlong)
    cdef int weigh_lead(self, long long depth, long long seat, long long each, long long over) except -9

    @cython.locals(known=cython.longlong)
    cdef long long blocks(self, long long seat, long long cards, long long cls) except? -9

    @cython.locals(cls=cython.longlong, begin=cython.longlong, row=cython.longlong, _=cython.longlong)
    cdef long long doubled(self, long long depth, long long seat, long long cards) noexcept

    @cython.locals(seat=cython.longlong, hand=cython.longlong, kind=cython.longlong, size=cython.longlong, cards=cython.longlong,
                   must=cython.longlong, count=cython.longlong, place=cython.longlong, begin=cython.longlong, doubles=cython.longlong,
                   each=cython.longlong)
    cdef int list_follows(self, long long depth, long long at) except -9

    @cython.locals(play=cython.longlong)
    cdef long long keep_follows(self, long long seat, long long cards, long long hand, long long kind) except? -9

    @cython.locals(place=cython.longlong, points=cython.longlong, ours=cython.longlong, cost=cython.longlong,
                   order=cython.longlong)
    cdef int weigh_follow(self, long long depth, long long at, long long seat, long long cards, long long strength) except -9

    @cython.locals(key=cython.ulonglong)
    cdef long long reply(self, long long depth, long long at, long long seat) noexcept

    @cython.locals(key=cython.ulonglong, holder=cython.longlong)
    cdef long long answer(self, long long depth, long long at, long long seat) noexcept


cdef class TrickBounds(TrickMoves):
    @cython.locals(leader=cython.longlong, tricks=cython.longlong)
    cdef long long foregone(self, long long depth, long long cards, long long beta) noexcept

    @cython.locals(at=cython.longlong, last=cython.longlong, begin=cython.longlong, own=cython.longlong, partner=cython.longlong, trumps=cython.longlong,
                   tops=cython.longlong, longest=cython.longlong, seat=cython.longlong, tricks=cython.longlong, drawn=cython.bint,
                   theirs=cython.longlong, free=cython.bint, cls=cython.longlong, most=cython.longlong, step=cython.longlong,)
    cdef long long cash(self, long long depth, long long cards, long long leader) noexcept

    cdef long long size_of(self, long long depth, long long cls, long long seat) noexcept

    @cython.locals(found=cython.longlong, step=cython.longlong)
    cdef long long longest(self, long long depth, long long cls, long long leader) noexcept

    cdef long long highest(self, long long cards, long long most) noexcept

    @cython.locals(won=cython.longlong, at=cython.longlong)
    cdef long long decides(self, long long depth, long long cards, long long beta, long long seat, long long tricks) noexcept

    @cython.locals(hand=cython.longlong, total=cython.longlong, extra=cython.longlong, cls=cython.longlong, count=cython.longlong,
                   room=cython.longlong, at=cython.longlong, rich=cython.longlong, given=cython.longlong)
    cdef long long yields(self, long long depth, long long cards, long long seat, long long tricks, long long willing) noexcept


cdef class TrickSearch(TrickBounds):
    @cython.locals(seat=cython.longlong, total=cython.longlong)
    cpdef start(self, long long leader, long long limit)

    cpdef bint spent(self) noexcept

    @cython.locals(base=cython.longlong, found=cython.longlong, each=cython.longlong, seat=cython.longlong)
    cpdef long long given(self, long long at, long long cards, long long loses) except? -9

    @cython.locals(seat=cython.longlong, base=cython.longlong, number=cython.longlong)
    cpdef listed(self, long long at)

    cpdef long long ask(self, long long at, long long beta) except? -9

    @cython.locals(value=cython.longlong)
    cdef long long begin(self, long long depth, long long beta) except? -9

    @cython.locals(cards=cython.longlong, high=cython.longlong, word=cython.longlong)
    cdef long long told_at_once(self, long long depth, long long beta) except? -9

    @cython.locals(base=cython.longlong, at=cython.longlong, seat=cython.longlong, cards=cython.longlong)
    cdef long long last(self, long long depth) except? -9

    @cython.locals(seat=cython.longlong, base=cython.longlong, attacks=cython.longlong, value=cython.longlong,
                   move=cython.longlong, chosen=cython.longlong, cards=cython.longlong, kind=cython.longlong,
                   found=cython.longlong, decided=cython.bint)
    cdef long long play(self, long long depth, long long at, long long beta) except? -9

    @cython.locals(attacks=cython.longlong, each=cython.longlong, gain=cython.longlong, found=cython.longlong,
                   value=cython.longlong)
    cdef long long foresee(self, long long depth, long long base, long long beta) except? -9

    @cython.locals(at=cython.longlong, winner=cython.longlong, gain=cython.longlong, touched=cython.longlong, seat=cython.longlong)
    cdef long long settle(self, long long depth) noexcept

    @cython.locals(winner=cython.longlong, gain=cython.longlong, found=cython.longlong)
    cdef long long close(self, long long depth, long long beta) except? -9
