# cython: language_level=3
cimport cython
from paipu.replay.solve cimport bits

cdef long long SEATS, TRUMPS_CLASS, CLASSES, TRUMPS_FROM, RUFFED, FEW, KEPT, ENDING, LOWEST
cdef long long SIZE_AT, PAIRS_AT, RUN_AT, UNIT, ODD, TRIO, ASKED

cpdef long long word_of(long long cls, long long size, long long pairs, long long run, long long flags, long long number) noexcept

cpdef long long number_of(long long kind) noexcept

cdef class TrickSeats:
    cdef object asked
    cdef long long[::1] cls, power, points, above, linked, mask, captured, void, made, led
    cdef public long long[::1] one, two
    cdef public long long leader, number, pick1, pick2, pick_kind, gained
    cdef long long count, worthless, all, dealer, burier, equal_first, shorter, layered, gone1, gone2, kitty1, kitty2, kitty
    cdef long long unseen1, unseen2, winner, best, kind, lead_cls, size, pairs, run_of, unit, odd, given, score

    @cython.locals(found=cython.longlong)
    cdef long long bit(self, long long place) noexcept

    @cython.locals(seat=cython.longlong, number=cython.longlong)
    cdef void begin(self, long long[::1] hands, long long[::1] told, long long[::1] trick) noexcept

    @cython.locals(seat=cython.longlong, power=cython.longlong)
    cdef void lay(self, long long one, long long two, long long kind) noexcept

    cdef void tell(self, long long kind) noexcept

    @cython.locals(own2=cython.longlong, both=cython.longlong)
    cdef void take(self, long long seat, long long one, long long two) noexcept

    @cython.locals(one=cython.longlong, two=cython.longlong)
    cdef void look(self, long long seat) noexcept

    @cython.locals(left=cython.longlong, low=cython.longlong, top=cython.longlong, taken=cython.longlong, at=cython.longlong,
                   count=cython.longlong, below=cython.longlong)
    cdef long long run(self, long long pairs, long long length, long long above) noexcept

    @cython.locals(mask=cython.longlong, ruffs=cython.longlong)
    cdef long long strength(self, long long one, long long two) noexcept

    @cython.locals(left=cython.longlong, found=cython.longlong, low=cython.longlong)
    cdef long long worth(self, long long mask) noexcept

    @cython.locals(place=cython.longlong, below=cython.longlong, top=cython.longlong)
    cdef long long over(self, long long own, long long out) noexcept


cdef class TrickLeads(TrickSeats):
    @cython.locals(cls=cython.longlong, one=cython.longlong)
    cdef void lead(self, long long seat) except *

    cdef void weigh(self, long long score, long long one, long long two, long long kind) noexcept

    cdef long long simple(self, long long cls, long long pairs, long long run) noexcept

    @cython.locals(length=cython.longlong, found=cython.longlong)
    cdef long long longest(self, long long pairs) noexcept

    @cython.locals(out1=cython.longlong, out2=cython.longlong, out=cython.longlong, across=cython.longlong, partner=cython.longlong,
                   less=cython.longlong, helped=cython.longlong, sure1=cython.longlong, sure2=cython.longlong, throw=cython.longlong,
                   cards=cython.longlong, taken=cython.longlong, length=cython.longlong, left=cython.longlong, bit=cython.longlong,
                   place=cython.longlong, points=cython.longlong, rung=cython.longlong, score=cython.longlong)
    cdef void lead_suit(self, long long seat, long long cls, long long own1, long long own2) noexcept

    @cython.locals(count=cython.longlong, size=cython.longlong, out1=cython.longlong, bank=cython.longlong, wish=cython.longlong,
                   kept=cython.longlong, sure1=cython.longlong, sure2=cython.longlong, taken=cython.longlong, length=cython.longlong,
                   score=cython.longlong, left=cython.longlong, bit=cython.longlong, place=cython.longlong, rung=cython.longlong)
    cdef void lead_trumps(self, long long seat, long long own1, long long own2) noexcept


cdef class TrickFollows(TrickLeads):
    @cython.locals(mask=cython.longlong, own1=cython.longlong, own2=cython.longlong, held=cython.longlong, partner=cython.longlong,
                   give=cython.longlong, wants=cython.longlong, taken=cython.longlong, more=cython.longlong, free=cython.longlong,
                   pair=cython.longlong, bit=cython.longlong, need=cython.longlong, win=cython.longlong)
    cdef void follow(self, long long seat) except *

    @cython.locals(taken=cython.longlong, length=cython.longlong)
    cdef long long owed_run(self, long long own2, long long wants) noexcept

    @cython.locals(beating=cython.longlong, highest=cython.longlong)
    cdef long long pair_to_win(self, long long pairs) noexcept

    @cython.locals(found=cython.longlong, left=cython.longlong, bit=cython.longlong)
    cdef long long beating(self, long long cards) noexcept

    @cython.locals(found=cython.longlong, most=cython.longlong, left=cython.longlong, bit=cython.longlong)
    cdef long long dearest(self, long long cards) noexcept

    @cython.locals(beating=cython.longlong, highest=cython.longlong, left=cython.longlong, bit=cython.longlong)
    cdef long long single_to_win(self, long long seat, long long own) noexcept

    @cython.locals(after=cython.longlong, highest=cython.longlong, cls=cython.longlong, unseen=cython.longlong)
    cdef long long safe(self, long long seat) noexcept

    @cython.locals(one=cython.longlong, two=cython.longlong, trumps=cython.longlong, worth=cython.longlong, number=cython.longlong,
                   cheap=cython.longlong, may=cython.bint)
    cdef void fall_short(self, long long seat, long long own1, long long own2, long long need, long long give,
                         long long partner) noexcept

    @cython.locals(least=cython.longlong, left=cython.longlong, taken=cython.longlong, bit=cython.longlong, _=cython.longlong)
    cdef long long ruff(self, long long trumps1, long long trumps2) noexcept

    @cython.locals(one=cython.longlong, two=cython.longlong, bit=cython.longlong, _=cython.longlong)
    cdef void fill(self, long long rest1, long long rest2, long long need, long long give) noexcept

    cdef long long pair_to_play(self, long long pairs, long long give) noexcept

    @cython.locals(found=cython.longlong, least=cython.longlong, left=cython.longlong, bit=cython.longlong, place=cython.longlong,
                   cost=cython.longlong)
    cdef long long cheapest(self, long long cards) noexcept

    @cython.locals(found=cython.longlong, most=cython.longlong, left=cython.longlong, bit=cython.longlong, place=cython.longlong,
                   plain=cython.longlong)
    cdef long long single_to_play(self, long long rest1, long long rest2, long long give) noexcept


cdef class TrickPlaying(TrickFollows):
    cpdef start(self, long long[::1] hands, long long[::1] told, long long[::1] trick)

    @cython.locals(seat=cython.longlong)
    cpdef choose(self)

    cpdef bint finished(self) noexcept

    cpdef make(self, long long one, long long two, long long kind)

    @cython.locals(winner=cython.longlong, number=cython.longlong, one=cython.longlong, two=cython.longlong)
    cdef void settle(self) except *

    @cython.locals(number=cython.longlong)
    cdef long long contested(self) noexcept

    cpdef long long play_out(self, long long[::1] hands, long long[::1] told, long long[::1] trick, long long[::1] play) except? -999999
