import assert from "node:assert/strict";
import { test } from "node:test";
import { addSelection, isOvertakenSelection } from "../../../../src/noiseView/panel/ownSelections.ts";

const line = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 5 } });

test("only the newest of the view's own selections counts", () => {
  let selections = addSelection(addSelection([], line(1), 0), line(2), 10);
  assert.ok(isOvertakenSelection(selections, line(1), 20));
  assert.ok(!isOvertakenSelection(selections, line(2), 20));
  // It comes back once more, as when another event tells of it.
  assert.ok(isOvertakenSelection(selections, line(1), 30));
  // There and back.
  selections = addSelection(selections, line(1), 40);
  assert.ok(!isOvertakenSelection(selections, line(1), 50));
  assert.ok(isOvertakenSelection(selections, line(2), 50));
});

test("selections of others count, and selections of long ago", () => {
  let selections = addSelection(addSelection([], line(1), 0), line(2), 10);
  assert.ok(!isOvertakenSelection(selections, line(3), 20));
  assert.ok(!isOvertakenSelection(selections, line(1), 10_000));
  selections = addSelection(addSelection(selections, line(1), 20_000), line(2), 20_000);
  assert.equal(selections.length, 2, "those of long ago are gone");
  assert.ok(!isOvertakenSelection([], line(1), 20_001));
});
