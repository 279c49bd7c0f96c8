// What the code of a problem means: the server's document, as a preview.

import { readFile } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { findSection } from "./codeHelpText.ts";

const scheme = "noisy-help";
const showCommand = "noisy.explainCode";

/** The server's diagnostics.md, as the last problem named it. */
let reference: string | undefined;

/** Makes the link of a problem's code, where that is a file, open a preview: VS Code would
 * show the text of the file, at its beginning. */
export function explainInPreview({ code }: vscode.Diagnostic): void {
  if (typeof code !== "object" || code.target.scheme !== "file") return;
  reference = code.target.fsPath;
  const argument = encodeURIComponent(JSON.stringify([code.value]));
  code.target = vscode.Uri.parse(`command:${showCommand}?${argument}`);
}

export function registerCodeHelp(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent: readPage }),
    vscode.commands.registerCommand(showCommand, async (code: unknown) => {
      if (typeof code !== "string") return;
      await vscode.commands.executeCommand(
        "markdown.showPreview",
        vscode.Uri.from({ scheme, path: `/${code}.md` }),
      );
    }),
  );
}

/** The section of a code, or another document beside the reference, to which it leads. */
async function readPage({ path: page }: vscode.Uri): Promise<string> {
  if (reference === undefined) return "";
  const name = path.basename(page);
  const section = findSection(await readFile(reference, "utf8"), name.replace(/\.md$/, ""));
  return section ?? readFile(path.join(path.dirname(reference), name), "utf8");
}
