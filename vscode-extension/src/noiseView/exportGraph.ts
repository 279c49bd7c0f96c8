import * as vscode from "vscode";
import type { NoiseGraph } from "../protocol.ts";
import type { Layout } from "./layout.ts";
import { dark, light } from "./palette.ts";
import { sceneOf } from "./scene.ts";
import { svgOf } from "./svg.ts";
import { fileName } from "./fileName.ts";

/** Asks where, and writes a graph there as SVG in the colours of the theme. */
export async function exportGraph(what: {
  graph: NoiseGraph;
  layout: Layout;
  /** With the fix that the layout has room for. */
  after: NoiseGraph | null;
  document: vscode.Uri;
  isAfter: boolean;
}): Promise<void> {
  const { graph, layout, after, document, isAfter } = what;
  const folder =
    document.scheme === "untitled"
      ? vscode.workspace.workspaceFolders?.[0]?.uri
      : vscode.Uri.joinPath(document, "..");
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
  const svg = svgOf(sceneOf(graph, layout, after), title, isDark ? dark : light);
  try {
    await vscode.workspace.fs.writeFile(chosen, new TextEncoder().encode(svg));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`The graph was not written to ${chosen.fsPath}: ${reason}`);
  }
}
