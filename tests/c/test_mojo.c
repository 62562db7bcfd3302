/* Mojo: the examples of the rule page, and facts that hold at every ply of random games. */
#include "../../csrc/games/mojo.h"
#include "game_checks.h"

enum { GAME = 2, OPTIONS = 5, MAX_PLIES = 600 };

static const mojo_state *state_of(const mk_game *g) { return (const mojo_state *)(const void *)g->state; }

static mk_bag bag_of(const uint8_t *card, uint32_t n) {
    mk_bag bag = 0;
    for (uint32_t i = 0; i < n; i++) {
        bag += BAG_ONE(card[i]);
    }
    return bag;
}

static void check_seat(const mojo_state *s, int seat) {
    uint32_t held = 0;
    for (int value = 0; value < VALUES; value++) {
        held |= (uint32_t)(bag_count(s->hand[seat], value) > 0) << PILES * value;
        expect(bag_count(s->known[seat], value) <= bag_count(s->hand[seat], value), "J13: what is known is held");
    }
    expect(s->held[seat] == held, "the bits of a hand are its values");
    expect(s->hand_size[seat] == bag_size(s->hand[seat]), "the size of a hand is that of its cards");
    expect(!is_down(s, seat) || s->hand_size[seat] + bag_size(s->turned_up[seat]) <= 7, "J6: few cards in Mojo time");
}

static void check_state(const mk_game *g) {
    const mojo_state *s = state_of(g);
    mk_bag pile = bag_of(s->pile + s->pile_next, pile_size(s));
    mk_bag all = pile;
    mk_bag fresh = pile;
    for (int p = 0; p < g->config.players; p++) {
        check_seat(s, p);
        all += s->hand[p] + s->turned_up[p];
        fresh += s->drawn[p];
    }
    for (int i = 0; i < g->config.option[OPTION_DISCARDS]; i++) {
        expect(s->discard_size[i] > 0, "J16: no discard is empty");
        all += bag_of(s->discard[i], s->discard_size[i]);
    }
    expect(all == mojo_deck_bag, "J1: no card is lost or made");
    expect(s->reshuffles == 0 || fresh == s->reshuffled, "J12: what was reshuffled is drawn or in the pile");
    expect(s->note_size <= NOTES, "the notes have room");
    expect(s->head.over == (s->head.turn < 0), "somebody is due until the game is over");
}

static mk_setup setup_of(int players, const int32_t *options) {
    mk_setup setup = {.game = GAME, .players = players, .options = options, .option_words = OPTIONS};
    fill_key(setup.key);
    setup.first_player = (int32_t)pick((uint32_t)players);
    return setup;
}

static void random_options(int32_t *option) {
    option[OPTION_TARGET] = 1 + (int32_t)pick(100);
    option[OPTION_TARGET_REACHED] = (int32_t)pick(2);
    option[OPTION_HOLDER_LOWEST_SCORES_ZERO] = (int32_t)pick(2);
    option[OPTION_MOJO_AT] = pick(2) ? MK_NONE : 1 + (int32_t)pick(7);
    option[OPTION_DISCARDS] = 1 + (int32_t)pick(2);
}

static void check_random_games(int games) {
    int32_t option[OPTIONS];
    for (int i = 0; i < games && !broken; i++) {
        random_options(option);
        mk_setup setup = setup_of(2 + i % 7, option);
        check_game(&setup, CODES, MAX_PLIES, 40);
    }
    report("random games keep the rules and give worlds that agree");
}

static void check_batches(void) {
    static const int32_t none[MK_MAX_POLICY_PARAMETERS];
    int32_t prudent[MK_MAX_POLICY_PARAMETERS] = {0};
    read_defaults(GAME, 1, prudent);
    int32_t option[OPTIONS];
    for (int i = 0; i < 28 && !broken; i++) {
        random_options(option);
        mk_setup setup = setup_of(2 + i % 7, option);
        check_batch(&setup, 0, none, MAX_PLIES);
        check_batch(&setup, 1, prudent, MAX_PLIES);
    }
    report("a batch plays as its games do one by one");
}

