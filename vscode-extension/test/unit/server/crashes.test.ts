import assert from "node:assert/strict";
import { test } from "node:test";
import { CrashCounter } from "../../../src/server/crashes.ts";

test("five crashes within three minutes are too many", () => {
  let time = 0;
  const crashes = new CrashCounter(5, 180_000, () => time);
  for (let i = 0; i < 4; i++) {
    assert.equal(crashes.add(), false);
    time += 40_000;
  }
  assert.equal(crashes.add(), true);
  assert.equal(crashes.count, 5);
});

test("crashes from time to time are not", () => {
  let time = 0;
  const crashes = new CrashCounter(5, 180_000, () => time);
  for (let i = 0; i < 100; i++) {
    assert.equal(crashes.add(), false);
    time += 45_000;
  }
});

test("crashes that are forgotten do not count", () => {
  const crashes = new CrashCounter(2, 1000, () => 0);
  assert.equal(crashes.add(), false);
  crashes.forget();
  assert.equal(crashes.count, 0);
  assert.equal(crashes.add(), false);
  assert.equal(crashes.add(), true);
});
