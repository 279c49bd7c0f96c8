// The language configuration while MLIR is typed.

import * as assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import * as vscode from "vscode";
import { fileUri } from "./documents.ts";
import { eventually, suite } from "./suite.ts";

/** Waits for the language configuration, which VS Code reads some time after the first
 * document has opened. */
async function waitForConfiguration(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "mlir", content: "%a" });
  await eventually("how the language behaves", () => {
    const word = document.getWordRangeAtPosition(new vscode.Position(0, 1));
    return word && document.getText(word) === "%a";
  });
}
let configuration: Promise<void> | undefined;

async function openText(content: string): Promise<vscode.TextEditor> {
  await (configuration ??= waitForConfiguration());
  const document = await vscode.workspace.openTextDocument({ language: "mlir", content });
  return vscode.window.showTextDocument(document);
}

/** Types at the end of a new document, as a person does: VS Code indents a line that is
 * typed only once it has the tokens of those before. */
async function typeText(...keys: string[]): Promise<string> {
  const { document } = await openText("");
  for (const text of keys) {
    await vscode.commands.executeCommand("type", { text });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return document.getText();
}

export const run = suite({
  "words are names with their sigils": async () => {
    const line = '  %r_1:2 = "a.b"(%x#12, @f) : (tensor<4x?xf32>, !noisy.i32) -> noisy.add ^bb0 #map';
    const { document } = await openText(line);
    for (const word of ["%r_1", "%x#12", "@f", "f32", "!noisy.i32", "noisy.add", "^bb0", "#map"])
      for (const inside of [0, 1, word.length - 1]) {
        const position = document.positionAt(line.indexOf(word) + inside);
        const range = document.getWordRangeAtPosition(position);
        assert.equal(range && document.getText(range), word);
      }
  },

  "a region's lines are indented, and its end is not": async () => {
    const text = await typeText("func.func @f() {", "\n", "return", "\n", "^bb1:", "\n", "return");
    assert.equal(text, "func.func @f() {\n  return\n^bb1:\n  return\n}");
  },

  "brackets and quotes are closed, but not in comments": async () => {
    assert.equal(await typeText("tensor", "<"), "tensor<>");
    assert.equal(await typeText('a = "'), 'a = ""');
    assert.equal(await typeText("// a", "("), "// a(");
    assert.equal(await typeText("(i32) -", ">"), "(i32) ->");
  },

  "Enter within a comment goes on with it": async () => {
    const editor = await openText("  // one two");
    const position = new vscode.Position(0, "  // one".length);
    editor.selection = new vscode.Selection(position, position);
    await vscode.commands.executeCommand("type", { text: "\n" });
    assert.match(editor.document.getText(), /^ {2}\/\/ one\n {2}\/\/ +two$/);
  },

  "lines are commented out": async () => {
    const { document } = await openText("return");
    await vscode.commands.executeCommand("editor.action.commentLine");
    assert.equal(document.getText(), "// return");
  },

  "other files are MLIR where the user says so": async () => {
    const file = fileUri("other.ir");
    copyFileSync(fileUri("overflow.mlir").fsPath, file.fsPath);
    const files = vscode.workspace.getConfiguration("files");
    await files.update("associations", { "*.ir": "mlir" }, vscode.ConfigurationTarget.Workspace);
    try {
      const document = await vscode.workspace.openTextDocument(file);
      await eventually("the language", () => document.languageId === "mlir");
      await vscode.window.showTextDocument(document);
      await eventually("its diagnostics", () => vscode.languages.getDiagnostics(file).length > 0);
    } finally {
      await files.update("associations", undefined, vscode.ConfigurationTarget.Workspace);
    }
  },

  "the default settings for MLIR hold unless the user sets others": async () => {
    const { document } = await openText("");
    const editor = vscode.workspace.getConfiguration("editor", document);
    assert.equal(editor.get("semanticHighlighting.enabled"), true);
    assert.equal(editor.get("tabSize"), 2);
    const { rules } =
      editor.get<{ rules: Record<string, unknown> }>("semanticTokenColorCustomizations") ?? {};
    assert.deepEqual(rules?.["*.noiseOverLimit:mlir"], { bold: true });
  },
});
