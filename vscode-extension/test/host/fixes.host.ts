// Fixes of a program, and other changes of its text.

import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as vscode from "vscode";
import {
  apply,
  codeOf,
  command,
  diagnosticsOf,
  noDiagnostics,
  openFile,
  openText,
  placeIn,
  rangeOf,
  replaceText,
} from "./documents.ts";
import { stateIs, theServer, withMessages } from "./server.ts";
import { isCancelled } from "../../src/errorCodes.ts";
import { applyFix, proposeFix } from "../../src/fix.ts";
import { eventually, suite } from "./suite.ts";

const twoOverflows = ["f", "g"]
  .map(
    (name) => `func.func @${name}(%x: i5) -> i5 { // "${name}"
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  %r = noisy.decode %c : !noisy.i32 -> i5
  return %r : i5
}
`,
  )
  .join("// -----\n");

/** `text` with %b reduced in the functions of these names. */
function insertReductions(text: string, ...names: string[]): string {
  return names.reduce((text, name) => {
    const begin = text.indexOf(`@${name}(`);
    const reduced = text
      .slice(begin)
      .replace(
        /( *)(%b = .*\n)(.*)%b, %b/,
        "$1$2$1%b_reduced = noisy.reduce_noise %b : !noisy.i32\n$3%b_reduced, %b_reduced",
      );
    return text.slice(0, begin) + reduced;
  }, text);
}

/** overflow.mlir, fixed. */
function fixedExample(text: string): string {
  return ["%p1", "%p2", "%p3"].reduce(
    (text, name) =>
      text
        .replaceAll(`${name}, ${name}`, `${name}_reduced, ${name}_reduced`)
        .replace(
          new RegExp(`  ${name} = .*\n`),
          `$&  ${name}_reduced = noisy.reduce_noise ${name} : !noisy.i32\n`,
        ),
    text,
  );
}

function listActions(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind: vscode.CodeActionKind,
): Promise<vscode.CodeAction[]> {
  return command("vscode.executeCodeActionProvider", document.uri, range, kind.value, 20);
}

/** Waits for actions: VS Code gives none, or gives up, while providers come and
 * go, as they do when an extension has just been activated. */
function actionsOf(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind: vscode.CodeActionKind,
): Promise<vscode.CodeAction[]> {
  return eventually("code actions", async () => {
    const actions = await listActions(document, range, kind).catch((error: unknown) => {
      if (error instanceof Error && error.name === "Canceled") return [];
      throw error;
    });
    return actions.length > 0 && actions;
  });
}

/** The document becomes `text` in one step, that undoing takes back and that
 * fixes all that was wrong. */
async function changesInOneStep(
  document: vscode.TextDocument,
  text: string,
  action: () => Promise<unknown>,
): Promise<void> {
  const oldText = document.getText();
  await action();
  await eventually("the fixed text", () => document.getText() !== oldText);
  assert.equal(document.getText(), text);
  await noDiagnostics(document);
  await command("undo");
  assert.equal(document.getText(), oldText);
  await diagnosticsOf(document);
}

function putCursor(document: vscode.TextDocument, words: string): void {
  const editor = vscode.window.activeTextEditor;
  assert.equal(editor?.document, document);
  const place = placeIn(document, words);
  editor.selection = new vscode.Selection(place, place);
}

