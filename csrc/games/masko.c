/* Masko. The clauses M1..M37 are those of the rule page; each stands where it is kept. */
#include "masko.h"

#include "../decks.h"
#include "../rng.h"

_Static_assert(sizeof(masko_state) <= sizeof(uint64_t) * MK_STATE_WORDS, "the state must fit");
_Static_assert(CODES <= MK_MAX_CODES, "the codes must fit");

#include "masko_tables.h"

/* Cards. */

static inline uint8_t card_at(const masko_state *s, int seat, int slot) { return s->hand[seat][slot]; }

static inline void show_to(masko_state *s, uint8_t card, uint32_t marks) { s->seen[card] |= (uint16_t)marks; }

static inline void show_to_all(masko_state *s, uint8_t card) { show_to(s, card, SEATS_MASK | PUBLIC_BIT); }

static inline void remove_card(masko_state *s, int seat, int slot) { s->occupied[seat] &= ~(1ULL << slot); }

static inline void put_card(masko_state *s, int seat, int slot, uint8_t card) {
    s->hand[seat][slot] = card;
    s->occupied[seat] |= 1ULL << slot;
}

static inline void discard_card(masko_state *s, uint8_t card) {
    show_to_all(s, card); /* M36 */
    s->discard[s->discard_size++] = card;
}

/* M33: whoever receives the last card is Maskoman, unless a MASKO stands. */
static inline void declare_if_empty(masko_state *s, int receiver, mk_log *log) {
    if (pile_size(s) == 0 && s->maskoman == NO_SEAT) {
        s->maskoman = (uint8_t)receiver;
        s->automatic = true;
        MK_TELL(log, EVENT_MASKO_DECLARED, MK_EVERYONE, receiver);
    }
}

/* M15, M30: one unseen card, in the next number never used (M12). */
static void add_card(masko_state *s, int seat, mk_log *log) {
    int slot = s->next_slot[seat]++;
    put_card(s, seat, slot, s->pile[s->pile_next++]);
    MK_TELL(log, EVENT_ADDED, MK_EVERYONE, seat, slot);
    declare_if_empty(s, seat, log);
}

/* The round. */

/* A given deck holds faces: each becomes the next unused card of that face. */
static void read_deck(const int8_t *faces, uint8_t *pile) {
    uint8_t next[FACES] = {0};
    for (uint8_t card = DECK; card-- > 0;) {
        next[face_of(card)] = card;
    }
    for (int i = 0; i < DECK; i++) {
        pile[i] = next[faces[i]]++;
    }
}

static void shuffle_pile(const mk_config *c, masko_state *s) {
    if (s->head.round < c->rounds) { /* C3 */
        read_deck(c->decks + (size_t)s->head.round * DECK, s->pile);
        return;
    }
    mk_shuffle_round(c, s->head.round, s->pile, mk_numbers, DECK);
}

/* C4, M29: one at a time clockwise from `seat`, the k-th card to slot k. */
static void deal(const mk_config *c, masko_state *s, const uint8_t *cards, int n, int seat) {
    memset(s->next_slot, 0, sizeof s->next_slot);
    for (int i = 0; i < n; i++) {
        put_card(s, seat, s->next_slot[seat]++, cards[i]);
        seat = mk_left_of(c, seat);
    }
}

/* M4. */
static void begin_round(const mk_config *c, masko_state *s, int starter, mk_log *log) {
    memset(s->occupied, 0, sizeof s->occupied);
    memset(s->seen, 0, sizeof s->seen);
    memset(s->knew, 0, sizeof s->knew);
    memset(s->looked, 0, sizeof s->looked);
    s->looks = 0;
    s->gathered = 0;
    s->discard_size = 0;
    s->used_specials = 0;
    s->held = NO_CARD;
    s->taken = false;
    s->maskoman = NO_SEAT;
    s->automatic = false;
    s->races = 0;
    s->power = NO_CARD;
    s->waiting = 0;
    shuffle_pile(c, s);
    deal(c, s, s->pile, DEALT * c->players, starter);
    s->pile_next = (uint8_t)(DEALT * c->players);
    s->head.phase = PHASE_SETUP;
    s->head.turn = -1;
    s->head.starter = (uint8_t)starter;
    MK_TELL(log, EVENT_DEALT, MK_EVERYONE, starter, (int32_t)s->head.round);
}

