// tools/make-settings.mjs, on a copy of the files that it writes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, beforeEach, describe, test } from "node:test";
import { buildFolder, extensionFolder, temporaryFolder } from "../support/paths.ts";

const folder = temporaryFolder("settings");
const server = join(folder, "server");

/** Makes a server that prints these settings. */
function serve(schema: object): void {
  writeFileSync(
    server,
    `#!/bin/sh\n[ "$*" = --print-settings=schema ] || exit 9\ncat <<'END'\n${JSON.stringify(schema)}\nEND\n`,
  );
  chmodSync(server, 0o755);
}

function run(...options: string[]): { status: number | null; errors: string } {
  const tool = join(folder, "tools", "make-settings.mjs");
  const result = spawnSync(process.execPath, [tool, ...options], { encoding: "utf8" });
  return { status: result.status, errors: result.stderr };
}

const text = (name: string) => readFileSync(join(folder, name), "utf8");
const properties = (): Record<string, { order: number }> =>
  JSON.parse(text("package.json")).contributes.configuration.properties;

const first = {
  type: "boolean",
  default: true,
  order: 0,
  scope: "resource",
  markdownDescription: "This | that.",
};
const second = { ...first, type: "integer", minimum: 1, maximum: 9, default: 2, order: 1 };

describe("make-settings", () => {
  beforeEach(() => {
    for (const name of ["package.json", "README.md", "tools", ".prettierrc.json"])
      cpSync(join(extensionFolder, name), join(folder, name), { recursive: true });
    rmSync(join(folder, "node_modules"), { force: true });
    symlinkSync(join(extensionFolder, "node_modules"), join(folder, "node_modules"));
  });
  after(() => rmSync(folder, { recursive: true }));

  test("the server's settings come first, in their order; the extension's own stay", () => {
    const ownSettings = Object.entries(properties()).filter(([, setting]) => setting.order >= 100);
    assert.ok(ownSettings.length >= 5);
    serve({ "noisy.b": second, "noisy.a": first });
    assert.deepEqual(run(server), { status: 0, errors: "" });
    assert.deepEqual(Object.keys(properties()), ["noisy.a", "noisy.b", ...ownSettings.map(([name]) => name)]);
    assert.deepEqual(
      Object.entries(properties()).filter(([, setting]) => setting.order >= 100),
      ownSettings,
    );
  });

  test("the table has them all, and nothing else in the README changes", () => {
    serve({ "noisy.b": second, "noisy.a": first });
    const outside = (readme: string) => readme.replace(/<!-- settings: [^]*<!-- end of settings -->/, "");
    const oldText = outside(text("README.md"));
    run(server);
    assert.equal(outside(text("README.md")), oldText);
    const rows = text("README.md")
      .split("\n")
      .filter((line) => line.startsWith("| `noisy."));
    assert.equal(rows.length, Object.keys(properties()).length);
    assert.equal(rows[0], "| `noisy.a` | `true`, `false` | `true` | This \\| that. |");
    assert.equal(rows[1], "| `noisy.b` | a whole number from 1 to 9 | `2` | This \\| that. |");
  });

  test("--check tells of what would change, and changes nothing", () => {
    serve({ "noisy.a": first });
    const oldTexts = text("package.json") + text("README.md");
    const checked = run("--check", server);
    assert.equal(checked.status, 1);
    assert.match(checked.errors, /package\.json.*\.\/dev docs/);
    assert.match(checked.errors, /README\.md/);
    assert.equal(text("package.json") + text("README.md"), oldTexts);
    assert.equal(run(server).status, 0);
    assert.deepEqual(run("--check", server), { status: 0, errors: "" });
  });

  test("a schema that cannot be written is refused, and nothing changes", () => {
    const oldTexts = text("package.json") + text("README.md");
    for (const [schema, reason] of [
      [{ "noisy.a": { ...first, order: 100 } }, /order/],
      [{ "noisy.a": { ...first, surprise: 1 } }, /surprise/],
      [{ "noisy.a": { ...first, type: "object" } }, /object/],
      [{ "noisy.server.path": first }, /noisy\.server\.path/],
    ] as const) {
      serve(schema);
      const result = run(server);
      assert.equal(result.status, 2);
      assert.match(result.errors, reason);
    }
    assert.match(run(join(folder, "none")).errors, /none does not tell its settings/);
    assert.equal(run().status, 2);
    assert.equal(text("package.json") + text("README.md"), oldTexts);
  });

  test("the files have the server's settings, in its words", () => {
    const program = join(buildFolder(), "noisy-lsp-server");
    assert.deepEqual(run("--check", program), { status: 0, errors: "" });
    const table = spawnSync(program, ["--print-settings=markdown"], { encoding: "utf8" }).stdout.trim();
    assert.ok(table.includes("noisy.model"));
    assert.ok(text("README.md").includes(table));
  });
});
