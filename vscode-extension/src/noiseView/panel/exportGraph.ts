import * as vscode from "vscode";
import { bytecodeScheme } from "../../bytecode/bytecodeText.ts";
import { toFileUri } from "../../bytecode/fileSystem.ts";
import { messageOf } from "../../plainText.ts";
import type { Staleness } from "./messages.ts";
import { dark, light } from "../drawing/palette.ts";
import { sceneOf } from "../drawing/scene.ts";
import { notesOf } from "./staleness.ts";
import { svgOf } from "../drawing/svg.ts";
import { notify } from "../../notify.ts";
import { fileName } from "./fileName.ts";
import type { PanelPicture } from "./state.ts";

/** Lets the user choose a file, and writes one side of a picture there as SVG in
 * the colours of the theme. */
export async function exportGraph(options: {
  picture: PanelPicture;
  isAfter: boolean;
  staleness: Staleness | null;
  /** The fix was proposed for another text. */
  isOutdated: boolean;
}): Promise<void> {
  const { picture, isAfter, staleness, isOutdated } = options;
  const { layout, fixedGraph } = picture;
  const graph = (isAfter && fixedGraph) || picture.graph;
  const document = vscode.Uri.parse(picture.uri);
  const folder =
    document.scheme === "untitled"
      ? vscode.workspace.workspaceFolders?.[0]?.uri
      : vscode.Uri.joinPath(document.scheme === bytecodeScheme ? toFileUri(document) : document, "..");
  const name = fileName(graph.name, isAfter);
  const file = await vscode.window.showSaveDialog({
    title: "Export the noise graph",
    filters: { SVG: ["svg"] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (!file) return;
  const source = document.path.split("/").at(-1) ?? "";
  const title = `${graph.name} in ${source}${isAfter ? ", with the proposed fix" : ""}`;
  const { kind } = vscode.window.activeColorTheme;
  const isDark = kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
  const notes = notesOf(graph, staleness, isOutdated);
  const svg = svgOf(sceneOf(graph, layout, fixedGraph), title, isDark ? dark : light, notes);
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(svg));
  } catch (error) {
    void notify.error(`Noisy MLIR: the graph was not written to ${file.fsPath}: ${messageOf(error)}`);
  }
}
