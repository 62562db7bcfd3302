"""The Cython backend: the protocol of masko_sdk._backend over the C core."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.buffer cimport PyBUF_WRITABLE, PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.number cimport PyNumber_Index
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.string cimport memcpy, memset

cimport contract as mk
from contract cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t

NAME = "cython"

cdef size_t GAME_BYTES = mk.mk_game_bytes()
cdef size_t SIZE_MAX = <size_t>-1


# Cython's own conversion takes 1.5 for 1, so ints pass through here.
cdef inline int as_int(number) except? -2:
    return PyNumber_Index(number)


cdef inline uint32_t as_uint(number) except? 0xFFFFFFFE:
    return PyNumber_Index(number)


cdef inline size_t as_size(number) except? 0xFFFFFFFE:
    return PyNumber_Index(number)


cdef size_t product(size_t a, size_t b) except? 0xFFFFFFFE:
    if b != 0 and a > SIZE_MAX // b:
        raise ValueError("no buffer is that large")
    return a * b


cdef class Log:
    """Events and moves of a game, in order; clones share it until one of them goes on alone."""

    cdef int32_t *words
    cdef size_t used, room
    cdef uint32_t *moves
    cdef size_t *starts  # of each move: where its events begin
    cdef size_t moves_used, moves_room

    def __dealloc__(self):
        PyMem_Free(self.words)
        PyMem_Free(self.moves)
        PyMem_Free(self.starts)

    cdef int reserve(self) except -1:
        """Room for the events of one more action."""
        cdef size_t room
        cdef void *grown
        if self.room - self.used < mk.MK_LOG_WORDS:
            room = 2 * self.room + mk.MK_LOG_WORDS
            grown = PyMem_Realloc(self.words, room * sizeof(int32_t))
            if grown == NULL:
                raise MemoryError
            self.words = <int32_t *>grown
            self.room = room
        if self.moves_used == self.moves_room:
            room = 2 * self.moves_room + 64
            grown = PyMem_Realloc(self.moves, room * sizeof(uint32_t))
            if grown == NULL:
                raise MemoryError
            self.moves = <uint32_t *>grown
            grown = PyMem_Realloc(self.starts, room * sizeof(size_t))
            if grown == NULL:
                raise MemoryError
            self.starts = <size_t *>grown
            self.moves_room = room
        return 0

    cdef Log copy(self, size_t used, size_t moves_used):
        cdef Log other = Log()
        cdef size_t room = used + mk.MK_LOG_WORDS
        other.words = <int32_t *>PyMem_Malloc(room * sizeof(int32_t))
        other.moves = <uint32_t *>PyMem_Malloc((moves_used + 64) * sizeof(uint32_t))
        other.starts = <size_t *>PyMem_Malloc((moves_used + 64) * sizeof(size_t))
        if other.words == NULL or other.moves == NULL or other.starts == NULL:
            raise MemoryError
        other.room = room
        other.moves_room = moves_used + 64
        memcpy(other.words, self.words, used * sizeof(int32_t))
        memcpy(other.moves, self.moves, moves_used * sizeof(uint32_t))
        memcpy(other.starts, self.starts, moves_used * sizeof(size_t))
        other.used = used
        other.moves_used = moves_used
        return other


cdef Log NO_LOG = Log()


cdef class Core:
    """One game being played."""

    cdef mk.mk_game *game
    cdef Log log
    cdef size_t used, moves_used
    cdef bytes decks  # the game points into it

    def __cinit__(self):
        # All zero: a game in which nobody sits. No method of a half-made object may find less.
        self.game = <mk.mk_game *>PyMem_Malloc(GAME_BYTES)
        if self.game == NULL:
            raise MemoryError
        memset(self.game, 0, GAME_BYTES)
        self.log = NO_LOG

    def __init__(self):
        raise TypeError("begin() makes these")

    def __dealloc__(self):
        PyMem_Free(self.game)

    cdef int own_log(self) except -1:
        """The log up to this game's own end, with room for one more action."""
        if self.used != self.log.used or self.moves_used != self.log.moves_used:
            self.log = self.log.copy(self.used, self.moves_used)
        self.log.reserve()
        return 0

    cdef int apply(self, int who, int code) except -1:
        cdef size_t used = 0
        self.own_log()
        cdef int status = mk.mk_apply(self.game, who, code, self.log.words + self.used, &used)
        if status == mk.MK_OK:
            self.log.moves[self.moves_used] = <uint32_t>who << 16 | <uint32_t>code
            self.log.starts[self.moves_used] = self.used
            self.used = self.log.used = self.used + used
            self.moves_used = self.log.moves_used = self.moves_used + 1
        return status

    cdef size_t start_of_later(self, int32_t since):
        """Where the events of plies after this one begin, or before that."""
        cdef int64_t skipped = <int64_t>since - (<int64_t>mk.mk_ply(self.game) - <int64_t>self.moves_used)
        if skipped < 0:
            return 0
        return self.log.starts[skipped] if skipped < <int64_t>self.moves_used else self.used

    cdef list told(self, size_t at, int viewer, int32_t since, int kind):
        cdef int32_t event[mk.MK_LOG_WORDS]
        cdef uint32_t ply = 0
        cdef size_t n
        cdef list events = []
        while True:
            n = mk.mk_next_event(mk.mk_kind(self.game), self.log.words, self.used, &at, viewer, event, &ply)
            if n == 0:
                return events
            if <int32_t>ply > since and (kind < 0 or event[0] == kind):
                events.append(PyBytes_FromStringAndSize(<char *>event, n * sizeof(int32_t)))

    def play(self, who, code, viewer):
        cdef size_t before = self.used
        cdef int to = as_int(viewer)
        cdef int status = self.apply(as_int(who), as_int(code))
        if status != mk.MK_OK:
            return status
        return self.told(before, to, -1, -1)

    def replay(self, moves):
        cdef int done = 0
        cdef uint32_t move
        for item in moves:
            move = as_uint(item)
            if self.apply(move >> 16, move & 0xFFFF) != mk.MK_OK:
                break
            done += 1
        return done

    def events(self, viewer, since, kind):
        cdef int after = as_int(since)
        return self.told(self.start_of_later(after), as_int(viewer), after, as_int(kind))

    def events_text(self, viewer, since):
        cdef char text[mk.MK_TEXT_BYTES]
        cdef int32_t event[mk.MK_LOG_WORDS]
        cdef int to = as_int(viewer)
        cdef int32_t after = as_int(since)
        cdef int kind = mk.mk_kind(self.game)
        cdef size_t at = self.start_of_later(after)
        cdef uint32_t ply = 0
        cdef list texts = []
        while mk.mk_next_event(kind, self.log.words, self.used, &at, to, event, &ply):
            if <int32_t>ply > after:
                texts.append(PyUnicode_DecodeASCII(text, mk.mk_event_text(kind, event, text), NULL))
        return "[" + ",".join(texts) + "]"

    def moves(self):
        return [self.log.moves[i] for i in range(self.moves_used)]

    def reason(self, who, code):
        return mk.mk_reason(self.game, as_int(who), as_int(code))

    def due(self):
        cdef int8_t seats[mk.MK_MAX_PLAYERS]
        cdef size_t n = mk.mk_due(self.game, seats)
        return [seats[i] for i in range(n)]

    def legal(self, who):
        cdef uint16_t codes[mk.MK_MAX_CODES]
        cdef size_t n = mk.mk_legal(self.game, as_int(who), codes)
        return [codes[i] for i in range(n)]

    def view(self, viewer):
        cdef int32_t words[mk.MK_VIEW_WORDS]
        cdef size_t n = mk.mk_observe(self.game, as_int(viewer), words)
        return PyBytes_FromStringAndSize(<char *>words, n * sizeof(int32_t))

    def view_text(self, viewer):
        cdef char text[mk.MK_TEXT_BYTES]
        return PyUnicode_DecodeASCII(text, mk.mk_observe_text(self.game, as_int(viewer), text), NULL)

    def memory_text(self, seat):
        cdef char text[mk.MK_TEXT_BYTES]
        return PyUnicode_DecodeASCII(text, mk.mk_memory_text(self.game, as_int(seat), text), NULL)

    def memory(self, seat):
        cdef int32_t words[mk.MK_VIEW_WORDS]
        cdef size_t n = mk.mk_memory(self.game, as_int(seat), words)
        return PyBytes_FromStringAndSize(<char *>words, n * sizeof(int32_t))

    def outcome(self):
        cdef int32_t words[mk.MK_VIEW_WORDS]
        cdef size_t n = mk.mk_outcome(self.game, words)
        return PyBytes_FromStringAndSize(<char *>words, n * sizeof(int32_t))

    def digest(self):
        cdef int32_t words[mk.MK_VIEW_WORDS]
        cdef size_t n = mk.mk_digest(self.game, words)
        return PyBytes_FromStringAndSize(<char *>words, n * sizeof(int32_t))

    @property
    def ply(self):
        return mk.mk_ply(self.game)

    @property
    def window(self):
        return mk.mk_window(self.game)

    @property
    def turn(self):
        return mk.mk_turn(self.game)

    @property
    def is_over(self):
        return mk.mk_is_over(self.game) != 0

    def choose(self, seat, policy, parameters):
        cdef Numbers numbers = Numbers(parameters, mk.MK_MAX_POLICY_PARAMETERS)
        return mk.mk_choose(self.game, as_int(seat), as_int(policy), numbers.values)

    def encode(self, seat):
        cdef int16_t numbers[mk.MK_VIEW_WORDS]
        cdef size_t n = mk.mk_encode(self.game, as_int(seat), numbers)
        return PyBytes_FromStringAndSize(<char *>numbers, n * sizeof(int16_t))

    def odds(self, seat, bytes key not None, place, bytes policies not None, parameters, limits, columns):
        cdef Core position = self.clone()  # what is played on while the GIL is released
        cdef Numbers numbers = Numbers(parameters, mk.MK_MAX_PLAYERS * mk.MK_MAX_POLICY_PARAMETERS)
        cdef uint16_t codes[mk.MK_MAX_CODES]
        cdef mk.mk_trial trial
        cdef mk.mk_tally tally
        cdef mk.mk_fault fault
        cdef int status
        check_key(key)
        if len(policies) < mk.mk_players(self.game):
            raise ValueError("a policy for each seat")
        trial.seat = as_int(seat)
        memcpy(trial.key, <const uint8_t *>key, mk.MK_KEY_BYTES)
        trial.index = as_uint(place[0])
        trial.first = as_uint(place[1])
        cdef size_t n = as_size(place[2])
        trial.policies = <const uint8_t *>policies
        trial.parameters = numbers.values
        trial.max_plies = as_uint(limits[0])
        trial.to_end = as_int(limits[1])
        cdef size_t actions = mk.mk_legal(self.game, trial.seat, codes)
        cdef size_t pairs = actions * (actions + 1) // 2
        cdef Buffer sums = Buffer(columns[0], mk.MK_ODDS_SUMS * actions * sizeof(int64_t), 1)
        cdef Buffer products = Buffer(columns[1], mk.MK_ODDS_VALUES * pairs * sizeof(int64_t), 1)
        cdef Buffer points = Buffer(columns[2], product(product(n, actions), sizeof(int32_t)), 1)
        tally.sums = <int64_t *>sums.view.buf
        tally.products = <int64_t *>products.view.buf
        tally.points = <int32_t *>points.view.buf
        with nogil:
            status = mk.mk_odds(position.game, &trial, n, &tally, &fault)
        return (status, fault.where, fault.value)

    def clone(self):
        cdef Core other = Core.__new__(Core)
        memcpy(other.game, self.game, GAME_BYTES)
        other.log = self.log
        other.used = self.used
        other.moves_used = self.moves_used
        other.decks = self.decks
        return other

    def sample_world(self, seat, bytes key not None):
        cdef Core other = Core.__new__(Core)
        check_key(key)
        if mk.mk_sample_world(self.game, as_int(seat), <const uint8_t *>key, other.game) != mk.MK_OK:
            raise ValueError("no such seat")
        other.log = Log()
        return other


