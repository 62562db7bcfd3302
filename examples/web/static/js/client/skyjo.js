// skyjo: wire format 1, rules revision 1. Made by `masko schema skyjo --typescript`.
export {};
