/* What is equal for all games: setup, refusal, the log and its redaction, questions. */
#include "include/masko_sdk.h"

#include "rng.h"
#include "rules.h"
#include "simd/path.h"

/* Setup. */

static size_t option_words(const mk_rules *r) {
    size_t words = 0;
    for (const mk_option *o = r->options; o->text; o++) {
        words += (size_t)o->words;
    }
    return words;
}

static bool option_in_range(const mk_option *o, int32_t value) {
    return (o->optional && value == MK_NONE) || (value >= o->lowest && value <= o->highest);
}

static bool options_in_range(const mk_rules *r, const int32_t *value, mk_fault *fault) {
    for (const mk_option *o = r->options; o->text; o++) {
        for (int32_t i = 0; i < o->words; i++, value++) {
            if (!option_in_range(o, *value)) {
                *fault = (mk_fault){(int32_t)(o - r->options), i};
                return false;
            }
        }
    }
    return true;
}

static size_t deck_words(const mk_rules *r, const mk_config *c) { return r->card_words + (r->extra_words ? r->extra_words(c) : 0); }

/* C3: a permutation of the game's deck. */
static bool is_permutation(const mk_rules *r, const int8_t *deck) {
    int16_t left[256] = {0};
    for (size_t i = 0; i < r->card_words; i++) {
        left[(uint8_t)r->faces[i]]++;
    }
    for (size_t i = 0; i < r->card_words; i++) {
        if (--left[(uint8_t)deck[i]] < 0) {
            return false;
        }
    }
    return true;
}

static bool decks_ok(const mk_rules *r, const mk_config *c, mk_fault *fault) {
    const int8_t *deck = c->decks;
    for (uint32_t round = 0; round < c->rounds; round++, deck += deck_words(r, c)) {
        if (!is_permutation(r, deck) || (r->extra_deck_ok && !r->extra_deck_ok(c, deck + r->card_words))) {
            *fault = (mk_fault){(int32_t)round, 0};
            return false;
        }
    }
    return true;
}

int mk_configure(mk_config *c, const mk_setup *setup, mk_fault *fault) {
    const mk_rules *r = mk_rules_of(setup->game);
    *fault = (mk_fault){-1, 0};
    if (!r) {
        return MK_BAD_GAME;
    }
    if (!mk_has_path(setup->path)) {
        return MK_BAD_PATH;
    }
    if (setup->players < r->fewest_players || setup->players > r->most_players) {
        return MK_BAD_PLAYERS;
    }
    if (setup->first_player < 0 || setup->first_player >= setup->players) {
        return MK_BAD_FIRST;
    }
    if (setup->option_words != option_words(r) || !options_in_range(r, setup->options, fault)) {
        return MK_BAD_OPTION;
    }
    *c = (mk_config){.index = setup->index,
                     .decks = setup->decks,
                     .path = (uint8_t)setup->path,
                     .game = (uint8_t)setup->game,
                     .players = (uint8_t)setup->players,
                     .first = (uint8_t)setup->first_player};
    memcpy(c->option, setup->options, setup->option_words * sizeof *setup->options);
    mk_load_key(c->key, setup->key);
    if (r->options_ok && !r->options_ok(c, fault)) {
        return MK_BAD_OPTION;
    }
    size_t deck = deck_words(r, c);
    c->rounds = (uint32_t)(setup->deck_bytes / deck);
    if (setup->deck_bytes % deck != 0) {
        fault->where = (int32_t)c->rounds;
        return MK_BAD_DECK;
    }
    return decks_ok(r, c, fault) ? MK_OK : MK_BAD_DECK;
}

int mk_check_setup(const mk_setup *setup, mk_fault *fault) {
    mk_config c;
    return mk_configure(&c, setup, fault);
}

int mk_begin(mk_game *g, const mk_setup *setup, int32_t *log, size_t *used, mk_fault *fault) {
    mk_config c;
    *used = 0;
    int status = mk_configure(&c, setup, fault);
    if (status != MK_OK) {
        return status;
    }
    mk_log events = {log, 0, 0};
    memset(g, 0, sizeof *g);
    g->config = c;
    mk_head *head = (mk_head *)(void *)g->state;
    head->starter = c.first; /* C2 */
    mk_rules_of(c.game)->deal(&g->config, g->state, &events);
    *used = events.used;
    return MK_OK;
}

/* Actions. */

