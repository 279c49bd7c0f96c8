import assert from "node:assert/strict";
import { test } from "node:test";
import { addSelection, isOvertakenSelection } from "../../../../src/noiseView/panel/ownSelections.ts";

const line = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 5 } });

test("of the selections that the view made the newest alone counts", () => {
  let own = addSelection(addSelection([], line(1), 0), line(2), 10);
  assert.ok(isOvertakenSelection(own, line(1), 20));
  assert.ok(!isOvertakenSelection(own, line(2), 20));
  // It comes back once more, as when another event tells of it.
  assert.ok(isOvertakenSelection(own, line(1), 30));
  // There and back.
  own = addSelection(own, line(1), 40);
  assert.ok(!isOvertakenSelection(own, line(1), 50));
  assert.ok(isOvertakenSelection(own, line(2), 50));
});

test("what others select counts, and what was selected long ago", () => {
  let own = addSelection(addSelection([], line(1), 0), line(2), 10);
  assert.ok(!isOvertakenSelection(own, line(3), 20));
  assert.ok(!isOvertakenSelection(own, line(1), 10_000));
  own = addSelection(addSelection(own, line(1), 20_000), line(2), 20_000);
  assert.equal(own.length, 2, "those of long ago are gone");
  assert.ok(!isOvertakenSelection([], line(1), 20_001));
});
