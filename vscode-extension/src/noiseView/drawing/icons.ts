import type { NoiseLevel } from "../../protocol.ts";

/** Icons in a square of 12 pixels, as the data of paths: levels differ by more than
 * colour. Inner outlines are cut out (fill-rule evenodd). */
export const levelIcons: Partial<Record<NoiseLevel, string>> = {
  // An octagon with an exclamation mark.
  over: "M3.5 0h5L12 3.5v5L8.5 12h-5L0 8.5v-5ZM5.2 2.4h1.6v4.6h-1.6ZM5.2 8.2h1.6v1.6h-1.6Z",
  // A triangle with an exclamation mark.
  nearLimit: "M6 .5 12 11.5H0ZM5.3 4.2h1.4v3.6h-1.4ZM5.3 8.8h1.4v1.4h-1.4Z",
  // A ring with a stroke through it.
  unreliable:
    "M6 0A6 6 0 1 1 6 12A6 6 0 1 1 6 0ZM6 1.5A4.5 4.5 0 0 0 2.4 8.7L8.7 2.4A4.5 4.5 0 0 0 6 1.5ZM9.6 3.3L3.3 9.6A4.5 4.5 0 0 0 9.6 3.3Z",
  // A disc with a question mark.
  unknown:
    "M6 0A6 6 0 1 1 6 12A6 6 0 1 1 6 0ZM3.7 4.6A2.3 2.3 0 1 1 6.7 6.7V7.6H5.3V5.6A1 1 0 1 0 5 4.6ZM5.3 8.5h1.4v1.4h-1.4Z",
};

/** A padlock: an encryption. */
const lock = "M2 5h8v6.5h-8ZM3.2 5V3.4a2.8 2.8 0 0 1 5.6 0V5h-1.5V3.5a1.3 1.3 0 0 0-2.6 0V5Z";
/** An open padlock: a decryption. */
const openLock = "M2 5h8v6.5h-8ZM3.2 5V2.9a2.8 2.8 0 0 1 5.6 0h-1.5a1.3 1.3 0 0 0-2.6 0V5Z";
/** An arrow down to a line: noise goes down to that of a fresh value. */
const reset = "M5.2 .5h1.6v5.2h2.7L6 9.2 2.5 5.7h2.7ZM1.5 10.3h9v1.4h-9Z";
/** An arrow that comes in. */
const inArrow = "M.5 5.2h6V2.2L11 6 6.5 9.8V6.8h-6Z";
/** An arrow to a bar. */
const outArrow = "M1 5.2h4.4V2.4L9.4 6 5.4 9.6V6.8H1ZM10 1.5h1.5v9h-1.5Z";
const times = "M2.1 3.2 3.2 2.1 6 4.9 8.8 2.1 9.9 3.2 7.1 6 9.9 8.8 8.8 9.9 6 7.1 3.2 9.9 2.1 8.8 4.9 6Z";
const plus = "M5.2 1.5h1.6v3.7h3.7v1.6H6.8v3.7H5.2V6.8H1.5V5.2h3.7Z";
const minus = "M1.5 5.2h9v1.6h-9Z";
/** A dot before a bar: a multiple. */
const scale = "M1 4.6h2.8v2.8H1ZM5.6 2h1.7v8H5.6ZM9 2h1.7v8H9Z";
const call = "M2 1.5h8v1.6H3.6v5.8H10v1.6H2ZM5.5 5.2h5v1.6h-5Z";
/** An arrow that turns round. */
const loop = "M6 1.2A4.8 4.8 0 1 0 10.8 6H9.2A3.2 3.2 0 1 1 6 2.8V4.6L9.6 2 6 -.6Z";
/** Three lines, one behind the other. */
const stack = "M1 1.5h10v2.2H1ZM1 4.9h10v2.2H1ZM1 8.3h10v2.2H1Z";
const dot = "M6 3.6A2.4 2.4 0 1 1 6 8.4A2.4 2.4 0 1 1 6 3.6Z";

/** The icon of an operation, by the last part of its name. */
const operationIcons: Record<string, string> = {
  mul: times,
  add: plus,
  sub: minus,
  scale,
  encode: lock,
  decode: openLock,
  reduce_noise: reset,
  call,
  for: loop,
  while: loop,
  return: outArrow,
  yield: outArrow,
};

/** The icon of other operations, by the kind of the node. */
const kindIcons: Record<string, string> = { sink: outArrow, reduction: reset, call, bundle: stack };

/** The icon of a node's operation. */
export function nodeIcon(node: { kind: string; operation: string }): string {
  if (node.kind === "argument") return inArrow;
  // Behind the name of a call is that of what it calls.
  const name = node.operation.split(" ")[0]!;
  const icon = operationIcons[name.split(".").at(-1)!];
  return icon ?? kindIcons[node.kind] ?? dot;
}

/** The sign of a node that a fix inserts. */
export const insertedIcon = plus;