static const mk_rules *rules_of(const mk_game *g) { return mk_rules_of(g->config.game); }

static const mk_head *head_of(const mk_game *g) { return (const mk_head *)(const void *)g->state; }

static bool is_actor(const mk_game *g, int who) { return who == MK_HOST || (who >= 0 && who < g->config.players); }

int mk_check(const mk_game *g, int who, int code) {
    if (head_of(g)->over) {
        return MK_GAME_OVER;
    }
    const mk_rules *r = rules_of(g);
    if (!is_actor(g, who) || !r->is_due(&g->config, g->state, who)) {
        return MK_NOT_DUE;
    }
    mk_spans spans = {0};
    r->legal(&g->config, g->state, who, &spans);
    return code >= 0 && mk_span_has(&spans, (uint32_t)code) ? MK_OK : MK_ILLEGAL;
}

int mk_apply(mk_game *g, int who, int code, int32_t *log, size_t *used) {
    *used = 0;
    int status = mk_check(g, who, code);
    if (status != MK_OK) {
        return status; /* C11 */
    }
    mk_head *head = (mk_head *)(void *)g->state;
    head->ply++;
    mk_log events = {log, 0, head->ply};
    rules_of(g)->apply(&g->config, g->state, who, code, &events);
    if (head->undealt) {
        head->undealt = false;
        rules_of(g)->deal(&g->config, g->state, &events);
    }
    *used = events.used;
    return MK_OK;
}

int mk_reason(const mk_game *g, int who, int code) {
    return mk_check(g, who, code) == MK_ILLEGAL ? rules_of(g)->reason(&g->config, g->state, who, code) : -1;
}

/* Questions. */

size_t mk_due(const mk_game *g, int8_t *seats) { return head_of(g)->over ? 0 : rules_of(g)->due(&g->config, g->state, seats); }

size_t mk_legal(const mk_game *g, int who, uint16_t *codes) {
    const mk_rules *r = rules_of(g);
    if (head_of(g)->over || !is_actor(g, who) || !r->is_due(&g->config, g->state, who)) {
        return 0;
    }
    mk_spans spans = {0};
    r->legal(&g->config, g->state, who, &spans);
    size_t n = 0;
    for (uint32_t i = 0; i < spans.n; i++) {
        for (uint64_t bits = spans.span[i].bits; bits; bits &= bits - 1) {
            codes[n++] = (uint16_t)(spans.span[i].base + mk_lowest_bit(bits));
        }
    }
    return n;
}

static void put_head(mk_writer *w, const mk_head *h) {
    mk_put(w, (int64_t)h->ply);
    mk_put_if(w, h->turn >= 0, h->turn);
    mk_put(w, h->phase);
    mk_put(w, (int64_t)h->round);
}

size_t mk_observe(const mk_game *g, int viewer, int32_t *words) {
    bool known = viewer == MK_HOST || (viewer >= 0 && viewer < g->config.players);
    mk_writer w = {words, 0, known ? viewer : MK_ONLOOKER};
    put_head(&w, head_of(g));
    rules_of(g)->observe(&g->config, g->state, &w);
    return w.used;
}

size_t mk_memory(const mk_game *g, int seat, int32_t *words) {
    mk_writer w = {words, 0, seat};
    if (seat >= 0 && seat < g->config.players) {
        rules_of(g)->memory(&g->config, g->state, seat, &w);
    }
    return w.used;
}

int32_t mk_rank_of(const mk_config *c, const int32_t *total, int seat) {
    int32_t rank = 1;
    for (int p = 0; p < c->players; p++) {
        rank += total[p] < total[seat];
    }
    return rank;
}

uint8_t mk_lowest_totals(const mk_config *c, const int32_t *total) {
    uint8_t seats = 0;
    for (int p = 0; p < c->players; p++) {
        if (mk_rank_of(c, total, p) == 1) {
            seats |= (uint8_t)MK_SEAT_BIT(p);
        }
    }
    return seats;
}

void mk_put_outcome(mk_writer *w, const mk_config *c, const mk_head *h) {
    mk_put_totals(w, c, h);
    mk_put(w, c->players);
    for (int p = 0; p < c->players; p++) {
        mk_put(w, mk_rank_of(c, h->total, p));
    }
    mk_put(w, mk_count_bits(h->winners));
    for (uint32_t seats = h->winners; seats; seats &= seats - 1) {
        mk_put(w, mk_lowest_bit(seats));
    }
    mk_put(w, !h->over); /* C10 */
}