export const run = suite({
  "the quick fix fixes the program, and changes nothing else": async () => {
    const document = await openFile("overflow.mlir");
    const [error] = await diagnosticsOf(document);
    assert.ok(error);
    const [fix, ...rest] = await actionsOf(document, error.range, vscode.CodeActionKind.QuickFix);
    assert.ok(fix?.edit);
    assert.equal(fix.title, "Insert optimal reduce_noise");
    assert.equal(fix.isPreferred, true);
    // Nothing is cheaper than what it does.
    assert.deepEqual(
      rest.filter(({ disabled }) => !disabled),
      [],
    );
    const { edit } = fix;
    assert.deepEqual(
      edit.entries().map(([uri]) => uri.toString()),
      [document.uri.toString()],
    );
    await changesInOneStep(document, fixedExample(document.getText()), () => apply(edit));
  },

  "there are fixes of single values, and none for comments": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const actions = await actionsOf(document, rangeOf(document, "%p1"), vscode.CodeActionKind.Refactor);
    const reduce = actions.find(({ title }) => title === "Reduce %p1 here");
    assert.ok(reduce?.edit, JSON.stringify(actions.map(({ title }) => title)));
    const oldText = document.getText();
    await apply(reduce.edit);
    assert.equal(
      document.getText(),
      oldText
        .replace(/ {2}%p1 = .*\n/, "$&  %p1_reduced = noisy.reduce_noise %p1 : !noisy.i32\n")
        .replace("%p1, %p1", "%p1_reduced, %p1_reduced"),
    );
    // The noise of %p2 is within the limit now, and %p3 is the first over it.
    await diagnosticsOf(document, ([first]) => first?.message.includes("overflow: %p3 ") === true);
    const inComment = rangeOf(document, "Four multiplications");
    assert.deepEqual(await listActions(document, inComment, vscode.CodeActionKind.QuickFix), []);
  },

  "saving fixes the program, where that is set": async () => {
    const document = await openText("saved.mlir", `${twoOverflows}// end\n`);
    await diagnosticsOf(document);
    const settings = vscode.workspace.getConfiguration("editor", document);
    const target = vscode.ConfigurationTarget.Workspace;
    await settings.update("codeActionsOnSave", { "source.fixAll.noisy": "explicit" }, target);
    try {
      await replaceText(document, "// end", "// the end");
      const text = document.getText();
      assert.equal(await document.save(), true);
      assert.equal(document.getText(), insertReductions(text, "f", "g"));
      assert.equal(readFileSync(document.uri.fsPath, "utf8"), document.getText());
      await noDiagnostics(document);
    } finally {
      await settings.update("codeActionsOnSave", undefined, target);
    }
    // A fix that no setting wants is not applied.
    const untouched = await openText("not-fixed.mlir", twoOverflows);
    await diagnosticsOf(untouched);
    await replaceText(untouched, "// -----", "// ----- ");
    const text = untouched.getText();
    await untouched.save();
    assert.equal(readFileSync(untouched.uri.fsPath, "utf8"), text);
  },

  "the lens fixes its function": async () => {
    const document = await openText("lens.mlir", twoOverflows);
    await diagnosticsOf(document, ({ length }) => length === 2);
    const lenses = await command<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
    const fix = lenses.map((lens) => lens.command).filter((each) => each?.command === "noisy.applyFix")[1];
    assert.ok(fix);
    await withMessages(async (messages) => {
      await command(fix.command, ...(fix.arguments ?? []));
      assert.equal(document.getText(), insertReductions(twoOverflows, "g"));
      assert.equal((await messages.find("1 reduction")).severity, "status");
    });
    const [error, ...rest] = await diagnosticsOf(document, ({ length }) => length === 1);
    assert.deepEqual(rest, []);
    assert.deepEqual(error?.range, rangeOf(document, "%c"), "the other function is as it was");
  },

  "a lens of a text that is no more changes nothing": async () => {
    const document = await openText("old-lens.mlir", twoOverflows);
    await diagnosticsOf(document, ({ length }) => length === 2);
    const lenses = await command<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
    const fix = lenses.map((lens) => lens.command).find((each) => each?.command === "noisy.applyFix");
    assert.ok(fix);
    await replaceText(document, "// -----", "// -----\n");
    const text = document.getText();
    await withMessages(async (messages) => {
      await command(fix.command, ...(fix.arguments ?? []));
      await messages.find("changed");
    });
    assert.equal(document.getText(), text);
  },

  "a command fixes the function under the cursor": async () => {
    const document = await openText("function.mlir", twoOverflows);
    await diagnosticsOf(document, ({ length }) => length === 2);
    putCursor(document, `"g"`);
    await withMessages(async (messages) => {
      await command("noisy.optimizeFunction");
      const { severity, text } = await messages.find("1 reduction");
      assert.equal(severity, "status");
      assert.match(text, /^Noisy MLIR: inserted 1 reduction, the fewest possible$/);
    });
    assert.equal(document.getText(), insertReductions(twoOverflows, "g"));
    await command("undo");
    assert.equal(document.getText(), twoOverflows);
  },

  "a command fixes the whole document, in one step": async () => {
    const document = await openText("document.mlir", twoOverflows);
    await diagnosticsOf(document, ({ length }) => length === 2);
    await withMessages(async (messages) => {
      await changesInOneStep(document, insertReductions(twoOverflows, "f", "g"), () =>
        command("noisy.optimizeDocument"),
      );
      assert.equal((await messages.find("reductions")).severity, "status");
      assert.equal(messages.list.length, 1);
    });
  },

  "a command that finds nothing to fix says so": async () => {
    const document = await openText("clean.mlir", insertReductions(twoOverflows, "f", "g"));
    const text = document.getText();
    putCursor(document, "%c");
    await withMessages(async (messages) => {
      for (const name of ["noisy.optimizeFunction", "noisy.optimizeDocument"]) await command(name);
      assert.equal(messages.list.length, 2);
      for (const { text } of messages.list) assert.match(text, /no reductions are needed/);
    });
    assert.equal(document.getText(), text);
    assert.equal(document.version, 1);

    await openText("notes.txt", "func.func");
    await withMessages(async (messages) => {
      await command("noisy.optimizeFunction");
      const { severity, choices } = await messages.find("open an MLIR file first");
      assert.equal(severity, "warning");
      assert.deepEqual(choices, ["Open an Example"]);
    });
  },

  "a text that changes while it is fixed is left as it is": async () => {
    const document = await openText("meanwhile.mlir", twoOverflows);
    await diagnosticsOf(document, ({ length }) => length === 2);
    await withMessages(async (messages) => {
      const fix = command("noisy.optimizeDocument");
      // Before the answer can be here.
      await replaceText(document, "// -----", "// -----\n");
      const text = document.getText();
      await fix;
      assert.equal(document.getText(), text);
      const { severity } = await messages.find("changed");
      assert.notEqual(severity, "information");
      assert.equal(messages.list.length, 1);
    });
  },

  "a program that cannot be fixed is left as it is, with the reason": async () => {
    const document = await openText("broken.mlir", "func.func @f() {\n  return %none : i5\n}\n");
    await diagnosticsOf(document);
    const text = document.getText();
    await withMessages(async (messages) => {
      putCursor(document, "return");
      await command("noisy.optimizeFunction");
      assert.notEqual((await messages.find("errors")).severity, "information");
    });
    assert.equal(document.getText(), text);
  },

  "a value is renamed wherever it stands, and nothing else is": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const oldText = document.getText();
    const place = placeIn(document, "%p1", 2);
    const prepared = await command<{ range: vscode.Range; placeholder: string }>(
      "vscode.prepareRename",
      document.uri,
      place,
    );
    assert.equal(prepared.placeholder, "p1");
    assert.equal(document.getText(prepared.range), "p1");
    const edit = await command<vscode.WorkspaceEdit>(
      "vscode.executeDocumentRenameProvider",
      document.uri,
      place,
      "product",
    );
    await apply(edit);
    assert.equal(document.getText(), oldText.replaceAll("%p1", "%product"));
    // Now it is that which the message names.
    await diagnosticsOf(
      document,
      ([error]) => error?.relatedInformation?.[0]?.message.startsWith("%product ") === true,
    );
    await command("undo");
    assert.equal(document.getText(), oldText);
  },

  "a rename that would change the program is refused with the reason": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const rename = (words: string, name: string) =>
      command("vscode.executeDocumentRenameProvider", document.uri, placeIn(document, words), name);
    await assert.rejects(rename("%p1", "p2"), /the name %p2 is taken: line 7 defines it/);
    await assert.rejects(rename("noisy.mul", "x"), /the name of an operation cannot be changed/);
    await assert.rejects(
      command("vscode.prepareRename", document.uri, placeIn(document, "noisy.mul")),
      /the name of an operation cannot be changed/,
    );
    await assert.rejects(command("vscode.prepareRename", document.uri, new vscode.Position(0, 4)));
  },

  "a fix is proposed with the noise that it leads to": async () => {
    const document = await openFile("overflow.mlir");
    const [error] = await diagnosticsOf(document);
    assert.equal(error && codeOf(error), "noise-overflow");
    const server = await theServer();
    const fix = await server.request<{
      version: number;
      message: string;
      graph: { level: string } | null;
    }>("noisy/proposeFix", {
      textDocument: { uri: document.uri.toString() },
      position: placeIn(document, "%p2"),
      scope: "function",
      withGraph: true,
    });
    assert.equal(fix.version, document.version);
    assert.match(fix.message, /3 reductions/);
    assert.equal(fix.graph?.level, "nearLimit");
  },

  "while it is solved the state has the gap, and a cancelled fix changes nothing": async () => {
    const document = await openText("hard.mlir", makeHard());
    await diagnosticsOf(document);
    const server = await theServer();
    const oldText = document.getText();
    const messages: string[] = [];
    const listener = server.onDidChangeState((state) => {
      if (state.kind === "solving") messages.push(state.message);
    });
    const source = new vscode.CancellationTokenSource();
    const place = placeIn(document, "func.func");
    const fix = proposeFix(server, document.uri.toString(), place, "document", false, {
      token: source.token,
    });
    const rejection = assert.rejects(fix, isCancelled);
    await eventually("a report with the gap", () =>
      messages.some((message) => /above the fewest|so far/.test(message)),
    );
    source.cancel();
    await rejection;
    await stateIs("ready");
    listener.dispose();
    assert.equal(document.getText(), oldText);
  },

  "a search that the user ends gives the best fix so far": async () => {
    const document = await openText("stopped.mlir", makeHard());
    await diagnosticsOf(document);
    const server = await theServer();
    const messages: string[] = [];
    const listener = server.onDidChangeState((state) => {
      if (state.kind === "solving") messages.push(state.message);
    });
    const stop = new vscode.CancellationTokenSource();
    const place = placeIn(document, "func.func");
    const pending = proposeFix(server, document.uri.toString(), place, "document", false, {
      stop: stop.token,
    });
    await eventually("a report with the gap", () =>
      messages.some((message) => /above the fewest|so far/.test(message)),
    );
    stop.cancel();
    const fix = await pending;
    listener.dispose();
    assert.match(fix.message, /would insert .* \(stopped by you after [0-9.]+ s\)/);
    assert.equal(await applyFix(document, fix, false), "applied");
    await noDiagnostics(document);
  },
});

/** A program that takes long to be fixed at the least cost: each value is made of
 * some of the last before it. The same in every run. */
function makeHard(): string {
  let state = 5;
  const random = (below: number) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const values = ["%a", "%b", "%c"];
  const lines = ["func.func @hard(%x: i5) -> i5 {"];
  for (const name of values) lines.push(`  ${name} = noisy.encode %x : i5 -> !noisy.i32`);
  for (let i = 0; i < 3000; i++) {
    const pick = () => values[values.length - 1 - random(Math.min(values.length, 12))];
    const operation = random(5) === 0 ? "noisy.mul" : "noisy.add";
    lines.push(`  %h${i} = ${operation} ${pick()}, ${pick()} : !noisy.i32`);
    values.push(`%h${i}`);
  }
  lines.push(`  %r = noisy.decode ${values.at(-1)} : !noisy.i32 -> i5`, "  return %r : i5", "}", "");
  return lines.join("\n");
}
