/* The games that this library knows, by number. A number never changes its game. */
#include "rules.h"
#include "simd/path.h"
#include "simd/x86.h"

extern const mk_rules mk_masko;
extern const mk_rules mk_skyjo;
extern const mk_rules mk_mojo;
extern const mk_rules mk_fifty;

static const mk_rules *const games[] = {&mk_masko, &mk_skyjo, &mk_mojo, &mk_fifty};

enum { GAMES = sizeof games / sizeof games[0] };

#if MK_X86

/* The same sources, compiled for x86-64-v3. */
extern const mk_rules mk_masko_v3;
extern const mk_rules mk_skyjo_v3;
extern const mk_rules mk_mojo_v3;
extern const mk_rules mk_fifty_v3;

static const mk_rules *const games_v3[GAMES] = {&mk_masko_v3, &mk_skyjo_v3, &mk_mojo_v3, &mk_fifty_v3};

#else

#define games_v3 games

#endif

const mk_rules *mk_rules_of(int game) { return game >= 0 && game < GAMES ? games[game] : NULL; }

const mk_rules *mk_rules_on(int game, int path) { return mk_runs_v3(path) ? games_v3[game] : mk_rules_of(game); }