void mk_tell_outcome(const mk_config *c, const mk_head *h, uint32_t event, mk_log *log) {
    int32_t words[MK_VIEW_WORDS];
    mk_writer w = {words, 0, MK_HOST};
    mk_put_outcome(&w, c, h);
    mk_append(log, event, MK_EVERYONE, words, w.used);
}

size_t mk_outcome(const mk_game *g, int32_t *words) {
    mk_writer w = {words, 0, MK_ONLOOKER};
    mk_put_outcome(&w, &g->config, head_of(g));
    return w.used;
}

size_t mk_digest(const mk_game *g, int32_t *words) {
    mk_writer w = {words, 0, MK_HOST};
    put_head(&w, head_of(g));
    rules_of(g)->observe(&g->config, g->state, &w);
    rules_of(g)->digest(&g->config, g->state, &w);
    return w.used;
}

int mk_kind(const mk_game *g) { return g->config.game; }

int mk_players(const mk_game *g) { return g->config.players; }

int mk_is_over(const mk_game *g) { return head_of(g)->over; }

int mk_turn(const mk_game *g) { return head_of(g)->turn; }

uint32_t mk_ply(const mk_game *g) { return head_of(g)->ply; }

uint32_t mk_window(const mk_game *g) { return head_of(g)->window; }

/* The log. */

/* Index of the field that the event's text marks with `!`, or -1. */
static int secret_field(const char *text) {
    int field = -1;
    for (; *text; text++) {
        if (*text == ' ') {
            field++;
        }
        if (*text == '!') {
            return field;
        }
    }
    return -1;
}

size_t mk_next_event(int game, const int32_t *log, size_t used, size_t *at, int viewer, int32_t *event, uint32_t *ply) {
    const mk_rules *r = mk_rules_of(game);
    if (!r || *at + 3 > used) {
        return 0;
    }
    const int32_t *word = log + *at;
    uint32_t kind = (uint32_t)word[1] & 0xFFFF;
    uint32_t audience = (uint32_t)word[1] >> 16;
    size_t n = (size_t)word[2];
    *at += 3 + n;
    *ply = (uint32_t)word[0];
    event[0] = (int32_t)kind;
    memcpy(event + 1, word + 3, n * sizeof *event);
    if (viewer != MK_HOST && !(audience >> (viewer & 15) & 1)) {
        int secret = secret_field(r->events[kind]);
        if (secret >= 0) {
            event[1 + secret] = MK_NONE;
        }
    }
    return 1 + n;
}

/* Policies and worlds. */

static const char *parameter_at(const char *text, int index) {
    while (index >= 0 && (text = strchr(text, ' '))) {
        text++;
        index--;
    }
    return text;
}

static int32_t read_number(const char **text) {
    bool negative = **text == '-';
    int32_t value = 0;
    for (*text += negative; **text >= '0' && **text <= '9'; (*text)++) {
        value = value * 10 + (**text - '0');
    }
    return negative ? -value : value;
}

/* A parameter reads name:lowest:highest:default. */
static bool parameter_in_range(const char *text, int32_t value) {
    const char *numbers = strchr(text, ':');
    if (!numbers) {
        return false;
    }
    numbers++;
    int32_t lowest = read_number(&numbers);
    numbers++;
    int32_t highest = read_number(&numbers);
    return value >= lowest && value <= highest;
}

static int policy_count(const mk_rules *r) {
    int n = 0;
    while (r->policies[n]) {
        n++;
    }
    return n;
}

int mk_check_policy(int game, int policy, const int32_t *parameters) {
    const mk_rules *r = mk_rules_of(game);
    if (!r || policy < 0 || policy >= policy_count(r)) {
        return MK_BAD_POLICY;
    }
    for (int i = 0; i < MK_MAX_POLICY_PARAMETERS; i++) {
        const char *text = parameter_at(r->policies[policy], i);
        if (text && !parameter_in_range(text, parameters[i])) {
            return MK_BAD_POLICY;
        }
    }
    return MK_OK;
}

void mk_policy_keys(const mk_config *c, uint64_t key[MK_MAX_PLAYERS]) {
    uint32_t words[2 * MK_MAX_PLAYERS];
    mk_stream s;
    mk_stream_open(&s, c->key, c->index, MK_PURPOSE_POLICY, 0, 0);
    for (int i = 0; i < 2 * MK_MAX_PLAYERS; i++) {
        words[i] = mk_stream_word(&s);
    }
    mk_read_policy_keys(words, key);
}

