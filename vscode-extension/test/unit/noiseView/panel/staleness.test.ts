import assert from "node:assert/strict";
import { test } from "node:test";
import { notesOf, partText, stalenessOf } from "../../../../src/noiseView/panel/staleness.ts";
import { originalGraph } from "../drawing/graphs.ts";

test("a picture is stale from the edit on until that text is shown", () => {
  assert.equal(stalenessOf(originalGraph, originalGraph.version, null), null);
  assert.equal(stalenessOf(originalGraph, originalGraph.version + 1, null), "edited");
  // Opened again, its versions begin anew.
  assert.equal(stalenessOf(originalGraph, originalGraph.version - 1, null), "edited");
  assert.equal(stalenessOf(originalGraph, originalGraph.version, "settings"), "settings");
  assert.equal(stalenessOf(originalGraph, originalGraph.version, "edited"), "edited");
  assert.equal(stalenessOf({ ...originalGraph, isStale: true }, originalGraph.version, null), "broken");
  assert.equal(stalenessOf(originalGraph, undefined, null), null);
});

test("a picture that stands alone says what it is not", () => {
  assert.deepEqual(notesOf(originalGraph, null, false), []);
  const notes = notesOf({ ...originalGraph, totalNodes: 34_001 }, "edited", true);
  assert.equal(notes.length, 3);
  assert.match(notes[0]!, /^from before the last edit/);
  assert.match(notes[1]!, /fix is outdated/);
  assert.match(notes[2]!, /^4 of 34,001 values/);
});

test("a whole graph needs no note", () => {
  assert.equal(partText(originalGraph), undefined);
});
