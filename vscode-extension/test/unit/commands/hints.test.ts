import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, toggleHints } from "../../../src/commands/hints.ts";

test("hints come back as they were", () => {
  const toggle = toggleHints("nearLimit", undefined);
  assert.deepEqual(toggle, { next: "off", remember: "nearLimit" });
  assert.equal(toggleHints(toggle.next, toggle.remember).next, "nearLimit");
  assert.equal(toggleHints("off", undefined).next, "all");
  assert.equal(toggleHints("off", "off").next, "all");
});

test("a setting is changed where it is set", () => {
  assert.equal(placeOf({}), "user");
  assert.equal(placeOf({ globalValue: "all" }), "user");
  assert.equal(placeOf({ globalValue: "all", workspaceValue: "off" }), "workspace");
  assert.equal(placeOf({ workspaceValue: "off", workspaceFolderValue: "all" }), "folder");
});
