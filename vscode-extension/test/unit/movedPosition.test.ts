import * as assert from "node:assert/strict";
import { test } from "node:test";
import { movedPosition, type Place, type PlacedEdit } from "../../src/movedPosition.ts";

const at = (line: number, character: number): Place => ({ line, character });
const edit = (start: Place, end: Place, newText: string): PlacedEdit => ({ range: { start, end }, newText });

test("edits below leave a place, and those above move it by their lines", () => {
  const edits = [
    edit(at(1, 5), at(1, 5), "\n  %a_reduced"),
    edit(at(2, 0), at(2, 2), "abcd"),
    edit(at(9, 0), at(9, 3), "\n\n"),
  ];
  assert.deepEqual(movedPosition(at(0, 3), edits), at(0, 3));
  assert.deepEqual(movedPosition(at(1, 4), edits), at(1, 4));
  assert.deepEqual(movedPosition(at(1, 7), edits), at(2, 14));
  assert.deepEqual(movedPosition(at(2, 4), edits), at(3, 6));
  assert.deepEqual(movedPosition(at(8, 1), edits), at(9, 1));
  assert.deepEqual(movedPosition(at(10, 1), edits), at(13, 1));
});

test("a place in the middle of what is replaced is at its end", () => {
  assert.deepEqual(movedPosition(at(0, 2), [edit(at(0, 1), at(0, 4), "ab")]), at(0, 3));
});

test("what is inserted at the place comes before it", () => {
  assert.deepEqual(movedPosition(at(3, 0), [edit(at(3, 0), at(3, 0), "x\n")]), at(4, 0));
});

test("several edits in one line", () => {
  const edits = [edit(at(0, 0), at(0, 1), ""), edit(at(0, 4), at(0, 4), "xyz")];
  assert.deepEqual(movedPosition(at(0, 6), edits), at(0, 8));
});
