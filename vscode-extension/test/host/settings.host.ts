// Settings that change, and that are not the same in all folders of a workspace.

import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  codeOf,
  command,
  diagnosticsOf,
  fileUri,
  hintsOf,
  hoverAt,
  openUri,
  placeIn,
  replaceText,
} from "./documents.ts";
import { oneProcess, stateIs, withMessages } from "./server.ts";
import { eventually, suite } from "./suite.ts";

const { Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

/** Opens the program of a folder. */
function openIn(folder: "narrow" | "wide" | "further"): Promise<vscode.TextDocument> {
  return openUri(fileUri(`../${folder}/square.mlir`));
}

/** Runs `body` with a setting, which is removed then. */
async function withSetting(
  name: string,
  value: unknown,
  target: vscode.ConfigurationTarget,
  body: () => Promise<void>,
  document?: vscode.TextDocument,
): Promise<void> {
  const change = (newValue: unknown) =>
    vscode.workspace.getConfiguration("noisy", document).update(name, newValue, target);
  await change(value);
  try {
    await body();
  } finally {
    await change(undefined);
  }
}

async function hintsAre(document: vscode.TextDocument, expectedHints: Record<string, string>): Promise<void> {
  let hints = {};
  await eventually("hints", async () => {
    hints = await hintsOf(document);
    return JSON.stringify(hints) === JSON.stringify(expectedHints);
  }).catch(() => assert.deepEqual(hints, expectedHints));
}

const isOverflow = (problems: vscode.Diagnostic[]) =>
  problems.some((problem) => codeOf(problem) === "noise-overflow");
const isFine = (problems: vscode.Diagnostic[]) => !isOverflow(problems);

const narrowHints = { "%a": "12/26", "%b": "24/26", "%c": "48/26 !" };
const wideHints = { "%a": "5/100", "%b": "10/100", "%c": "20/100" };

async function lensesOf(document: vscode.TextDocument): Promise<string[]> {
  const lenses = await command<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
  return lenses.map((lens) => lens.command?.title ?? "");
}

export const run = suite({
  "each folder has its settings, and all have one server": async () => {
    const narrow = await openIn("narrow");
    const wide = await openIn("wide");
    assert.equal(narrow.getText(), wide.getText());
    await diagnosticsOf(narrow, isOverflow);
    await hintsAre(narrow, narrowHints);
    await hintsAre(wide, wideHints);
    await diagnosticsOf(wide, isFine);
    assert.match((await hoverAt(wide.uri, placeIn(wide, "%c"))).join(), /20 bits, limit 100/);
    await oneProcess();
  },

  "a folder's setting changes its documents alone, and at once": async () => {
    const narrow = await openIn("narrow");
    const wide = await openIn("wide");
    await diagnosticsOf(narrow, isOverflow);
    const pid = await oneProcess();
    const model = "initial=7,max=28";
    await withSetting(
      "model",
      model,
      WorkspaceFolder,
      async () => {
        await hintsAre(narrow, { "%a": "7/28", "%b": "14/28", "%c": "28/28" });
        await diagnosticsOf(narrow, isFine);
        await hintsAre(wide, wideHints);
      },
      narrow,
    );
    await diagnosticsOf(narrow, isOverflow);
    await hintsAre(wide, wideHints);
    assert.equal(await oneProcess(), pid, "no other server is needed for that");
  },

  "a setting of the workspace is for the folders that have none": async () => {
    const narrow = await openIn("narrow");
    const wide = await openIn("wide");
    await diagnosticsOf(narrow, isOverflow);
    await withSetting("model", "initial=3,max=50", Workspace, async () => {
      await hintsAre(narrow, { "%a": "3/50", "%b": "6/50", "%c": "12/50" });
      await hintsAre(wide, wideHints);
    });
    await hintsAre(narrow, narrowHints);
  },

  "a folder that is added comes with its settings": async () => {
    const narrow = await openIn("narrow");
    await diagnosticsOf(narrow, isOverflow);
    const { workspace } = vscode;
    assert.ok(workspace.updateWorkspaceFolders(2, 0, { uri: fileUri("../further") }));
    try {
      await eventually("the folder", () => workspace.workspaceFolders?.length === 3);
      await hintsAre(await openIn("further"), { "%a": "6/200", "%b": "12/200", "%c": "24/200" });
      await oneProcess();
    } finally {
      workspace.updateWorkspaceFolders(2, 1);
      await eventually("the folder to be gone", () => workspace.workspaceFolders?.length === 2);
    }
    await replaceText(narrow, "noisy.mul %b, %b", "noisy.add %b, %b");
    await diagnosticsOf(narrow, isFine);
  },

  "hints are shown as the setting says": async () => {
    const document = await openIn("narrow");
    await hintsAre(document, narrowHints);
    await withSetting("inlayHints.noise", "off", Workspace, () => hintsAre(document, {}));
    await withSetting("inlayHints.noise", "nearLimit", Workspace, async () => {
      await hintsAre(document, { "%b": "24/26", "%c": "48/26 !" });
      await withSetting("nearLimit", 0, Workspace, () => hintsAre(document, { "%c": "48/26 !" }));
    });
    await withSetting("inlayHints.ranges", true, Workspace, () =>
      hintsAre(document, { ...narrowHints, "@ranges(%n": "[0, 8]" }),
    );
    await hintsAre(document, narrowHints);
  },

  "the command that toggles hints remembers what was shown": async () => {
    const document = await openIn("narrow");
    const setting = () => vscode.workspace.getConfiguration("noisy", document).inspect("inlayHints.noise");
    await hintsAre(document, narrowHints);
    await withSetting("inlayHints.noise", "nearLimit", Workspace, async () => {
      await hintsAre(document, { "%b": "24/26", "%c": "48/26 !" });
      await command("noisy.toggleHints");
      assert.equal(setting()?.workspaceValue, "off");
      await hintsAre(document, {});
      await command("noisy.toggleHints");
      assert.equal(setting()?.workspaceValue, "nearLimit");
      await hintsAre(document, { "%b": "24/26", "%c": "48/26 !" });
    });
    await hintsAre(document, narrowHints);
    // Without a setting the user's is changed.
    await command("noisy.toggleHints");
    assert.equal(setting()?.globalValue, "off");
    await hintsAre(document, {});
    await command("noisy.toggleHints");
    assert.equal(setting()?.globalValue, "all");
    await hintsAre(document, narrowHints);
  },

  "lenses and findings about integers can be switched off": async () => {
    const document = await openIn("narrow");
    const problems = await diagnosticsOf(document, (problems) => problems.length > 1);
    assert.deepEqual(
      problems
        .filter((problem) => codeOf(problem) !== "noise-overflow")
        .map(({ range }) => document.getText(range)),
      ["arith.cmpi"],
    );
    assert.equal((await lensesOf(document)).length, 2);
    await withSetting("diagnostics.ranges", false, Workspace, async () => {
      await diagnosticsOf(document, (problems) => problems.length === 1 && isOverflow(problems));
    });
    await withSetting("codeLens.enable", false, Workspace, async () => {
      await eventually("no lenses", async () => (await lensesOf(document)).length === 0);
    });
    await eventually("lenses", async () => (await lensesOf(document)).length === 2);
  },

  "a model that makes no sense is told, and the one before is kept": async () => {
    const document = await openIn("narrow");
    await diagnosticsOf(document, isOverflow);
    await withMessages(async (messages) => {
      await withSetting("model", "initial=lots", Workspace, async () => {
        const { severity } = await messages.find("noisy.model");
        assert.notEqual(severity, "information");
        await stateIs("ready");
        await hintsAre(document, narrowHints);
      });
    });
  },

  "a fix is shown before it is made, where that is set": async () => {
    const document = await openIn("narrow");
    await diagnosticsOf(document, isOverflow);
    const oldText = document.getText();
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const place = placeIn(document, "%c");
    editor.selection = new vscode.Selection(place, place);
    await withSetting("previewFixes", true, Workspace, async () => {
      await withMessages(async (messages) => {
        for (const answer of ["discard", "apply"]) {
          let isDone = false;
          const fix = command("noisy.optimizeFunction").finally(() => (isDone = true));
          // The command for the answer does nothing before there is a preview.
          await eventually("an answer to the preview", async () => {
            await command(`refactorPreview.${answer}`);
            return isDone;
          });
          await fix;
          if (answer === "discard") assert.equal(document.getText(), oldText);
          assert.equal(messages.list.length, answer === "discard" ? 0 : 1);
          await command("workbench.action.focusActiveEditorGroup");
        }
        await messages.find("1 reduction");
      });
    });
    assert.equal(
      document.getText(),
      oldText
        .replace(/( *)%c = .*/, "$1%b_reduced = noisy.reduce_noise %b : !noisy.i32\n$&")
        .replace("%b, %b", "%b_reduced, %b_reduced"),
    );
    await diagnosticsOf(document, isFine);
  },
});
