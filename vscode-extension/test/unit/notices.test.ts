import * as assert from "node:assert/strict";
import { test } from "node:test";
// @ts-expect-error: a script without types
import { noticesOf } from "../../tools/notices.mjs";

test("each package that is bundled is named once, with its licence", () => {
  const notices: string = noticesOf([
    "src/extension.ts",
    "node_modules/elkjs/lib/elk-api.js",
    "node_modules/elkjs/lib/elk-worker.min.js",
    "node_modules/vscode-languageclient/lib/node/main.js",
  ]);
  assert.equal(notices.match(/^elkjs [\d.]+ \(EPL-2\.0.*\)$/gm)?.length, 1);
  assert.match(notices, /Eclipse Public License/);
  assert.match(notices, /^vscode-languageclient [\d.]+ \(MIT\)$/m);
  assert.doesNotMatch(notices, /typescript/i);
});

test("a package without a licence is an error", () => {
  assert.throws(() => noticesOf(["node_modules/.bin/x"]));
});
