import * as vscode from "vscode";
import { bytecodeScheme } from "../../bytecode/bytecodeText.ts";
import { toFileUri } from "../../bytecode/fileSystem.ts";
import { messageOf } from "../../plainText.ts";
import type { NoiseGraph } from "../../protocol.ts";
import type { Layout } from "../drawing/layout.ts";
import type { Staleness } from "./messages.ts";
import { dark, light } from "../drawing/palette.ts";
import { sceneOf } from "../drawing/scene.ts";
import { notesOf } from "./staleness.ts";
import { svgOf } from "../drawing/svg.ts";
import { tell } from "../../tell.ts";
import { fileName } from "./fileName.ts";

/** Asks where, and writes a graph there as SVG in the colours of the theme. */
export async function exportGraph(what: {
  graph: NoiseGraph;
  layout: Layout;
  /** With the fix that the layout has room for. */
  after: NoiseGraph | null;
  document: vscode.Uri;
  isAfter: boolean;
  /** Why the graph is not what holds now, if so. */
  staleness?: Staleness | null | undefined;
  /** The fix was proposed for another text. */
  isOutdated?: boolean;
}): Promise<void> {
  const { graph, layout, after, document, isAfter, staleness, isOutdated } = what;
  const folder =
    document.scheme === "untitled"
      ? vscode.workspace.workspaceFolders?.[0]?.uri
      : vscode.Uri.joinPath(document.scheme === bytecodeScheme ? toFileUri(document) : document, "..");
  const name = fileName(graph.name, isAfter);
  const chosen = await vscode.window.showSaveDialog({
    title: "Export the noise graph",
    filters: { SVG: ["svg"] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (!chosen) return;
  const source = document.path.split("/").at(-1) ?? "";
  const title = `${graph.name} in ${source}${isAfter ? ", with the proposed fix" : ""}`;
  const { kind } = vscode.window.activeColorTheme;
  const isDark = kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
  const notes = notesOf(graph, staleness, isOutdated);
  const svg = svgOf(sceneOf(graph, layout, after), title, isDark ? dark : light, notes);
  try {
    await vscode.workspace.fs.writeFile(chosen, new TextEncoder().encode(svg));
  } catch (error) {
    void tell.error(`Noisy MLIR: the graph was not written to ${chosen.fsPath}: ${messageOf(error)}`);
  }
}
