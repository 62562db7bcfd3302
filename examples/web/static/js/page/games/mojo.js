// Mojo, drawn.
import { discardPile, drawPile, faceOf, handCards, labelled, nameOf } from "../scene.js";
export function mojo(sight) {
    const { view, me, say } = sight;
    function cards(seat, place, list, label) {
        if (!list?.length)
            return [];
        const marks = place === "hand" ? [] : ["laid"];
        const spots = handCards(sight, `${place} ${seat}`, list).map((spot) => ({ ...spot, marks }));
        return [{ layout: seat === me ? "row" : "fan", label: labelled(sight, label, nameOf(sight, seat)), spots }];
    }
    function inFront(seat) {
        return [
            ...cards(seat, "up", view.turned_up[seat], say("open_cards")),
            ...cards(seat, "down", view.face_down[seat], say("hidden_card")),
            ...cards(seat, "hand", view.hands[seat], say("hand_of", { name: nameOf(sight, seat) })),
        ];
    }
    function middle() {
        const several = view.discard_top.length > 1;
        const discards = view.discard_top.map((top, pile) => {
            const name = several ? `${say("discard_pile")} ${pile}` : say("discard_pile");
            const spot = discardPile(sight, `discard ${pile}`, top, view.discard_size[pile] ?? 0, name);
            return { ...spot, marks: several && view.pile === pile ? ["aim"] : [] };
        });
        const mojo = {
            key: "mojo",
            face: `mojo_${view.mojo_side}_${view.direction}`,
            label: `Mojo ${view.mojo_side}`,
            note: "Mojo",
        };
        return { layout: "piles", label: say("table"), spots: [drawPile(sight, view.draw_size), ...discards, mojo] };
    }
    function spotOf(action) {
        switch (action.type) {
            case "play":
                return `hand ${me} ${action.value}`;
            case "turn_up":
                return `down ${me} ${action.value}`;
            case "draw":
                return "draw";
            case "take":
                return `discard ${action.pile}`;
        }
    }
    /** A card in somebody's hand, where others see its back alone. */
    function inHand(seat, card) {
        return `hand ${seat} ${seat === me ? faceOf(card) : "back"}`;
    }
    function motions(event) {
        switch (event.type) {
            case "played":
                return [{ from: inHand(event.seat, event.card), to: `discard ${event.pile}`, face: String(event.card) }];
            case "drew":
                return [{ from: "draw", to: inHand(event.seat, event.card), face: faceOf(event.card) }];
            case "took":
                return [{ from: `discard ${event.pile}`, to: inHand(event.seat, event.card), face: String(event.card) }];
            case "turned_up":
                return [{ turn: `up ${event.seat} ${event.card}` }];
            default:
                return [];
        }
    }
    return {
        scene: () => ({
            middle: [middle()],
            seats: view.hands.map((_, seat) => inFront(seat)),
            tags: view.hands.map((_, seat) => ((view.face_down[seat]?.length ?? 0) + (view.turned_up[seat]?.length ?? 0) ? ["Mojo time"] : [])),
        }),
        spotOf: (action) => spotOf(action),
        motions: (event) => motions(event),
    };
}
