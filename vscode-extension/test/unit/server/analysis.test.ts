import assert from "node:assert/strict";
import { test } from "node:test";
import { AnalysisTracker } from "../../../src/server/analysis.ts";

const uri = "file:///a.mlir";

test("only a lag that lasts is reported", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const reports: boolean[] = [];
  const tracker = new AnalysisTracker((isBehind) => reports.push(isBehind), 300);
  tracker.onSent(uri, 1);
  context.mock.timers.tick(200);
  tracker.onAnalysed({ uri, version: 1, isComplete: true });
  context.mock.timers.tick(1000);
  assert.deepEqual(reports, []);
  assert.equal(tracker.isBehind, false);

  tracker.onSent(uri, 2);
  context.mock.timers.tick(200);
  // An edit meanwhile does not begin the time anew.
  tracker.onSent(uri, 3);
  context.mock.timers.tick(100);
  assert.deepEqual(reports, [true]);
  tracker.onAnalysed({ uri, version: 2, isComplete: true });
  tracker.onAnalysed({ uri, version: 3, isComplete: false });
  assert.deepEqual(reports, [true]);
  tracker.onAnalysed({ uri, version: 3, isComplete: true });
  assert.deepEqual(reports, [true, false]);
});

test("two edits that are analysed in time are not reported", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const reports: boolean[] = [];
  const tracker = new AnalysisTracker((isBehind) => reports.push(isBehind), 300);
  tracker.onSent(uri, 1);
  context.mock.timers.tick(100);
  tracker.onSent(uri, 2);
  tracker.onAnalysed({ uri, version: 2, isComplete: true });
  context.mock.timers.tick(1000);
  assert.deepEqual(reports, []);
});

test("all documents count, until they are closed", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const tracker = new AnalysisTracker(() => {}, 300);
  tracker.onSent(uri, 5);
  tracker.onSent("file:///b.mlir", 1);
  tracker.onAnalysed({ uri, version: 5, isComplete: true });
  context.mock.timers.tick(300);
  assert.equal(tracker.isBehind, true);
  tracker.onClosed("file:///b.mlir");
  assert.equal(tracker.isBehind, false);
});

test("a document that is opened again begins anew", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const tracker = new AnalysisTracker(() => {}, 300);
  tracker.onSent(uri, 7);
  tracker.onAnalysed({ uri, version: 7, isComplete: true });
  tracker.onClosed(uri);
  tracker.onSent(uri, 1);
  context.mock.timers.tick(300);
  assert.equal(tracker.isBehind, true);
  tracker.clear();
  assert.equal(tracker.isBehind, false);
});
