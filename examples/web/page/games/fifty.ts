// Fifty Fifty, drawn.

import type { fifty as game } from "../../client/messages.js";
import { handCards, labelled, nameOf } from "../scene.js";
import type { Group, Motion, Painter, Sight, Spot } from "../scene.js";

export function fifty(sight: Sight<game.View>): Painter {
  const { view, me, say } = sight;

  function hand(seat: number): Group {
    const label = say("hand_of", { name: nameOf(sight, seat) });
    const spots = handCards(sight, `hand ${seat}`, view.hands[seat] ?? []);
    return { layout: seat === me ? "row" : "fan", label, spots };
  }

  function masks(seat: number): string[] {
    const { laughing, furious } = view.masks[seat] ?? { laughing: 0, furious: 0 };
    if (laughing) return [say("laughing_masks", { count: laughing })];
    return furious ? [say("furious_masks", { count: furious })] : [];
  }

  function mood(): Spot {
    const [yellow, blue] = view.mood;
    const number = (count: number | null) => (count === null ? "x" : String(count));
    const label = say("mood_card", { laughing: yellow ?? "–", furious: blue ?? "–" });
    return { key: "mood", face: `mood_${number(yellow)}_${number(blue)}`, label, note: say("mood") };
  }

  /** Between two tricks, the last one still lies there. */
  function trick(): Spot[] {
    const open = new Map(view.trick.map(({ seat, card }) => [seat, card]));
    const isPast = !view.trick.length;
    return view.hands.map((_, seat) => {
      const card = isPast ? view.played[seat]?.at(-1) : open.get(seat);
      const name = nameOf(sight, seat);
      return {
        key: `trick ${seat}`,
        face: card === undefined ? null : String(card),
        label: labelled(sight, name, card === undefined ? say("empty") : sight.card(card)),
        note: name,
        marks: isPast && card !== undefined ? ["past"] : [],
      };
    });
  }

  function motions(event: game.Event): Motion[] {
    if (event.type === "mood_turned") return [{ turn: "mood" }];
    if (event.type !== "played") return [];
    const from = `hand ${event.seat} ${event.seat === me ? event.card : "back"}`;
    return [{ from, to: `trick ${event.seat}`, face: String(event.card) }];
  }

  return {
    scene: () => ({
      middle: [{ layout: "piles", label: say("trick", { number: view.trick_number + 1 }), spots: [mood(), ...trick()] }],
      seats: view.hands.map((_, seat) => [hand(seat)]),
      tags: view.hands.map((_, seat) => masks(seat)),
    }),
    spotOf: (action) => `hand ${me} ${(action as game.Action).value}`,
    motions: (event) => motions(event as game.Event),
  };
}
