// A large circuit, and somebody who types faster than it is analysed.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  apply,
  codeOf,
  command,
  diagnosticsOf,
  hintsOf,
  hoverAt,
  openText,
  placeIn,
  rangeOf,
} from "./documents.ts";
import { oneProcess, stateIs, theServer } from "./server.ts";
import { eventually, suite } from "./suite.ts";

const operations = 10_000;

/** A function whose noise never passes 24 bits, because only fresh values are
 * multiplied. It is the same in every run. */
function makeCircuit(): string {
  let state = 1;
  const random = (below: number) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const lines = ["func.func @circuit(%x: i5) -> i5 {", "  %v0 = noisy.encode %x : i5 -> !noisy.i32"];
  const fresh = ["%v0"];
  for (let i = 1; i < operations; i++) {
    const pick = () => fresh[random(fresh.length)] ?? "%v0";
    // Every third operation reduces the product before it.
    if (i % 3 === 1) lines.push(`  %v${i} = noisy.mul ${pick()}, ${pick()} : !noisy.i32`);
    else if (i % 3 === 2) lines.push(`  %v${i} = noisy.add %v${i - 1}, ${pick()} : !noisy.i32`);
    else {
      lines.push(`  %v${i} = noisy.reduce_noise %v${i - 1} : !noisy.i32`);
      fresh.push(`%v${i}`);
    }
  }
  lines.push(
    "  // here",
    `  %r = noisy.decode ${fresh.at(-1)} : !noisy.i32 -> i5`,
    "  return %r : i5",
    "}",
    "",
  );
  return lines.join("\n");
}

export const run = suite({
  "its problems arrive": async () => {
    const circuit = makeCircuit();
    assert.equal(circuit.match(/ = noisy\./g)?.length, operations + 1);
    const document = await openText(
      "large.mlir",
      circuit.replace("  // here", "  %worse = noisy.mul %v2, %v2 : !noisy.i32"),
    );
    const problems = await diagnosticsOf(document);
    assert.deepEqual(problems.map(codeOf), ["noise-overflow"]);
    assert.equal(document.getText(problems[0]?.range), "%worse");
    await stateIs("ready");
    const hover = await hoverAt(document.uri, placeIn(document, "%v9998"));
    assert.match(hover.join(), /25 bits, limit 26/);
    assert.equal(Object.keys(await hintsOf(document)).length, operations + 1);
  },

  "a burst of typing is answered for the last version": async () => {
    const document = await openText("typed.mlir", makeCircuit());
    await eventually("hints", async () => Object.keys(await hintsOf(document)).length >= operations);
    const server = await theServer();
    const versions: number[] = [];
    const listener = server.onDidAnalyse(({ uri, version, isComplete }) => {
      if (uri === document.uri.toString() && isComplete) versions.push(version);
    });
    try {
      const editor = vscode.window.activeTextEditor;
      assert.equal(editor?.document, document);
      const { end } = rangeOf(document, "  // here");
      editor.selection = new vscode.Selection(end, end);
      // Key by key: most of these texts do not parse.
      for (const letter of "\n%worse = noisy.mul %v2, %v2 : !noisy.i32")
        await command("type", { text: letter });
      const problems = await diagnosticsOf(document, (problems) =>
        problems.some((problem) => codeOf(problem) === "noise-overflow"),
      );
      assert.deepEqual(problems.map(codeOf), ["noise-overflow"], "nothing is left of the texts between");
      assert.deepEqual(problems[0]?.range, rangeOf(document, "%worse"));
      await eventually("the last version to be analysed", () => versions.includes(document.version));
      assert.deepEqual(
        [...versions].sort((a, b) => a - b),
        versions,
        "none after a later one",
      );
      assert.equal(versions.at(-1), document.version);
      await stateIs("ready");
    } finally {
      listener.dispose();
    }
  },

  "edits all over it leave the server with the same text": async () => {
    const document = await openText("scattered.mlir", makeCircuit());
    const edits = 30;
    // Nobody waits for the diagnostics of an edit.
    for (let i = 1; i <= edits; i++) {
      const edit = new vscode.WorkspaceEdit();
      // Comments of different lengths move the text after them.
      edit.insert(
        document.uri,
        new vscode.Position(i * 300, 0),
        `// ${"\u{1F389}".repeat(i)}\n`.repeat(i % 3),
      );
      edit.insert(document.uri, new vscode.Position(i * 300 + 100, 0), " ");
      await apply(edit);
    }
    assert.equal(document.version, edits + 1);
    const place = rangeOf(document, "  // here");
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, place, "  %worse = noisy.mul %v2, %v2 : !noisy.i32");
    await apply(edit);
    const problems = await diagnosticsOf(document, (problems) =>
      problems.some((problem) => codeOf(problem) === "noise-overflow"),
    );
    assert.deepEqual(
      problems.map(({ range }) => range),
      [rangeOf(document, "%worse")],
    );
    await oneProcess();
  },

  "an overflow in it is fixed in one place": async () => {
    const text = makeCircuit().replace("  // here", "  %worse = noisy.mul %v2, %v2 : !noisy.i32");
    const document = await openText("fixed.mlir", text);
    const [error] = await diagnosticsOf(document);
    const edit = await eventually("the quick fix", async () => {
      const [fix] = await command<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        error?.range,
        vscode.CodeActionKind.QuickFix.value,
        20,
      );
      return fix?.edit;
    });
    await apply(edit);
    await diagnosticsOf(document, ({ length }) => length === 0);
    const reductions = document.getText().match(/noisy\.reduce_noise/g)?.length ?? 0;
    assert.equal(reductions, (text.match(/noisy\.reduce_noise/g)?.length ?? 0) + 1);
  },
});
