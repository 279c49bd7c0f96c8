// What a newcomer meets first: the walkthrough, and the examples.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator } from "playwright-core";
import type { EditorPage } from "../support/editorPage.ts";
import { NoiseView } from "../support/noiseView.ts";
import { Session } from "../support/session.ts";

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start();
  editor = session.editor;
  await editor.waitForAnalysis();
});
after(() => session?.stop());

/** The steps of the walkthrough that are ticked. */
function done(): Locator {
  return editor.page.locator(".gettingStartedContainer .codicon-getting-started-step-checked.complete");
}

/** Waits until the editor shows a line with a text. */
async function shown(text: string): Promise<void> {
  const line = editor.page.locator(".editor-instance .view-line", { hasText: text });
  await line.filter({ visible: true }).first().waitFor({ timeout: 20_000 });
}

/** What the command palette lists for some words. */
async function commandsFor(words: string): Promise<string[]> {
  const rows = await editor.palette(words);
  const texts = await rows.locator(".monaco-icon-label .label-name").allInnerTexts();
  await editor.page.keyboard.press("Escape");
  return texts.map((text) => text.replaceAll("\u00a0", " "));
}

test("commands are found by the name of the language, and of the extension", async () => {
  for (const words of ["mlir example", "noisy: open an example", "open an example"]) {
    const [first] = await commandsFor(words);
    assert.equal(first, "Noisy MLIR: Open an Example", words);
  }
});

test("a command opens the walkthrough", async () => {
  await editor.run("Noisy MLIR: Open Walkthrough");
  const steps = editor.page.locator(".gettingStartedContainer .getting-started-step");
  await steps.first().waitFor({ timeout: 20_000 });
  await editor.page.keyboard.press("Control+W");
});

test("the walkthrough has five steps, each with its picture", async () => {
  const { page } = editor;
  await editor.openWalkthrough();
  const steps = page.locator(".gettingStartedContainer .getting-started-step");
  await steps.first().waitFor({ timeout: 20_000 });
  assert.equal(await steps.count(), 5);
  for (let i = 0; i < 5; i++) {
    await steps.nth(i).click();
    const image = page.locator(".gettingStartedContainer .getting-started-media img");
    await image.waitFor({ timeout: 20_000 });
    for (let tries = 0; (await widthOf()) === 0; tries++) {
      assert.ok(tries < 100, `step ${i + 1} has no picture`);
      await page.waitForTimeout(100);
    }
    await editor.screenshot(`walkthrough-${i + 1}`);
  }
  // Looking is not doing.
  assert.equal(await done().count(), 0);
  async function widthOf(): Promise<number> {
    return page
      .locator(".gettingStartedContainer .getting-started-media img")
      .evaluate((element) => (element as HTMLImageElement).naturalWidth);
  }
});

test("the pictures are as light or dark as the theme", async () => {
  const { page } = editor;
  const image = page.locator(".gettingStartedContainer .getting-started-media img");
  for (const [theme, file] of [
    ["Default Dark Modern", /settings\.png/],
    ["Default Light Modern", /settings-light\.png/],
  ] as const) {
    session.settings({ "workbench.colorTheme": theme });
    for (let tries = 0; !file.test((await image.getAttribute("srcset")) ?? ""); tries++) {
      assert.ok(tries < 100, theme);
      await page.waitForTimeout(100);
    }
    await editor.screenshot(`walkthrough in ${theme}`);
  }
  session.settings({});
});

test("its settings are those of the extension", async () => {
  const { page } = editor;
  await page.locator(".gettingStartedContainer .getting-started-step").last().click();
  await page.locator(".gettingStartedContainer .monaco-button", { hasText: "Settings" }).click();
  const items = page.locator(".settings-editor .setting-item-contents");
  await items.first().waitFor({ timeout: 20_000 });
  await page.waitForTimeout(1500);
  for (const category of await items.locator(".setting-item-category").allInnerTexts())
    assert.match(category, /^Noisy/);
  await editor.screenshot("walkthrough-settings");
  await page.locator(".tab", { hasText: "Welcome" }).click();
});

