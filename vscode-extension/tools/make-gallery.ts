// Draws the noise of the examples for the site: called by ./dev site. Writes gallery.md, and
// its pictures as SVG, in the colours for light and for dark pages.
//
// usage: node tools/make-gallery.ts NOISY_LSP_SERVER FOLDER

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ElkConstructor from "elkjs/lib/elk.bundled.js";
import * as rpc from "vscode-jsonrpc/node";
import type { Diagnostic, DocumentSymbol } from "vscode-languageserver-protocol";
import { examples, type Example } from "../src/commands/exampleList.ts";
import { layOut } from "../src/noiseView/drawing/layout.ts";
import { normalise } from "../src/noiseView/drawing/normalise.ts";
import { dark, light } from "../src/noiseView/drawing/palette.ts";
import { sceneOf } from "../src/noiseView/drawing/scene.ts";
import { svgOf } from "../src/noiseView/drawing/svg.ts";
import { layoutInput } from "../src/noiseView/drawing/union.ts";
import type { NoiseGraph, ProposedFix } from "../src/protocol.ts";
import { extensionFolder } from "../test/support/paths.ts";

const [program, folder] = process.argv.slice(2);
if (!program || !folder) throw new Error("usage: node tools/make-gallery.ts NOISY_LSP_SERVER FOLDER");
const pictures = join(folder, "gallery");
mkdirSync(pictures, { recursive: true });

const functionKind = 12;
const elk = new ElkConstructor();
const server = spawn(program, ["--log=error"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = rpc.createMessageConnection(server.stdout, server.stdin);
const diagnostics = new Map<string, (items: Diagnostic[]) => void>();
connection.onNotification(
  "textDocument/publishDiagnostics",
  ({ uri, diagnostics: items }: { uri: string; diagnostics: Diagnostic[] }) => diagnostics.get(uri)?.(items),
);
connection.listen();
await connection.sendRequest("initialize", {
  processId: process.pid,
  rootUri: null,
  capabilities: {
    textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
    workspace: { workspaceEdit: { documentChanges: true } },
  },
});
await connection.sendNotification("initialized", {});

let page = `# Gallery

The examples that come with the extension, with the noise of each function as the noise view
draws it: every card is an encrypted value, with its noise and the limit in bits, and as the
fix would leave it, where there is too much. A picture opens in full size at a click.
`;
for (const example of examples) page += await describe(example);
writeFileSync(join(folder, "gallery.md"), page);
await connection.sendRequest("shutdown");
await connection.sendNotification("exit");
connection.dispose();

async function describe({ file, label, detail }: Example): Promise<string> {
  const text = readFileSync(join(extensionFolder, "../examples", file), "utf8");
  const uri = `file:///examples/${file}`;
  const reported = new Promise<Diagnostic[]>((resolve) => diagnostics.set(uri, resolve));
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "mlir", version: 1, text },
  });
  const problems = await reported;
  const textDocument = { uri };
  const symbols: DocumentSymbol[] = await connection.sendRequest("textDocument/documentSymbol", {
    textDocument,
  });
  let result = `\n## ${label}\n\n${detail}.\n\n\`\`\`{literalinclude} examples/${file}\n:language: mlir\n\`\`\`\n`;
  for (const { range, message } of problems.filter(({ severity }) => severity === 1))
    result += `\n- line ${range.start.line + 1}: ${String(message)
      .split("\n")[0]!
      .replace(/[*_<>[\]]/g, "\\$&")}`;
  result += "\n";
  for (const symbol of functionsOf(symbols)) {
    const position = symbol.selectionRange.start;
    const graph: NoiseGraph | null = await connection.sendRequest("noisy/noiseGraph", {
      textDocument,
      position,
    });
    if (!graph || graph.nodes.length === 0) continue;
    const fix: ProposedFix = await connection.sendRequest("noisy/proposeFix", {
      textDocument,
      position,
      scope: "function",
      withGraph: true,
    });
    result += await draw(file, graph, fix);
  }
  return result;
}

function functionsOf(symbols: DocumentSymbol[]): DocumentSymbol[] {
  return symbols.flatMap((symbol) =>
    symbol.kind === functionKind ? [symbol] : functionsOf(symbol.children ?? []),
  );
}

/** One picture, or two: before and after a fix. */
async function draw(file: string, before: NoiseGraph, fix: ProposedFix): Promise<string> {
  const original = normalise(before);
  const fixed = fix.edit && fix.graph ? normalise(fix.graph) : null;
  const name = `${file.replace(/\.mlir$/, "")}-${original.name.replace(/\W/g, "")}`;
  let result = `\n### ${original.name} in ${file}\n\n${original.summary}.\n`;
  result += await picture(name, original, `The noise of ${original.name}`);
  if (fixed) {
    result += `\nThe fix ${fix.message}:\n`;
    result += await picture(`${name}-fixed`, fixed, `The noise of ${original.name} after the fix`);
  }
  return result;

  async function picture(picture: string, graph: NoiseGraph, title: string): Promise<string> {
    const layout = await layOut(elk, layoutInput(graph, null));
    let result = "";
    for (const [theme, palette] of [["light", light] as const, ["dark", dark] as const]) {
      const svg = svgOf(sceneOf(graph, layout), title, palette);
      writeFileSync(join(pictures, `${picture}-${theme}.svg`), svg);
      const wide = Number(/ width="(\d+)"/.exec(svg)![1]) > 2400 ? " wide" : "";
      result += `\n\`\`\`{image} gallery/${picture}-${theme}.svg\n:alt: ${title}\n:class: only-${theme}${wide}\n:target: _images/${picture}-${theme}.svg\n\`\`\`\n`;
    }
    return result;
  }
}
