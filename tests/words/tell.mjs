// Tells what it reads on standard input, one JSON object, by the reference teller: node tell.mjs words.js < asked.json
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { Words } = await import(pathToFileURL(process.argv[2]).href);
const { told, asked } = JSON.parse(readFileSync(0, "utf8"));
const paint = (role, text) => `<${role}>${text}`;

const answers = asked.map(({ game, names, calls }) => {
  const words = new Words(told, game, names, paint);
  return calls.map(([name, ...rest]) => {
    const found = words[name](...rest);
    return name === "tell" ? [...found].map(([event, text]) => [event.type, text]) : found;
  });
});
process.stdout.write(JSON.stringify(answers));
