// Texts and files of all sorts: their places, encodings and names.

import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as vscode from "vscode";
import {
  apply,
  codeOf,
  command,
  diagnosticsOf,
  fileUri,
  hintsOf,
  hoverAt,
  noDiagnostics,
  openText,
  openUri,
  placeIn,
  rangeOf,
  replaceText,
} from "./documents.ts";
import { oneProcess, stateIs } from "./server.ts";
import { eventually, suite } from "./suite.ts";

const program = `func.func @square(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  %r = noisy.decode %c : !noisy.i32 -> i5
  return %r : i5
}
`;
const fixedProgram = program
  .replace(/ {2}%b = .*\n/, "$&  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n")
  .replace("%b, %b", "%b_reduced, %b_reduced");

/** Letters of one to four bytes, of one and of two units in UTF-16, and one that is two
 * characters; they stand around the words that the tests look for. */
const odd = "ä\u{1F389}\u{1D538}e\u0301\u6F22";
const oddProgram = `// ${odd}
func.func @"${odd}"(%x: i5) -> i5 {
  %a = noisy.encode %x {t = "${odd}"} : i5 -> !noisy.i32 %b = noisy.mul %a, %a {t = "${odd}"} : !noisy.i32 %c = noisy.mul %b, %b : !noisy.i32 // ${odd}
  %r = noisy.decode %c : !noisy.i32 -> i5
  return %r : i5
}
`;

/** The quick fix of the first error, computed. */
async function quickFix(document: vscode.TextDocument): Promise<vscode.WorkspaceEdit> {
  return eventually("the quick fix", async () => {
    const [error] = await diagnosticsOf(document);
    const kind = vscode.CodeActionKind.QuickFix.value;
    const [fix] = await command<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      error?.range,
      kind,
      20,
    );
    return fix?.edit;
  });
}

/** Checks that a document has the overflow, with its chain. */
async function hasOverflow(document: vscode.TextDocument): Promise<void> {
  const [error, ...rest] = await diagnosticsOf(document);
  assert.deepEqual(rest, []);
  assert.equal(error && codeOf(error), "noise-overflow");
  assert.deepEqual(error?.range, rangeOf(document, "%c"));
  assert.deepEqual(
    error?.relatedInformation?.map(({ location }) => [
      location.uri.toString(),
      document.getText(location.range),
    ]),
    [
      [document.uri.toString(), "%b"],
      [document.uri.toString(), "%a"],
    ],
  );
}

/** A file system in memory. */
class MemoryFiles implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }
  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.readFile(uri).byteLength };
  }
  readFile(uri: vscode.Uri): Uint8Array {
    const content = this.files.get(uri.path);
    if (!content) throw vscode.FileSystemError.FileNotFound(uri);
    return content;
  }
  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.files.set(uri.path, content);
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(): void {}
  delete(uri: vscode.Uri): void {
    this.files.delete(uri.path);
  }
  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}

