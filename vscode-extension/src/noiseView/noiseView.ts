import * as vscode from "vscode";
import { currentEditor } from "../commands/currentEditor.ts";
import type { NoisyServer } from "../server/server.ts";
import { notify } from "../notify.ts";
import type { ViewState } from "./panel/messages.ts";
import { NoisePanel } from "./panel/noisePanel.ts";

const viewType = "noisy.noiseView";

/** Registers the noise view: a panel beside the editor with the graph of the
 * function under the cursor, its commands, and its return after a reload. */
export function registerNoiseView(context: vscode.ExtensionContext, server: NoisyServer): void {
  let current: NoisePanel | undefined;

  const adopt = (panel: vscode.WebviewPanel, state?: ViewState): NoisePanel => {
    // A second panel that is restored takes the place of the first.
    current?.dispose();
    const noisePanel = new NoisePanel(panel, context, server, state);
    panel.iconPath = {
      light: vscode.Uri.joinPath(context.extensionUri, "images", "noise-light.svg"),
      dark: vscode.Uri.joinPath(context.extensionUri, "images", "noise-dark.svg"),
    };
    current = noisePanel;
    noisePanel.onDidDispose(() => {
      noisePanel.dispose();
      if (current === noisePanel) current = undefined;
    });
    return noisePanel;
  };

  /** Shows the function at the cursor, or at the place of a lens. */
  const show = async (place?: unknown): Promise<void> => {
    const editor = await currentEditor();
    if (editor && place instanceof vscode.Position) editor.selection = new vscode.Selection(place, place);
    if (current) current.show();
    else {
      const panel = vscode.window.createWebviewPanel(
        viewType,
        "Noise",
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true },
      );
      current = adopt(panel);
    }
    if (editor) current.follow(editor);
  };

  context.subscriptions.push(
    vscode.commands.registerCommand("noisy.showNoise", show),
    vscode.commands.registerCommand("noisy.exportNoiseView", async () => {
      if (current) await current.export();
      else
        void notify.information(
          "Noisy MLIR: open the noise view first, with Noisy MLIR: Show Noise of This Function.",
        );
    }),
    vscode.window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(panel, state: ViewState | undefined) {
        const noisePanel = adopt(panel, state ?? {});
        const editor = vscode.window.activeTextEditor;
        if (editor) noisePanel.follow(editor);
      },
    }),
    vscode.window.onDidChangeActiveTextEditor((editor) => editor && current?.follow(editor)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
      current?.follow(textEditor, kind === Keyboard || kind === Mouse);
    }),
    { dispose: () => current?.dispose() },
  );
}
