import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { withoutOwnSettings } from "../../../src/server/settings.ts";

test("the server gets its own settings only", () => {
  const section = {
    model: "initial=16,max=30",
    inlayHints: { noise: "off" },
    server: { path: "x", arguments: [] },
    trace: { server: "off" },
    previewFixes: true,
    noiseView: { maxNodes: 1 },
    runLines: { path: ["/x"] },
  };
  assert.deepEqual(withoutOwnSettings(section), { model: "initial=16,max=30", inlayHints: { noise: "off" } });
});

test("a value that is no section stays as it is", () => {
  for (const value of [null, undefined, 3, "x", []]) assert.equal(withoutOwnSettings(value), value);
});

test("each setting in package.json is known to be the server's or the extension's", async () => {
  const manifest = JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8"));
  const names = Object.keys(manifest.contributes.configuration.properties);
  // The settings that the server prints with --print-settings=schema.
  const ofServer = ["codeLens", "diagnostics", "hover", "inlayHints", "model", "nearLimit", "optimizer"];
  const section = Object.fromEntries(names.map((name) => [name.split(".")[1], true]));
  assert.deepEqual(Object.keys(withoutOwnSettings(section) as object).sort(), ofServer);
});
