// One table: what comes over the line is drawn and told; what the player does is said.
import { TableClient } from "../client/client.js";
import { Board } from "./board.js";
import { byId, make, set, setChildren, setText } from "./dom.js";
import { cardLook, painterOf } from "./games.js";
import { gameName, languageChoice, refusalText, wordsOf } from "./language.js";
import { forgetSeat, keepSeat, keepSetting, seatAt, setting } from "./memory.js";
import { Panels } from "./panels.js";
import { Play } from "./play.js";
import { connectTo } from "./socket.js";
import { drawWaitingRoom } from "./waiting_room.js";
const TOAST_MS = 5000;
const MOST_TOASTS = 2; // more would cover the cards
export class TablePage {
    code;
    language;
    client;
    play;
    main = byId("main");
    story = make("ol", {});
    panels;
    board = null;
    name = setting("name") ?? "";
    about = null;
    isBusy = false;
    wasUp = false;
    constructor(code, language) {
        this.code = code;
        this.language = language;
        this.panels = new Panels(language);
        const hooks = { changed: (isUp) => this.showLine(isUp), refused: (reason) => this.showRefused(reason) };
        this.client = new TableClient(connectTo(`/socket/${code}`, hooks), { token: seatAt(code)?.token ?? null });
        this.play = new Play(this.client);
        this.client.listen((message, news) => this.take(message, news));
    }
    begin() {
        this.setLine(this.language.say("connecting"));
        this.drawHeader();
        this.client.open();
        if (this.client.token === null)
            void this.client.watch();
        const hurry = () => {
            if (this.wasUp && document.visibilityState === "visible")
                this.client.open();
        };
        addEventListener("online", hurry);
        document.addEventListener("visibilitychange", hurry);
    }
    async learn() {
        this.about = { take_back: false, turn_ms: null }; // until it is known
        const answer = await fetch(`/tables/${this.code}`);
        if (answer.ok)
            this.about = (await answer.json());
    }
    // What comes.
    take(message, news) {
        switch (message.type) {
            case "joined":
                if (message.token !== null)
                    this.keepToken(message.token);
                return this.draw();
            case "lobby":
                if (!this.about)
                    void this.learn();
                return this.draw();
            case "state":
                this.play.note(news.length ? news : message.events);
                if (!this.play.isOver)
                    this.panels.closeScores(); // a rematch has begun
                return this.tell(news);
            case "update":
                this.play.note(news);
                return this.tell(news);
            case "refused":
                return this.takeRefusal(message.error);
            case "claim":
                this.draw();
                return this.toast(this.language.say(message.outcome, {}, "outcomes"), message.outcome);
            case "offer":
                return this.askTakeBack(message.seat);
            case "offer_closed":
                this.panels.closeOffer();
                return this.toast(this.language.say(message.granted ? "take_back_granted" : "take_back_refused"));
            case "rematch":
                return this.panels.noteRematch(message.agreed.map((seat) => this.play.names[seat] ?? ""));
            case "over":
                return this.showResult();
            case "moved":
                return this.setLine(this.language.say("moved"));
            case "removed":
                return this.takeRemoval();
            case "cut_off":
                return this.toast(this.language.say("cut_off", { seconds: Math.ceil(message.left / 1000) }));
            case "answer":
                return;
        }
    }
    /** A seat that is no more, or whose game is gone: look on instead. */
    takeRefusal(error) {
        if (error.error !== "table_refusal" || error.reason !== "bad_token")
            return;
        this.lookOn();
    }
    takeRemoval() {
        this.play.events = []; // they told what the seat saw
        this.panels.closeOffer();
        this.panels.tell(this.language.say("removed"));
        this.lookOn();
    }
    lookOn() {
        forgetSeat(this.code);
        void this.client.watch();
    }
    keepToken(token) {
        const game = this.client.lobby?.game ?? "";
        keepSeat({ code: this.code, token, game, name: this.name, at: Date.now() });
    }
    // What is said.
    async join(name) {
        this.name = name;
        keepSetting("name", name);
        this.tellRefusal(await this.client.join(name));
    }
    async act(action) {
        if (this.isBusy)
            return;
        this.setBusy(true);
        this.panels.closeScores();
        const answer = await this.client.play(action);
        this.setBusy(false);
        if (answer.type === "answer" && answer.held)
            this.announce(this.language.say("intercept_sent"));
        this.tellRefusal(answer);
        this.draw();
    }
    async say(type) {
        this.tellRefusal(await this.client.say(type === "start" ? { type, fill: true } : { type }));
    }
    async leave() {
        await this.client.leave();
        forgetSeat(this.code);
        this.client.close();
        location.assign("/");
    }
    askRemove(seat) {
        const remove = async () => this.tellRefusal(await this.client.remove(seat));
        this.panels.askRemove(this.play.names[seat] ?? "", () => void remove());
    }
    setBusy(isBusy) {
        this.isBusy = isBusy;
        set(this.main, "aria-busy", isBusy ? "true" : null);
    }
    tellRefusal(answer) {
        if (answer.type !== "refused")
            return;
        const reason = this.words().error(answer.error);
        this.toast(this.language.say("not_now", { reason }));
    }
    // Drawing.
    words() {
        return wordsOf(this.language, this.client.lobby?.game ?? "masko", this.play.names);
    }
    painter(words) {
        const { lobby, shown } = this.client;
        if (!lobby || !shown)
            return null;
        const card = (face) => words.cardName(face);
        const remembers = setting("memory") !== "off";
        const { me, names } = this.play;
        const { say } = this.language;
        return painterOf(lobby.game, { view: shown.view, memory: shown.memory, me, names, say, card, remembers });
    }
    draw(events = []) {
        const { lobby } = this.client;
        if (!lobby)
            return;
        const words = this.words();
        const painter = this.painter(words);
        this.drawHeader();
        if (painter)
            this.drawBoard(painter, words, events.flatMap((event) => painter.motions(event)));
        else
            this.drawRoom();
    }
    drawRoom() {
        const active = document.activeElement?.id;
        const wishes = { join: (name) => void this.join(name), start: () => void this.say("start"), remove: (seat) => this.askRemove(seat) };
        const typed = document.getElementById("name")?.value ?? this.name;
        this.board = null;
        setChildren(this.main, [drawWaitingRoom(this.language, this.client, typed, wishes)]);
        if (active)
            document.getElementById(active)?.focus();
    }
    drawBoard(painter, words, motions) {
        const { lobby } = this.client;
        if (!lobby)
            return;
        if (!this.board) {
            this.board = new Board(cardLook(lobby.game, this.language.code), this.language, (action) => void this.act(action), (seat) => this.askRemove(seat));
            const title = make("h2", {}, this.language.say("log"));
            setChildren(this.main, [this.board.root, make("section", { class: "story", "aria-label": this.language.say("log") }, title, this.story)]);
        }
        this.board.draw({ play: this.play, painter, words, turnMs: this.about?.turn_ms ?? 0 }, motions);
    }
    /** Draws and tells what happened. */
    tell(events) {
        this.draw(events);
        const words = this.words();
        const sentences = (told) => [...words.tell(told)].map(([, text]) => text).filter((text) => text);
        setChildren(this.story, sentences(this.play.events).map((text) => make("li", {}, text)));
        this.story.scrollTop = this.story.scrollHeight;
        const news = sentences(events);
        if (news.length)
            this.announce(news.join(" "));
        if (events.some((event) => event.type === "round_scored") && !this.play.isOver)
            this.panels.showScores(this.play);
    }
    drawHeader() {
        const { lobby, shown } = this.client;
        const { say } = this.language;
        const title = lobby ? gameName(this.language, lobby.game) : say("table");
        setText(byId("title"), title);
        setText(byId("round"), shown ? say("round", { round: String(shown.view.round + 1) }, "table") : "");
        document.title = `${title} – ${say("tables")}`;
        if (byId("tools").childElementCount)
            return;
        const button = (key, click) => make("button", { type: "button", class: key, click }, say(key));
        byId("tools").append(button("scores", () => this.panels.showScores(this.play)), button("help", () => this.panels.showHelp(this.words(), this.client.lobby?.rules ?? {})), button("table", () => this.showMenu()), languageChoice(this.language));
    }
    showMenu() {
        const isPlaying = this.play.me !== null && this.client.shown !== null && !this.play.isOver;
        this.panels.showMenu(this.client.lobby?.watchers ?? 0, {
            remembers: setting("memory") !== "off",
            setRemembers: (on) => {
                keepSetting("memory", on ? "on" : "off");
                this.draw();
            },
            takeBack: isPlaying && this.about?.take_back ? () => void this.say("take_back") : null,
            leave: this.play.me === null ? null : () => void this.leave(),
        });
    }
    showResult() {
        const { outcome } = this.client;
        if (outcome)
            this.panels.showResult(this.play, this.words(), outcome, this.play.me === null ? null : () => void this.say("rematch"));
    }
    askTakeBack(seat) {
        this.panels.askTakeBack(this.play.names[seat] ?? "", (accept) => void this.client.answerOffer(accept));
    }
    // Telling.
    announce(text) {
        const live = byId("live");
        live.append(make("p", {}, text));
        while (live.childElementCount > 4)
            live.firstElementChild?.remove();
    }
    toast(text, kind = "") {
        const toast = make("p", { class: `toast ${kind}` }, text);
        const place = byId("toasts");
        for (const other of [...place.children])
            if (other.textContent === text)
                other.remove();
        place.append(toast);
        while (place.childElementCount > MOST_TOASTS)
            place.firstElementChild?.remove();
        setTimeout(() => toast.remove(), TOAST_MS);
    }
    showLine(isUp) {
        if (isUp)
            this.setLine("");
        else if (this.client.status !== "moved")
            this.setLine(this.language.say("connection_lost"));
        if (isUp && this.wasUp)
            this.toast(this.language.say("connection_back"));
        this.wasUp ||= isUp;
    }
    setLine(text) {
        setText(byId("line"), text);
        set(byId("line"), "hidden", text === "");
    }
    showRefused(reason) {
        const { say } = this.language;
        this.client.close();
        this.setLine("");
        if (reason === "no_table")
            forgetSeat(this.code);
        setChildren(byId("tools"), [languageChoice(this.language)]); // there is nothing that the others could show
        const text = reason === "no_table" ? say("not_found") : refusalText(this.language, reason);
        setChildren(this.main, [make("section", { class: "sheet" }, make("h1", {}, text), make("a", { href: "/", class: "button" }, say("back")))]);
    }
}
