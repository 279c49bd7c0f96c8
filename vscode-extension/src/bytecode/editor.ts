import * as vscode from "vscode";
import type { NoisyServer } from "../server/server.ts";
import { bytecodeScheme, unreadablePage } from "./bytecodeText.ts";
import { messageOf } from "../plainText.ts";
import { toBytecodeUri, toFileUri } from "./fileSystem.ts";

/** The editor that opens bytecode files, and is replaced by their text. For a file without a text it shows the
 * reason, and tries again when the file changes, and when the server has become ready. */
export class BytecodeEditor implements vscode.CustomReadonlyEditorProvider {
  static readonly viewType = "noisy.bytecode";
  private readonly server: NoisyServer;

  constructor(server: NoisyServer) {
    this.server = server;
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => {} };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    // The text has the name of its file, so that this editor is used for it as well, as by the list of problems.
    const file = document.uri.scheme === bytecodeScheme ? toFileUri(document.uri) : document.uri;
    if (file.scheme !== "file") {
      panel.webview.html = unreadablePage("Only bytecode in files on disk can be shown.");
      return;
    }
    let isOpen = true;
    // The attempts run one after the other, so that the last one sees the newest file.
    let attempts = Promise.resolve();
    const tryToShow = () =>
      (attempts = attempts.then(async () => {
        if (isOpen) await this.tryToShow(file, panel, () => isOpen);
      }));
    const tryFor = (uri: vscode.Uri) => {
      if (uri.toString() === file.toString()) void tryToShow();
    };
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(file, ".."), "*"),
    );
    let wasReady = isReady(this.server);
    const listeners = vscode.Disposable.from(
      watcher,
      watcher.onDidChange(tryFor),
      watcher.onDidCreate(tryFor),
      this.server.onDidChangeState(() => {
        const becameReady = !wasReady && isReady(this.server);
        wasReady = isReady(this.server);
        if (becameReady) void tryToShow();
      }),
    );
    panel.onDidDispose(() => {
      isOpen = false;
      listeners.dispose();
    });
    await tryToShow();
  }

  /** Replaces the panel by the text, or shows in the panel why that cannot be. */
  private async tryToShow(
    file: vscode.Uri,
    panel: vscode.WebviewPanel,
    isOpen: () => boolean,
  ): Promise<void> {
    const text = toBytecodeUri(file);
    try {
      // VS Code says little about a document that cannot be opened; the file system gives the reason.
      await vscode.workspace.fs.readFile(text);
    } catch (error) {
      if (isOpen()) panel.webview.html = unreadablePage(messageOf(error));
      return;
    }
    if (!isOpen()) return;
    const { viewColumn, active } = panel;
    panel.dispose();
    // Not showTextDocument: its documents stay open for minutes after the editor is closed.
    await vscode.commands.executeCommand("vscode.openWith", text, "default", {
      ...(viewColumn === undefined ? {} : { viewColumn }),
      preserveFocus: !active,
      preview: true,
    } satisfies vscode.TextDocumentShowOptions);
  }
}

function isReady(server: NoisyServer): boolean {
  const { kind } = server.state;
  return kind === "ready" || kind === "analysing" || kind === "solving";
}
