// What leads elsewhere, and RUN lines.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  codeOf,
  command,
  diagnosticsOf,
  openFile,
  openText,
  placeIn,
  rangeOf,
  replaceText,
} from "./documents.ts";
import { eventually, suite } from "./suite.ts";

const withAlias = `!ct = !noisy.i32
func.func @f(%a: !ct) -> !ct {
  return %a : !ct
} loc("overflow.mlir":3:5)
`;

const withRuns = `// RUN: noisy-opt %s \\
// RUN:   | grep 'func.func @here' > %t && cat %t
// RUN: noisy-opt %s | grep not-there
// RUN: noisy-no-such-program %s
func.func @here() { return }
`;

/** The lenses of RUN lines, by their lines and titles. */
async function runLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  const lenses = await command<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
  return lenses.filter((lens) => lens.command?.command === "noisy.runLines");
}

/** Runs a lens, and waits for its outcome. */
async function runLens(document: vscode.TextDocument, index: number): Promise<string> {
  const lens = (await runLenses(document))[index]!.command!;
  await command(lens.command, ...(lens.arguments as unknown[]));
  return (await runLenses(document))[index]!.command!.title;
}

export const run = suite({
  "the code of a problem opens what is said of it, as a preview": async () => {
    const document = await openFile("overflow.mlir");
    const [error] = await diagnosticsOf(document);
    assert.equal(codeOf(error!), "noise-overflow");
    const { target } = error!.code as { target: vscode.Uri };
    assert.equal(target.scheme, "command");
    await command(target.path, ...(JSON.parse(target.query) as unknown[]));
    await eventually("the preview", () =>
      vscode.window.tabGroups.all.some(({ tabs }) =>
        tabs.some(
          ({ label, input }) => label.includes("noise-overflow") && input instanceof vscode.TabInputWebview,
        ),
      ),
    );
    const page = await vscode.workspace.openTextDocument(vscode.Uri.parse("noisy-help:/noise-overflow.md"));
    assert.match(page.getText(), /^# noise-overflow\n[^#]*What to do/);
  },

  "files of locations and aliases are links": async () => {
    const document = await openText("alias.mlir", withAlias);
    const links = await eventually("links", async () => {
      const links = await command<vscode.DocumentLink[]>("vscode.executeLinkProvider", document.uri);
      return links.length >= 4 && links;
    });
    const file = links.find(({ target }) => target?.path.endsWith("/overflow.mlir"));
    assert.equal(file?.target?.fragment, "L3,5");
    const alias = links.find(({ range }) => range.isEqual(rangeOf(document, "!ct", 2)));
    assert.equal(alias?.target?.path, document.uri.path);
    assert.equal(alias?.target?.fragment, "L1,1");
  },

  "the type of a value is its alias": async () => {
    const document = await openText("alias.mlir", withAlias);
    const places = await eventually("a type definition", async () => {
      const places = await command<(vscode.Location | vscode.LocationLink)[]>(
        "vscode.executeTypeDefinitionProvider",
        document.uri,
        placeIn(document, "%a"),
      );
      return places.length > 0 && places;
    });
    const [place] = places;
    const range = "targetUri" in place! ? (place.targetSelectionRange ?? place.targetRange) : place!.range;
    assert.deepEqual(range.start, new vscode.Position(0, 0));
  },

  "RUN lines run with the programs beside the server, and their lenses tell how they ended": async () => {
    const document = await openText("run.mlir", withRuns);
    await eventually("lenses", async () => (await runLenses(document)).length === 4);
    assert.deepEqual(
      (await runLenses(document)).map(({ command, range }) => [range.start.line, command?.title]),
      [
        [0, "Run"],
        [0, "Run all 3"],
        [2, "Run"],
        [3, "Run"],
      ],
    );
    assert.match(await runLens(document, 0), /passed$/);
    assert.match(await runLens(document, 2), /exit status 1$/);
    assert.match(await runLens(document, 1), /exit status 1$/);
    assert.match(await runLens(document, 3), /not run$/);
  },

  "a run reads what is in the editor, and an edit makes its outcome old": async () => {
    const document = await openText("run.mlir", withRuns);
    await eventually("lenses", async () => (await runLenses(document)).length === 4);
    await replaceText(document, "@here() {", "@elsewhere() {");
    assert.match(await runLens(document, 0), /exit status 1$/);
    assert.equal(document.isDirty, false);
    await replaceText(document, "@elsewhere() {", "@here() {");
    await eventually(
      "a lens without an outcome",
      async () => (await runLenses(document))[0]?.command?.title === "Run",
    );
  },
});
