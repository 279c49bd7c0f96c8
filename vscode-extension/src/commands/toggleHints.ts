import * as vscode from "vscode";
import { languageId } from "../server/documents.ts";
import { placeOf, toggleHints, type HintSetting } from "./hints.ts";

const name = "inlayHints.noise";
const targets = {
  folder: vscode.ConfigurationTarget.WorkspaceFolder,
  workspace: vscode.ConfigurationTarget.Workspace,
  user: vscode.ConfigurationTarget.Global,
};

/** The command that shows and hides the noise after values. */
export function registerToggleHints(memory: vscode.Memento): vscode.Disposable {
  return vscode.commands.registerCommand("noisy.toggleHints", async () => {
    const document = vscode.window.activeTextEditor?.document;
    const settings = vscode.workspace.getConfiguration(
      "noisy",
      document?.languageId === languageId ? document : undefined,
    );
    const key = `noisy.${name}`;
    const current = settings.get<HintSetting>(name, "all");
    const { next, remember } = toggleHints(current, memory.get<HintSetting>(key));
    const place = placeOf(settings.inspect<HintSetting>(name) ?? {});
    await settings.update(name, next, targets[place]);
    await memory.update(key, remember);
  });
}