cdef int check_key(bytes key) except -1:
    if len(key) != mk.MK_KEY_BYTES:
        raise ValueError("a key has 32 bytes")
    return 0


cdef class Numbers:
    """A C array of the 32-bit numbers of a sequence, padded with zeros to `least`."""

    cdef int32_t *values
    cdef size_t n

    def __cinit__(self, numbers, size_t least=1):
        cdef size_t i
        self.n = len(numbers)
        cdef size_t room = max(self.n, least)
        self.values = <int32_t *>PyMem_Malloc(room * sizeof(int32_t))
        if self.values == NULL:
            raise MemoryError
        memset(self.values, 0, room * sizeof(int32_t))
        for i in range(self.n):
            self.values[i] = as_int(numbers[i])

    def __dealloc__(self):
        PyMem_Free(self.values)


cdef class Setup:
    """The C form of what defines a game; keeps what it points to."""

    cdef mk.mk_setup c
    cdef Numbers options
    cdef bytes key, decks

    def __init__(self, game, options, players, first_player, bytes key not None, index, bytes decks not None, path=mk.MK_PATH_PORTABLE):
        check_key(key)
        self.options = Numbers(options)
        self.key = key
        self.decks = decks
        self.c.game = as_int(game)
        self.c.players = as_int(players)
        self.c.first_player = as_int(first_player)
        self.c.index = as_uint(index)
        memcpy(self.c.key, <const uint8_t *>key, mk.MK_KEY_BYTES)
        self.c.options = self.options.values
        self.c.option_words = self.options.n
        self.c.decks = <const int8_t *><const char *>decks
        self.c.deck_bytes = len(decks)
        self.c.path = as_int(path)

    def check(self):
        cdef mk.mk_fault fault
        cdef int status = mk.mk_check_setup(&self.c, &fault)
        return (status, fault.where, fault.value)

    def deck_bytes(self):
        return mk.mk_deck_bytes(&self.c)

    def player_cards(self):
        return mk.mk_player_cards(&self.c)

    def begin(self):
        cdef Core core = Core.__new__(Core)
        cdef mk.mk_fault fault
        cdef size_t used = 0
        core.log = Log()
        core.log.reserve()
        core.decks = self.decks
        cdef int status = mk.mk_begin(core.game, &self.c, core.log.words, &used, &fault)
        if status != mk.MK_OK:
            raise ValueError(status)
        core.used = core.log.used = used
        return core

    def shuffle(self, count, decks):
        cdef size_t n = as_size(count)
        cdef Buffer out = Buffer(decks, product(n, mk.mk_deck_bytes(&self.c)), 1)
        cdef int status
        with nogil:
            status = mk.mk_shuffle_decks(&self.c, n, <int8_t *>out.view.buf)
        return status

    def deal(self, count, hands, rest):
        cdef size_t n = as_size(count)
        cdef size_t dealt = mk.mk_player_cards(&self.c) * <size_t>self.c.players
        cdef Buffer hands_out = Buffer(hands, product(n, dealt), 1)
        cdef Buffer rest_out = Buffer(rest, product(n, mk.mk_deck_bytes(&self.c) - dealt), 1)
        cdef int status
        with nogil:
            status = mk.mk_deal_hands(&self.c, n, <int8_t *>hands_out.view.buf, <int8_t *>rest_out.view.buf)
        return status

    def score(self, hands, count, size, scores, layout=mk.MK_ROWS):
        cdef size_t n = as_size(count)
        cdef size_t cards = as_size(size)
        cdef Buffer hands_in = Buffer(hands, product(n, cards), 0)
        cdef Buffer scores_out = Buffer(scores, product(n, sizeof(int16_t)), 1)
        cdef int columns = as_int(layout)
        cdef mk.mk_fault fault
        cdef int status
        fault.where = fault.value = 0
        with nogil:
            status = mk.mk_score_hands(self.c.game, self.c.options, self.c.option_words, <const int8_t *>hands_in.view.buf, n, cards,
                                       columns, self.c.path, <int16_t *>scores_out.view.buf, &fault)
        return (status, fault.where, fault.value)

    def score_rounds(self, count, scores, bytes enders not None, bytes declared not None):
        cdef size_t n = as_size(count)
        cdef Buffer out = Buffer(scores, product(product(n, <size_t>self.c.players), sizeof(int32_t)), 1)
        cdef mk.mk_fault fault
        cdef int status
        cdef const int8_t *seats = <const int8_t *><const char *>enders
        cdef const uint8_t *said = <const uint8_t *>declared
        if <size_t>len(enders) < n or <size_t>len(declared) < n:
            raise ValueError("a seat and a flag for each round")
        fault.where = fault.value = 0
        with nogil:
            status = mk.mk_score_rounds(&self.c, <int32_t *>out.view.buf, n, seats, said, &fault)
        return (status, fault.where, fault.value)

    def simulate(self, count, bytes policies not None, parameters, max_plies, columns):
        cdef size_t n = as_size(count)
        cdef uint32_t limit = as_uint(max_plies)
        cdef Results results = Results(columns, n, <size_t>self.c.players)
        cdef Numbers numbers = Numbers(parameters, mk.MK_MAX_PLAYERS * mk.MK_MAX_POLICY_PARAMETERS)
        cdef mk.mk_fault fault
        cdef int status
        cdef const uint8_t *policy = <const uint8_t *>policies
        if len(policies) < self.c.players:
            raise ValueError("a policy for each seat")
        fault.where = fault.value = 0
        with nogil:
            status = mk.mk_simulate(&self.c, n, policy, numbers.values, limit, &results.c, &fault)
        return (status, fault.where, fault.value)

    def vector_bytes(self, lanes):
        return mk.mk_vector_bytes(&self.c, as_size(lanes))

    def vector(self, lanes, max_plies, wide, block, arrays):
        return new_vector(self, as_size(lanes), as_uint(max_plies), bool(wide), block, arrays)


