// What this browser keeps: language, name, and the tokens that bring a player back to a seat.

export interface Seat {
  code: string;
  token: string;
  game: string;
  name: string;
  at: number;
}

const SEATS = "masko.seats";
const MOST_SEATS = 30;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is forbidden: the seat lasts as long as the page
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

export function setting(name: string): string | null {
  return read(`masko.${name}`);
}

export function keepSetting(name: string, value: string): void {
  write(`masko.${name}`, value);
}

/** The seats that this browser has, latest first. */
export function seats(): Seat[] {
  try {
    const found: unknown = JSON.parse(read(SEATS) ?? "[]");
    return Array.isArray(found) ? (found as Seat[]) : [];
  } catch {
    return [];
  }
}

export function seatAt(code: string): Seat | undefined {
  return seats().find((seat) => seat.code === code);
}

export function keepSeat(seat: Seat): void {
  const others = seats().filter((other) => other.code !== seat.code);
  write(SEATS, JSON.stringify([seat, ...others].slice(0, MOST_SEATS)));
}

export function forgetSeat(code: string): void {
  write(SEATS, JSON.stringify(seats().filter((seat) => seat.code !== code)));
}
