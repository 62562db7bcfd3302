// What a table looks like, for the eye and for a screen reader, without a word of any game: cards in groups, and moves.
/** A face as the pictures are called, "back" for a hidden one. */
export function faceOf(card) {
    return card === null ? "back" : String(card);
}
/** A card that may be hidden, in words. */
export function cardLabel(sight, card, known) {
    if (card !== null)
        return sight.card(card);
    if (known !== undefined)
        return sight.say("known_card", { card: sight.card(known) });
    return sight.say("hidden_card");
}
/** "Discard: 7": what something is, and its value. */
export function labelled(sight, name, value) {
    return sight.say("labelled", { name, value });
}
export function nameOf(sight, seat) {
    return sight.names[seat] ?? "";
}
export function drawPile(sight, size) {
    return {
        key: "draw",
        face: size ? "back" : null,
        count: size,
        label: labelled(sight, sight.say("draw_pile"), sight.say("cards", { count: size })),
        note: sight.say("draw_pile"),
    };
}
export function discardPile(sight, key, top, size, name) {
    return {
        key,
        face: top === null ? null : String(top),
        count: size,
        label: labelled(sight, name, top === null ? sight.say("empty") : sight.card(top)),
        note: name,
    };
}
/** The card that somebody holds before it finds its place. */
export function heldCard(sight, key, seat, card) {
    const name = nameOf(sight, seat);
    return { key, face: faceOf(card), label: labelled(sight, name, cardLabel(sight, card)), note: name, marks: ["held"] };
}
/** Cards of a hand, named by value and how many of it came before: a card keeps its name when another leaves. */
export function handCards(sight, place, cards) {
    const seen = new Map();
    return cards.map((card) => {
        const face = faceOf(card);
        const nth = seen.get(face) ?? 0;
        seen.set(face, nth + 1);
        return { key: `${place} ${face} ${nth}`, face, label: cardLabel(sight, card) };
    });
}
