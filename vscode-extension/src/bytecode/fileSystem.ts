import { stat } from "node:fs/promises";
import { basename } from "node:path";
import * as vscode from "vscode";
import { messageOf } from "../plainText.ts";
import type { NoisyServer } from "../server/server.ts";
import {
  bytecodeScheme,
  decodeBytecode,
  decodeText,
  explainUnreadable,
  explainUnsavable,
  maxTextBytes,
  TextCache,
  type TextError,
} from "./bytecodeText.ts";

/** The document that shows a bytecode file as text. */
export function toBytecodeUri(file: vscode.Uri): vscode.Uri {
  return file.with({ scheme: bytecodeScheme });
}

/** The file that a document shows. */
export function toFileUri(document: vscode.Uri): vscode.Uri {
  return document.with({ scheme: "file" });
}

/** True when a file's mode lets nobody write to it, as VS Code itself decides it. */
async function isReadOnly(file: vscode.Uri): Promise<boolean> {
  try {
    return ((await stat(file.fsPath)).mode & 0o222) === 0;
  } catch {
    return false;
  }
}

/** The errors that keep a text from being a program; noise over its limit is none. */
function findErrors(document: vscode.Uri): TextError[] {
  return vscode.languages
    .getDiagnostics(document)
    .filter(
      ({ severity, source }) =>
        severity === vscode.DiagnosticSeverity.Error && source?.toLowerCase() === "mlir",
    )
    .map(({ range, message }) => ({ line: range.start.line, character: range.start.character, message }));
}

/** Bytecode files as text: the server converts what is read and written, all else is done to the files. An
 * empty file is an empty text, so that a new file can be made. */
export class BytecodeFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly server: NoisyServer;
  private readonly texts = new TextCache();
  private readonly closeListener: vscode.Disposable;

  constructor(server: NoisyServer) {
    this.server = server;
    // Bytecode has no names of values: a text that is opened again has those of the file.
    this.closeListener = vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.uri.scheme === bytecodeScheme) this.texts.drop(document.uri.toString());
    });
  }

  dispose(): void {
    this.closeListener.dispose();
    this.changes.dispose();
  }

  watch(document: vscode.Uri): vscode.Disposable {
    const folder = vscode.Uri.joinPath(toFileUri(document), "..");
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, basename(document.path).replace(/[[\]{}?*]/g, "[$&]")),
    );
    const report = (type: vscode.FileChangeType) => () => this.changes.fire([{ type, uri: document }]);
    watcher.onDidChange(report(vscode.FileChangeType.Changed));
    watcher.onDidCreate(report(vscode.FileChangeType.Changed));
    watcher.onDidDelete(report(vscode.FileChangeType.Deleted));
    return watcher;
  }

  async stat(document: vscode.Uri): Promise<vscode.FileStat> {
    const file = toFileUri(document);
    const fileStat = await vscode.workspace.fs.stat(file);
    if (fileStat.type & vscode.FileType.Directory) return fileStat;
    // VS Code reads the text, so the size is that of the text. An error is reported when VS Code reads.
    const size = await this.textOf(document, fileStat).then(
      (text) => text.byteLength,
      () => fileStat.size,
    );
    const readOnly = await isReadOnly(file);
    return { ...fileStat, size, ...(readOnly ? { permissions: vscode.FilePermission.Readonly } : {}) };
  }

  async readFile(document: vscode.Uri): Promise<Uint8Array> {
    return this.textOf(document, await vscode.workspace.fs.stat(toFileUri(document)));
  }

  async writeFile(
    document: vscode.Uri,
    content: Uint8Array,
    options: { create: boolean; overwrite: boolean },
  ): Promise<void> {
    const file = toFileUri(document);
    const oldFile = await vscode.workspace.fs.stat(file).then(
      (fileStat) => fileStat,
      () => null,
    );
    if (oldFile && !options.overwrite) throw vscode.FileSystemError.FileExists(document);
    if (!oldFile && !options.create) throw vscode.FileSystemError.FileNotFound(document);
    if (oldFile && (await isReadOnly(file))) throw vscode.FileSystemError.NoPermissions(document);
    await vscode.workspace.fs.writeFile(file, await this.toBytecode(document, content));
    this.texts.set(document.toString(), await vscode.workspace.fs.stat(file), content);
    this.changes.fire([
      { type: oldFile ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created, uri: document },
    ]);
  }

  readDirectory(folder: vscode.Uri): Thenable<[string, vscode.FileType][]> {
    return vscode.workspace.fs.readDirectory(toFileUri(folder));
  }

  createDirectory(folder: vscode.Uri): Thenable<void> {
    return vscode.workspace.fs.createDirectory(toFileUri(folder));
  }

  delete(document: vscode.Uri, options: { recursive: boolean }): Thenable<void> {
    this.texts.drop(document.toString());
    return vscode.workspace.fs.delete(toFileUri(document), options);
  }

  rename(source: vscode.Uri, target: vscode.Uri, options: { overwrite: boolean }): Thenable<void> {
    this.texts.drop(source.toString());
    return vscode.workspace.fs.rename(toFileUri(source), toFileUri(target), options);
  }

  private textOf(document: vscode.Uri, fileStat: vscode.FileStat): Promise<Uint8Array> {
    if (fileStat.size === 0) return Promise.resolve(new Uint8Array());
    return this.texts.get(document.toString(), fileStat, () => this.toText(document));
  }

  private async toText(document: vscode.Uri): Promise<Uint8Array> {
    const name = basename(document.path);
    let output: string;
    try {
      const uri = toFileUri(document).toString();
      ({ output } = await this.server.request<{ output: string }>("mlir/convertFromBytecode", { uri }));
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(explainUnreadable(name, messageOf(error)));
    }
    const text = new TextEncoder().encode(output);
    if (text.byteLength > maxTextBytes)
      throw vscode.FileSystemError.Unavailable(
        `The text of ${name} has ${Math.ceil(text.byteLength / 1024 / 1024)} MB, more than the 50 that can be edited. noisy-opt ${name} prints it.`,
      );
    return text;
  }

  private async toBytecode(document: vscode.Uri, content: Uint8Array): Promise<Uint8Array> {
    if (content.byteLength === 0) return content;
    const text = decodeText(content);
    if (text === null)
      throw vscode.FileSystemError.Unavailable(
        "MLIR is saved in UTF-8: choose this encoding in the status bar.",
      );
    // The server converts its own copy of the text, which is that of the editor.
    const editorDocument = await vscode.workspace.openTextDocument(document);
    if (editorDocument.getText() !== text)
      throw vscode.FileSystemError.Unavailable(
        "Bytecode can be saved only from the editor that shows its text.",
      );
    const { version } = editorDocument;
    let output: string;
    try {
      const uri = document.toString();
      ({ output } = await this.server.request<{ output: string }>("mlir/convertToBytecode", { uri }));
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(explainUnsavable(messageOf(error), findErrors(document)));
    }
    if (editorDocument.version !== version || editorDocument.isClosed)
      throw vscode.FileSystemError.Unavailable("The text changed while it was converted. Save it again.");
    const bytes = decodeBytecode(output);
    if (!bytes)
      throw vscode.FileSystemError.Unavailable(
        "The server did not answer with bytecode; the file is as it was.",
      );
    return bytes;
  }
}
