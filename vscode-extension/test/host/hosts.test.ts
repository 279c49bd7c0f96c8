// Runs each suite *.host.ts in the extension host of a VS Code of its own, with the
// extension from its folder and a copy of the examples as workspace.

import * as assert from "node:assert/strict";
import { build } from "esbuild";
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Browser } from "../support/browser.ts";
import { CodeServer } from "../support/codeServer.ts";
import { buildFolder, extensionFolder, temporaryFolder } from "../support/paths.ts";
import type { CaseResult } from "./suite.ts";

/** The longest that a suite may take, in seconds. */
const patience = 300;

const scratch = temporaryFolder("hosts");
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const sources = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".host.ts"));
await build({
  bundle: true,
  platform: "node",
  format: "cjs",
  external: ["vscode"],
  sourcemap: "inline",
  logLevel: "warning",
  entryPoints: sources.map((name) => join(import.meta.dirname, name)),
  outdir: scratch,
});

for (const source of sources) {
  const name = source.replace(/\.host\.ts$/, "");
  test(name, async (context) => {
    const workspace = join(scratch, name);
    cpSync(join(extensionFolder, "../examples"), workspace, { recursive: true });
    const results = await runSuite(join(scratch, `${name}.host.js`), workspace);
    assert.ok(results.length > 0, "the suite has no cases");
    for (const { name, error } of results)
      await context.test(name, () => {
        if (error) throw new Error(error);
      });
  });
}

async function runSuite(bundle: string, workspace: string): Promise<CaseResult[]> {
  const file = `${workspace}.json`;
  const server = await CodeServer.start({
    machineSettings: { "noisy.server.path": join(buildFolder(), "noisy-lsp-server") },
    environment: { NOISY_RESULTS: file, NODE_OPTIONS: "--enable-source-maps" },
  });
  let browser: Browser | undefined;
  try {
    browser = await Browser.start();
    const console: string[] = [];
    browser.page.on("console", (message) => console.push(message.text()));
    await browser.page.goto(
      server.page(workspace, [
        ["extensionDevelopmentPath", server.remote(extensionFolder)],
        ["extensionTestsPath", server.remote(bundle)],
      ]),
    );
    for (let i = 0; i < patience * 10 && !existsSync(file); i++) await pause(100);
    assert.ok(
      existsSync(file),
      `no results. The page said:\n${console.join("\n")}\nVS Code:\n${server.log()}`,
    );
    return JSON.parse(readFileSync(file, "utf8")) as CaseResult[];
  } finally {
    await browser?.stop();
    await server.stop();
  }
}
