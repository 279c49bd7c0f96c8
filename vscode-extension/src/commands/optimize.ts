// The commands that insert the cheapest reductions.

import * as vscode from "vscode";
import { isCancelled } from "../errorCodes.ts";
import { applyFix, proposeFix, showOutcome, wantsPreview } from "../fix.ts";
import { messageOf } from "../plainText.ts";
import type { FixScope } from "../protocol.ts";
import type { NoisyClient } from "../server/client.ts";
import type { NoisyServer } from "../server/server.ts";
import { notify } from "../notify.ts";
import { currentEditor } from "./currentEditor.ts";
import { readFixArgument, type FixArgument } from "./fixArgument.ts";

export function registerOptimize(server: NoisyClient): vscode.Disposable {
  server.interceptApplyFix((argument) => applyLens(server, readFixArgument(argument)));
  return vscode.Disposable.from(
    vscode.commands.registerCommand("noisy.optimizeFunction", () => optimizeActive(server, "function")),
    vscode.commands.registerCommand("noisy.optimizeDocument", () => optimizeActive(server, "document")),
  );
}

async function optimizeActive(server: NoisyServer, scope: FixScope): Promise<void> {
  const editor = await currentEditor();
  if (!editor) {
    const open = "Open an Example";
    const choice = await notify.warning("Noisy MLIR: open an MLIR file first.", open);
    if (choice === open) await vscode.commands.executeCommand("noisy.openExample");
    return;
  }
  await optimize(server, editor.document, editor.selection.active, scope);
}

/** Applies the fix of a lens as the commands do. False when the document has changed
 * since: the server refuses the fix, and says so. */
async function applyLens(server: NoisyServer, argument: FixArgument | undefined): Promise<boolean> {
  if (!argument || !server.capabilities.proposeFix) return false;
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === argument.uri);
  if (document?.version !== argument.version) return false;
  const { line, character } = argument.position;
  await optimize(server, document, new vscode.Position(line, character), argument.scope);
  return true;
}

async function optimize(
  server: NoisyServer,
  document: vscode.TextDocument,
  position: vscode.Position,
  scope: FixScope,
): Promise<void> {
  try {
    if (!(await canPropose(server))) await runApplyFix(document, position, scope);
    else await proposeAndApply(server, document, position, scope);
  } catch (error) {
    if (isCancelled(error)) return;
    void notify.error(`Noisy MLIR: ${messageOf(error)}`);
  }
}

/** True when the server can propose fixes. Waits for a server that is starting. */
async function canPropose(server: NoisyServer): Promise<boolean> {
  if (server.state.kind !== "starting") return server.capabilities.proposeFix === true;
  await new Promise<void>((resolve) => {
    const listener = server.onDidChangeState(({ kind }) => {
      if (kind === "starting") return;
      listener.dispose();
      resolve();
    });
  });
  return server.capabilities.proposeFix === true;
}

async function proposeAndApply(
  server: NoisyServer,
  document: vscode.TextDocument,
  position: vscode.Position,
  scope: FixScope,
): Promise<void> {
  const uri = document.uri.toString();
  const fix = await proposeFix(server, uri, position, scope, false);
  if (!fix.edit) {
    void notify.warning(`Noisy MLIR: ${fix.message}.`);
    return;
  }
  showOutcome(await applyFix(document, fix, wantsPreview(document)), uri, fix);
}

/** Runs the command of servers without noisy/proposeFix. It tells the user the
 * outcome. */
async function runApplyFix(
  document: vscode.TextDocument,
  position: vscode.Position,
  scope: FixScope,
): Promise<void> {
  const commands = await vscode.commands.getCommands(true);
  if (!commands.includes("noisy.applyFix")) {
    throw new Error("the server cannot insert reductions, or is not running.");
  }
  const fix = { function: "reduceFunction", chunk: "reduceChunk", document: "reduceDocument" }[scope];
  await vscode.commands.executeCommand("noisy.applyFix", {
    uri: document.uri.toString(),
    version: document.version,
    position: { line: position.line, character: position.character },
    fix,
  });
}
