import assert from "node:assert/strict";
import { test } from "node:test";
import { isCancelled, isOvertaken } from "../../src/errorCodes.ts";

test("what was cancelled, and what the text overtook, is told from what failed", () => {
  assert.ok(isCancelled({ code: -32800 }) && isCancelled({ code: -32802 }));
  assert.ok(!isCancelled({ code: -32801 }));
  assert.ok(isOvertaken({ code: -32800 }) && isOvertaken({ code: -32801 }) && isOvertaken({ code: -32802 }));
  for (const other of [{ code: -32603 }, new Error("x"), "x", null, undefined])
    assert.ok(!isCancelled(other) && !isOvertaken(other));
});
