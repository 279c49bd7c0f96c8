import assert from "node:assert/strict";
import { test } from "node:test";
import { Earliest } from "../../../../src/noiseView/panel/earliest.ts";

test("of several wishes the earliest counts, once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  let times = 0;
  const earliest = new Earliest(() => times++);
  earliest.in(700);
  earliest.in(40);
  earliest.in(300);
  context.mock.timers.tick(39);
  assert.equal(times, 0);
  context.mock.timers.tick(1);
  assert.equal(times, 1);
  context.mock.timers.tick(1000);
  assert.equal(times, 1);
  earliest.in(10);
  earliest.cancel();
  context.mock.timers.tick(100);
  assert.equal(times, 1);
  earliest.in(10);
  context.mock.timers.tick(10);
  assert.equal(times, 2);
});
