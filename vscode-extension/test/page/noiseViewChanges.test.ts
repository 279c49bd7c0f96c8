// The noise view while the text, the settings and the cursor go on.

import * as assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { NoiseView } from "../support/noiseView.ts";
import { Session } from "../support/session.ts";

/** A function whose values end in a letter; `%p2` and so on pass the limit. */
function power(letter: string): string {
  return `func.func @f(%x: i5) -> i5 {
  %a${letter} = noisy.encode %x : i5 -> !noisy.i32
  %p1${letter} = noisy.mul %a${letter}, %a${letter} : !noisy.i32
  %p2${letter} = noisy.mul %p1${letter}, %p1${letter} : !noisy.i32
  %r${letter} = noisy.decode %p2${letter} : !noisy.i32 -> i5
  return %r${letter} : i5
}
`;
}

const twice = `${power("A")}\n// -----\n\n${power("B")}`;

let session: Session, editor: EditorPage, view: NoiseView;

before(async () => {
  session = await Session.start({
    files: { "twice.mlir": twice, "other.mlir": power("C") },
    open: "twice.mlir",
  });
  editor = session.editor;
  await editor.waitForAnalysis();
  await editor.click("noisy.mul %aA", "%p1A");
  view = await NoiseView.open(editor);
});
after(() => session?.stop());

const applyButton = () => view.button("Apply fix");

test("a fix is not shown for another function of the same name", async () => {
  await view.button("After").click();
  await view.nodes(".inserted").first().waitFor({ timeout: 20_000 });
  await applyButton().waitFor();
  await editor.click("noisy.mul %aB", "%p1B");
  await view.node("%p1B").waitFor({ timeout: 10_000 });
  await view.count(".inserted", 0);
  await applyButton().waitFor({ state: "hidden", timeout: 10_000 });
  assert.equal(await view.button("After").getAttribute("aria-pressed"), "false");
  // The other function has a fix of its own.
  await view.button("After").click();
  await view.nodes(".inserted").first().waitFor({ timeout: 20_000 });
  assert.equal(await view.node("%p1A").count(), 0);
  await applyButton().click();
  await view.nodes(".kind-reduction").first().waitFor({ timeout: 20_000 });
  await view.count(".inserted", 0);
  await editor.click("noisy.mul %aB", "%p1B");
  await session.save("twice.mlir", (text) => text.includes("noisy.reduce_noise %"));
  const [first, second] = session.read("twice.mlir").split("// -----");
  assert.ok(!first!.includes("reduce_noise"), "the first was changed");
  assert.ok(second!.includes("reduce_noise"));
  await editor.click("noisy.mul %aA", "%p1A");
  await editor.page.keyboard.press("Control+Z");
  await session.save("twice.mlir", (text) => text === twice);
});

test("a fix is outdated when the settings change", async () => {
  await editor.click("noisy.mul %aA", "%p1A");
  await view.node("%p1A").waitFor({ timeout: 10_000 });
  await view.button("After").click();
  await view.nodes(".inserted").first().waitFor({ timeout: 20_000 });
  session.settings({ "noisy.model": "initial=12,max=20" });
  await view.frame.getByText("The settings were changed: this fix is outdated").waitFor({ timeout: 10_000 });
  await applyButton().waitFor({ state: "hidden", timeout: 10_000 });
  // A value that was near the limit is over it now.
  await view.frame.locator('.node.level-over[aria-label^="%p1A, "]').waitFor({ timeout: 10_000 });
  assert.equal(await view.nodes(".inserted").count(), 0);
  session.settings({});
  await view.frame.locator('.node:not(.level-over)[aria-label^="%p1A, "]').waitFor({ timeout: 10_000 });
});

test("the view follows the setting noisy.nearLimit", async () => {
  const near = view.frame.locator('.node.level-nearLimit[aria-label^="%aA, "]');
  assert.equal(await near.count(), 0);
  session.settings({ "noisy.nearLimit": 20 });
  await near.waitFor({ timeout: 10_000 });
  session.settings({});
  await near.waitFor({ state: "detached", timeout: 10_000 });
});

test("an edit is marked at once, and not only when the server has answered", async () => {
  const stale = view.frame.locator("body.is-stale");
  await editor.click("noisy.mul %aA", "%p1A");
  await editor.page.keyboard.press("End");
  await stale.waitFor({ state: "detached", timeout: 10_000 });
  await session.withoutServer(async () => {
    await editor.page.keyboard.type("\n%s = noisy.mul %aA, %aA : !noisy.i32");
    await view.frame.getByText("from before the last edit").waitFor({ timeout: 10_000 });
    assert.equal(await view.node("%s").count(), 0);
  });
  await view.node("%s").waitFor({ timeout: 20_000 });
  await stale.waitFor({ state: "detached", timeout: 10_000 });
  await editor.run("File: Revert File");
  await view.node("%s").waitFor({ state: "detached", timeout: 20_000 });
});

test("a picture of an older text is marked, until the newest is shown", async () => {
  const stale = view.frame.locator("body.is-stale");
  // Only a broken signature makes the whole function stale.
  await editor.click("func.func @f(%x", "%x");
  await editor.page.keyboard.type("?");
  await stale.waitFor({ timeout: 10_000 });
  await editor.page.keyboard.press("Backspace");
  await stale.waitFor({ state: "detached", timeout: 10_000 });
  await editor.click("noisy.mul %aA", "%p1A");
  await editor.page.keyboard.press("End");
  await editor.page.keyboard.type("\n%q = noisy.mul %p1A, %p1A : !noisy.i32");
  await view.node("%q").waitFor({ timeout: 20_000 });
  await stale.waitFor({ state: "detached", timeout: 10_000 });
  await editor.run("File: Revert File");
  await view.node("%q").waitFor({ state: "detached", timeout: 20_000 });
  await stale.waitFor({ state: "detached", timeout: 10_000 });
});

test("keys in quick succession end where they lead", async () => {
  await editor.click("noisy.mul %aA", "%p1A");
  await view.node("%aA").click();
  for (let i = 0; i < 6; i++) {
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp"])
      await editor.page.keyboard.press(key);
  }
  await editor.page.keyboard.press("ArrowDown");
  await editor.page.keyboard.press("ArrowDown");
  await editor.cursorIn(4);
  // All events of the editor have come by then.
  await editor.page.waitForTimeout(500);
  await view.frame.locator('.node.selected[aria-label^="%p2A, "]').waitFor({ timeout: 2000 });
});

test("moves of the cursor in the editor are not read out by the view", async () => {
  const status = view.frame.locator('[role="status"]');
  // The editor's cursor follows each click before the next.
  await view.node("%aA").click();
  await editor.cursorIn(2);
  await view.node("%p2A").click();
  await editor.cursorIn(4);
  await status.filter({ hasText: "%p2A" }).waitFor({ state: "attached", timeout: 10_000 });
  await editor.click("noisy.mul %aA", "%p1A");
  await view.frame.locator('.node.selected[aria-label^="%p1A, "]').waitFor({ timeout: 10_000 });
  assert.match((await status.textContent()) ?? "", /^%p2A/);
});

test("a pinned view stays when its document is closed, and follows the file", async () => {
  await view.node("%p1A").waitFor({ timeout: 10_000 });
  await view.button("Pin: stay with this function").click();
  const tab = editor.page.locator(".tab", { hasText: "twice.mlir" });
  await tab.click({ button: "middle" });
  await tab.waitFor({ state: "detached", timeout: 10_000 });
  writeFileSync(session.path("twice.mlir"), twice.replaceAll("%p2A", "%late"));
  await view.node("%late").waitFor({ timeout: 30_000 });
});