/* J9. */
static void check_scores(void) {
    static const int8_t hands[][8] = {
        {12, 12, 11, 10, 3, MK_EMPTY, MK_EMPTY, MK_EMPTY},
        {12, 12, 12, 12, 11, 11, 11, MK_EMPTY},
        {10, 3, MK_EMPTY, MK_EMPTY, MK_EMPTY, MK_EMPTY, MK_EMPTY, MK_EMPTY},
        {1, 4, 7, 10, 12, MK_EMPTY, MK_EMPTY, MK_EMPTY},
    };
    static const int16_t expected[] = {25, 12, 13, 34};
    static const int32_t option[OPTIONS] = {50, 0, 0, MK_NONE, 1};
    int16_t scores[4];
    int8_t wrong[] = {0, 13};
    mk_fault fault;
    expect(mk_score_hands(GAME, option, OPTIONS, hands[0], 4, 8, MK_ROWS, MK_PATH_PORTABLE, scores, &fault) == MK_OK,
           "the hands are scored");
    expect(memcmp(scores, expected, sizeof scores) == 0, "examples 1 to 4");
    expect(mk_score_hands(GAME, option, OPTIONS, wrong, 1, 2, MK_ROWS, MK_PATH_PORTABLE, scores, &fault) == MK_BAD_CARD && fault.value == 1,
           "13 is no card");
    report("J9: hands of the rule page");
}

/* A deck that gives seat 0 a hand, shows `open`, and has `next` on the draw pile; the rest as it comes. */
static void stack_deck(int8_t *deck, int players, const int8_t *hand, int open, int next) {
    mk_bag left = mojo_deck_bag;
    memset(deck, MK_EMPTY, DECK);
    for (int k = 0; k < DEALT; k++) {
        deck[k * players] = hand[k];
    }
    deck[DEALT * players] = (int8_t)open;
    deck[DEALT * players + 1] = (int8_t)next;
    for (int i = 0; i < DECK; i++) {
        left -= deck[i] == MK_EMPTY ? 0 : BAG_ONE(deck[i]);
    }
    for (int i = 0; i < DECK; i++) {
        if (deck[i] == MK_EMPTY) {
            deck[i] = (int8_t)mk_lowest_bit(bag_values(left));
            left -= BAG_ONE(deck[i]);
        }
    }
}

/* Seat 0's first turn of three: the cards of `plays` in order. */
static void play_turn(mk_game *g, const int8_t *hand, int open, int next, int at, const int8_t *plays, int n) {
    int32_t option[OPTIONS] = {50, 0, 0, at, 1};
    int8_t deck[DECK];
    int32_t log[MK_LOG_WORDS];
    size_t used;
    stack_deck(deck, 3, hand, open, next);
    mk_setup setup = {.game = GAME, .players = 3, .options = option, .option_words = OPTIONS, .decks = deck, .deck_bytes = DECK};
    begin(g, &setup, log, &used);
    for (int i = 0; i < n; i++) {
        play_quietly(g, 0, PLAY + PILES * plays[i]);
        check_state(g);
    }
}

static void check_turns(void) {
    static const int8_t equals[] = {12, 12, 12, 12, 12, 12, 12, 6};
    static const int8_t higher[] = {6, 6, 6, 5, 4, 4, 4, 9};
    static const int8_t sixes[] = {6, 6, 6, 6, 6, 3, 3, 9};
    mk_game *g = new_game();
    const mojo_state *s = state_of(g);
    play_turn(g, higher, 6, 2, 7, (const int8_t[]){5}, 1);
    expect(s->hand_size[0] == 7 && is_down(s, 0) && s->head.turn == 1, "J6: lower, and few enough: Mojo time");
    play_turn(g, higher, 6, 2, 7, (const int8_t[]){9}, 1);
    expect(s->hand_size[0] == 8 && !is_down(s, 0) && s->head.turn == 1, "J4: higher draws one: no Mojo time");
    expect(bag_count(s->hand[0], 2) == 1, "J4: the top of the draw pile");
    play_turn(g, equals, 12, 2, 3, (const int8_t[]){12, 12, 12, 12, 12, 12, 12}, 7);
    expect(s->head.turn == 0 && s->head.phase == PHASE_CHAIN && s->hand_size[0] == 1, "J4: equal must play again, with one card left too");
    play_quietly(g, 0, PLAY + PILES * 6);
    expect(s->head.round == 1 && s->head.starter == 0 && s->head.total[0] == 0, "J5, J8: nothing left, the round is over");
    play_turn(g, sixes, 6, 2, 3, (const int8_t[]){6, 6, 6, 6, 6, 9}, 6);
    expect(s->hand_size[0] == 3 && is_down(s, 0), "J4: after equals a higher one draws, then Mojo time");
    expect(mk_check(g, 0, TURN_UP + 3) == MK_NOT_DUE, "J7: turned up at a later turn");
    free(g);
    report("J4 to J8: turns of the rule page");
}

int main(void) {
    random_state = 2024;
    check_scores();
    check_turns();
    check_random_games(140);
    check_batches();
    return failures != 0;
}