static int sum_of_hand(const mk_config *c, const masko_state *s, int seat) {
    int sum = 0;
    for (uint64_t slots = s->occupied[seat]; slots; slots &= slots - 1) {
        sum += points_of_face(c, face_of(card_at(s, seat, (int)mk_lowest_bit(slots))));
    }
    return sum;
}

/* M34. */
static void masko_end_scores(const mk_config *c, int32_t *score, int maskoman, bool announced) {
    int32_t lowest = INT32_MAX;
    for (int p = 0; p < c->players; p++) {
        lowest = score[p] < lowest ? score[p] : lowest;
    }
    if (announced) {
        score[maskoman] = score[maskoman] == lowest ? 0 : 2 * score[maskoman];
    }
}

/* M34. */
static void score_hands(const mk_config *c, const masko_state *s, int32_t *score) {
    for (int p = 0; p < c->players; p++) {
        score[p] = sum_of_hand(c, s, p);
    }
    masko_end_scores(c, score, s->maskoman, !s->automatic);
}

static void put_hands(mk_writer *w, const mk_config *c, const masko_state *s, bool shown) {
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put(w, mk_count_bits(s->occupied[p]));
        for (uint64_t slots = s->occupied[p]; slots; slots &= slots - 1) {
            int slot = (int)mk_lowest_bit(slots);
            mk_put(w, slot);
            mk_put_if(w, shown, face_of(card_at(s, p, slot)));
        }
    }
}

/* C8: what the scoring makes public. */
static void tell_round(const mk_config *c, const masko_state *s, const int32_t *score, mk_log *log) {
    int32_t words[MK_VIEW_WORDS];
    mk_writer w = {words, 0, MK_HOST};
    mk_put(&w, (int64_t)s->head.round);
    mk_put(&w, s->head.starter);
    mk_put_each(&w, c, score);
    mk_put_totals(&w, c, &s->head);
    put_hands(&w, c, s, true);
    mk_put(&w, s->maskoman);
    mk_put(&w, !s->automatic);
    mk_append(log, EVENT_ROUND_SCORED, MK_EVERYONE, words, w.used);
}

/* M35: one bit for each seat below the target. */
static uint8_t seats_below_target(const mk_config *c, const masko_state *s) {
    uint8_t seats = 0;
    for (int p = 0; p < c->players; p++) {
        seats |= (uint8_t)((s->head.total[p] < c->option[OPTION_TARGET]) << p);
    }
    return seats;
}

/* M35. */
static void end_game(const mk_config *c, masko_state *s, mk_log *log) {
    uint8_t below = seats_below_target(c, s);
    s->head.over = true;
    s->head.winners = below ? below : mk_lowest_totals(c, s->head.total);
    s->head.phase = PHASE_OVER;
    s->head.turn = -1;
    if (log) {
        mk_tell_outcome(c, &s->head, EVENT_GAME_ENDED, log);
    }
}

static int seat_with_highest(const mk_config *c, const int32_t *score) {
    int best = 0;
    for (int p = 1; p < c->players; p++) {
        best = score[p] > score[best] ? p : best;
    }
    return best;
}

/* M6. */
static int next_starter(const mk_config *c, const masko_state *s, const int32_t *score) {
    switch (c->option[OPTION_NEXT_STARTER]) {
    case STARTER_SAME:
        return s->head.starter;
    case STARTER_MASKOMAN:
        return s->maskoman;
    case STARTER_HIGHEST:
        return seat_with_highest(c, score);
    default:
        return mk_left_of(c, s->head.starter);
    }
}