cdef class Vector:
    """Games in lockstep, in arrays that it holds."""

    cdef mk.mk_vector c
    cdef Setup setup
    cdef list held
    cdef Results results

    def __init__(self):
        raise TypeError("vector() makes these")

    cdef Setup need_whole(self):
        if self.setup is None:
            raise ValueError("vector() makes these")
        return self.setup

    def reset(self, Setup setup not None, first, count, onward):
        cdef size_t start = as_size(first)
        cdef size_t n = as_size(count)
        cdef int on = bool(onward)
        cdef int status
        self.need_whole()
        if setup.c.game != self.setup.c.game or setup.c.players != self.setup.c.players:
            raise ValueError("another game, or other players")
        self.setup = setup
        with nogil:
            status = mk.mk_vector_reset(&setup.c, &self.c, start, n, on)
        return status

    def check(self, first, count, codes):
        cdef size_t start = as_size(first)
        cdef size_t n = as_size(count)
        cdef Setup setup = self.need_whole()
        cdef Buffer given = Buffer(codes, product(self.c.lanes, sizeof(int64_t)), 0)
        cdef mk.mk_fault fault
        cdef int status
        with nogil:
            status = mk.mk_vector_check(&setup.c, &self.c, start, n, <const int64_t *>given.view.buf, &fault)
        return (status, fault.where, fault.value)

    def step(self, first, count, codes):
        cdef size_t start = as_size(first)
        cdef size_t n = as_size(count)
        cdef Setup setup = self.need_whole()
        cdef Buffer given = Buffer(codes, product(self.c.lanes, sizeof(int64_t)), 0)
        cdef mk.mk_fault fault
        cdef int status
        with nogil:
            status = mk.mk_vector_step(&setup.c, &self.c, start, n, <const int64_t *>given.view.buf, &fault)
        return (status, fault.where, fault.value)

    def keep(self, wanted, columns):
        cdef size_t n = as_size(wanted)
        cdef Results results = Results(columns, n, <size_t>self.need_whole().c.players)
        self.results = results
        self.c.results = results.c
        self.c.wanted = n

    def choose(self, first, count, bytes policies not None, parameters, codes):
        cdef size_t start = as_size(first)
        cdef size_t n = as_size(count)
        cdef Setup setup = self.need_whole()
        cdef Numbers numbers = Numbers(parameters, mk.MK_MAX_PLAYERS * mk.MK_MAX_POLICY_PARAMETERS)
        cdef Buffer chosen = Buffer(codes, product(self.c.lanes, sizeof(int64_t)), 1)
        cdef mk.mk_fault fault
        cdef int status
        cdef const uint8_t *policy = <const uint8_t *>policies
        if len(policies) < setup.c.players:
            raise ValueError("a policy for each seat")
        with nogil:
            status = mk.mk_vector_choose(&setup.c, &self.c, start, n, policy, numbers.values, <int64_t *>chosen.view.buf, &fault)
        return (status, fault.where, fault.value)


