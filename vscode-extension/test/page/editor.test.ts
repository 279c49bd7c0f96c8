// The editor as a person sees and uses it.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { Session } from "../support/session.ts";

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({ settings: { "noisy.hover.genericForm": true } });
  editor = session.editor;
});
after(() => session?.stop());

test("the overflow is underlined", async () => {
  await editor.waitForAnalysis();
  await editor.squiggleUnder("noisy.mul %p1, %p1", "%p2");
  await editor.screenshot("squiggle");
});

test("the mouse on a value shows its noise and what is left", async () => {
  const text = await editor.hover("noisy.mul %a, %b", "%p1", "Noise:");
  assert.match(text, /Noise: 24 bits, limit 26, 2 left/);
  assert.match(text, /24 = 12 \+ 12/);
  await editor.screenshot("hover");
  await editor.page.keyboard.press("Escape");
});

test("the quick fix fixes the program, by keyboard, and one undo takes it back", async () => {
  const oldText = session.read("overflow.mlir");
  await editor.click("noisy.mul %p1, %p1", "%p2");
  // The first is the title of the group.
  const [, first] = await editor.quickFixes();
  assert.match(first ?? "", /Insert optimal reduce_noise/);
  await editor.screenshot("quick-fix");
  await editor.page.keyboard.press("Enter");
  await editor.squiggles().first().waitFor({ state: "detached", timeout: 20_000 });
  await editor.hintsWithout("/26 !");
  // What was done is in the status bar, and in nobody's way.
  const done = "Noisy MLIR: Insert optimal reduce_noise (3 reductions, the fewest possible)";
  const news = editor.page.locator(".statusbar-item", { hasText: /^\s*3 reductions\s*$/ });
  await news.waitFor({ timeout: 10_000 });
  assert.ok((await news.getAttribute("aria-label"))?.includes(done));
  assert.equal(await editor.page.locator(".notifications-toasts .notification-list-item").count(), 0);
  await editor.screenshot("quick-fix-applied");
  await session.save("overflow.mlir", (text) => text !== "" && text !== oldText);
  const reduced = session.read("overflow.mlir").match(/noisy\.reduce_noise %p\d/g);
  assert.deepEqual(reduced, ["noisy.reduce_noise %p1", "noisy.reduce_noise %p2", "noisy.reduce_noise %p3"]);

  await editor.page.keyboard.press("Control+Z");
  await news.waitFor({ state: "detached", timeout: 2_000 });
  await editor.squiggles().first().waitFor({ timeout: 20_000 });
  await session.save("overflow.mlir", (text) => text === oldText);
});

test("the generic form of an operation is folded at the end of its hover", async () => {
  await editor.hover("noisy.mul %a, %b", "noisy.mul", "Multiply two encrypted integers");
  const hover = editor.page.locator(".monaco-hover:not(.hidden)").filter({ hasText: "Generic form" });
  const form = hover.getByText('"noisy.mul"(');
  assert.equal(await form.isVisible(), false, "the generic form is open at first");
  await hover.locator("summary").click();
  await form.waitFor({ state: "visible" });
  await editor.screenshot("generic-form");
  await editor.page.keyboard.press("Escape");
});
