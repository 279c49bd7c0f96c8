// Runs each suite *.host.ts in the extension host of a VS Code of its own, with the
// extension from its folder and a copy of the examples as workspace, or as the
// suite's *.prepare.ts prepares it.

import * as assert from "node:assert/strict";
import { build } from "esbuild";
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Browser } from "../support/browser.ts";
import { CodeServer } from "../support/codeServer.ts";
import { buildFolder, extensionFolder, temporaryFolder } from "../support/paths.ts";
import type { Prepare, Preparation } from "./preparation.ts";
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
    const folder = join(scratch, name);
    cpSync(join(extensionFolder, "../examples"), folder, { recursive: true });
    const results = await runSuite(join(scratch, `${name}.host.js`), folder, await prepare(name, folder));
    assert.ok(results.length > 0, "the suite has no cases");
    for (const { name, milliseconds, error } of results)
      await context.test(name, (context) => {
        context.diagnostic(`${milliseconds} ms`);
        if (error) throw new Error(error);
      });
  });
}

async function prepare(name: string, folder: string): Promise<Preparation> {
  const file = join(import.meta.dirname, `${name}.prepare.ts`);
  if (!existsSync(file)) return {};
  const { prepare } = (await import(file)) as { prepare: Prepare };
  return prepare(folder);
}

async function runSuite(bundle: string, folder: string, preparation: Preparation): Promise<CaseResult[]> {
  const file = `${folder}.json`;
  const { workspace = "", settings = {}, workspaceTrust = false } = preparation;
  const server = await CodeServer.start({
    settings,
    workspaceTrust,
    machineSettings: {
      "noisy.server.path": join(buildFolder(), "noisy-lsp-server"),
      ...preparation.machineSettings,
    },
    environment: { NOISY_RESULTS: file, NODE_OPTIONS: "--enable-source-maps", ...preparation.environment },
  });
  let browser: Browser | undefined;
  try {
    browser = await Browser.start();
    const console: string[] = [];
    browser.page.on("console", (message) => console.push(message.text()));
    await browser.page.goto(
      server.page(join(folder, workspace), [
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