/* C8: scored and recorded. */
static void end_round(const mk_config *c, masko_state *s, mk_log *log) {
    int32_t score[MK_MAX_PLAYERS];
    score_hands(c, s, score);
    for (int p = 0; p < c->players; p++) {
        s->head.total[p] += score[p];
    }
    if (log) {
        tell_round(c, s, score, log);
    }
    if (seats_below_target(c, s) != (1U << c->players) - 1) {
        end_game(c, s, log);
        return;
    }
    mk_end_round(&s->head, next_starter(c, s, score));
}

/* M32, M33: the round ends when it would be the Maskoman's turn. */
static void end_turn(const mk_config *c, masko_state *s, mk_log *log) {
    int next = mk_left_of(c, s->head.turn);
    if (next == s->maskoman) {
        end_round(c, s, log);
        return;
    }
    s->head.turn = (int8_t)next;
    s->head.phase = PHASE_TURN;
}

/* Powers. */

static void run_powers(const mk_config *c, masko_state *s, mk_log *log);

/* M23: the used special leaves the discard; the card beneath is its top again. */
static void retire_power(masko_state *s) {
    int i = s->discard_size - 1;
    while (s->discard[i] != s->power) {
        i--;
    }
    memmove(s->discard + i, s->discard + i + 1, (size_t)(s->discard_size - i - 1));
    s->discard_size--;
    s->used_specials++;
    s->power = NO_CARD;
}

static void end_power(const mk_config *c, masko_state *s, mk_log *log) {
    MK_TELL(log, EVENT_POWER_ENDED, MK_EVERYONE, face_of(s->power));
    retire_power(s);
    run_powers(c, s, log);
}

/* What each seat takes along of a card that is gathered: that its face is among them. */
static void note_known(const mk_config *c, masko_state *s, uint8_t card) {
    for (int p = 0; p < c->players; p++) {
        s->knew[p][face_of(card)] = (uint8_t)(s->knew[p][face_of(card)] + has_seen(s, p, card));
    }
}

/* M29. */
static void gather(const mk_config *c, masko_state *s, mk_log *log) {
    uint8_t cards[DECK];
    int n = 0;
    for (int p = 0; p < c->players; p++) {
        for (uint64_t slots = s->occupied[p]; slots; slots &= slots - 1) {
            uint8_t card = card_at(s, p, (int)mk_lowest_bit(slots));
            note_known(c, s, card);
            s->seen[card] = 0;
            s->gathered |= 1ULL << card;
            cards[n++] = card;
        }
        s->occupied[p] = 0;
    }
    mk_stream stream;
    mk_stream_open(&stream, c->key, c->index, MK_PURPOSE_REDEAL, s->head.round, 0);
    mk_shuffle(&stream, cards, (size_t)n);
    deal(c, s, cards, n, mk_left_of(c, s->power_user));
    if (log) {
        int32_t fields[2 + MK_MAX_PLAYERS] = {s->power_user, c->players};
        for (int p = 0; p < c->players; p++) {
            fields[2 + p] = s->next_slot[p];
        }
        mk_append(log, EVENT_GATHERED, MK_EVERYONE, fields, (size_t)(2 + c->players));
    }
}

/* M31. */
static bool has_target(const mk_config *c, const masko_state *s, int face, int user) {
    switch (face) {
    case VISION:
        return holds_cards(s, user);
    case SPY:
    case NINJA:
    case REVEAL:
        return holders(c, s, MK_SEAT_BIT(user)) != 0;
    case EXCHANGE:
        return mk_count_bits(holders(c, s, 0)) >= 2;
    case GATHER:
        return holders(c, s, 0) != 0;
    default: /* DRAW_ONE */
        return pile_size(s) > 0;
    }
}

static uint8_t phase_of_power(int face) {
    static const uint8_t phase[] = {PHASE_NINJA, PHASE_EXCHANGE, PHASE_VISION, PHASE_SPY, PHASE_REVEAL, PHASE_DRAW_ONE, PHASE_TURN};
    return phase[face - NINJA];
}

static void next_waiting(masko_state *s) {
    s->power = s->waiting_card[0];
    s->power_user = s->waiting_seat[0];
    s->power_owner = NO_SEAT;
    s->power_slot = NO_SLOT;
    s->waiting--;
    s->waiting_card[0] = s->waiting_card[1];
    s->waiting_seat[0] = s->waiting_seat[1];
}

