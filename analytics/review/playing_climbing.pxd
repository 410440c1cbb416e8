# cython: language_level=3
cimport cython
from paipu.replay.solve.store cimport Memo

cdef long long CARDS, RANKS, SUITS, LITTLE, BIG, SEATS, SINGLE, PAIR, TRIPLE, FULL_HOUSE, STRAIGHT, TUBE
cdef long long PLATE, FOUR_ONE, BOMB, STRAIGHT_FLUSH, FIVE, FOUR_JOKERS, KINDS, STRENGTH, GROUP, PLACE, KIND
cdef long long SIZE, WILD, FORM, FIRST, LARGEST, ROW, MOST, HANDS, COUNTS, ROWS, STATE, BOMBS, SHORT, HIGH
cdef long long OPENING, LENGTH, NOTHING, PART, LOSSES, FAR


cdef class ClimbGroups:
    cdef object asked
    cdef long long[::1] wild, place, has, forms, free, count
    cdef public long long[::1] state, laid
    cdef long long bomb, told, size, seat, wilds
    cdef Memo known

    @cython.locals(left=cython.longlong, suit=cython.longlong, card=cython.longlong, _=cython.longlong)
    cdef void lay(self, long long rank, long long count) noexcept

    @cython.locals(card=cython.longlong)
    cdef void lay_wild(self) noexcept

    @cython.locals(wild=cython.longlong, big=cython.longlong, suit=cython.longlong, suited=cython.longlong,
                   at=cython.longlong, key=cython.longlong, found=cython.longlong, card=cython.longlong)
    cdef long long form_of(self, long long kind, long long rank, long long other) except? -9

    @cython.locals(at=cython.longlong)
    cdef long long tell(self, long long kind, long long rank, long long other, long long wild) except? -9

    @cython.locals(form=cython.longlong, number=cython.longlong, at=cython.longlong)
    cdef long long put(self, long long kind, long long rank, long long other) except? -9

    @cython.locals(row=cython.longlong, at=cython.longlong)
    cdef void write(self, long long number, long long form) noexcept

    cdef void remove(self, long long card) noexcept

cdef class ClimbHands(ClimbGroups):

    @cython.locals(rank=cython.longlong, card=cython.longlong)
    cdef void arrange(self, long long seat) except *

    @cython.locals(card=cython.longlong, at=cython.longlong, many=cython.longlong, _=cython.longlong)
    cdef void jokers(self) except *

    @cython.locals(first=cython.longlong, suit=cython.longlong, at=cython.longlong, card=cython.longlong)
    cdef void suited(self) except *

    cdef long long width(self, long long kind) noexcept

    @cython.locals(many=cython.longlong, triples=cython.longlong, pairs=cython.longlong, rank=cython.longlong,
                   count=cython.longlong)
    cdef long long needed(self, long long first, long long width, long long copies) noexcept

    @cython.locals(more=cython.longlong, now=cython.longlong, most=cython.longlong, best=cython.longlong,
                   best_kind=cython.longlong, kind=cython.longlong, width=cython.longlong, copies=cython.longlong,
                   first=cython.longlong, saved=cython.longlong)
    cdef void runs(self) except *

    @cython.locals(at=cython.longlong)
    cdef long long enough(self, long long first, long long width, long long copies) noexcept

    @cython.locals(width=cython.longlong, at=cython.longlong, same=cython.longlong)
    cdef long long take_run(self, long long kind, long long first) except? -9

    @cython.locals(suit=cython.longlong, card=cython.longlong)
    cdef void other_suit(self) noexcept

    @cython.locals(_=cython.longlong, card=cython.longlong, rank=cython.longlong)
    cdef void spend_wild(self) except *

    @cython.locals(rank=cython.longlong)
    cdef long long join_triple(self) except? -9

    @cython.locals(number=cython.longlong, row=cython.longlong, rank=cython.longlong, at=cython.longlong,
                   form=cython.longlong)
    cdef long long join_bomb(self) except? -9

    @cython.locals(first=cython.longlong, none=cython.longlong, lone=cython.longlong, missing=cython.longlong,
                   at=cython.longlong, rank=cython.longlong)
    cdef long long fill_straight(self) except? -9

    @cython.locals(rank=cython.longlong, many=cython.longlong)
    cdef void sets(self) except *

    cdef long long alike(self, long long kind, long long rank, long long count) except? -9

    @cython.locals(lone=cython.longlong)
    cdef long long four_one(self, long long rank) except? -9

    @cython.locals(triple=cython.longlong, pair=cython.longlong)
    cdef void full_houses(self) except *

    @cython.locals(found=cython.longlong, rank=cython.longlong, later=cython.longlong)
    cdef long long next(self, long long count, long long after) noexcept

    @cython.locals(begin=cython.longlong, number=cython.longlong, at=cython.longlong, word=cython.longlong,
                   kept=cython.longlong)
    cdef void sort(self) noexcept

    @cython.locals(bomb=cython.longlong)
    cdef bint before(self, long long one, long long other) noexcept

