// The noise view beside the editor.

import * as assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { EditorPage } from "../support/editorPage.ts";
import { NoiseView } from "../support/noiseView.ts";
import { Session } from "../support/session.ts";

let session: Session, editor: EditorPage, view: NoiseView;

before(async () => {
  session = await Session.start();
  editor = session.editor;
  await editor.waitForAnalysis();
  // By the text of the lens, as one who reads it does.
  await editor.page
    .locator(".editor-instance .codelens-decoration a", { hasText: "overflow:" })
    .first()
    .click({ timeout: 20_000 });
  view = await NoiseView.shown(editor);
});
after(() => session?.stop());

test("the view has a node for each encrypted value, and for each operation that takes one", async () => {
  await view.count("", 7);
  for (const name of ["%a", "%b", "%p1", "%p2", "%p3", "%p4", "noisy.decode"])
    assert.equal(await view.node(name).count(), 1, name);
  await editor.screenshot("noise-view");
});

test("a value over the limit has another colour, and a sign", async () => {
  await view.count(".level-over", 1);
  await view.count(".level-unreliable", 3);
  const fill = (name: string) =>
    view
      .node(name)
      .locator("rect")
      .first()
      .evaluate((shape) => getComputedStyle(shape).fill + getComputedStyle(shape).stroke);
  assert.notEqual(await fill("%p2"), await fill("%p1"));
  assert.notEqual(await fill("%p2"), await fill("%a"));
  assert.match(
    (await view.node("%p2").getAttribute("aria-label")) ?? "",
    /48 bits, limit 26.*over the limit/,
  );
});

test("a click on a node moves the cursor to its line, and a cursor selects its node", async () => {
  await view.node("%p3").click();
  await editor.cursorIn(8);
  await view.frame.locator('.node.selected[aria-label^="%p3, "]').waitFor({ timeout: 10_000 });
  await editor.click("noisy.encode %y", "%b");
  await view.frame.locator('.node.selected[aria-label^="%b, "]').waitFor({ timeout: 10_000 });
});

test("a click on a node flashes its line", async () => {
  const line = await editor.place("noisy.mul %p2", "%p3");
  // The flash is over before a test could look for it.
  await editor.page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { flashes: seen });
    const overlays = document.querySelector(".editor-instance .view-overlays");
    new MutationObserver(() => {
      for (const mark of overlays?.querySelectorAll(".cdr[class*='ced-']") ?? []) {
        const { top, width } = mark.getBoundingClientRect();
        if (width > 300 && !seen.includes(top)) seen.push(top);
      }
    }).observe(overlays ?? document, { subtree: true, childList: true, attributes: true });
  });
  await view.node("%p3").click();
  const flashes = await editor.page.waitForFunction(() => {
    const { flashes } = window as unknown as { flashes: number[] };
    return flashes.length > 0 && flashes;
  });
  const tops = await flashes.jsonValue();
  assert.ok(tops && tops.length === 1 && Math.abs((tops[0] ?? 0) + 10 - line.y) < 10, `${tops} at ${line.y}`);
});

test("a click on a node leaves no word highlighted that the cursor was in", async () => {
  const highlights = editor.page.locator(
    ".editor-instance .wordHighlight, .editor-instance .wordHighlightStrong",
  );
  await editor.click("noisy.mul %p1", "%p2");
  await highlights.first().waitFor({ timeout: 20_000 });
  await view.node("%p4").click();
  await editor.cursorIn(9);
  // VS Code removes them at once, and asks for them again.
  await pause(1500);
  assert.equal(await highlights.count(), 0);
});

test("the keyboard goes along the edges", async () => {
  await view.node("%p3").click();
  await editor.cursorIn(8);
  await editor.page.keyboard.press("ArrowDown");
  await view.frame.locator('.node.selected[aria-label^="%p4, "]').waitFor({ timeout: 10_000 });
  await editor.page.keyboard.press("ArrowUp");
  await editor.page.keyboard.press("ArrowUp");
  await view.frame.locator('.node.selected[aria-label^="%p2, "]').waitFor({ timeout: 10_000 });
  await editor.page.keyboard.press("Enter");
  await editor.cursorIn(7);
});

test("the search finds by name, operation and level", async () => {
  const matches = view.nodes(".match");
  const search = view.frame.getByRole("textbox");
  await search.fill("over");
  await matches.nth(2).waitFor({ timeout: 10_000 });
  await search.fill("encode");
  await view.count(".match", 2);
  await search.fill("%p4");
  await view.count(".match", 1);
  await search.press("Escape");
  await view.count(".match", 0);
});

test("the view follows edits", async () => {
  await editor.click("noisy.mul %p3, %p3", "%p4");
  await editor.page.keyboard.press("End");
  await editor.page.keyboard.type("\n%p5 = noisy.add %p4, %a : !noisy.i32");
  await view.node("%p5").waitFor({ timeout: 20_000 });
  await view.count("", 8);
  await editor.run("File: Revert File");
  await view.count("", 7);
});

test("after the fix nothing is over, and Apply puts it into the text", async () => {
  const oldText = session.read("overflow.mlir");
  await view.button("After").click();
  await view.count(".inserted", 3);
  await view.count(".level-over", 0);
  await editor.screenshot("noise-view-after");
  await view.button("Before").click();
  await view.count(".inserted", 0);
  await view.button("After").click();
  await view.count(".inserted", 3);
  await view.button("Apply fix").click();
  await editor.squiggles().first().waitFor({ state: "detached", timeout: 20_000 });
  await view.count(".kind-reduction", 3);
  await editor.click("noisy.mul %a, %b", "%p1");
  await session.save("overflow.mlir", (text) => (text.match(/noisy\.reduce_noise/g) ?? []).length === 3);
  await editor.page.keyboard.press("Control+Z");
  await editor.squiggles().first().waitFor({ timeout: 20_000 });
  await session.save("overflow.mlir", (text) => text === oldText);
  // The picture comes when nobody has typed for a while.
  await view.count(".kind-reduction", 0);
});

test("the picture is exported as SVG that stands alone", async () => {
  await view.button("Export as SVG").click();
  const input = editor.page.locator(".quick-input-widget input[type=text]").first();
  await input.waitFor({ state: "visible", timeout: 10_000 });
  // VS Code proposes a name before it takes another.
  for (let i = 0; i < 200 && !(await input.inputValue()).endsWith("power-noise.svg"); i++) await pause(50);
  const file = session.path("power.svg");
  await input.fill(file);
  await editor.page.keyboard.press("Enter");
  for (let i = 0; i < 200 && !existsSync(file); i++) await pause(50);
  await pause(200);
  const drawing = readFileSync(file, "utf8");
  assert.match(drawing, /^(<\?xml[^>]*>\s*)?<svg /);
  assert.ok(drawing.trimEnd().endsWith("</svg>"));
  for (const text of ["%p2", "48/26", "@power"]) assert.ok(drawing.includes(text), text);
  assert.ok(!/<script|href=|url\(["']?http/.test(drawing), "it refers to something else");
});
