// The games that this page can draw, and their pictures.
import { fifty } from "./games/fifty.js";
import { masko } from "./games/masko.js";
import { mojo } from "./games/mojo.js";
import { skyjo } from "./games/skyjo.js";
export const GAMES = ["masko", "skyjo", "mojo", "fifty"];
/** Who draws a game. The views that come over the line are those of the table's game: they are taken at its word. */
export function painterOf(game, sight) {
    switch (game) {
        case "masko":
            return masko(sight);
        case "skyjo":
            return skyjo(sight);
        case "mojo":
            return mojo(sight);
        case "fifty":
            return fifty(sight);
    }
}
/** Where the pictures of a game's cards are. */
export function cardLook(game, language) {
    return { picture: (face) => `/cards/${language}/${game}/${face}.svg` };
}