cdef class ClimbRules(ClimbHands):
    cdef long long[::1] side, left, tally
    cdef public long long[::1] played
    cdef long long seats, reentry, partner_leads, holder, waiting, passed, strength, group, lying, kind, many
    cdef public long long turn, leads, order, over, pick
    cdef Memo ends, results

    @cython.locals(at=cython.longlong, seat=cython.longlong)
    cpdef prepare(self, long long[::1] hands, long long[::1] base)

    @cython.locals(seat=cython.longlong)
    cpdef start(self, long long[::1] base, long long[::1] told)

    cdef bint beats(self, long long row) noexcept

    @cython.locals(seat=cython.longlong)
    cpdef choose(self)

    @cython.locals(begin=cython.longlong, count=cython.longlong, plain=cython.longlong, number=cython.longlong,
                   best=cython.longlong, least=cython.longlong, row=cython.longlong, cost=cython.longlong)
    cdef long long lead(self, long long seat) noexcept

    @cython.locals(size=cython.longlong, theirs=cython.longlong, ours=cython.longlong, step=cython.longlong)
    cdef long long wary(self, long long seat, long long row) noexcept

    @cython.locals(begin=cython.longlong, low=cython.longlong, number=cython.longlong, row=cython.longlong)
    cdef long long beside(self, long long seat) noexcept

    @cython.locals(begin=cython.longlong, bomb=cython.longlong, plain=cython.longlong, others=cython.longlong,
                   urgent=cython.longlong, number=cython.longlong, row=cython.longlong, high=cython.longlong)
    cdef long long against(self, long long seat) except? -9

    @cython.locals(other=cython.longlong)
    cdef long long is_urgent(self, long long seat) noexcept

    @cython.locals(number=cython.longlong, row=cython.longlong, kind=cython.longlong, larger=cython.longlong,
                   at=cython.longlong, card=cython.longlong, form=cython.longlong)
    cdef long long part(self, long long seat, long long urgent) except? -9

    cdef bint serves(self, long long form) noexcept

cdef class ClimbPlaying(ClimbRules):

    @cython.locals(row=cython.longlong, at=cython.longlong)
    cpdef take(self)

    cpdef long long groups_of(self, long long seat) noexcept

    cpdef bint may_play(self, long long number) noexcept

    @cython.locals(seat=cython.longlong, size=cython.longlong, other=cython.longlong)
    cpdef make(self)

    @cython.locals(found=cython.longlong)
    cdef long long has_ended(self) except? -9

    @cython.locals(at=cython.longlong, number=cython.longlong)
    cdef void spend(self, long long seat, long long size) except *

    @cython.locals(number=cython.longlong, row=cython.longlong, at=cython.longlong, same=cython.longlong)
    cdef long long group_of(self, long long seat, long long size) noexcept

    @cython.locals(last=cython.longlong, begin=cython.longlong, at=cython.longlong)
    cdef void drop(self, long long seat, long long number) noexcept

    cdef void pass_on(self) noexcept

    @cython.locals(seat=cython.longlong, step=cython.longlong)
    cdef long long taking_over(self, long long holder) noexcept

    @cython.locals(at=cython.longlong, found=cython.longlong)
    cpdef long long play_out(self, long long[::1] base, long long[::1] told, long long[::1] play) except? -999999
