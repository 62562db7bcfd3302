/* Views, memories and events as JSON, from their words and the types that the tables name.
 *
 * A live table writes these for every seat after every action; the words stay the contract, and this is their one
 * other form. What a seat may not see is in no word, and so in no text.
 */
#include "rules.h"

/* What does not fit is counted and not written. */
typedef struct text {
    char *byte;
    size_t used;
} text;

static void put_byte(text *t, char byte) {
    if (t->used < MK_TEXT_BYTES) {
        t->byte[t->used] = byte;
    }
    t->used++;
}

static void put_bytes(text *t, const char *bytes, size_t n) {
    if (t->used + n <= MK_TEXT_BYTES) {
        memcpy(t->byte + t->used, bytes, n);
    }
    t->used += n;
}

static void put_null(text *t) { put_bytes(t, "null", 4); }

static void put_name(text *t, const char *name, size_t n) {
    put_byte(t, '"');
    put_bytes(t, name, n);
    put_byte(t, '"');
}

static void put_number(text *t, int32_t number) {
    char digits[10];
    size_t n = 0;
    uint32_t rest = number < 0 ? 0U - (uint32_t)number : (uint32_t)number;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0) {
        put_byte(t, '-');
    }
    while (n) {
        put_byte(t, digits[--n]);
    }
}

static size_t whole(const text *t) { return t->used <= MK_TEXT_BYTES ? t->used : 0; }

/* Types: see MK_TABLE_* in the header. */

enum { NUMBER, TRUTH, CHOICE, CARD, MOOD, STRUCT, LIST, SLOTS };

typedef struct type {
    int is;
    bool optional;
    const char *row; /* of a struct or a choice: what follows its name; of a list: the type of its items */
    size_t length;   /* of that type */
} type;

static bool is_text(const char *kind, size_t n, const char *name) { return strlen(name) == n && memcmp(kind, name, n) == 0; }

/* What follows the name of a row; null: no row is called so. */
static const char *row_named(const char *const *rows, const char *name, size_t n) {
    for (; *rows; rows++) {
        if (strncmp(*rows, name, n) == 0 && (*rows)[n] == ' ') {
            return *rows + n;
        }
    }
    return NULL;
}

static type type_of(const mk_rules *r, const char *kind, size_t n) {
    type found = {NUMBER, kind[n - 1] == '?' || kind[n - 1] == '!', NULL, 0};
    n -= found.optional;
    if (kind[0] == '[' || kind[0] == '{') {
        found.is = kind[0] == '[' ? LIST : SLOTS;
        found.row = kind + 1;
        found.length = n - 2;
    } else if (is_text(kind, n, "bool")) {
        found.is = TRUTH;
    } else if (is_text(kind, n, "mood")) {
        found.is = MOOD;
    } else if ((found.row = row_named(r->structs, kind, n))) {
        found.is = STRUCT;
    } else if ((found.row = row_named(r->choices, kind, n))) {
        found.is = is_text(kind, n, "card") ? CARD : CHOICE;
    }
    return found;
}

/* Scalars. */

static void put_choice(text *t, const char *row, uint32_t number) {
    for (; *row; row++) {
        if (*row == ' ' && number-- == 0) {
            put_name(t, row + 1, strcspn(row + 1, " "));
            return;
        }
    }
    put_null(t);
}

static int32_t number_at(const char *digits) {
    int32_t number = 0;
    for (; *digits >= '0' && *digits <= '9'; digits++) {
        number = 10 * number + (*digits - '0');
    }
    return number;
}

/* A row of " name:face". */
static void put_card(text *t, const char *row, int32_t face) {
    while (*row) {
        size_t name = strcspn(row + 1, ":");
        const char *number = row + 1 + name + 1;
        if (number_at(number) == face) {
            put_name(t, row + 1, name);
            return;
        }
        row = number + strcspn(number, " ");
    }
    put_null(t);
}

static void put_number_if(text *t, int32_t word) {
    if (word == MK_NONE) {
        put_null(t);
    } else {
        put_number(t, word);
    }
}

static void put_scalar(text *t, const type *of, int32_t word) {
    if (of->optional && word == MK_NONE) {
        put_null(t);
    } else if (of->is == CARD) {
        put_card(t, of->row, word);
    } else if (of->is == CHOICE) {
        put_choice(t, of->row, (uint32_t)word);
    } else if (of->is == TRUTH) {
        put_bytes(t, word ? "true" : "false", word ? 4 : 5);
    } else {
        put_number(t, word);
    }
}

/* Any value: each takes the words from where it stands, and returns where the next one begins. */

static const int32_t *put_value(text *t, const mk_rules *r, const type *of, const int32_t *word);