int mk_choose(const mk_game *g, int seat, int policy, const int32_t *parameters) {
    const mk_rules *r = rules_of(g);
    if (head_of(g)->over || seat < 0 || seat >= g->config.players || policy < 0 || policy >= policy_count(r) ||
        !r->is_due(&g->config, g->state, seat)) {
        return -1;
    }
    uint64_t key[MK_MAX_PLAYERS];
    mk_policy_keys(&g->config, key);
    uint64_t dice = mk_mix(key[seat], head_of(g)->ply, 0);
    return r->choose(&g->config, g->state, seat, policy, parameters, dice);
}

/* C12: a function of what the seat has been told and of the key alone. */
int mk_sample_world(const mk_game *g, int seat, const uint8_t key[32], mk_game *world) {
    if (seat < 0 || seat >= g->config.players) {
        return MK_NOT_DUE;
    }
    uint32_t words[8];
    mk_load_key(words, key);
    memcpy(world, g, sizeof *world);
    world->config.decks = NULL;
    world->config.rounds = 0;
    world->config.index = 0;
    rules_of(g)->sample_world(&world->config, world->state, seat, words);
    mk_stream child;
    mk_stream_open(&child, words, 0, MK_PURPOSE_CHILD, 0, 0);
    for (int i = 0; i < 8; i++) {
        world->config.key[i] = mk_stream_word(&child);
    }
    return MK_OK;
}

/* Tables. */

static const char *action_row(const mk_rules *r, int row) {
    for (int i = 0; i < row; i++) {
        if (!r->actions[i].text) {
            return NULL;
        }
    }
    return r->actions[row].text;
}

static const char *option_row(const mk_rules *r, int row) {
    for (int i = 0; i < row; i++) {
        if (!r->options[i].text) {
            return NULL;
        }
    }
    return r->options[row].text;
}

static const char *field_row(const mk_rules *r, int row) {
    for (int i = 0; i < row; i++) {
        if (!r->layout[i].text) {
            return NULL;
        }
    }
    return r->layout[row].text;
}

static const char *text_row(const char *const *rows, int row) {
    for (int i = 0; i < row; i++) {
        if (!rows[i]) {
            return NULL;
        }
    }
    return rows[row];
}

const char *mk_row(int game, int table, int row) {
    const mk_rules *r = mk_rules_of(game);
    if (!r || row < 0) {
        return NULL;
    }
    switch (table) {
    case MK_TABLE_ABOUT:
        return text_row(r->about, row);
    case MK_TABLE_OPTIONS:
        return option_row(r, row);
    case MK_TABLE_ACTIONS:
        return action_row(r, row);
    case MK_TABLE_EVENTS:
        return text_row(r->events, row);
    case MK_TABLE_VIEW:
        return text_row(r->view, row);
    case MK_TABLE_REFEREE:
        return text_row(r->referee, row);
    case MK_TABLE_STRUCTS:
        return text_row(r->structs, row);
    case MK_TABLE_CHOICES:
        return text_row(r->choices, row);
    case MK_TABLE_POLICIES:
        return text_row(r->policies, row);
    case MK_TABLE_LAYOUT:
        return field_row(r, row);
    default:
        return NULL;
    }
}

int mk_first_code(int game, int action) {
    const mk_rules *r = mk_rules_of(game);
    if (!r || action < 0) {
        return -1;
    }
    const mk_action *row = r->actions;
    while (row->text && action-- > 0) {
        row++;
    }
    return row->first;
}

int mk_game_count(void) {
    int n = 0;
    while (mk_rules_of(n)) {
        n++;
    }
    return n;
}

size_t mk_game_bytes(void) { return sizeof(mk_game); }

size_t mk_option_words(int game) {
    const mk_rules *r = mk_rules_of(game);
    return r ? option_words(r) : 0;
}

size_t mk_deck_bytes(const mk_setup *setup) {
    mk_config c;
    mk_fault fault;
    return mk_configure(&c, setup, &fault) == MK_OK ? deck_words(mk_rules_of(c.game), &c) : 0;
}

size_t mk_player_cards(const mk_setup *setup) {
    mk_config c;
    mk_fault fault;
    return mk_configure(&c, setup, &fault) == MK_OK ? mk_rules_of(c.game)->player_cards(&c) : 0;
}
