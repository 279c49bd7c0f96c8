// The command of the lenses at RUN lines.

import * as path from "node:path";
import * as vscode from "vscode";
import { notify } from "../notify.ts";
import { outcomes, readRunArgument, type RunArgument } from "../runLines/outcomes.ts";
import { runLines, type Outcome } from "../runLines/run.ts";
import { readProgramFolders } from "../server/configuration.ts";
import { VariableError } from "../server/variables.ts";

export function registerRunLines(extension: vscode.Uri): vscode.Disposable {
  const output = new RunOutput();
  return vscode.Disposable.from(
    output,
    vscode.commands.registerCommand("noisy.runLines", async (argument: unknown) => {
      const lines = readRunArgument(argument);
      if (lines) await run(lines, extension, output);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) outcomes.forget(document.uri.toString());
    }),
    vscode.workspace.onDidCloseTextDocument((document) => outcomes.forget(document.uri.toString())),
  );
}

/** The channel with what was run; made at the first run. */
class RunOutput implements vscode.Disposable {
  private channel: vscode.OutputChannel | undefined;

  append(text: string): void {
    this.open().append(text);
  }

  show(): void {
    this.open().show(true);
  }

  dispose(): void {
    this.channel?.dispose();
  }

  private open(): vscode.OutputChannel {
    return (this.channel ??= vscode.window.createOutputChannel("Noisy MLIR Runs"));
  }
}

async function run(lines: RunArgument, extension: vscode.Uri, output: RunOutput): Promise<void> {
  // The lines of a file are commands of whoever wrote it.
  if (!vscode.workspace.isTrusted) {
    void notify.warning("Noisy MLIR: RUN lines are run in trusted folders only.");
    return;
  }
  const uri = vscode.Uri.parse(lines.uri);
  if (uri.scheme !== "file") {
    void notify.warning("Noisy MLIR: save the file first; RUN lines read it from disk.");
    return;
  }
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (document?.isDirty && !(await document.save())) {
    void notify.warning("Noisy MLIR: the file could not be saved, so its RUN lines were not run.");
    return;
  }
  let folders: string[];
  try {
    folders = await readProgramFolders(extension);
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    void notify.error(`Noisy MLIR: the setting noisy.runLines.path cannot be used. ${error.message}.`);
    return;
  }
  const version = document?.version;
  outcomes.set(lines, "running");
  let outcome: Outcome = { kind: "cancelled" };
  try {
    outcome = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: `Running ${path.basename(uri.fsPath)}`,
        cancellable: true,
      },
      async (_progress, token) => {
        const controller = new AbortController();
        token.onCancellationRequested(() => controller.abort());
        return runLines(lines.commands, {
          file: uri.fsPath,
          folders,
          environment: process.env,
          print: (text) => output.append(text),
          signal: controller.signal,
        });
      },
    );
  } finally {
    // Of a text that has changed meanwhile it says nothing.
    if (document?.version === version) outcomes.set(lines, outcome);
  }
  showOutcome(outcome, path.basename(uri.fsPath), output);
}

function showOutcome(outcome: Outcome, file: string, output: RunOutput): void {
  switch (outcome.kind) {
    case "passed":
      notify.status(`passed: ${file}`);
      break;
    case "failed":
      output.show();
      break;
    case "problem":
      void notify.warning(`Noisy MLIR: ${outcome.message}`);
      break;
    case "cancelled":
      break;
  }
}