/* M22: in the order in which the specials were discarded, each finished before the next begins. */
static void run_powers(const mk_config *c, masko_state *s, mk_log *log) {
    while (s->waiting > 0) {
        next_waiting(s);
        int face = face_of(s->power);
        if (!has_target(c, s, face, s->power_user)) {
            MK_TELL(log, EVENT_POWER_SKIPPED, MK_EVERYONE, s->power_user, face);
            retire_power(s);
            continue;
        }
        MK_TELL(log, EVENT_POWER_STARTED, MK_EVERYONE, s->power_user, face);
        if (face != GATHER) {
            s->head.phase = phase_of_power(face);
            return;
        }
        gather(c, s, log);
        MK_TELL(log, EVENT_POWER_ENDED, MK_EVERYONE, face);
        retire_power(s);
    }
    end_turn(c, s, log);
}

static void look_at(masko_state *s, int seat, int owner, int slot, mk_log *log) {
    uint8_t card = card_at(s, owner, slot);
    show_to(s, card, MK_SEAT_BIT(seat));
    MK_TELL(log, EVENT_LOOKED, MK_SEAT_BIT(seat), seat, owner, slot, face_of(card));
}

/* M12: the two cards take each other's slots; what is known of them goes along (M36). */
static void swap_cards(masko_state *s, int seat, int slot, int owner, int owner_slot, mk_log *log) {
    uint8_t card = s->hand[seat][slot];
    s->hand[seat][slot] = s->hand[owner][owner_slot];
    s->hand[owner][owner_slot] = card;
    MK_TELL(log, EVENT_SWAPPED, MK_EVERYONE, seat, slot, owner, owner_slot);
}

/* M24, M25, M26. */
static void apply_power_look(const mk_config *c, masko_state *s, int owner, int slot, mk_log *log) {
    look_at(s, s->power_user, owner, slot, log);
    if (s->head.phase != PHASE_NINJA) {
        end_power(c, s, log);
        return;
    }
    s->power_owner = (uint8_t)owner;
    s->power_slot = (uint8_t)slot;
    s->head.phase = PHASE_SWAP;
}

/* M26. */
static void apply_swap(const mk_config *c, masko_state *s, int code, mk_log *log) {
    if (code == DECLINE) {
        MK_TELL(log, EVENT_DECLINED, MK_EVERYONE, s->power_user);
    } else {
        swap_cards(s, s->power_user, code - SWAP, s->power_owner, s->power_slot, log);
    }
    end_power(c, s, log);
}

/* M27. */
static void apply_pick(const mk_config *c, masko_state *s, int owner, int slot, mk_log *log) {
    MK_TELL(log, EVENT_PICKED, MK_EVERYONE, s->power_user, owner, slot);
    if (s->head.phase == PHASE_EXCHANGE) {
        s->power_owner = (uint8_t)owner;
        s->power_slot = (uint8_t)slot;
        s->head.phase = PHASE_EXCHANGE_SECOND;
        return;
    }
    swap_cards(s, s->power_owner, s->power_slot, owner, slot, log);
    end_power(c, s, log);
}

/* M28, M30. */
static void apply_choose(const mk_config *c, masko_state *s, int target, mk_log *log) {
    MK_TELL(log, EVENT_CHOSE, MK_EVERYONE, s->power_user, target);
    if (s->head.phase == PHASE_REVEAL) {
        s->power_owner = (uint8_t)target;
        s->head.phase = PHASE_SHOW;
        return;
    }
    add_card(s, target, log);
    end_power(c, s, log);
}

/* M28, M36: all but the owner see it, and it is not public. */
static void apply_show(const mk_config *c, masko_state *s, int slot, mk_log *log) {
    int owner = s->power_owner;
    uint8_t card = card_at(s, owner, slot);
    uint32_t others = ((1U << c->players) - 1) & ~MK_SEAT_BIT(owner);
    show_to(s, card, others);
    MK_TELL(log, EVENT_SHOWN, others, owner, slot, face_of(card));
    end_power(c, s, log);
}

