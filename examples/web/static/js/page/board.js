// The table while a game is played: the others above, the middle, and what is one's own below.
import { capital, make, set, setChildren, setText } from "./dom.js";
import { Canvas, moveByArrows, nearestChoice } from "./draw.js";
import { Stage } from "./motion.js";
import { mayRemove, removeButton, removeLabel } from "./removing.js";
const SHORT_MS = 3000; // bots think for less, and need no bar
export class Board {
    language;
    act;
    remove;
    root;
    canvas;
    stage;
    others = make("div", { class: "others" });
    middle = make("div", { class: "middle" });
    prompt = make("p", { class: "prompt" });
    race = make("div", { class: "race", "aria-hidden": "true", hidden: true }, make("div", { class: "left" }));
    bar;
    mine = make("div", { class: "mine" });
    panels = new Map();
    picture = null;
    ply = -1;
    /** Actions of one card, among which a button chooses. */
    choice = [];
    /** Whether what was focused is gone, so that the next choice is to be. */
    wantsFocus = false;
    constructor(look, language, act, remove) {
        this.language = language;
        this.act = act;
        this.remove = remove;
        const layer = make("div", { class: "layer", "aria-hidden": "true" });
        this.bar = make("div", { class: "bar", role: "group", "aria-label": language.say("actions") });
        const centre = make("div", { class: "centre" }, this.race, this.middle, this.prompt);
        this.root = make("section", { class: "board", "aria-label": language.say("table") }, this.others, centre, this.mine, this.bar, layer);
        this.canvas = new Canvas(look, (key) => this.choose(key));
        this.stage = new Stage(layer, this.canvas, look);
        moveByArrows(this.root);
        document.addEventListener("focusin", () => (this.wantsFocus = false));
    }
    /** Draws how things are, and moves what has moved. */
    draw(picture, motions) {
        this.stage.finish();
        const before = this.stage.places(this.root);
        const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
        const focusedAt = focused?.getBoundingClientRect() ?? null;
        const ply = picture.play.shown?.ply ?? -1;
        if (ply !== this.ply)
            this.choice = [];
        this.ply = ply;
        this.picture = picture;
        const scene = picture.painter.scene();
        this.canvas.begin();
        this.drawSeats(picture, scene);
        this.canvas.draw(this.middle, "middle", scene.middle, (key) => this.can(key));
        this.canvas.end();
        this.drawPrompt(picture);
        this.drawBar(picture);
        this.drawRace(picture.play);
        this.keepFocus(focused, focusedAt);
        this.stage.play(motions, before);
    }
    /** Who plays by keyboard goes on where the last choice was, or at the next choice that there is. */
    keepFocus(focused, at) {
        const isThere = focused?.isConnected && focused.matches("[tabindex], button");
        if (isThere || (!focused && !this.wantsFocus))
            return;
        const next = nearestChoice(this.root, at);
        this.wantsFocus = next === null;
        next?.focus({ preventScroll: true });
    }
    can(key) {
        return this.actionsAt(key).length > 0;
    }
    actionsAt(key) {
        return this.picture ? this.picture.play.at(key, this.picture.painter) : [];
    }
    choose(key) {
        const actions = this.actionsAt(key);
        const [first, ...more] = actions;
        if (first && !more.length)
            this.act(first);
        else if (first && this.picture) {
            this.choice = actions;
            this.drawBar(this.picture);
            this.bar.querySelector("button")?.focus();
        }
    }
    // Seats.
    drawSeats(picture, scene) {
        const { me, client } = picture.play;
        const chairs = client.lobby?.seats ?? [];
        const first = me === null ? 0 : me + 1;
        const order = chairs.map((_, index) => (first + index) % chairs.length).filter((seat) => seat !== me);
        const panel = (seat) => this.drawPanel(picture, scene, chairs[seat]);
        setChildren(this.others, order.map(panel));
        set(this.others, "data-count", order.length);
        setChildren(this.mine, me === null ? [] : [panel(me)]);
    }
    drawPanel({ play, turnMs }, scene, chair) {
        const { say } = this.language;
        const { seat, name } = chair;
        const panel = this.panels.get(seat) ?? this.makePanel(chair);
        const isMine = seat === play.me;
        const marks = [`seat${seat}`, ...(play.due.includes(seat) ? ["due"] : []), ...(isMine ? ["own"] : [])];
        set(panel.root, "class", `seat ${marks.join(" ")}`);
        set(panel.root, "aria-label", isMine ? say("your_cards") : say("hand_of", { name }));
        setText(panel.name, isMine ? `${name} (${say("you")})` : name);
        setText(panel.total, String(play.view?.totals[seat] ?? 0));
        set(panel.total, "aria-label", say("labelled", { name: say("total"), value: String(play.view?.totals[seat] ?? 0) }));
        const tags = (scene.tags[seat] ?? []).map((tag) => make("span", { class: "tag" }, tag));
        if (chair.bot)
            tags.push(make("span", { class: "tag kind" }, say("bot")));
        else if (!chair.present)
            tags.push(make("span", { class: "tag" }, say("away")));
        panel.tags.replaceChildren(...tags);
        set(panel.remove, "hidden", !mayRemove(play.client, chair));
        set(panel.remove, "aria-label", removeLabel(this.language, name));
        this.canvas.draw(panel.cards, `seat ${seat}`, scene.seats[seat] ?? [], (key) => this.can(key));
        this.drawTime(panel.time, play, seat, turnMs);
        return panel.root;
    }
    makePanel(chair) {
        const parts = {
            name: make("span", { class: "name" }),
            tags: make("span", { class: "tags" }),
            total: make("span", { class: "total", role: "img" }),
            remove: removeButton(this.language, chair, "✕", this.remove),
            time: make("div", { class: "time", "aria-hidden": "true" }),
            cards: make("div", { class: "cards" }),
        };
        const head = make("div", { class: "head" }, parts.name, parts.tags, parts.total, parts.remove);
        const panel = { ...parts, root: make("div", { role: "group" }, head, parts.time, parts.cards) };
        this.panels.set(chair.seat, panel);
        return panel;
    }
    drawTime(bar, play, seat, turnMs) {
        const left = play.shown?.clock.find(([other]) => other === seat)?.[1];
        const moment = `${play.shown?.line} ${play.shown?.ply} ${left}`;
        if (bar.dataset["moment"] === moment)
            return;
        bar.dataset["moment"] = moment;
        shrink(bar, left === undefined || left < SHORT_MS ? 0 : Math.min(1, left / Math.max(turnMs, left)), left ?? 0);
    }
    // Words and buttons.
    drawPrompt({ play, words }) {
        const { say } = this.language;
        const { view } = play;
        if (!view)
            return;
        const mayAct = play.me !== null && play.actions.length > 0;
        const isHeld = play.client.claims.length > 0;
        const claimed = view.window?.card;
        const phase = claimed === undefined ? capital(words.phase(view, play.due)) : say("window", { card: words.cardName(claimed) });
        const isMyTurn = mayAct && !play.shown?.window;
        const adds = phase !== capital(say("turn_of", { name: words.name(play.me ?? 0) }));
        const parts = isHeld ? [say("intercept_sent")] : isMyTurn ? [say("your_turn"), ...(adds ? [phase] : [])] : [phase];
        setChildren(this.prompt, parts.map((text, index) => make("span", { class: index ? "detail" : "first" }, text)));
        set(this.prompt, "class", mayAct ? "prompt yours" : "prompt");
    }
    /** A button for all that is not done by choosing a card of somebody's. */
    drawBar({ play, painter, words }) {
        const { me } = play;
        const all = this.choice.length ? this.choice : play.actions.filter((action) => isForButton(painter, action));
        const old = new Map([...this.bar.children].map((child) => [child.getAttribute("data-action"), child]));
        const buttons = me === null ? [] : all.map((action) => {
            const name = JSON.stringify(action);
            const text = capital(words.action(action, me));
            return old.get(name) ?? make("button", { type: "button", "data-action": name, class: action.type, click: () => this.act(action) }, text);
        });
        setChildren(this.bar, buttons);
    }
    drawRace(play) {
        const window = play.shown?.window ?? null;
        set(this.race, "hidden", window === null);
        const moment = `${play.shown?.line} ${window?.number}`;
        if (!window || this.race.dataset["moment"] === moment)
            return;
        this.race.dataset["moment"] = moment;
        shrink(this.race.firstElementChild, window.left / window.ms, window.left);
    }
}
function isForButton(painter, action) {
    return !/^(hand|down) /.test(painter.spotOf(action) ?? "");
}
function shrink(bar, from, duration) {
    bar.getAnimations().forEach((animation) => animation.cancel());
    bar.animate([{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }], { duration: Math.max(0, duration), fill: "forwards" });
}
