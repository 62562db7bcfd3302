// Two clients at one table, and a third that looks on: they play at random, lose their connections,
// and one is reloaded.
// Lines of JSON go to and from the test: {line, text} and {line, gone}.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [module, seed] = process.argv.slice(2);
const { TableClient } = await import(pathToFileURL(module).href);

let dice = Number(seed);
const roll = (n) => (dice = (dice * 1103515245 + 12345) % 2147483648) % n;
const write = (form) => process.stdout.write(JSON.stringify(form) + "\n");

const lines = new Map();
let count = 0;
let lost = 0;
let reloaded = 0;
let news = 0;
let heard = 0;
let started = false;

function connect(line) {
  const name = `line ${++count}`;
  lines.set(name, line);
  queueMicrotask(() => line.opened());
  return {
    send: (text) => lines.has(name) && write({ line: name, text }),
    close: () => gone(name),
  };
}

function gone(name) {
  const line = lines.get(name);
  if (!lines.delete(name)) return;
  write({ line: name, gone: true });
  line.closed();
}

const later = (run, ms) => setTimeout(run, ms / 100);

function seated(token = null) {
  const client = new TableClient(connect, { token, later });
  let busy = false;
  client.listen(async (_, events) => {
    news += events.length;
    if (busy) return;
    busy = true;
    while (mayAct(client)) await client.play(client.legalActions[roll(client.legalActions.length)]);
    busy = false;
    finishIfAll();
  });
  client.open();
  return client;
}

function mayAct(client) {
  return clients.includes(client) && client.legalActions.length > 0 && client.claims.length === 0;
}

function disturb() {
  const names = [...lines.keys()];
  if (reloaded < Math.min(lost, 3) && clients[0].token !== null) {
    reloaded++;
    const old = clients[0];
    old.close();
    clients[0] = seated(old.token);
  } else if (names.length > 2) {
    lost++;
    gone(names[roll(names.length)]);
  }
}

const watcher = new TableClient(connect, { later });
const clients = [seated(), seated()];
watcher.open();

createInterface({ input: process.stdin }).on("line", (text) => {
  const { line, text: said } = JSON.parse(text);
  lines.get(line)?.received(said);
  if (started && ++heard % 20 === 0) disturb();
});

await clients[0].join("Ana");

// A stranger has the second seat until the host takes it from them.
const stranger = new TableClient(connect, { later });
stranger.open();
await stranger.join("Stranger");
const isRemoved = new Promise((done) => stranger.listen(({ type }) => type === "removed" && done()));
const answer = await clients[0].remove(1);
await isRemoved;
const removed = [answer.type, stranger.seat, stranger.token, stranger.shown, stranger.legalActions];
stranger.close();

await clients[1].join("Bo");
await watcher.watch();
await clients[0].say({ type: "start", fill: true });
started = true;

function finishIfAll() {
  if (![...clients, watcher].every((client) => client.outcome !== null)) return;
  started = false;
  const told = (client) => ({
    seat: client.seat,
    outcome: client.outcome,
    view: client.shown.view,
    rounds: client.rounds.length,
  });
  write({ done: [...clients, watcher].map(told), removed, lost, reloaded, news });
  process.exit(0);
}
watcher.listen(finishIfAll);