static const int32_t *put_list(text *t, const mk_rules *r, const type *of, const int32_t *word) {
    type item = type_of(r, of->row, of->length);
    int32_t n = *word++;
    put_byte(t, '[');
    for (int32_t i = 0; i < n; i++) {
        if (i) {
            put_byte(t, ',');
        }
        word = put_value(t, r, &item, word);
    }
    put_byte(t, ']');
    return word;
}

static const int32_t *put_slots(text *t, const mk_rules *r, const type *of, const int32_t *word) {
    type item = type_of(r, of->row, of->length);
    int32_t n = *word++;
    put_byte(t, '{');
    for (int32_t i = 0; i < n; i++, word += 2) {
        if (i) {
            put_byte(t, ',');
        }
        put_byte(t, '"');
        put_number(t, word[0]);
        put_bytes(t, "\":", 2);
        put_scalar(t, &item, word[1]);
    }
    put_byte(t, '}');
    return word;
}

static const int32_t *put_mood(text *t, const int32_t *word) {
    put_byte(t, '[');
    put_number_if(t, word[0]);
    put_byte(t, ',');
    put_number_if(t, word[1]);
    put_byte(t, ']');
    return word + 2;
}

static const int32_t *put_field(text *t, const mk_rules *r, const char *name, size_t n, const char *kind, const int32_t *word) {
    type of = type_of(r, kind, strcspn(kind, " "));
    put_name(t, name, n);
    put_byte(t, ':');
    return put_value(t, r, &of, word);
}

/* A row of " name:type". */
static const int32_t *put_fields(text *t, const mk_rules *r, const char *row, bool first, const int32_t *word) {
    for (; *row; first = false) {
        const char *name = row + 1;
        size_t n = strcspn(name, ":");
        if (!first) {
            put_byte(t, ',');
        }
        word = put_field(t, r, name, n, name + n + 1, word);
        row = name + strcspn(name, " ");
    }
    return word;
}

static const int32_t *put_struct(text *t, const mk_rules *r, const type *of, const int32_t *word) {
    if (of->optional && *word++ == 0) {
        put_null(t);
        return word;
    }
    put_byte(t, '{');
    word = put_fields(t, r, of->row, true, word);
    put_byte(t, '}');
    return word;
}

static const int32_t *put_value(text *t, const mk_rules *r, const type *of, const int32_t *word) {
    switch (of->is) {
    case LIST:
        return put_list(t, r, of, word);
    case SLOTS:
        return put_slots(t, r, of, word);
    case MOOD:
        return put_mood(t, word);
    case STRUCT:
        return put_struct(t, r, of, word);
    default:
        put_scalar(t, of, *word);
        return word + 1;
    }
}

/* The three. */

size_t mk_observe_text(const mk_game *g, int viewer, char *bytes) {
    const mk_rules *r = mk_rules_of(mk_kind(g));
    text t = {bytes, 0};
    int32_t words[MK_VIEW_WORDS];
    const int32_t *word = words;
    mk_observe(g, viewer, words);
    for (const char *const *row = r->view; *row; row++) {
        size_t n = strcspn(*row, " ");
        put_byte(&t, row == r->view ? '{' : ',');
        word = put_field(&t, r, *row, n, *row + n + 1, word);
    }
    put_byte(&t, '}');
    return whole(&t);
}

/* One entry: what is known, and where. */
static const int32_t *put_entry(text *t, const mk_rules *r, const char *row, const int32_t *word) {
    put_byte(t, '[');
    for (const char *field = row; *field;) {
        const char *kind = field + 1 + strcspn(field + 1, ":") + 1;
        size_t n = strcspn(kind, " ");
        type of = type_of(r, kind, n);
        if (field != row) {
            put_byte(t, ',');
        }
        put_scalar(t, &of, *word++);
        field = kind + n;
    }
    put_byte(t, ']');
    return word;
}

size_t mk_memory_text(const mk_game *g, int seat, char *bytes) {
    const mk_rules *r = mk_rules_of(mk_kind(g));
    const char *row = row_named(r->about, "memory", 6);
    text t = {bytes, 0};
    int32_t words[MK_VIEW_WORDS];
    const int32_t *word = words, *end = words + mk_memory(g, seat, words);
    put_byte(&t, '[');
    while (row && word < end) {
        if (word != words) {
            put_byte(&t, ',');
        }
        word = put_entry(&t, r, row, word);
    }
    put_byte(&t, ']');
    return whole(&t);
}

size_t mk_event_text(int game, const int32_t *event, char *bytes) {
    const mk_rules *r = mk_rules_of(game);
    text t = {bytes, 0};
    const char *row = r->events[event[0]];
    size_t n = strcspn(row, " ");
    put_bytes(&t, "{\"type\":", 8);
    put_name(&t, row, n);
    put_fields(&t, r, row + n, false, event + 1);
    put_byte(&t, '}');
    return whole(&t);
}