/* Windows. */

/* M17: clockwise from the seat left of the opener, that one last; `race` may draw another order. */
static void list_due(const mk_config *c, masko_state *s) {
    s->due_size = 0;
    int seat = s->window_seat;
    for (int i = 0; i < c->players; i++) {
        seat = mk_left_of(c, seat);
        if (holds_cards(s, seat)) {
            s->due[s->due_size++] = (uint8_t)seat;
        }
    }
    if (c->option[OPTION_RACE] && s->due_size > 0) {
        mk_stream stream;
        mk_stream_open(&stream, c->key, c->index, MK_PURPOSE_RACE, s->head.round, s->races++);
        mk_shuffle(&stream, s->due, s->due_size);
    }
}

/* M22: after the window the powers, then the turn ends. */
static void close_window(const mk_config *c, masko_state *s, int reason, mk_log *log) {
    MK_TELL(log, EVENT_WINDOW_CLOSED, MK_EVERYONE, (int32_t)s->head.window, reason);
    s->head.window = 0;
    s->due_size = 0;
    run_powers(c, s, log);
}

/* M13, M18. */
static void open_window(const mk_config *c, masko_state *s, uint8_t card, int seat, mk_log *log) {
    s->head.window = ++s->windows;
    s->head.phase = PHASE_WINDOW;
    s->window_card = card;
    s->window_seat = (uint8_t)seat;
    memset(s->attempts, 0, sizeof s->attempts);
    list_due(c, s);
    MK_TELL(log, EVENT_WINDOW_OPENED, MK_EVERYONE, (int32_t)s->head.window, face_of(card), seat);
    if (s->due_size == 0) {
        close_window(c, s, WINDOW_NOBODY_DUE, log);
    }
}

/* M21: a special acts when it reaches the discard. */
static void queue_power(masko_state *s, uint8_t card, int seat) {
    if (is_special(card) && s->waiting < POWERS) {
        s->waiting_card[s->waiting] = card;
        s->waiting_seat[s->waiting] = (uint8_t)seat;
        s->waiting++;
    }
}

static void leave_due(masko_state *s, int seat) {
    uint8_t kept = 0;
    for (uint8_t i = 0; i < s->due_size; i++) {
        if (s->due[i] != seat) {
            s->due[kept++] = s->due[i];
        }
    }
    s->due_size = kept;
}

static void close_if_nobody_due(const mk_config *c, masko_state *s, mk_log *log) {
    if (s->due_size == 0) {
        close_window(c, s, WINDOW_NOBODY_DUE, log);
    }
}

static void apply_pass(const mk_config *c, masko_state *s, int seat, mk_log *log) {
    MK_TELL(log, EVENT_PASSED, MK_EVERYONE, seat, (int32_t)s->head.window);
    leave_due(s, seat);
    close_if_nobody_due(c, s, log);
}

/* M15, M16. */
static void miss(const mk_config *c, masko_state *s, int seat, int slot, mk_log *log) {
    uint8_t card = card_at(s, seat, slot);
    show_to_all(s, card);
    MK_TELL(log, EVENT_MISSED, MK_EVERYONE, seat, slot, face_of(card), (int32_t)s->head.window);
    if (pile_size(s) > 0) {
        add_card(s, seat, log);
    }
    leave_due(s, seat);
    int32_t attempts = c->option[OPTION_ATTEMPTS];
    if (attempts == MK_NONE || ++s->attempts[seat] < attempts) {
        s->due[s->due_size++] = (uint8_t)seat; /* M17: to the end */
    }
    close_if_nobody_due(c, s, log);
}

/* M14. */
static void win_window(const mk_config *c, masko_state *s, int seat, int slot, mk_log *log) {
    uint8_t card = card_at(s, seat, slot);
    remove_card(s, seat, slot);
    discard_card(s, card);
    queue_power(s, card, seat);
    MK_TELL(log, EVENT_INTERCEPTED, MK_EVERYONE, seat, slot, face_of(card), (int32_t)s->head.window);
    if (!c->option[OPTION_CHAIN]) {
        close_window(c, s, WINDOW_WON, log);
        return;
    }
    MK_TELL(log, EVENT_WINDOW_CLOSED, MK_EVERYONE, (int32_t)s->head.window, WINDOW_WON);
    open_window(c, s, card, seat, log);
}

