import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnSelections } from "../../../../src/noiseView/panel/ownSelections.ts";

const at = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 5 } });

test("of the selections that the view made the newest alone counts", () => {
  const own = new OwnSelections();
  own.add(at(1), 0);
  own.add(at(2), 10);
  assert.ok(own.isOvertaken(at(1), 20));
  assert.ok(!own.isOvertaken(at(2), 20));
  // It comes back once more, as when another event tells of it.
  assert.ok(own.isOvertaken(at(1), 30));
  // There and back.
  own.add(at(1), 40);
  assert.ok(!own.isOvertaken(at(1), 50));
  assert.ok(own.isOvertaken(at(2), 50));
});

test("what others select counts, and what was selected long ago", () => {
  const own = new OwnSelections();
  own.add(at(1), 0);
  own.add(at(2), 10);
  assert.ok(!own.isOvertaken(at(3), 20));
  assert.ok(!own.isOvertaken(at(1), 10_000));
  own.add(at(1), 20_000);
  own.add(at(2), 20_000);
  own.clear();
  assert.ok(!own.isOvertaken(at(1), 20_001));
});
