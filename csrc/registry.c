/* The games that this library knows, by number. A number never changes its game. */
#include "rules.h"

extern const mk_rules mk_masko;
extern const mk_rules mk_skyjo;
extern const mk_rules mk_mojo;
extern const mk_rules mk_fifty;

const mk_rules *mk_rules_of(int game) {
    static const mk_rules *const games[] = {&mk_masko, &mk_skyjo, &mk_mojo, &mk_fifty};
    int count = (int)(sizeof games / sizeof games[0]);
    return game >= 0 && game < count ? games[game] : NULL;
}
