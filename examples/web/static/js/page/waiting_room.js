// Before the game: who sits where, the link to share, and the host's button.
import { make } from "./dom.js";
import { gameName } from "./language.js";
import { shareLink } from "./panels.js";
import { mayRemove, removeButton } from "./removing.js";
export function drawWaitingRoom(language, client, name, wishes) {
    const { say } = language;
    const { lobby, seat: me } = client;
    if (!lobby)
        return make("section", { class: "sheet" });
    const hasFree = lobby.seats.some((chair) => !chair.taken && !chair.bot);
    const chairs = lobby.seats.map((chair) => drawChair(language, client, chair, wishes));
    const title = make("h1", {}, say("table_of", { game: gameName(language, lobby.game) }));
    const room = make("section", { class: "sheet" }, title, make("ul", { class: "chairs", "aria-label": say("players") }, ...chairs));
    if (me === null)
        room.append(hasFree ? joinForm(language, name, wishes) : make("p", { class: "quiet" }, say("watching")));
    else if (client.isHost) {
        const start = make("button", { type: "button", class: "main start", id: "start", click: () => wishes.start() }, say(hasFree ? "start_with_bots" : "start"));
        room.append(start);
    }
    else
        room.append(make("p", { class: "quiet" }, say("waiting_for_host")));
    room.append(shareLink(language));
    return room;
}
function drawChair(language, client, chair, wishes) {
    const { say } = language;
    const isFree = !chair.taken && !chair.bot;
    const tags = [];
    if (chair.seat === client.seat)
        tags.push(say("you"));
    if (chair.seat === client.lobby?.host)
        tags.push(say("host"));
    if (chair.bot)
        tags.push(say("bot"));
    else if (chair.taken && !chair.present)
        tags.push(say("away"));
    const name = make("span", { class: "name" }, isFree ? say("empty_seat") : chair.name);
    const marks = tags.map((tag) => make("span", { class: "tag" }, tag));
    if (mayRemove(client, chair))
        marks.push(removeButton(language, chair, say("remove_player"), wishes.remove));
    return make("li", { class: `chair seat${chair.seat}${isFree ? " free" : ""}` }, name, ...marks);
}
function joinForm(language, name, wishes) {
    const { say } = language;
    const input = make("input", { id: "name", name: "name", value: name, maxlength: 24, required: true, autocomplete: "nickname" });
    const submit = (event) => {
        event.preventDefault();
        if (input.value.trim())
            wishes.join(input.value.trim());
    };
    return make("form", { class: "join", submit }, make("label", { for: "name" }, say("name")), input, make("button", { class: "main" }, say("join")));
}
