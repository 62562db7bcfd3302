// Masko, drawn.

import type { masko as game } from "../../client/messages.js";
import { cardLabel, discardPile, drawPile, faceOf, heldCard, labelled, nameOf } from "../scene.js";
import type { Group, Motion, Painter, Sight, Spot } from "../scene.js";

export function masko(sight: Sight<game.View>): Painter {
  const { view, me, say } = sight;
  const memory = sight.remembers ? (sight.memory as game.Memory) : [];
  const known = new Map(memory.map(([seat, slot, card]) => [`${seat} ${slot}`, card]));

  function hand(seat: number): Group {
    const spots = Object.entries(view.hands[seat] ?? {}).map(([slot, card]): Spot => {
      const seen = card === null ? known.get(`${seat} ${slot}`) : undefined;
      const isAimed = view.power?.owner === seat && view.power.slot === Number(slot);
      return {
        key: `hand ${seat} ${slot}`,
        face: faceOf(card),
        known: seen,
        label: labelled(sight, say("slot", { slot }), cardLabel(sight, card, seen)),
        note: slot,
        marks: isAimed ? ["aim"] : [],
      };
    });
    return { layout: "row", label: say("hand_of", { name: nameOf(sight, seat) }), spots };
  }

  function middle(): Group {
    const { held, power, discard_top: top } = view;
    const discard = discardPile(sight, "discard", top, view.discard_size, say("discard_pile"));
    const spots: Spot[] = [drawPile(sight, view.draw_size), { ...discard, marks: view.window ? ["hot"] : [] }];
    if (held) spots.push(heldCard(sight, "held", held.seat, held.card));
    if (power) spots.push(heldCard(sight, "power", power.user, power.card));
    return { layout: "piles", label: say("table"), spots };
  }

  function spotOf(action: game.Action): string | null {
    switch (action.type) {
      case "look":
      case "pick":
        return `hand ${action.seat} ${action.slot}`;
      case "keep":
      case "intercept":
      case "swap":
        return `hand ${me} ${action.slot}`;
      case "show":
        return `hand ${view.power?.owner ?? me} ${action.slot}`;
      case "draw":
        return "draw";
      case "take":
      case "discard":
        return "discard";
      default:
        return null;
    }
  }

  function motions(event: game.Event): Motion[] {
    switch (event.type) {
      case "drew":
        return [{ from: "draw", to: "held", face: faceOf(event.card) }];
      case "took":
        return [{ from: "discard", to: "held", face: event.card }];
      case "kept":
        return [{ from: "held", to: `hand ${event.seat} ${event.slot}`, face: faceOf(event.card) }];
      case "discarded": {
        const from = event.slot === null ? "held" : `hand ${event.seat} ${event.slot}`;
        return [{ from, to: "discard", face: event.card }];
      }
      case "intercepted":
        return [{ from: `hand ${event.seat} ${event.slot}`, to: "discard", face: event.card }];
      case "missed":
        return [{ peek: `hand ${event.seat} ${event.slot}`, face: event.card }];
      case "added":
        return [{ from: "draw", to: `hand ${event.seat} ${event.slot}`, face: "back" }];
      case "looked":
      case "shown":
        return [{ peek: `hand ${event.owner} ${event.slot}`, face: faceOf(event.card) }];
      case "swapped": {
        const one = `hand ${event.seat} ${event.slot}`;
        const other = `hand ${event.owner} ${event.owner_slot}`;
        return [
          { from: one, to: other, face: "back" },
          { from: other, to: one, face: "back" },
        ];
      }
      case "gathered":
        return event.slots.flatMap((count, seat) =>
          Array.from({ length: count }, (_, slot) => ({ from: "discard", to: `hand ${seat} ${slot}`, face: "back" })),
        );
      default:
        return [];
    }
  }

  return {
    scene: () => ({
      middle: [middle()],
      seats: view.hands.map((_, seat) => [hand(seat)]),
      tags: view.hands.map((_, seat) => (view.masko?.seat === seat ? ["MASKO"] : [])),
    }),
    spotOf: (action) => spotOf(action as game.Action),
    motions: (event) => motions(event as game.Event),
  };
}
