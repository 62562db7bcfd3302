// The button beside a player's name by which the host takes the seat from them.

import type { TableClient } from "../client/client.js";
import { make } from "./dom.js";
import type { Language } from "./language.js";

interface Chair {
  seat: number;
  name: string;
  taken: boolean;
}

/** Whether we are the host, and may take this seat from its player. */
export function mayRemove(client: TableClient, chair: Chair): boolean {
  return client.isHost && chair.taken && chair.seat !== client.seat;
}

export function removeButton(language: Language, chair: Chair, text: string, remove: (seat: number) => void): HTMLElement {
  const title = language.say("remove_player");
  const click = () => remove(chair.seat);
  return make("button", { type: "button", class: "remove", title, "aria-label": removeLabel(language, chair.name), click }, text);
}

export function removeLabel(language: Language, name: string): string {
  return language.say("labelled", { name: language.say("remove_player"), value: name });
}
