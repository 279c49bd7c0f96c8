import assert from "node:assert/strict";
import { test } from "node:test";
import { compareVersions, findShortcoming, minimumVersion } from "../../../src/server/version.ts";

test("versions are compared by their numbers", () => {
  const ordered = ["0.1", "0.1.1-rc1", "0.1.1", "0.2.0", "0.10.0", "1.0.0-a", "1.0.0"];
  for (const [i, left] of ordered.entries())
    for (const [j, right] of ordered.entries())
      assert.equal(Math.sign(compareVersions(left, right)), Math.sign(i - j), `${left} and ${right}`);
  assert.equal(compareVersions("1.2", "1.2.0"), 0);
});

test("only the right server has no shortcoming", () => {
  const noisy = { noiseGraph: true, proposeFix: true };
  const right = { name: "noisy-lsp-server", version: minimumVersion, noisy };
  const shortcomingOf = (identity: object) => findShortcoming({ ...right, ...identity }, "/x/server") ?? "";
  assert.equal(shortcomingOf({}), "");
  assert.equal(shortcomingOf({ version: "99.0.0" }), "");
  assert.match(
    shortcomingOf({ name: "mlir-lsp-server" }),
    /\/x\/server is mlir-lsp-server: it has no noise analysis/,
  );
  assert.match(shortcomingOf({ name: undefined }), /is another language server: it has no noise analysis/);
  assert.match(shortcomingOf({ version: "0.0.9" }), /0\.0\.9; this extension needs/);
  assert.match(shortcomingOf({ version: undefined }), /of an unknown version/);
  assert.match(shortcomingOf({ noisy: undefined }), /the noise view and fixes/);
  assert.match(shortcomingOf({ noisy: { proposeFix: true } }), /no support for the noise view\./);
});