cdef class Results:
    """Held columns of n games, the last of them scores of as many rounds as it has room for."""

    cdef mk.mk_results c
    cdef tuple held

    def __cinit__(self, columns, size_t n, size_t players):
        cdef size_t seats = product(n, players)
        cdef Buffer totals = Buffer(columns[0], product(seats, sizeof(int32_t)), 1)
        cdef Buffer ranks = Buffer(columns[1], seats, 1)
        cdef Buffer winners = Buffer(columns[2], seats, 1)
        cdef Buffer rounds = Buffer(columns[3], product(n, sizeof(int32_t)), 1)
        cdef Buffer plies = Buffer(columns[4], product(n, sizeof(int32_t)), 1)
        cdef Buffer truncated = Buffer(columns[5], n, 1)
        cdef Buffer scores = Buffer(columns[6], 0, 1)
        self.held = (totals, ranks, winners, rounds, plies, truncated, scores)
        self.c.totals = <int32_t *>totals.view.buf
        self.c.ranks = <uint8_t *>ranks.view.buf
        self.c.winners = <uint8_t *>winners.view.buf
        self.c.rounds = <int32_t *>rounds.view.buf
        self.c.plies = <int32_t *>plies.view.buf
        self.c.truncated = <uint8_t *>truncated.view.buf
        self.c.scores = <int32_t *>scores.view.buf
        self.c.most_rounds = <size_t>scores.view.len // sizeof(int32_t) // seats if seats else 0


