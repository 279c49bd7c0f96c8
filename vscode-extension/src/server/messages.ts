// What users are told of the server, with what they can do about it.

import * as vscode from "vscode";
import { tell } from "../tell.ts";

const openSettings = "Open Settings";
const showOutput = "Show Output";
const restart = "Restart";

function openServerSettings(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", "noisy.server");
}

/** It does not run, and will not by itself. */
export async function showFailure(
  message: string,
  actions: { restart(): Promise<void>; output: vscode.LogOutputChannel },
): Promise<void> {
  const chosen = await tell.error(message, restart, openSettings, showOutput);
  if (chosen === restart) await actions.restart();
  else if (chosen === openSettings) await openServerSettings();
  else if (chosen === showOutput) actions.output.show();
}

const told = new Set<string>();

/** It runs, but cannot do everything. Tells each thing once. */
export async function showShortcoming(message: string, output: vscode.LogOutputChannel): Promise<void> {
  if (told.has(message)) return;
  told.add(message);
  output.warn(message);
  const chosen = await tell.warning(message, openSettings, showOutput);
  if (chosen === openSettings) await openServerSettings();
  else if (chosen === showOutput) output.show();
}
