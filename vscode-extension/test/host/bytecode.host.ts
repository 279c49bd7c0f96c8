// Bytecode as text, and back.

import * as assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { messageOf } from "../../src/plainText.ts";
import { fileUri, rangeOf } from "./documents.ts";
import { oneProcess, stateIs } from "./server.ts";
import { closeEditors, eventually, suite } from "./suite.ts";

const noisyOpt = join(process.env["NOISY_BUILD"] ?? "", "noisy-opt");
const textOf = (name: string) => fileUri(name).with({ scheme: "noisy-bytecode" });
const bytesOf = (name: string) => readFileSync(fileUri(name).fsPath);

const compile = (program: string) => execFileSync(noisyOpt, ["--emit-bytecode"], { input: program });

/** Writes a program as bytecode into a file of the workspace. */
function writeBytecode(name: string, program: string): void {
  writeFileSync(fileUri(name).fsPath, compile(program));
}

/** Writes to a file until VS Code notices: watching begins some time after a document was opened. */
async function changeUntil(name: string, content: Uint8Array, isNoticed: () => boolean): Promise<void> {
  let lastWrite = 0;
  await eventually(`what was written to ${name}`, () => {
    if (Date.now() - lastWrite > 2000) {
      writeFileSync(fileUri(name).fsPath, content);
      lastWrite = Date.now();
    }
    return isNoticed();
  });
}

/** The program that a file holds, by the compiler. */
function programIn(name: string): string {
  return execFileSync(noisyOpt, [fileUri(name).fsPath], { encoding: "utf8" });
}

/** Opens a file as the explorer does, and waits for its text. */
async function open(name: string): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand("vscode.open", fileUri(name));
  return eventually(`the text of ${name}`, () => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.uri.toString() === textOf(name).toString() && editor;
  });
}

async function replace(editor: vscode.TextEditor, words: string, replacement: string): Promise<void> {
  const range = rangeOf(editor.document, words);
  assert.ok(await editor.edit((edit) => edit.replace(range, replacement)));
}

/** The error of a promise that has to fail. */
async function failureOf(promise: Thenable<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return messageOf(error);
  }
  throw new Error("it did not fail");
}

const example = readFileSync(fileUri("overflow.mlir").fsPath, "utf8");
const small = "module @small {\n}\n";