cdef void *hold(Vector vector, source, size_t size) except NULL:
    cdef Buffer buffer = Buffer(source, size, 1)
    vector.held.append(buffer)
    return buffer.view.buf


cdef Vector new_vector(Setup setup, size_t lanes, uint32_t max_plies, bint wide, block, arrays):
    cdef Vector vector = Vector.__new__(Vector)
    cdef size_t seats = product(lanes, <size_t>setup.c.players)
    cdef size_t observation = mk.mk_observation_size(setup.c.game, setup.c.players)
    vector.setup = setup
    vector.held = []
    vector.c.lanes = lanes
    vector.c.max_plies = max_plies
    vector.c.wide = wide
    vector.c.block = hold(vector, block, mk.mk_vector_bytes(&setup.c, lanes))
    if <size_t>vector.c.block % 64 != 0:
        raise ValueError("the block must begin on a multiple of 64")
    vector.c.observations = <int16_t *>hold(vector, arrays[0], product(product(lanes, observation), sizeof(int16_t)))
    vector.c.masks = <uint8_t *>hold(vector, arrays[1], product(lanes, mk.mk_mask_size(setup.c.game, wide)))
    vector.c.seats = <int8_t *>hold(vector, arrays[2], lanes)
    vector.c.rewards = <int32_t *>hold(vector, arrays[3], product(seats, sizeof(int32_t)))
    vector.c.winners = <uint8_t *>hold(vector, arrays[4], seats)
    vector.c.done = <uint8_t *>hold(vector, arrays[5], lanes)
    vector.c.truncated = <uint8_t *>hold(vector, arrays[6], lanes)
    vector.c.games = <uint32_t *>hold(vector, arrays[7], product(lanes, sizeof(uint32_t)))
    return vector


