import assert from "node:assert/strict";
import { test } from "node:test";
import { EarliestTimer } from "../../../../src/noiseView/panel/earliestTimer.ts";

test("the earliest of several times counts, once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  let times = 0;
  const timer = new EarliestTimer(() => times++);
  timer.schedule(700);
  timer.schedule(40);
  timer.schedule(300);
  context.mock.timers.tick(39);
  assert.equal(times, 0);
  context.mock.timers.tick(1);
  assert.equal(times, 1);
  context.mock.timers.tick(1000);
  assert.equal(times, 1);
  timer.schedule(10);
  timer.cancel();
  context.mock.timers.tick(100);
  assert.equal(times, 1);
  timer.schedule(10);
  context.mock.timers.tick(10);
  assert.equal(times, 2);
});