test("a list of the examples has the keyboard, also above the walkthrough", async () => {
  const { page } = editor;
  const row = page.locator(".quick-input-widget .monaco-list-row", { hasText: "Matrix Product" });
  // A key that goes up while the list opens, and one that goes up later.
  for (const delay of [0, 80]) {
    await page.locator(".gettingStartedContainer .getting-started-step").first().click();
    // A step that was clicked takes the focus once more, and so from the palette.
    await page.waitForTimeout(1000);
    await editor.palette("Open an Example", "Open an Example");
    await page.keyboard.press("Enter", { delay });
    await row.waitFor();
    await page.waitForTimeout(1000);
    assert.ok(await row.isVisible());
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await shown("func.func @squares");
    await page.locator(".tab", { hasText: "Welcome" }).click();
  }
});

test("the walkthrough's button leads the keyboard into an example", async () => {
  const { page } = editor;
  await page.locator(".gettingStartedContainer .getting-started-step").first().click();
  await page.waitForTimeout(1000);
  await page
    .locator(".gettingStartedContainer .monaco-button", { hasText: "Open an Example" })
    .press("Enter");
  await shown("func.func @power");
  await editor.cursorIn(3);
  await page.waitForTimeout(1000);
  await page.keyboard.press("ArrowDown");
  await editor.cursorIn(4);
  await page.locator(".tab", { hasText: "Welcome" }).click();
});

test("a list of the examples closes when an editor takes the keyboard from it", async () => {
  const { page } = editor;
  await page.locator(".tab", { hasText: "overflow.mlir" }).click();
  await shown("func.func @power");
  await editor.run("Open an Example");
  const row = page.locator(".quick-input-widget .monaco-list-row", { hasText: "Matrix Product" });
  await row.waitFor();
  await editor.click("return %result", "return");
  await row.waitFor({ state: "hidden" });
  await page.locator(".tab", { hasText: "Welcome" }).click();
});

test("the walkthrough opens an example, which is analysed", async () => {
  const { page } = editor;
  await page.locator(".gettingStartedContainer .getting-started-step").first().click();
  await page
    .locator(".gettingStartedContainer a, .gettingStartedContainer .monaco-button", {
      hasText: "Open an Example",
    })
    .first()
    .click();
  await shown("func.func @power");
  await editor.waitForAnalysis();
  assert.match(await editor.hover("noisy.mul %a, %b", "%p1", "Noise:"), /24 bits, limit 26, 2 left/);
  await page.keyboard.press("Escape");
});

test("the buttons of the walkthrough are about the example that was opened", async () => {
  const { page } = editor;
  const press = async (step: string, button: string) => {
    await page.locator(".tab", { hasText: "Welcome" }).click();
    await page.locator(".gettingStartedContainer .getting-started-step", { hasText: step }).click();
    await page.locator(".gettingStartedContainer .monaco-button", { hasText: button }).click();
  };
  await press("Fix an overflow", "Fix This Function");
  await shown("noisy.reduce_noise");
  await press("Look at a whole circuit", "Show Noise of This Function");
  const view = await NoiseView.shown(editor);
  assert.ok((await view.nodes().count()) > 5);
  await editor.screenshot("walkthrough-noise-view");
  await page.locator(".tab", { hasText: "Welcome" }).click();
  // What was done is ticked: with the settings, which were opened before.
  await done().nth(3).waitFor({ timeout: 10_000 });
  assert.equal(await done().count(), 4);
});

test("a command lists the examples", async () => {
  const { page } = editor;
  await editor.run("Open an Example");
  const rows = page.locator(".quick-input-widget .monaco-list-row");
  await rows.filter({ hasText: "Matrix Product" }).waitFor();
  assert.equal(await rows.count(), 6);
  await editor.screenshot("examples");
  // The walkthrough, which was before it, may take the focus once more.
  const input = page.locator(".quick-input-widget input");
  await input.fill("adder");
  await input.press("Enter");
  await shown("func.func @add32");
});
