// The commands about the server itself.

import * as vscode from "vscode";
import type { Channels } from "../channels.ts";
import type { NoisyServer } from "../server/server.ts";

/** The command of a click on the status item; it is in no menu. */
export const statusMenuCommand = "noisy.statusMenu";

interface Choice extends vscode.QuickPickItem {
  command: string;
}

export function registerServerCommands(server: NoisyServer, channels: Channels): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand("noisy.restart", () => server.restart()),
    registerCommand("noisy.showOutput", () => channels.output.show()),
    registerCommand(statusMenuCommand, showStatusMenu),
  );
}

async function showStatusMenu(): Promise<void> {
  const choices: Choice[] = [
    { label: "$(type-hierarchy-sub) Show Noise of This Function", command: "noisy.showNoise" },
    { label: "$(eye) Toggle Noise Hints", command: "noisy.toggleHints" },
    { label: "$(debug-restart) Restart Server", command: "noisy.restart" },
    { label: "$(output) Show Output of the Server", command: "noisy.showOutput" },
  ];
  const choice = await vscode.window.showQuickPick(choices, { placeHolder: "Noisy MLIR" });
  if (choice) await vscode.commands.executeCommand(choice.command);
}
