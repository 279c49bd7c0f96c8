import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "../../../../src/noiseView/panel/pace.ts";

test("a picture that stays behind for long lets finish what is under way", () => {
  const pace = new Pace();
  pace.begins(0);
  assert.ok(!pace.isStarving(100_000), "nothing is behind");
  pace.fellBehind(1000);
  pace.begins(1100);
  assert.ok(!pace.isStarving(1200));
  pace.fellBehind(2900);
  assert.ok(pace.isStarving(3100), "an edit more does not begin it anew");
  pace.shown(3500, false);
  assert.ok(!pace.isStarving(3600), "one was shown between");
  assert.ok(pace.isStarving(5600));
  pace.shown(5700, true);
  assert.ok(!pace.isStarving(9000));
});

test("what never ends is not waited for", () => {
  const pace = new Pace();
  pace.fellBehind(0);
  pace.begins(0);
  assert.ok(pace.isStarving(5000));
  assert.ok(!pace.isStarving(60_000));
});
