// The conflict with LLVM's own extension.

import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { Session } from "../support/session.ts";

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({
    otherExtensions: {
      // Only the name of the extension counts.
      "llvm-vs-code-extensions.vscode-mlir-0.0.13": {
        manifest: {
          publisher: "llvm-vs-code-extensions",
          name: "vscode-mlir",
          displayName: "MLIR",
          version: "0.0.13",
          engines: { vscode: "^1.52.0" },
        },
      },
    },
  });
  editor = session.editor;
});
after(() => session?.stop());

test("is noticed, with a way to its page", async () => {
  const { page } = editor;
  const notification = page.locator(".notification-list-item", {
    hasText: "LLVM's MLIR extension is enabled as well",
  });
  await editor.waitForAnalysis();
  // Under tests VS Code lets nothing pop up.
  await editor.run("Notifications: Show Notifications");
  await notification.waitFor({ timeout: 30_000 });
  await editor.screenshot("conflict");
  await notification.getByRole("button", { name: "Show the Other Extension" }).click();
  await page
    .locator(".extension-editor, .extensions-viewlet", { hasText: "vscode-mlir" })
    .first()
    .waitFor({ timeout: 20_000 });
});
