import assert from "node:assert/strict";
import { test } from "node:test";
import { isCancelled, isOvertaken } from "../../src/errorCodes.ts";

test("cancelled and overtaken requests differ from failed ones", () => {
  assert.ok(isCancelled({ code: -32800 }) && isCancelled({ code: -32802 }));
  assert.ok(!isCancelled({ code: -32801 }));
  assert.ok(isOvertaken({ code: -32800 }) && isOvertaken({ code: -32801 }) && isOvertaken({ code: -32802 }));
  for (const error of [{ code: -32603 }, new Error("x"), "x", null, undefined])
    assert.ok(!isCancelled(error) && !isOvertaken(error));
});