/* M13. */
static void apply_intercept(const mk_config *c, masko_state *s, int seat, int slot, mk_log *log) {
    if (face_of(card_at(s, seat, slot)) == face_of(s->window_card)) {
        win_window(c, s, seat, slot, log);
    } else {
        miss(c, s, seat, slot, log);
    }
}

/* Turns. */

/* M5. */
static void apply_setup_look(const mk_config *c, masko_state *s, int seat, int slot, mk_log *log) {
    s->looked[seat] |= (uint8_t)(1U << slot);
    look_at(s, seat, seat, slot, log);
    if (++s->looks < LOOKS * c->players) {
        return;
    }
    s->head.turn = (int8_t)s->head.starter;
    s->head.phase = PHASE_TURN;
}

/* M7. */
static void apply_draw(masko_state *s, int seat, mk_log *log) {
    s->held = s->pile[s->pile_next++];
    s->taken = false;
    show_to(s, s->held, MK_SEAT_BIT(seat));
    s->head.phase = PHASE_HOLD;
    MK_TELL(log, EVENT_DREW, MK_SEAT_BIT(seat), seat, face_of(s->held));
    declare_if_empty(s, seat, log);
}

/* M8. */
static void apply_take(masko_state *s, int seat, mk_log *log) {
    s->held = s->discard[--s->discard_size];
    s->taken = true;
    s->head.phase = PHASE_HOLD;
    MK_TELL(log, EVENT_TOOK, MK_EVERYONE, seat, face_of(s->held));
}

/* M9, M32. */
static void apply_announce(const mk_config *c, masko_state *s, int seat, mk_log *log) {
    s->maskoman = (uint8_t)seat;
    s->automatic = false;
    MK_TELL(log, EVENT_ANNOUNCED, MK_EVERYONE, seat);
    end_turn(c, s, log);
}

static void discard_in_turn(const mk_config *c, masko_state *s, int seat, int slot, uint8_t card, mk_log *log) {
    discard_card(s, card);
    queue_power(s, card, seat);
    MK_TELL(log, EVENT_DISCARDED, MK_EVERYONE, seat, slot, face_of(card));
    if (face_of(card) == GATHER) { /* M13: it is single */
        run_powers(c, s, log);
        return;
    }
    open_window(c, s, card, seat, log);
}

/* M7, M12. */
static void apply_keep(const mk_config *c, masko_state *s, int seat, int slot, mk_log *log) {
    uint8_t replaced = card_at(s, seat, slot);
    s->hand[seat][slot] = s->held;
    MK_TELL(log, EVENT_KEPT, s->taken ? MK_EVERYONE : MK_SEAT_BIT(seat), seat, slot, face_of(s->held));
    s->held = NO_CARD;
    discard_in_turn(c, s, seat, slot, replaced, log);
}

static void apply_discard(const mk_config *c, masko_state *s, int seat, mk_log *log) {
    uint8_t card = s->held;
    s->held = NO_CARD;
    discard_in_turn(c, s, seat, MK_NONE, card, log);
}

static void apply_turn(const mk_config *c, masko_state *s, int seat, int code, mk_log *log) {
    switch (code) {
    case DRAW:
        apply_draw(s, seat, log);
        break;
    case TAKE:
        apply_take(s, seat, log);
        break;
    case ANNOUNCE:
        apply_announce(c, s, seat, log);
        break;
    default: /* SKIP, M11 */
        MK_TELL(log, EVENT_SKIPPED, MK_EVERYONE, seat);
        end_turn(c, s, log);
    }
}

static void apply_in_window(const mk_config *c, masko_state *s, int who, int code, mk_log *log) {
    switch (code) {
    case CLOSE:
        close_window(c, s, WINDOW_HOST, log);
        break;
    case PASS:
        apply_pass(c, s, who, log);
        break;
    default:
        apply_intercept(c, s, who, code - INTERCEPT, log);
    }
}

