import * as vscode from "vscode";
import { notify } from "../notify.ts";
import { messageOf } from "../plainText.ts";
import { languageId } from "../server/documents.ts";
import { examples, type Example } from "./exampleList.ts";
import { isAboveWalkthrough, keepFocus } from "./focusedList.ts";

/** The command that opens an example, as a text that is not on disk: whatever is tried in
 * it, the example stays. It asks which one, unless its file is the argument. */
export function registerOpenExample(extension: vscode.Uri): vscode.Disposable {
  return vscode.commands.registerCommand("noisy.openExample", async (file?: unknown) => {
    const known = examples.find((example) => example.file === file);
    const chosen = known ?? (await chooseExample());
    if (!chosen) return;
    try {
      const place = vscode.Uri.joinPath(extension, "dist", "examples", chosen.file);
      const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(place));
      const document = await vscode.workspace.openTextDocument({ language: languageId, content });
      // In the first function: commands and the noise view are about that of the cursor.
      const start = document.positionAt(Math.max(0, content.search(/^func\.func/m)));
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
    } catch (error) {
      void notify.error(`Noisy MLIR: the example cannot be opened: ${messageOf(error)}`);
    }
  });
}

/** Asks which example. */
async function chooseExample(): Promise<Example | undefined> {
  const isAbove = isAboveWalkthrough();
  const chosen = vscode.window.showQuickPick([...examples], {
    placeHolder: "An example to try things in",
    matchOnDetail: true,
    ignoreFocusOut: isAbove,
  });
  if (isAbove) void keepFocus(chosen);
  return chosen;
}

/** The command that opens the walkthrough of the extension. */
export function registerOpenWalkthrough({ extension }: vscode.ExtensionContext): vscode.Disposable {
  return vscode.commands.registerCommand("noisy.openWalkthrough", () =>
    vscode.commands.executeCommand("workbench.action.openWalkthrough", `${extension.id}#start`, false),
  );
}
