// The button beside a player's name by which the host takes the seat from them.
import { make } from "./dom.js";
/** Whether we are the host, and may take this seat from its player. */
export function mayRemove(client, chair) {
    return client.isHost && chair.taken && chair.seat !== client.seat;
}
export function removeButton(language, chair, text, remove) {
    const title = language.say("remove_player");
    const click = () => remove(chair.seat);
    return make("button", { type: "button", class: "remove", title, "aria-label": removeLabel(language, chair.name), click }, text);
}
export function removeLabel(language, name) {
    return language.say("labelled", { name: language.say("remove_player"), value: name });
}
