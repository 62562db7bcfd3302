/* What the games' observations have in common: numbers of 16 bits, and seats counted clockwise from the one that looks. */
#ifndef MK_ENCODE_H
#define MK_ENCODE_H

#include "rules.h"

enum {
    MK_CARD_NONE = 0,    /* in place of a card: none lies there */
    MK_CARD_HIDDEN = -1, /* ... or one that the seat has not seen */
    MK_NOBODY = -1
};

static inline int16_t mk_narrow(int64_t value) {
    value = value < INT16_MIN ? INT16_MIN : value;
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value);
}

/* 0: oneself, 1: one's left, ... */
static inline int16_t mk_seen_from(const mk_config *c, int seat, int other) {
    return (int16_t)(other >= seat ? other - seat : other - seat + c->players);
}

static inline int16_t mk_seen_from_if(bool there, const mk_config *c, int seat, int other) {
    return there ? mk_seen_from(c, seat, other) : (int16_t)MK_NOBODY;
}

/* Totals, own first; returns what follows them. */
static inline int16_t *mk_encode_totals(const mk_config *c, const mk_head *h, int seat, int16_t *out) {
    for (int i = 0, p = seat; i < c->players; i++, p = mk_left_of(c, p)) {
        *out++ = mk_narrow(h->total[p]);
    }
    return out;
}

#endif
