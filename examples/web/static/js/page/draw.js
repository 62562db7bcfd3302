// Draws scenes into the page: one element a spot, kept from one scene to the next.
import { make, set, setChildren } from "./dom.js";
export class Canvas {
    look;
    choose;
    cards = new Map();
    groups = new Map();
    used = new Set();
    constructor(look, choose) {
        this.look = look;
        this.choose = choose;
    }
    /** Before a new scene: what is not drawn until `end` is forgotten. */
    begin() {
        this.used = new Set();
    }
    end() {
        for (const [key, card] of this.cards) {
            if (!this.used.has(key)) {
                card.remove();
                this.cards.delete(key);
            }
        }
    }
    /** The element of a spot, or of the first one that begins with this key. */
    find(key) {
        const exact = this.cards.get(key);
        if (exact)
            return exact;
        for (const [other, card] of this.cards)
            if (other.startsWith(`${key} `))
                return card;
        return null;
    }
    /** Groups of cards into a place; `can` tells which keys may be chosen. */
    draw(place, name, groups, can) {
        const elements = groups.map((group, index) => {
            const element = this.group(`${name} ${index}`, group);
            setChildren(element, group.spots.map((spot) => this.card(spot, can(spot.key))));
            return element;
        });
        setChildren(place, elements);
    }
    group(name, group) {
        let element = this.groups.get(name);
        if (!element) {
            element = make("div", { role: "group" });
            this.groups.set(name, element);
        }
        set(element, "class", `group ${group.layout}`);
        set(element, "aria-label", group.label);
        set(element, "data-count", group.spots.length);
        return element;
    }
    card(spot, can) {
        this.used.add(spot.key);
        let card = this.cards.get(spot.key);
        if (!card) {
            card = this.makeCard(spot.key);
            this.cards.set(spot.key, card);
        }
        const marks = [...(spot.marks ?? []), ...(can ? ["can"] : []), ...(spot.face === null ? ["empty"] : [])];
        set(card, "class", ["card", ...marks].join(" "));
        set(card, "role", can ? "button" : "img");
        set(card, "tabindex", can ? 0 : null);
        set(card, "aria-label", spot.label);
        set(card, "data-count", spot.count || null);
        set(card, "data-note", spot.note || null);
        const [image, known] = [...card.children];
        set(image, "src", spot.face === null ? null : this.look.picture(spot.face));
        set(image, "hidden", spot.face === null);
        this.drawKnown(known, spot.known);
        return card;
    }
    drawKnown(place, face) {
        if (place.dataset["face"] === (face ?? ""))
            return;
        place.dataset["face"] = face ?? "";
        place.replaceChildren(...(face === undefined ? [] : [make("img", { src: this.look.picture(face), alt: "" })]));
    }
    makeCard(key) {
        const card = make("div", { "data-key": key }, make("img", { alt: "", draggable: "false", class: "face" }), make("span", { class: "known", "aria-hidden": "true", "data-face": "" }));
        const act = () => {
            if (card.classList.contains("can"))
                this.choose(key);
        };
        card.addEventListener("click", act);
        card.addEventListener("keydown", (event) => {
            if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                act();
            }
        });
        return card;
    }
}
const CHOICES = ".card.can, .bar button";
/** Arrow keys go to the nearest thing that can be chosen in that direction. */
export function moveByArrows(root) {
    root.addEventListener("keydown", (event) => {
        const step = ARROWS[event.key];
        const from = document.activeElement;
        if (!step || !from?.matches(CHOICES))
            return;
        const start = from.getBoundingClientRect();
        const next = nearest(choices(root).filter((one) => one !== from), (one) => ahead(start, one.getBoundingClientRect(), step));
        if (next) {
            event.preventDefault();
            next.focus();
        }
    });
}
/** What can be chosen nearest to a place, or first of all; null: nothing. */
export function nearestChoice(root, place) {
    return nearest(choices(root), (one) => {
        if (!place)
            return 0;
        const { x, y } = between(place, one.getBoundingClientRect());
        return Math.hypot(x, y);
    });
}
const ARROWS = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};
function choices(root) {
    return [...root.querySelectorAll(CHOICES)];
}
function nearest(all, distance) {
    const far = all.map((one) => [distance(one), one]).filter(([length]) => length < Infinity);
    return far.reduce((best, one) => (best && best[0] <= one[0] ? best : one), null)?.[1] ?? null;
}
/** How far something is in a direction; straight ahead goes before nearer but off the line. */
function ahead(from, to, [dx, dy]) {
    const { x, y } = between(from, to);
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    return along > 1 ? along + 2 * aside : Infinity;
}
function between(from, to) {
    return { x: to.x + to.width / 2 - from.x - from.width / 2, y: to.y + to.height / 2 - from.y - from.height / 2 };
}
