// The language of the page: its words, and the buttons to choose another.

import type { Told } from "../client/words.js";
import { Words } from "../client/words.js";
import { make, set } from "./dom.js";
import { keepSetting, setting } from "./memory.js";

const LANGUAGES = ["en", "fr"] as const;

/** Words of the page itself: `section` is "front" unless another one is meant. */
export type Say = (key: string, parameters?: Record<string, string | number>, section?: string) => string;

export interface Language {
  code: string;
  told: Told;
  say: Say;
}

/** The language chosen, or else the first of the browser's that there is. */
export async function loadLanguage(): Promise<Language> {
  const wished = [setting("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const code = LANGUAGES.find((known) => known === wished.find((tag) => LANGUAGES.some((one) => one === tag))) ?? "en";
  const told = (await (await fetch(`/words/${code}.json`)).json()) as Told;
  set(document.documentElement, "lang", code);
  const anyGame = Object.keys(told.games)[0] ?? "";
  const words = new Words(told, anyGame, []);
  return { code, told, say: (key, parameters, section = "front") => words.say(section, key, parameters) };
}

/** Why the server refuses something: in the words of the language for it, or else in the server's own. */
export function refusalText(language: Language, reason: string, message = reason): string {
  const known = language.told.catalogue["any"]?.["front"] ?? {};
  return reason in known ? language.say(reason) : language.say("error", { message });
}

/** The words of a game and its players; the brackets around cards are for terminals. */
export function wordsOf(language: Language, game: string, names: readonly string[]): Words {
  return new Words(language.told, game, names, (role, text) => (role === "card" ? text.slice(1, -1) : text));
}

export function gameName(language: Language, game: string): string {
  return language.told.catalogue[game]?.["about"]?.["name"] ?? game;
}

/** Buttons to choose the language; the page begins anew in it. */
export function languageChoice(language: Language): HTMLElement {
  const buttons = LANGUAGES.map((code) => {
    const isChosen = code === language.code;
    const choose = () => {
      keepSetting("language", code);
      location.reload();
    };
    return make("button", { type: "button", lang: code, "aria-pressed": String(isChosen), click: choose }, code.toUpperCase());
  });
  return make("div", { class: "languages", role: "group", "aria-label": language.say("language") }, ...buttons);
}
