// Cards move as events tell. The page already shows how things are: ghosts fly over it, so nothing waits for them.
import { make } from "./dom.js";
const FLIGHT = 420;
const GAP = 160; // between one motion and the next
const TURN = 320;
const PEEK = 2200;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
export class Stage {
    layer;
    canvas;
    look;
    running = new Set();
    constructor(layer, canvas, look) {
        this.layer = layer;
        this.canvas = canvas;
        this.look = look;
    }
    /** Remembers where all spots are now. */
    places(root) {
        const boxes = new Map();
        for (const card of root.querySelectorAll(".card")) {
            boxes.set(card.dataset["key"] ?? "", card.getBoundingClientRect());
        }
        return (key) => {
            const exact = boxes.get(key);
            if (exact)
                return exact;
            for (const [other, box] of boxes)
                if (other.startsWith(`${key} `))
                    return box;
            return null;
        };
    }
    /** What is still moving is where it belongs at once. */
    finish() {
        for (const animation of this.running)
            animation.finish();
        this.running.clear();
    }
    play(motions, before) {
        motions.forEach((motion, index) => {
            const delay = index * GAP;
            if ("peek" in motion)
                this.peek(motion.peek, motion.face, delay);
            else if (stillness.matches)
                return;
            else if ("turn" in motion)
                this.turn(motion.turn, delay);
            else
                this.fly(motion.from, motion.to, motion.face, delay, before);
        });
    }
    fly(from, to, face, delay, before) {
        const target = this.canvas.find(to);
        const start = before(from) ?? this.canvas.find(from)?.getBoundingClientRect() ?? null;
        const end = target?.getBoundingClientRect() ?? before(to);
        if (!start || !end)
            return;
        const ghost = this.ghost(face, end);
        const scale = start.width / end.width;
        const away = `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${scale})`;
        const flight = ghost.animate([
            { transform: away, zIndex: 1 },
            { transform: "none", zIndex: 1 },
        ], { duration: FLIGHT, delay, fill: "backwards", easing: "cubic-bezier(.3,.7,.2,1)" });
        const hidden = target?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT + delay });
        if (hidden)
            this.track(hidden);
        this.track(flight, () => ghost.remove());
    }
    turn(key, delay) {
        const card = this.canvas.find(key);
        if (!card)
            return;
        const edge = "perspective(600px) rotateY(90deg)";
        this.track(card.animate([{ transform: edge }, { transform: "none" }], { duration: TURN, delay, fill: "backwards", easing: "ease-out" }));
    }
    /** Shows a face for a while where it lies; the others see that somebody looks. */
    peek(key, face, delay) {
        const card = this.canvas.find(key);
        if (!card)
            return;
        const ghost = this.ghost(face, card.getBoundingClientRect());
        ghost.classList.add("peek");
        const lifted = stillness.matches ? "none" : "translateY(-6%) scale(1.06)";
        const frames = [{ opacity: 0, transform: "none" }, { opacity: 1, transform: lifted, offset: 0.12 }, { opacity: 1, transform: lifted, offset: 0.9 }, { opacity: 0, transform: "none" }];
        const duration = face === "back" ? PEEK / 3 : PEEK;
        this.track(ghost.animate(frames, { duration, delay, fill: "backwards" }), () => ghost.remove());
    }
    ghost(face, box) {
        const ghost = make("div", { class: "ghost" }, make("img", { src: this.look.picture(face), alt: "" }));
        const layer = this.layer.getBoundingClientRect();
        ghost.style.left = `${box.x - layer.x}px`;
        ghost.style.top = `${box.y - layer.y}px`;
        ghost.style.width = `${box.width}px`;
        ghost.style.height = `${box.height}px`;
        this.layer.append(ghost);
        return ghost;
    }
    track(animation, after = () => undefined) {
        this.running.add(animation);
        const done = () => {
            this.running.delete(animation);
            after();
        };
        animation.addEventListener("finish", done);
        animation.addEventListener("cancel", done);
    }
}
