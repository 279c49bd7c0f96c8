// A folder that nobody has said to trust.

import * as assert from "node:assert/strict";
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { command, diagnosticsOf, fileUri, hintsOf, openFile, openText } from "./documents.ts";
import { oneProcess, stateIs } from "./server.ts";
import { eventually, suite } from "./suite.ts";

export const run = suite({
  "programs that the folder names are not run": async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const server = vscode.workspace.getConfiguration("noisy.server");
    assert.equal(server.inspect("path")?.workspaceValue, undefined, "VS Code does not tell it");
    const document = await openFile("overflow.mlir");
    const [error] = await diagnosticsOf(document);
    assert.match(error?.message ?? "", /limit 26$/, "nor are its arguments taken");
    await stateIs("ready");
    const pid = await oneProcess();
    await command("noisy.restart");
    await oneProcess(pid);
    await stateIs("ready");
    assert.equal(existsSync(fileUri("sprung").fsPath), false);
  },

  "its other settings count": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    await eventually("hints by the folder's settings", async () => {
      const hints = await hintsOf(document);
      return hints["%a"] === undefined && hints["%p1"] === "24/26";
    });
  },

  "its RUN lines are not run": async () => {
    const document = await openText("run.mlir", "// RUN: touch %S/sprung\nfunc.func @f() { return }\n");
    const lenses = await command<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
    assert.deepEqual(lenses, [], "there is nothing to click on");
    const lines = { uri: document.uri.toString(), commands: ["touch %S/sprung"] };
    await command("noisy.runLines", lines);
    assert.equal(existsSync(fileUri("sprung").fsPath), false);
  },
});
