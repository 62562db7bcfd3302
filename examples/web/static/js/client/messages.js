// What is said at a table of any of the four games. Each game's own types are made by
//     masko schema GAME --typescript --out GAME.ts
// beside this file; a front end of one game needs no more than `export * from "./masko.js"` here.
export {};
