// What this browser keeps: language, name, and the tokens that bring a player back to a seat.
const SEATS = "masko.seats";
const MOST_SEATS = 30;
function read(key) {
    try {
        return localStorage.getItem(key);
    }
    catch {
        return null; // storage is forbidden: the seat lasts as long as the page
    }
}
function write(key, value) {
    try {
        localStorage.setItem(key, value);
    }
    catch {
        // As above.
    }
}
export function setting(name) {
    return read(`masko.${name}`);
}
export function keepSetting(name, value) {
    write(`masko.${name}`, value);
}
/** The seats that this browser has, latest first. */
export function seats() {
    try {
        const found = JSON.parse(read(SEATS) ?? "[]");
        return Array.isArray(found) ? found : [];
    }
    catch {
        return [];
    }
}
export function seatAt(code) {
    return seats().find((seat) => seat.code === code);
}
export function keepSeat(seat) {
    const others = seats().filter((other) => other.code !== seat.code);
    write(SEATS, JSON.stringify([seat, ...others].slice(0, MOST_SEATS)));
}
export function forgetSeat(code) {
    write(SEATS, JSON.stringify(seats().filter((seat) => seat.code !== code)));
}
