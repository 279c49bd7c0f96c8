// Notifications about the server, with buttons for what users can do.

import * as vscode from "vscode";
import { notify } from "../notify.ts";

const openSettings = "Open Settings";
const showOutput = "Show Output";
const restart = "Restart";

function openServerSettings(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", "noisy.server");
}

/** Shows why the server does not run, and will not by itself. */
export async function showFailure(
  message: string,
  actions: { restart(): Promise<void>; output: vscode.LogOutputChannel },
): Promise<void> {
  const button = await notify.error(message, restart, openSettings, showOutput);
  if (button === restart) await actions.restart();
  else if (button === openSettings) await openServerSettings();
  else if (button === showOutput) actions.output.show();
}

const shownMessages = new Set<string>();

/** Shows what a server that runs cannot do, each message once. */
export async function showShortcoming(message: string, output: vscode.LogOutputChannel): Promise<void> {
  if (shownMessages.has(message)) return;
  shownMessages.add(message);
  output.warn(message);
  const button = await notify.warning(message, openSettings, showOutput);
  if (button === openSettings) await openServerSettings();
  else if (button === showOutput) output.show();
}
