// Programs that are rewritten, so that they need fewer reductions.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { NoiseView } from "../support/noiseView.ts";
import { Session } from "../support/session.ts";

/** x^6 as a chain, which takes 4 reductions, and 2 by squaring. */
const power = [
  "func.func @power(%x: !noisy.i32) -> !noisy.i32 {",
  "  // From the first to the last.",
  "  %0 = noisy.mul %x, %x : !noisy.i32 // square",
  "  %1 = noisy.mul %0, %x : !noisy.i32",
  "  %2 = noisy.mul %1, %x : !noisy.i32",
  "  %3 = noisy.mul %2, %x : !noisy.i32",
  "  %y = noisy.mul %3, %x : !noisy.i32 // the sixth",
  "  return %y : !noisy.i32",
  "}",
  "",
].join("\n");

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({ open: "power.mlir", files: { "power.mlir": power } });
  editor = session.editor;
  await editor.waitForAnalysis();
});
after(() => session?.stop());

test("the menu says what rewriting saves, the fix does it, and one undo takes it back", async () => {
  const { page } = editor;
  await editor.click("noisy.mul %0, %x", "%1");
  const menu = await editor.quickFixes();
  // A busy machine has not found out in time what it saves.
  const title = "Rewrite, then insert optimal reduce_noise";
  const saved = " (2 reductions instead of 4)";
  assert.ok(menu.includes(title) || menu.includes(title + saved), menu.join("\n"));
  await editor.screenshot("rewriting-menu");
  await page.locator(".action-widget .monaco-list-row", { hasText: title }).click();
  await editor.squiggles().first().waitFor({ state: "detached", timeout: 20_000 });
  await editor.screenshot("rewriting-done");
  // It is empty while VS Code writes it.
  await session.save("power.mlir", (text) => text !== "" && text !== power);
  assert.equal(
    session.read("power.mlir"),
    [
      "func.func @power(%x: !noisy.i32) -> !noisy.i32 {",
      "  // From the first to the last.",
      "  %0 = noisy.mul %x, %x : !noisy.i32 // square",
      "  %reduced0 = noisy.reduce_noise %0 : !noisy.i32",
      "  %1 = noisy.mul %reduced0, %reduced0 : !noisy.i32",
      "  %reduced1 = noisy.reduce_noise %1 : !noisy.i32",
      "  %y = noisy.mul %reduced1, %reduced0 : !noisy.i32 // the sixth",
      "  return %y : !noisy.i32",
      "}",
      "",
    ].join("\n"),
  );
  await page.keyboard.press("Control+Z");
  await session.save("power.mlir", (text) => text === power);
});

test("with the setting, the noise view shows the program before and after that", async () => {
  session.settings({ "noisy.optimizer.rewrite": true });
  await editor.page
    .locator(".editor-instance .codelens-decoration a", { hasText: "overflow:" })
    .first()
    .click({ timeout: 20_000 });
  const view = await NoiseView.shown(editor);
  // %x, five products, and what is returned.
  await view.count("", 7);
  await view.button("After").click();
  // %x, three products, two reductions, and what is returned.
  await view.count(".inserted", 2);
  await view.count(".level-over", 0);
  await view.count("", 7);
  assert.equal(await view.node("%3").count(), 0);
  await editor.screenshot("rewriting-noise-view");
});
