// Conflicts with other extensions for MLIR.

import * as vscode from "vscode";
import { notify } from "./notify.ts";

/** LLVM's own extension, which starts LLVM's server for the same documents. */
const llvmId = "llvm-vs-code-extensions.vscode-mlir";
const declinedKey = "noisy.conflicts.declined";

const showExtension = "Show the Other Extension";
const never = "Do Not Show Again";

/** Warns once a window that everything is shown twice while LLVM's extension is
 * enabled, now or when it is installed. */
export function watchConflicts(memory: vscode.Memento): vscode.Disposable {
  let hasWarned = false;
  const check = () => {
    if (hasWarned || memory.get<boolean>(declinedKey) || !vscode.extensions.getExtension(llvmId)) return;
    hasWarned = true;
    void warn(memory);
  };
  check();
  return vscode.extensions.onDidChange(check);
}

async function warn(memory: vscode.Memento): Promise<void> {
  const button = await notify.warning(
    "LLVM's MLIR extension is enabled as well: errors, hovers and completions in MLIR files appear twice. " +
      "Disable it in this workspace, unless you need it for PDLL or TableGen.",
    showExtension,
    never,
  );
  if (button === never) await memory.update(declinedKey, true);
  if (button === showExtension) await openPage();
}

/** There is no way to disable an extension by another; its page has a button. */
async function openPage(): Promise<void> {
  try {
    await vscode.commands.executeCommand("extension.open", llvmId);
  } catch {
    await vscode.commands.executeCommand("workbench.extensions.search", `@installed ${llvmId}`);
  }
}