export const run = suite({
  "a document of the scheme opens before anything has activated the extension": async () => {
    writeBytecode("first.mlirbc", small);
    const document = await vscode.workspace.openTextDocument(textOf("first.mlirbc"));
    assert.match(document.getText(), /^module @small/);
  },

  "a file opens as text, with all that the server shows": async () => {
    writeBytecode("a.mlirbc", example);
    const { document } = await open("a.mlirbc");
    assert.equal(document.languageId, "mlir");
    const labels = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label));
    assert.deepEqual(labels, ["a.mlirbc"], "the text is in the place of what opened it");

    const [error] = await eventually("a diagnostic", () => {
      const problems = vscode.languages.getDiagnostics(document.uri);
      return problems.length > 0 && problems;
    });
    assert.match(error?.message ?? "", /^noise overflow: %3 can have 48/);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      document.positionAt(document.getText().indexOf("%2 = noisy.mul") + 1),
    );
    const texts = hovers.flatMap((hover) =>
      hover.contents.map((part) => (part as vscode.MarkdownString).value),
    );
    assert.match(texts.join(), /24 bits, limit 26/);

    const file = await vscode.workspace.fs.stat(fileUri("a.mlirbc"));
    const text = await vscode.workspace.fs.stat(document.uri);
    assert.equal(text.mtime, file.mtime);
    assert.equal(text.size, Buffer.byteLength(document.getText()));
    assert.equal(text.permissions, undefined);
  },

  "a saved file is bytecode, and the text stays as it was typed": async () => {
    writeBytecode("saved.mlirbc", example);
    const editor = await open("saved.mlirbc");
    await replace(editor, "module {", "// é\nmodule {");
    await replace(editor, "%3 = noisy.mul", "%mine = noisy.add");
    await replace(editor, "noisy.mul %3, %3", "noisy.mul %mine, %mine");
    assert.ok(await editor.document.save());
    assert.equal(bytesOf("saved.mlirbc").subarray(0, 4).toString("latin1"), "MLïR");
    assert.match(programIn("saved.mlirbc"), /%3 = noisy\.add %2, %2/);
    // VS Code may read it again, and gets the same text.
    const content = await vscode.workspace.fs.readFile(editor.document.uri);
    assert.equal(new TextDecoder().decode(content), editor.document.getText());
    assert.ok(editor.document.getText().includes("%mine"));
    assert.equal(editor.document.isDirty, false);
  },

  "a file that was closed opens as what it holds": async () => {
    writeBytecode("closed.mlirbc", example);
    const editor = await open("closed.mlirbc");
    await replace(editor, "%3 = noisy.mul", "%mine = noisy.add");
    await replace(editor, "noisy.mul %3, %3", "noisy.mul %mine, %mine");
    assert.ok(await editor.document.save());
    await closeEditors();
    await eventually("the document to be closed", () => editor.document.isClosed);
    assert.deepEqual(vscode.languages.getDiagnostics(editor.document.uri), []);
    const reopened = await open("closed.mlirbc");
    assert.match(reopened.document.getText(), /%3 = noisy\.add %2, %2/);
  },

  "the address of the text opens it as well": async () => {
    writeBytecode("address.mlirbc", small);
    // As a jump from the list of problems does.
    await vscode.commands.executeCommand("vscode.open", textOf("address.mlirbc"));
    await eventually("its text", () => vscode.window.activeTextEditor?.document.getText().includes("@small"));
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputText);
  },

  "the quick fix fixes the program in it": async () => {
    writeBytecode("fixed.mlirbc", example);
    const { document } = await open("fixed.mlirbc");
    const edit = await eventually("the quick fix", async () => {
      const [error] = vscode.languages.getDiagnostics(document.uri);
      if (!error) return undefined;
      const [fix] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        error.range,
        vscode.CodeActionKind.QuickFix.value,
        20,
      );
      return fix?.edit;
    });
    assert.ok(await vscode.workspace.applyEdit(edit));
    await eventually("no problems", () => vscode.languages.getDiagnostics(document.uri).length === 0);
    assert.ok(await document.save());
    assert.equal(programIn("fixed.mlirbc").match(/noisy\.reduce_noise/g)?.length, 3);
  },

  "the next server saves the text when the first was killed": async () => {
    writeBytecode("killed.mlirbc", small);
    const editor = await open("killed.mlirbc");
    await replace(editor, "@small", "@survivor");
    const old = await oneProcess();
    process.kill(old, "SIGKILL");
    await oneProcess(old);
    await stateIs("ready");
    assert.ok(await editor.document.save());
    assert.match(programIn("killed.mlirbc"), /@survivor/);
  },

  "text with errors is not saved, and the line is named": async () => {
    writeBytecode("wrong.mlirbc", small);
    const oldBytes = bytesOf("wrong.mlirbc");
    const editor = await open("wrong.mlirbc");
    await replace(editor, "{\n", "{\n  retrn\n");
    const uri = editor.document.uri;
    await eventually("the error", () => vscode.languages.getDiagnostics(uri).length > 0);
    assert.equal(await editor.document.save(), false);
    assert.ok(editor.document.isDirty);
    const content = Buffer.from(editor.document.getText());
    assert.match(await failureOf(vscode.workspace.fs.writeFile(uri, content)), /Line 2: .*retrn/);

    await replace(editor, "  retrn\n", "");
    await replace(editor, "module @small {\n}", "module @a {\n}\nmodule @b {\n}");
    await eventually("no error", () => vscode.languages.getDiagnostics(uri).length === 0);
    const twoModules = Buffer.from(editor.document.getText());
    assert.match(await failureOf(vscode.workspace.fs.writeFile(uri, twoModules)), /one module/);
    assert.deepEqual(bytesOf("wrong.mlirbc"), oldBytes);
  },

  "only the text of the editor is saved": async () => {
    writeBytecode("other.mlirbc", small);
    const oldBytes = bytesOf("other.mlirbc");
    await open("other.mlirbc");
    const write = vscode.workspace.fs.writeFile(textOf("other.mlirbc"), Buffer.from("module @other {\n}\n"));
    assert.match(await failureOf(write), /only from the editor/);
    const latinWrite = vscode.workspace.fs.writeFile(textOf("other.mlirbc"), Buffer.from("// é", "latin1"));
    assert.match(await failureOf(latinWrite), /UTF-8/);
    assert.deepEqual(bytesOf("other.mlirbc"), oldBytes);
  },

  "a file that changes on disk is shown as it is now, in both of its editors": async () => {
    writeBytecode("changed.mlirbc", small);
    const { document } = await open("changed.mlirbc");
    const column = vscode.ViewColumn.Two;
    await vscode.commands.executeCommand(
      "vscode.openWith",
      fileUri("changed.mlirbc"),
      "noisy.bytecode",
      column,
    );
    await eventually(
      "two editors",
      () => vscode.window.visibleTextEditors.filter((editor) => editor.document === document).length === 2,
    );
    await changeUntil("changed.mlirbc", compile("module @changed {\n}\n"), () =>
      document.getText().startsWith("module @changed"),
    );
    assert.equal(document.isDirty, false);
  },

  "a file that was deleted is made again by saving": async () => {
    writeBytecode("deleted.mlirbc", small);
    const editor = await open("deleted.mlirbc");
    unlinkSync(fileUri("deleted.mlirbc").fsPath);
    assert.match(await failureOf(vscode.workspace.fs.stat(editor.document.uri)), /deleted\.mlirbc/);
    await replace(editor, "@small", "@again");
    assert.ok(await editor.document.save());
    assert.match(programIn("deleted.mlirbc"), /module @again/);
  },

  "an empty file is an empty text, to be written": async () => {
    writeFileSync(fileUri("new.mlirbc").fsPath, "");
    const editor = await open("new.mlirbc");
    assert.equal(editor.document.getText(), "");
    assert.ok(await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "module @new {\r\n}\r\n")));
    assert.ok(await editor.document.save());
    assert.match(programIn("new.mlirbc"), /module @new/);
  },

  "a file that nobody may write to is read only": async () => {
    writeBytecode("locked.mlirbc", small);
    chmodSync(fileUri("locked.mlirbc").fsPath, 0o444);
    const { document } = await open("locked.mlirbc");
    const { permissions } = await vscode.workspace.fs.stat(document.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    assert.match(
      await failureOf(vscode.workspace.fs.writeFile(document.uri, Buffer.from(document.getText()))),
      /locked\.mlirbc|permission/i,
    );
  },

  "bytecode that cannot be read says so, and opens once it can": async () => {
    const whole = compile(example);
    writeFileSync(fileUri("cut.mlirbc").fsPath, whole.subarray(0, 100));
    await vscode.commands.executeCommand("vscode.open", fileUri("cut.mlirbc"));
    assert.match(
      await failureOf(vscode.workspace.fs.readFile(textOf("cut.mlirbc"))),
      /^cut\.mlirbc cannot be read as MLIR bytecode: attempting to parse \d+ bytes/,
    );
    const tabs = () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter((tab) => tab.label === "cut.mlirbc")
        .map((tab) => tab.input instanceof vscode.TabInputCustom);
    assert.deepEqual(tabs(), [true], "what says so stays open");
    await changeUntil(
      "cut.mlirbc",
      whole,
      () => vscode.window.activeTextEditor?.document.uri.toString() === textOf("cut.mlirbc").toString(),
    );
    await eventually("the end of what said so", () => tabs().join() === "false");
  },

  "texts are UTF-8, whatever is set for other files": async () => {
    writeBytecode("letters.mlirbc", 'module attributes {a.b = "é漢"} {\n}\n');
    const files = vscode.workspace.getConfiguration("files");
    await files.update("encoding", "utf16le", vscode.ConfigurationTarget.Workspace);
    try {
      const editor = await open("letters.mlirbc");
      assert.match(editor.document.getText(), /^module attributes \{a\.b = "/);
      await replace(editor, "a.b =", "a.c =");
      assert.ok(await editor.document.save());
      assert.match(programIn("letters.mlirbc"), /a\.c = "\\C3\\A9\\E6\\BC\\A2"/);
    } finally {
      await files.update("encoding", undefined, vscode.ConfigurationTarget.Workspace);
    }
  },

  "without a server it says so, and opens once there is one": async () => {
    writeBytecode("waiting.mlirbc", small);
    const noisy = vscode.workspace.getConfiguration("noisy");
    await noisy.update("server.path", "/does/not/exist", vscode.ConfigurationTarget.Workspace);
    try {
      await stateIs("failed");
      await vscode.commands.executeCommand("vscode.open", fileUri("waiting.mlirbc"));
      assert.match(
        await failureOf(vscode.workspace.fs.readFile(textOf("waiting.mlirbc"))),
        /^waiting\.mlirbc cannot be read as MLIR bytecode: .*server/,
      );
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.ok(activeTab?.input instanceof vscode.TabInputCustom, "what says so stays open");
    } finally {
      await noisy.update("server.path", undefined, vscode.ConfigurationTarget.Workspace);
    }
    await eventually(
      "the text",
      () => vscode.window.activeTextEditor?.document.uri.toString() === textOf("waiting.mlirbc").toString(),
    );
  },
});
