// A function that is written by hand, key by key.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { Session } from "../support/session.ts";

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start();
  editor = session.editor;
});
after(() => session?.stop());

/** Types a line at 60 ms a key; Escape closes the list of completions before Enter. */
async function typeLine(text: string): Promise<void> {
  await editor.page.keyboard.type(text, { delay: 60 });
  await editor.page.keyboard.press("Escape");
  await editor.page.keyboard.press("Enter");
}

/** Waits until the line with `text` has `hint` behind a name. */
async function hintIn(text: string, hint: string): Promise<void> {
  await editor.page
    .locator(".editor-instance .view-line", { hasText: text })
    .filter({ hasText: hint })
    .first()
    .waitFor({ timeout: 20_000 });
}

test("each line has its noise as soon as the next one is begun", async () => {
  await editor.waitForAnalysis();
  await editor.click("noisy.mul %p1, %p1", "%p2");
  await editor.page.keyboard.press("Control+A");
  await editor.page.keyboard.press("Delete");
  await typeLine("func.func @typed(%a: !noisy.i32) -> !noisy.i32 {");
  await typeLine("%x = noisy.add %a, %a : !noisy.i32");
  await hintIn("noisy.add", "13");
  await typeLine("%y = noisy.mul %x, %x : !noisy.i32");
  await hintIn("noisy.mul", "26");
  await editor.page.keyboard.type("%z = noisy.mul %y, ", { delay: 60 });
  await editor.page.keyboard.press("Escape");
  await editor.page.waitForTimeout(1500);
  // The unfinished line takes nothing from those above.
  await hintIn("noisy.add", "13");
  await hintIn("noisy.mul %x", "26");
  await editor.screenshot("typing-unfinished");
  await editor.page.keyboard.type("%y : !noisy.i32", { delay: 60 });
  await editor.page.keyboard.press("Escape");
  await hintIn("noisy.mul %y", "over: 52");
  await editor.screenshot("typing-overflow");
  await editor.page.keyboard.press("Enter");
  await editor.page.keyboard.type("return %z : !noisy.i32", { delay: 60 });
  await editor.page.keyboard.press("Escape");
  await editor.page.waitForTimeout(1500);
  await editor.screenshot("typing-finished");
  await session.save("overflow.mlir", (content) => content.includes("return %z : !noisy.i32"));
  assert.match(session.read("overflow.mlir"), /^func\.func @typed\(%a: !noisy\.i32\) -> !noisy\.i32 \{\n/);
});
