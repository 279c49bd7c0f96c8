import assert from "node:assert/strict";
import { test } from "node:test";
import { contains, movedPosition, nodeAtCursor } from "../../../../src/noiseView/panel/cursor.ts";
import { fixedGraph, originalGraph, graph, node } from "../drawing/graphs.ts";

const place = (line: number, character: number) => ({ line, character });

test("the cursor in a name, and at its end, is at that node", () => {
  assert.equal(nodeAtCursor(originalGraph, place(3, 2), undefined), 2);
  assert.equal(nodeAtCursor(originalGraph, place(3, 5), undefined), 2);
});

test("the cursor at a use is at the value that is used", () => {
  assert.equal(nodeAtCursor(originalGraph, place(4, 20), "%p1"), 2);
});

test("elsewhere in a line it is at what the line makes", () => {
  assert.equal(nodeAtCursor(originalGraph, place(4, 20), undefined), 3);
  assert.equal(nodeAtCursor(originalGraph, place(4, 20), "%unknown"), 3);
  assert.equal(nodeAtCursor(originalGraph, place(50, 0), undefined), undefined);
});

test("among several values of one name it is the last before the cursor", () => {
  const shadowed = graph([node("%x", 1, { key: "1" }), node("%x", 5, { key: "2" })], []);
  assert.equal(nodeAtCursor(shadowed, place(3, 9), "%x"), 0);
  assert.equal(nodeAtCursor(shadowed, place(7, 9), "%x"), 1);
});

test("a node that a fix would insert has no place in the text", () => {
  assert.equal(nodeAtCursor(fixedGraph, place(4, 2), undefined), 4);
});

test("a range contains its ends", () => {
  const range = { start: place(1, 4), end: place(2, 0) };
  assert.ok(contains(range, place(1, 4)) && contains(range, place(2, 0)) && contains(range, place(1, 99)));
  assert.ok(!contains(range, place(1, 3)) && !contains(range, place(2, 1)));
});

test("a position moves with its line", () => {
  const change = (startLine: number, endLine: number, text: string) => [
    { range: { start: place(startLine, 0), end: place(endLine, 0) }, text },
  ];
  assert.deepEqual(movedPosition(place(5, 3), change(2, 2, "one\ntwo\n")), place(7, 3));
  assert.deepEqual(movedPosition(place(5, 3), change(1, 3, "")), place(3, 3));
  assert.deepEqual(movedPosition(place(5, 3), change(6, 8, "")), place(5, 3));
  assert.deepEqual(movedPosition(place(5, 3), change(5, 5, "x")), place(5, 3));
  // It was in what is gone.
  assert.deepEqual(movedPosition(place(5, 3), change(4, 9, "")), place(4, 3));
});
