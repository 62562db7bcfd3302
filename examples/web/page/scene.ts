// What a table looks like, for the eye and for a screen reader, without a word of any game: cards in groups, and moves.

import type { Action, Event, View } from "../client/messages.js";

/** A card that lies somewhere, or the place for one. */
export interface Spot {
  /** What it is called, for actions, motions and focus. */
  key: string;
  /** The picture: a face, "back", or null for an empty place. */
  face: string | null;
  /** The face of a hidden card that this seat has seen. */
  known?: string | undefined;
  /** What a screen reader says. */
  label: string;
  /** How many lie here. */
  count?: number;
  /** Small words beneath. */
  note?: string;
  /** Looks: "aim", "hot", "held", "laid", "past". */
  marks?: string[];
}

export interface Group {
  layout: "row" | "grid" | "fan" | "piles";
  /** What the group is, for a screen reader. */
  label: string;
  spots: Spot[];
}

export interface Scene {
  /** What lies in the middle. */
  middle: Group[];
  /** For each seat, what lies in front of it. */
  seats: Group[][];
  /** For each seat, words beside its name. */
  tags: string[][];
}

/** Something that moves: a card from one spot to another, one that turns, one whose face is seen for a moment. */
export type Motion =
  | { from: string; to: string; face: string }
  | { turn: string }
  | { peek: string; face: string };

/** How a game is drawn. */
export interface Painter {
  scene(): Scene;
  /** Where an action is done by choosing a card; null: by its button alone. */
  spotOf(action: Action): string | null;
  motions(event: Event): Motion[];
}

/** What painters draw from. */
export interface Sight<V extends View = View> {
  view: V;
  memory: readonly (readonly unknown[])[];
  me: number | null;
  names: readonly string[];
  /** Words of the page. */
  say(key: string, parameters?: Record<string, string | number>): string;
  /** The name of a card. */
  card(face: string | number): string;
  /** Whether to show what has been seen. */
  remembers: boolean;
}

/** A face as the pictures are called, "back" for a hidden one. */
export function faceOf(card: string | number | null): string {
  return card === null ? "back" : String(card);
}

/** A card that may be hidden, in words. */
export function cardLabel(sight: Sight, card: string | number | null, known?: string): string {
  if (card !== null) return sight.card(card);
  if (known !== undefined) return sight.say("known_card", { card: sight.card(known) });
  return sight.say("hidden_card");
}

/** "Discard: 7": what something is, and its value. */
export function labelled(sight: Sight, name: string, value: string): string {
  return sight.say("labelled", { name, value });
}

export function nameOf(sight: Sight, seat: number): string {
  return sight.names[seat] ?? "";
}

export function drawPile(sight: Sight, size: number): Spot {
  return {
    key: "draw",
    face: size ? "back" : null,
    count: size,
    label: labelled(sight, sight.say("draw_pile"), sight.say("cards", { count: size })),
    note: sight.say("draw_pile"),
  };
}

export function discardPile(sight: Sight, key: string, top: string | number | null, size: number, name: string): Spot {
  return {
    key,
    face: top === null ? null : String(top),
    count: size,
    label: labelled(sight, name, top === null ? sight.say("empty") : sight.card(top)),
    note: name,
  };
}

/** The card that somebody holds before it finds its place. */
export function heldCard(sight: Sight, key: string, seat: number, card: string | number | null): Spot {
  const name = nameOf(sight, seat);
  return { key, face: faceOf(card), label: labelled(sight, name, cardLabel(sight, card)), note: name, marks: ["held"] };
}

/** Cards of a hand, named by value and how many of it came before: a card keeps its name when another leaves. */
export function handCards(sight: Sight, place: string, cards: readonly (number | null)[]): Spot[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const face = faceOf(card);
    const nth = seen.get(face) ?? 0;
    seen.set(face, nth + 1);
    return { key: `${place} ${face} ${nth}`, face, label: cardLabel(sight, card) };
  });
}
