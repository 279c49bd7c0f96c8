// Another extension for the same language.

import * as vscode from "vscode";
import { tell } from "./tell.ts";

/** LLVM's own, which starts LLVM's server for the same documents. */
const otherId = "llvm-vs-code-extensions.vscode-mlir";
const declined = "noisy.conflicts.declined";

const showExtension = "Show the Other Extension";
const never = "Do Not Show Again";

/** Tells that everything is shown twice while LLVM's extension is enabled, once
 * a window, now or when it is installed. */
export function watchConflicts(memory: vscode.Memento): vscode.Disposable {
  let isTold = false;
  const look = () => {
    if (isTold || memory.get<boolean>(declined) || !vscode.extensions.getExtension(otherId)) return;
    isTold = true;
    void warn(memory);
  };
  look();
  return vscode.extensions.onDidChange(look);
}

async function warn(memory: vscode.Memento): Promise<void> {
  const chosen = await tell.warning(
    "LLVM's MLIR extension is enabled as well: errors, hovers and completions in MLIR files come twice. " +
      "Disable it in this workspace, unless you need it for PDLL or TableGen.",
    showExtension,
    never,
  );
  if (chosen === never) await memory.update(declined, true);
  if (chosen === showExtension) await openPage();
}

/** There is no way to disable an extension by another; its page has a button. */
async function openPage(): Promise<void> {
  try {
    await vscode.commands.executeCommand("extension.open", otherId);
  } catch {
    await vscode.commands.executeCommand("workbench.extensions.search", `@installed ${otherId}`);
  }
}
