import assert from "node:assert/strict";
import { test } from "node:test";
import { fileName } from "../../../../src/noiseView/panel/fileName.ts";

test("the file is named after the function", () => {
  assert.equal(fileName("@power", false), "power-noise.svg");
  assert.equal(fileName("@power", true), "power-noise-after.svg");
});

test("a name cannot leave the folder, or be none", () => {
  assert.equal(fileName('@"../../etc/passwd"', false), "etc_passwd-noise.svg");
  assert.equal(fileName("<unnamed>", false), "unnamed-noise.svg");
  assert.equal(fileName('@"///"', false), "function-noise.svg");
});
