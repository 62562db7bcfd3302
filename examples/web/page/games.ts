// The games that this page can draw, and their pictures.

import type { fifty as fiftyTypes, masko as maskoTypes, mojo as mojoTypes, skyjo as skyjoTypes } from "../client/messages.js";
import type { CardLook } from "./draw.js";
import { fifty } from "./games/fifty.js";
import { masko } from "./games/masko.js";
import { mojo } from "./games/mojo.js";
import { skyjo } from "./games/skyjo.js";
import type { Painter, Sight } from "./scene.js";

export const GAMES = ["masko", "skyjo", "mojo", "fifty"] as const;

export type GameName = (typeof GAMES)[number];

/** Who draws a game. The views that come over the line are those of the table's game: they are taken at its word. */
export function painterOf(game: GameName, sight: Sight): Painter {
  switch (game) {
    case "masko":
      return masko(sight as Sight<maskoTypes.View>);
    case "skyjo":
      return skyjo(sight as Sight<skyjoTypes.View>);
    case "mojo":
      return mojo(sight as Sight<mojoTypes.View>);
    case "fifty":
      return fifty(sight as Sight<fiftyTypes.View>);
  }
}

/** Where the pictures of a game's cards are. */
export function cardLook(game: GameName, language: string): CardLook {
  return { picture: (face) => `/cards/${language}/${game}/${face}.svg` };
}
