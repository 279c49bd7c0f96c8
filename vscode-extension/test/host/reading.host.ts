// The display of a program that is only read.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  codeOf,
  command,
  diagnosticsOf,
  hintsOf,
  hoverAt,
  noDiagnostics,
  openFile,
  openText,
  openUri,
  placeIn,
  rangeOf,
  replaceText,
} from "./documents.ts";
import { extension, oneProcess, stateIs, theServer } from "./server.ts";
import { eventually, suite } from "./suite.ts";

/** A caller and a callee, with a redundant reduction. */
const calls = `func.func private @double(%a: !noisy.i32 {noisy.bound = 20 : i64}) -> !noisy.i32 {
  %sum = noisy.add %a, %a : !noisy.i32
  return %sum : !noisy.i32
}
func.func @main(%x: i5) -> !noisy.i32 {
  %e = noisy.encode %x : i5 -> !noisy.i32
  %fresh = noisy.reduce_noise %e : !noisy.i32
  %d = func.call @double(%fresh) : (!noisy.i32) -> !noisy.i32
  return %d : !noisy.i32
}
`;

/** The words of semantic tokens, with their types and modifiers. */
async function tokensOf(document: vscode.TextDocument): Promise<string[]> {
  const legend = await command<vscode.SemanticTokensLegend>(
    "vscode.provideDocumentSemanticTokensLegend",
    document.uri,
  );
  const { data } = await command<vscode.SemanticTokens>("vscode.provideDocumentSemanticTokens", document.uri);
  const tokens: string[] = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i < data.length; i += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(i, i + 5);
    character = lines > 0 ? characters : character + characters;
    line += lines;
    const words = document.getText(new vscode.Range(line, character, line, character + length));
    const names = legend.tokenModifiers.filter((_, bit) => modifiers & (1 << bit));
    tokens.push([words, legend.tokenTypes[type], ...names].join(" "));
  }
  return tokens;
}