export const run = suite({
  "a document without a file": async () => {
    const document = await vscode.workspace.openTextDocument({ language: "mlir", content: program });
    await vscode.window.showTextDocument(document);
    assert.equal(document.isUntitled, true);
    await hasOverflow(document);
    assert.match((await hoverAt(document.uri, placeIn(document, "%b"))).join(), /24 bits, limit 26/);
    await apply(await quickFix(document));
    assert.equal(document.getText(), fixedProgram);
    await noDiagnostics(document);
  },

  "lines that end with CR and LF do so after a fix": async () => {
    const document = await openText("crlf.mlir", program.replaceAll("\n", "\r\n"));
    assert.equal(document.eol, vscode.EndOfLine.CRLF);
    await hasOverflow(document);
    await apply(await quickFix(document));
    await noDiagnostics(document);
    await document.save();
    assert.equal(readFileSync(document.uri.fsPath, "utf8"), fixedProgram.replaceAll("\n", "\r\n"));
  },

  "places behind letters of all lengths are right": async () => {
    const document = await openText("odd.mlir", oddProgram);
    await hasOverflow(document);
    assert.deepEqual(await hintsOf(document), { "%a": "12/26", "%b": "24/26", "%c": "48/26 !" });
    assert.match((await hoverAt(document.uri, placeIn(document, "%b"))).join(), /24 bits, limit 26/);
    const [name] = await hoverAt(document.uri, placeIn(document, `"${odd}"`));
    assert.ok(name?.includes(odd), name);

    const renaming = await command<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      document.uri,
      placeIn(document, "%b", 2),
      "product",
    );
    await apply(renaming);
    assert.equal(document.getText(), oddProgram.replaceAll("%b", "%product"));
    await command("undo");
    assert.equal(document.getText(), oddProgram);

    const mul = "%b = noisy.mul";
    await apply(await quickFix(document));
    const text = document.getText();
    assert.equal(
      text.replace(/\s*%b_reduced = noisy\.reduce_noise %b : !noisy\.i32/, "").replaceAll("%b_reduced", "%b"),
      oddProgram,
    );
    assert.ok(text.includes(mul));
    await noDiagnostics(document);
    await document.save();
    assert.equal(readFileSync(document.uri.fsPath, "utf8"), text);
  },

  "edits between letters of all lengths keep the server's text right": async () => {
    const document = await openText("typed.mlir", oddProgram);
    await hasOverflow(document);
    // Each edit moves all positions after it.
    for (const [words, replacement] of [
      [odd, `\u{1F600}${odd}`],
      ["\u{1D538}", ""],
      ["e\u0301", "e\u0301\u0301"],
      [`// \u{1F600}`, `//\n// \u{1F468}\u200D\u{1F469}`],
    ] as const)
      await replaceText(document, words, replacement);
    await replaceText(document, "noisy.mul %b, %b", "noisy.add %b, %b");
    await noDiagnostics(document);
    await replaceText(document, "noisy.add %b, %b", `noisy.mul %b, %b {t = "${odd}"}`);
    await hasOverflow(document);
  },

  "a byte order mark is none of the text": async () => {
    const mark = "\uFEFF";
    const document = await openText("mark.mlir", mark + program);
    assert.equal(document.getText(), program);
    await hasOverflow(document);
    await apply(await quickFix(document));
    await noDiagnostics(document);
    await document.save();
    assert.equal(readFileSync(document.uri.fsPath, "utf8"), mark + fixedProgram);
  },

  "no line end at the end": async () => {
    const document = await openText("end.mlir", program.trimEnd());
    await hasOverflow(document);
    await apply(await quickFix(document));
    assert.equal(document.getText(), fixedProgram.trimEnd());
    await noDiagnostics(document);
  },

  "an empty file becomes a program": async () => {
    const document = await openText("empty.mlir", "");
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), program);
    await apply(edit);
    await hasOverflow(document);
  },

  "names of files and folders may have anything in them": async () => {
    for (const path of ["späce %41 #1/a b+c&d?e.mlir", "100%/%2F.mlir", "e\u0301 \u{1F389}/[x]{y}'z'.mlir"]) {
      const document = await openText(path, program);
      await hasOverflow(document);
      assert.match((await hoverAt(document.uri, placeIn(document, "%b"))).join(), /24 bits, limit 26/);
      await apply(await quickFix(document));
      assert.equal(document.getText(), fixedProgram);
      await noDiagnostics(document);
      const [definition] = await command<(vscode.Location | vscode.LocationLink)[]>(
        "vscode.executeDefinitionProvider",
        document.uri,
        placeIn(document, "%b_reduced", 2),
      );
      const target = definition && ("targetUri" in definition ? definition.targetUri : definition.uri);
      assert.equal(target?.toString(), document.uri.toString());
    }
  },

  "files of other names are MLIR where settings say so": async () => {
    const document = await openText("program.noisy", program);
    assert.equal(document.languageId, "mlir");
    await hasOverflow(document);
  },

  "the language of a document can change": async () => {
    const document = await openText("program.txt", program);
    const { setTextDocumentLanguage } = vscode.languages;
    assert.deepEqual(await hoverAt(document.uri, placeIn(document, "%b")), []);
    await setTextDocumentLanguage(document, "mlir");
    await hasOverflow(document);
    await setTextDocumentLanguage(document, "plaintext");
    await noDiagnostics(document);
  },

  "a file that is renamed takes its problems along": async () => {
    const document = await openText("before.mlir", program);
    await hasOverflow(document);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, fileUri("after.mlir"));
    await apply(edit);
    const renamed = await openUri(fileUri("after.mlir"));
    await hasOverflow(renamed);
    await eventually(
      "no problems of the old name",
      () => vscode.languages.getDiagnostics(fileUri("before.mlir")).length === 0,
    );
  },

  "a file that changes on disk is read again": async () => {
    const document = await openText("disk.mlir", program);
    await hasOverflow(document);
    await vscode.workspace.fs.writeFile(document.uri, Buffer.from(fixedProgram));
    await eventually("the new text", () => document.getText() === fixedProgram);
    await noDiagnostics(document);
  },

  "text that is only shown is left alone": async () => {
    const pid = await oneProcess();
    const provider = vscode.workspace.registerTextDocumentContentProvider("shown", {
      provideTextDocumentContent: () => program,
    });
    try {
      const virtual = await vscode.workspace.openTextDocument(vscode.Uri.parse("shown:/folder/program.mlir"));
      await vscode.window.showTextDocument(virtual);
      assert.equal(virtual.languageId, "mlir");
      assert.deepEqual(await hoverAt(virtual.uri, placeIn(virtual, "%b")), []);
      await command("noisy.restart");
      await stateIs("ready");
      // Its diagnostics would have come before these.
      await hasOverflow(await openText("behind.mlir", program));
      assert.deepEqual(vscode.languages.getDiagnostics(virtual.uri), []);
      await oneProcess(pid);
    } finally {
      provider.dispose();
    }
  },

  "files of another file system are analysed": async () => {
    const files = new MemoryFiles();
    files.writeFile(vscode.Uri.parse("memory:/program.mlir"), Buffer.from(program));
    const provider = vscode.workspace.registerFileSystemProvider("memory", files, { isCaseSensitive: true });
    try {
      const document = await openUri(vscode.Uri.parse("memory:/program.mlir"));
      await hasOverflow(document);
      await apply(await quickFix(document));
      await noDiagnostics(document);
      await document.save();
      assert.equal(Buffer.from(files.readFile(document.uri)).toString(), fixedProgram);
    } finally {
      await command("workbench.action.closeAllEditors");
      provider.dispose();
    }
  },
});
