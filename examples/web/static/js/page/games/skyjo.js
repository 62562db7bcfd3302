// Skyjo, drawn.
import { cardLabel, discardPile, drawPile, faceOf, heldCard, labelled, nameOf } from "../scene.js";
const CARDS = 12;
export function skyjo(sight) {
    const { view, me, say } = sight;
    function grid(seat) {
        const cards = view.hands[seat] ?? {};
        const spots = Array.from({ length: CARDS }, (_, slot) => {
            const card = cards[slot];
            const words = card === undefined ? say("empty") : cardLabel(sight, card);
            const label = labelled(sight, say("slot", { slot }), words);
            return { key: `hand ${seat} ${slot}`, face: card === undefined ? null : faceOf(card), label };
        });
        return { layout: "grid", label: say("hand_of", { name: nameOf(sight, seat) }), spots };
    }
    function middle() {
        const discard = discardPile(sight, "discard", view.discard_top, view.discard_size, say("discard_pile"));
        const spots = [drawPile(sight, view.draw_size), discard];
        if (view.held)
            spots.push(heldCard(sight, "held", view.held.seat, view.held.card));
        return { layout: "piles", label: say("table"), spots };
    }
    function spotOf(action) {
        switch (action.type) {
            case "flip":
            case "replace":
                return `hand ${me} ${action.slot}`;
            case "draw":
                return "draw";
            default:
                return "discard";
        }
    }
    function motions(event) {
        switch (event.type) {
            case "drew":
                return [{ from: "draw", to: "held", face: faceOf(event.card) }];
            case "took":
                return [{ from: "discard", to: "held", face: String(event.card) }];
            case "replaced":
                return [{ from: "held", to: `hand ${event.seat} ${event.slot}`, face: String(event.card) }];
            case "discarded": {
                const from = event.slot === null ? "held" : `hand ${event.seat} ${event.slot}`;
                return [{ from, to: "discard", face: String(event.card) }];
            }
            case "flipped":
            case "revealed":
                return [{ turn: `hand ${event.seat} ${event.slot}` }];
            default:
                return [];
        }
    }
    return {
        scene: () => ({
            middle: [middle()],
            seats: view.hands.map((_, seat) => [grid(seat)]),
            tags: view.hands.map((_, seat) => (view.closer === seat ? [say("closer")] : [])),
        }),
        spotOf: (action) => spotOf(action),
        motions: (event) => motions(event),
    };
}