static inline void masko_apply(const mk_config *c, void *state, int who, int code, mk_log *log) {
    masko_state *s = state;
    switch (s->head.phase) {
    case PHASE_SETUP:
        apply_setup_look(c, s, who, (code - LOOK) % SLOTS, log);
        break;
    case PHASE_TURN:
        apply_turn(c, s, who, code, log);
        break;
    case PHASE_HOLD:
        if (code == DISCARD) {
            apply_discard(c, s, who, log);
        } else {
            apply_keep(c, s, who, code - KEEP, log);
        }
        break;
    case PHASE_WINDOW:
        apply_in_window(c, s, who, code, log);
        break;
    case PHASE_VISION:
    case PHASE_SPY:
    case PHASE_NINJA:
        apply_power_look(c, s, (code - LOOK) / SLOTS, (code - LOOK) % SLOTS, log);
        break;
    case PHASE_SWAP:
        apply_swap(c, s, code, log);
        break;
    case PHASE_EXCHANGE:
    case PHASE_EXCHANGE_SECOND:
        apply_pick(c, s, (code - PICK) / SLOTS, (code - PICK) % SLOTS, log);
        break;
    case PHASE_REVEAL:
    case PHASE_DRAW_ONE:
        apply_choose(c, s, code - CHOOSE, log);
        break;
    default: /* PHASE_SHOW */
        apply_show(c, s, code - SHOW, log);
    }
}

#include "masko_legal.h"

#include "masko_view.h"

static void masko_deal(const mk_config *c, void *state, mk_log *log) {
    masko_state *s = state;
    begin_round(c, s, s->head.starter, log);
}

static size_t masko_player_cards(const mk_config *c) {
    (void)c;
    return DEALT;
}

/* M3: the sum of one hand; empty places count nothing. */
static int masko_score_hand(const mk_config *c, const mk_hand *hand, size_t *wrong) {
    int sum = 0;
    if (hand->n > DECK) {
        *wrong = hand->n;
        return MK_NONE;
    }
    for (size_t i = 0; i < hand->n; i++) {
        int8_t card = mk_card(hand, i);
        if (card == MK_EMPTY) {
            continue;
        }
        if (card < 1 || card >= FACES) {
            *wrong = i;
            return MK_NONE;
        }
        sum += points_of_face(c, card);
    }
    return sum;
}

static const mk_scoring masko_scoring = {.kind = MK_SCORE_SUM, .lowest = 1, .highest = FACES - 1, .cards = DEALT, .any_number = true};

#include "masko_world.h"

#include "../policies/masko.h"

#define STATE masko_state
#define RULES mk_masko
#define NAME(function) masko_##function
extern const mk_rules RULES;
#include "../simulate.h"

#include "../playout.h"

#include "masko_encode.h"

#include "../vector.h"

const mk_rules mk_masko = {
    .about = about,
    .options = options,
    .actions = actions,
    .events = events,
    .view = view,
    .referee = referee,
    .structs = structs,
    .choices = choices,
    .policies = policies,
    .fewest_players = 2,
    .most_players = 8,
    .card_words = DECK,
    .faces = masko_faces,
    .items = mk_numbers,
    .player_cards = masko_player_cards,
    .deal = masko_deal,
    .due = masko_due,
    .is_due = masko_is_due,
    .legal = masko_legal,
    .reason = masko_reason,
    .apply = masko_apply,
    .observe = masko_observe,
    .memory = masko_memory,
    .digest = masko_digest,
    .sample_world = masko_sample_world,
    .choose = masko_choose,
    .end_scores = masko_end_scores,
    .score_hand = masko_score_hand,
    .scoring = &masko_scoring,
    .simulate = masko_simulate,
    .play_on = masko_play_on,
    .layout = layout,
    .encode = masko_encode,
    .lane_bytes = sizeof(masko_lane),
    .vector_reset = masko_vector_reset,
    .vector_step = masko_vector_step,
    .vector_choose = masko_vector_choose,
};
