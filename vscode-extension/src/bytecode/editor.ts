import * as vscode from "vscode";
import { explainUnreadable, unreadablePage } from "./bytecodeText.ts";
import { messageOf, toBytecodeUri } from "./fileSystem.ts";

/** What opens bytecode files: it puts the text in its own place. Of a file that has none it tells why, and
 * tries again when the file changes. */
export class BytecodeEditor implements vscode.CustomReadonlyEditorProvider {
  static readonly viewType = "noisy.bytecode";

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    if (document.uri.scheme !== "file") {
      panel.webview.html = unreadablePage("Only bytecode in files on disk can be shown.");
      return;
    }
    if (await this.tryToShow(document.uri, panel)) return;
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(document.uri, ".."), "*"),
    );
    panel.onDidDispose(() => watcher.dispose());
    const retry = async (changed: vscode.Uri) => {
      if (changed.toString() === document.uri.toString()) await this.tryToShow(document.uri, panel);
    };
    watcher.onDidChange(retry);
    watcher.onDidCreate(retry);
  }

  private async tryToShow(file: vscode.Uri, panel: vscode.WebviewPanel): Promise<boolean> {
    const text = toBytecodeUri(file);
    try {
      // Of a document that cannot be opened VS Code tells little; the file system tells all.
      await vscode.workspace.fs.readFile(text);
      await vscode.workspace.openTextDocument(text);
    } catch (error) {
      const reason = messageOf(error);
      panel.webview.html = unreadablePage(reason || explainUnreadable(file.path, ""));
      return false;
    }
    const { viewColumn, active } = panel;
    panel.dispose();
    await vscode.window.showTextDocument(text, {
      ...(viewColumn === undefined ? {} : { viewColumn }),
      preserveFocus: !active,
      preview: true,
    });
    return true;
  }
}