export const run = suite({
  "the first MLIR document activates the extension, which starts one server": async () => {
    assert.equal(extension().isActive, false, "nothing has asked for it so far");
    await openFile("overflow.mlir");
    await eventually("activation", () => extension().isActive);
    await oneProcess();
    await stateIs("ready");
    assert.deepEqual((await theServer()).capabilities, { noiseGraph: true, proposeFix: true });

    const registered = await vscode.commands.getCommands(true);
    const { commands } = extension().packageJSON.contributes as { commands: { command: string }[] };
    assert.deepEqual(
      commands.map(({ command }) => command).filter((name) => !registered.includes(name)),
      [],
    );
  },

  "an overflow is an error with its code and where it comes from": async () => {
    const document = await openFile("overflow.mlir");
    const problems = await diagnosticsOf(document);
    assert.equal(problems.length, 1, "what follows from it is no error of its own");
    const [error] = problems as [vscode.Diagnostic];
    assert.equal(error.message, "noise overflow: %p2 can have 48 = 24 + 24 bits of noise, limit 26");
    assert.equal(error.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(error.source, "noisy");
    assert.equal(codeOf(error), "noise-overflow");
    assert.deepEqual(error.range, rangeOf(document, "%p2"));
    assert.deepEqual(
      error.relatedInformation?.map(({ message, location }) => [
        message,
        location.uri.toString(),
        document.getText(location.range),
      ]),
      [
        ["%p1 has 24 = 12 + 12", document.uri.toString(), "%p1"],
        ["%a has 12 (fresh encryption)", document.uri.toString(), "%a"],
        ["%b has 12 (fresh encryption)", document.uri.toString(), "%b"],
      ],
    );
  },

  "errors of MLIR itself come beside it, and what is for nothing is faded": async () => {
    const document = await openText("calls.mlir", `${calls}func.func @broken() {\n  return %none : i5\n}\n`);
    const problems = await diagnosticsOf(document, ({ length }) => length > 1);
    assert.deepEqual(
      problems.map(({ source, range, tags }) => [source, document.getText(range), tags]).sort(),
      [
        ["mlir", "%none", undefined],
        ["noisy", "%fresh = noisy.reduce_noise %e : !noisy.i32", [vscode.DiagnosticTag.Unnecessary]],
      ],
    );
  },

  "values and private functions that nothing uses are faded": async () => {
    const document = await openText(
      "idle.mlir",
      `func.func private @unused()\nfunc.func @f(%a: i32) {\n  %sum = arith.addi %a, %a : i32\n  return\n}\n`,
    );
    const hints = await eventually("both hints", () => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length === 2 && all;
    });
    assert.deepEqual(hints.map(codeOf).sort(), ["unused-function", "unused-value"]);
    for (const { severity, tags } of hints) {
      assert.equal(severity, vscode.DiagnosticSeverity.Hint);
      assert.deepEqual(tags, [vscode.DiagnosticTag.Unnecessary]);
    }
  },

  "a hover tells the noise of a value, its equation and what is left": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const hover = await hoverAt(document.uri, placeIn(document, "%p1"));
    assert.deepEqual(hover, [
      "```mlir\n%p1 = noisy.mul %a, %b : !noisy.i32\n```\n\n" +
        "**Noise: 24 bits, limit 26**, 2 left\n\n`24 = 12 + 12`\n",
    ]);
    const [unreliable] = await hoverAt(document.uri, placeIn(document, "%p4"));
    assert.match(unreliable ?? "", /\n\*\*Noise: 192 bits, limit 26\*\*, 166 over, unreliable\n/);
    assert.match(unreliable ?? "", /\n- unreliable: depends on %p2, which overflows\n/);
  },

  "a hover tells of operations and functions": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const [operation] = await hoverAt(document.uri, placeIn(document, "noisy.mul"));
    assert.match(operation ?? "", /```mlir\n%p1 = noisy\.mul %a, %b : !noisy\.i32\n```/);
    assert.match(operation ?? "", /Multiply two encrypted integers/);
    const [func] = await hoverAt(document.uri, placeIn(document, "@power"));
    assert.match(func ?? "", /^```mlir\nfunc\.func @power\(%x: i5, %y: i5\) -> i5\n```\n/);
    assert.match(func ?? "", /\n\*\*Worst noise: 192 bits, limit 26\*\*, 166 over, of `%p4`/);
    assert.deepEqual(await hoverAt(document.uri, new vscode.Position(0, 10)), [], "a comment has none");
  },

  "names of a document are no markup in a hover": async () => {
    const document = await openText(
      "markup.mlir",
      `func.func @"a\`b](command:noisy.restart) <img src=x>"(%a: !noisy.i32) -> !noisy.i32 {
  return %a : !noisy.i32
}
`,
    );
    const hover = await eventually("a hover", async () => {
      const [text] = await hoverAt(document.uri, placeIn(document, "@"));
      return text;
    });
    // It is in a block of code, which no backquotes within a line can close.
    assert.match(hover, /^```mlir\nfunc\.func @"a`b\]\(command:noisy\.restart\) <img src=x>"\(.*\n```\n/);
  },

  "hints show the noise after each value": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    assert.deepEqual(await hintsOf(document), {
      "%a": "12/26",
      "%b": "12/26",
      "%p1": "24/26",
      "%p2": "48/26 !",
      "%p3": "-",
      "%p4": "-",
    });
  },

  "a lens tells the worst noise, and offers the fix": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const lenses = await command<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
    assert.deepEqual(
      lenses.map((lens) => [lens.range.start.line, lens.command?.title, lens.command?.command]),
      [
        [2, "overflow: 48 bits at %p2, limit 26, then at most 192 bits", "noisy.showNoise"],
        [2, "Insert optimal reduce_noise", "noisy.applyFix"],
      ],
    );
  },

  "semantic tokens mark values near the limit and over it": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const tokens = await eventually("tokens with noise", async () => {
      const tokens = await tokensOf(document);
      return tokens.some((token) => token.includes("noise")) && tokens;
    });
    const has = (token: string) => assert.ok(tokens.includes(token), `${token} in ${tokens.join(", ")}`);
    has("%a variable definition");
    has("%p1 variable definition noiseNearLimit");
    has("%p1 variable noiseNearLimit");
    has("%p2 variable definition noiseOverLimit");
    has("noisy.mul keyword");
    has("!noisy.i32 type");
    assert.ok(!tokens.some((token) => token.startsWith("%a ") && token.includes("noise")));
  },

  "completion offers values that are known, and operations": async () => {
    const document = await openText("completion.mlir", calls.replace("noisy.add %a, %a", "noisy.add %a, "));
    await diagnosticsOf(document);
    const values = await command<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      rangeOf(document, "noisy.add %a, ").end,
    );
    const nameOf = ({ label }: vscode.CompletionItem) => (typeof label === "string" ? label : label.label);
    const value = values.items.find((item) => nameOf(item) === "%a");
    assert.equal(value?.kind, vscode.CompletionItemKind.Variable);
    assert.match(value?.detail ?? "", /!noisy\.i32/);
    const row = value?.label as vscode.CompletionItemLabel;
    assert.equal(row.detail, ": !noisy.i32");
    assert.match(row.description ?? "", /^20\/26$/);
    assert.ok(
      !values.items.some((item) => nameOf(item) === "%fresh"),
      "that of another function is not known",
    );

    await replaceText(document, "%sum = noisy.add %a, ", "%sum = noisy.sc");
    const scale = await eventually("completion of an operation", async () => {
      const { items } = await command<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        rangeOf(document, "noisy.sc").end,
        undefined,
        20,
      );
      return items.find((item) => nameOf(item) === "noisy.scale");
    });
    assert.equal(scale.detail, "%input by factor : !noisy.i32");
    const written = scale.insertText as vscode.SnippetString;
    assert.equal(written.value, "noisy.scale", "no more than the name, before other text");
    const documentation = scale.documentation as vscode.MarkdownString;
    assert.match(documentation.value, /ceil\(log2/);
  },

  "signature help marks the part that is typed": async () => {
    const document = await openText("signature.mlir", calls.replace("noisy.add %a, %a", "noisy.add %a, "));
    const help = await command<vscode.SignatureHelp>(
      "vscode.executeSignatureHelpProvider",
      document.uri,
      rangeOf(document, "noisy.add %a, ").end,
    );
    const [signature] = help.signatures;
    assert.ok(signature);
    assert.equal(signature.label, "noisy.add %lhs, %rhs : !noisy.i32");
    const part = signature.parameters[help.activeParameter]?.label as [number, number];
    assert.equal(signature.label.slice(...part), "%rhs");
    // One line covers less of those above than two.
    assert.equal(signature.documentation, undefined);
  },

  "definition, references and highlights of a value": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const use = placeIn(document, "%p1", 2);
    const [target] = await command<(vscode.Location | vscode.LocationLink)[]>(
      "vscode.executeDefinitionProvider",
      document.uri,
      use,
    );
    assert.ok(target);
    const [uri, range] =
      "targetUri" in target
        ? [target.targetUri, target.targetSelectionRange ?? target.targetRange]
        : [target.uri, target.range];
    assert.equal(uri.toString(), document.uri.toString());
    assert.deepEqual(range, rangeOf(document, "%p1"));

    const ranges = [1, 2, 3].map((count) => rangeOf(document, "%p1", count));
    const references = await command<vscode.Location[]>("vscode.executeReferenceProvider", document.uri, use);
    assert.deepEqual(
      references.map((reference) => reference.range),
      ranges,
    );
    const highlights = await command<vscode.DocumentHighlight[]>(
      "vscode.executeDocumentHighlights",
      document.uri,
      use,
    );
    assert.deepEqual(
      highlights.map((highlight) => [highlight.range, highlight.kind]),
      ranges.map((range, i) => [
        range,
        i ? vscode.DocumentHighlightKind.Read : vscode.DocumentHighlightKind.Write,
      ]),
    );
  },

  "functions and comments are folded": async () => {
    const document = await openFile("overflow.mlir");
    await diagnosticsOf(document);
    const folds = await command<vscode.FoldingRange[]>("vscode.executeFoldingRangeProvider", document.uri);
    assert.deepEqual(
      folds.map(({ start, end, kind }) => [start, end, kind]),
      [
        [0, 1, vscode.FoldingRangeKind.Comment],
        [2, 10, undefined],
      ],
    );
  },

  "symbols and the hierarchy of calls": async () => {
    const document = await openText("hierarchy.mlir", calls);
    await diagnosticsOf(document);
    const symbols = await command<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      document.uri,
    );
    assert.deepEqual(
      symbols.map(({ name, kind }) => [name, kind]),
      [
        ["double", vscode.SymbolKind.Function],
        ["main", vscode.SymbolKind.Function],
      ],
    );
    const [main] = await command<vscode.CallHierarchyItem[]>(
      "vscode.prepareCallHierarchy",
      document.uri,
      placeIn(document, "@main"),
    );
    const outgoing = await command<vscode.CallHierarchyOutgoingCall[]>("vscode.provideOutgoingCalls", main);
    assert.deepEqual(
      outgoing.map(({ to, fromRanges }) => [to.name, fromRanges.map((range) => document.getText(range))]),
      [["double", ["@double"]]],
    );
    const incoming = await command<vscode.CallHierarchyIncomingCall[]>(
      "vscode.provideIncomingCalls",
      outgoing[0]?.to,
    );
    assert.deepEqual(
      incoming.map(({ from }) => from.name),
      ["main"],
    );
  },

  "two editors show one document, and its problems go when the last is closed": async () => {
    const document = await openText("twice.mlir", calls.replaceAll("noisy.add", "noisy.mul"));
    await openUri(document.uri, vscode.ViewColumn.Two);
    assert.equal(vscode.window.visibleTextEditors.filter((editor) => editor.document === document).length, 2);
    const isOverflow = (problems: vscode.Diagnostic[]) =>
      problems.some((problem) => codeOf(problem) === "noise-overflow");
    const problems = await diagnosticsOf(document, isOverflow);
    assert.equal(problems.filter((problem) => codeOf(problem) === "noise-overflow").length, 1, "told once");

    await replaceText(document, "noisy.mul", "noisy.add");
    await diagnosticsOf(document, (problems) => !isOverflow(problems));
    await command("workbench.action.files.revert");
    await command("workbench.action.closeActiveEditor");
    await diagnosticsOf(document, isOverflow);
    assert.equal(document.isClosed, false);

    await command("workbench.action.closeActiveEditor");
    await eventually("the document to be closed", () => document.isClosed);
    await noDiagnostics(document);
    await stateIs("ready");
  },
});