cdef class Buffer:
    """A held buffer of at least `size` bytes."""

    cdef Py_buffer view
    cdef bint held

    def __cinit__(self, source, size_t size, bint writable):
        PyObject_GetBuffer(source, &self.view, PyBUF_WRITABLE if writable else PyBUF_SIMPLE)
        self.held = True
        if <size_t>self.view.len < size:
            raise ValueError(f"a buffer of {size} bytes is needed, not {self.view.len}")

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)


def best_path():
    return mk.mk_best_path()


def game_count():
    return mk.mk_game_count()


def row(game, table, index):
    cdef const char *text = mk.mk_row(as_int(game), as_int(table), as_int(index))
    return None if text == NULL else text.decode("ascii")


def first_code(game, action):
    return mk.mk_first_code(as_int(game), as_int(action))


def observation_size(game, players):
    return mk.mk_observation_size(as_int(game), as_int(players))


def mask_size(game, wide):
    return mk.mk_mask_size(as_int(game), bool(wide))


def check_policy(game, policy, parameters):
    cdef Numbers numbers = Numbers(parameters, mk.MK_MAX_POLICY_PARAMETERS)
    return mk.mk_check_policy(as_int(game), as_int(policy), numbers.values)


def stream_block(bytes key not None, block, purpose_round, number, game):
    cdef uint8_t out[64]
    check_key(key)
    mk.mk_stream_block(<const uint8_t *>key, as_uint(block), as_uint(purpose_round), as_uint(number), as_uint(game), out)
    return PyBytes_FromStringAndSize(<char *>out, 64)


def shuffle_items(bytes key not None, purpose, round, number, game, bytearray items not None):
    check_key(key)
    cdef Buffer out = Buffer(items, 0, 1)
    return mk.mk_shuffle_items(<const uint8_t *>key, as_uint(purpose), as_uint(round), as_uint(number), as_uint(game), <uint8_t *>out.view.buf, <size_t>out.view.len)
