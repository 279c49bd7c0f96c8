// Makes the pictures of the READMEs, images/*.png, from a real VS Code with the
// extension: called by ./dev pictures.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { extensionFolder } from "../test/support/paths.ts";
import { NoiseView } from "../test/support/noiseView.ts";
import { Session } from "../test/support/session.ts";
import { readPng, writeApng, type Frame } from "./apng.ts";

/** The pictures of the walkthrough are there for dark and for light themes. */
const themes = [
  { name: "Default Dark Modern", suffix: "" },
  { name: "Default Light Modern", suffix: "-light" },
];

/** The settings that hide the parts of VS Code that are not about the extension. */
const bare = {
  "workbench.activityBar.location": "hidden",
  "workbench.layoutControl.enabled": false,
  "window.commandCenter": false,
  "breadcrumbs.enabled": false,
  "editor.minimap.enabled": false,
  "editor.lightbulb.enabled": "off",
  "editor.scrollbar.vertical": "hidden",
  "editor.scrollbar.horizontal": "hidden",
  "editor.overviewRulerBorder": false,
  "editor.hideCursorInOverviewRuler": true,
  "editor.cursorBlinking": "solid",
};

/** A part of the page. */
interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}
const size = { width: 1180, height: 600 };
const editorPart: Clip = { x: 0, y: 30, width: 760, height: 330 };
const image = (name: string): string => join(extensionFolder, `images/${name}.png`);

for (const { name, suffix } of themes) await picturesOfTheme(name, suffix);
await animation();

async function picturesOfTheme(theme: string, suffix: string): Promise<void> {
  await withSession({ open: "adder.mlir", scale: 2, theme }, async ({ editor }) => {
    const { page } = editor;
    await editor.hover("noisy.mul %a0, %b0", "%c1", "Noise:");
    await picture(page, `hover${suffix}`, editorPart);
    await page.keyboard.press("Escape");

    await editor.click("noisy.mul %x1, %c1", "%p1");
    for (let i = 0; i < 10; i++) await page.keyboard.press("Control+ArrowDown");
    // Ctrl makes a link of what the mouse is on.
    await page.mouse.move(640, 540);
    await editor.quickFixes();
    await picture(page, `quick-fix${suffix}`, editorPart);
    await page.keyboard.press("Escape");

    const view = await NoiseView.open(editor);
    await page.waitForTimeout(1500);
    await picture(page, `noise-view${suffix}`, { x: 0, y: 0, ...size });
    // The README has only dark ones.
    if (suffix) return;
    await view.button("After").click();
    await view.nodes(".inserted").first().waitFor({ timeout: 30_000 });
    await page.waitForTimeout(1500);
    await picture(page, "noise-view-after", { x: 0, y: 0, ...size });
  });

  // The signature would stand over the lines above.
  const settings = { "editor.parameterHints.enabled": false };
  await withSession({ open: "overflow.mlir", scale: 2, theme, settings }, async ({ editor }) => {
    const { page } = editor;
    await empty(page);
    await typeLines(page, [
      "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %i: index) -> !noisy.i32 {",
      "%product = noisy.mul %a, %b : !noisy.i32",
      "%fresh = noisy.reduce_noise %product : !noisy.i32",
    ]);
    await page.keyboard.type("return %fresh : !noisy.i32", { delay: 30 });
    await closeLists(page);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("%result = noisy.mul %product, %", { delay: 30 });
    await page.locator(".suggest-widget .monaco-list-row").first().waitFor({ timeout: 20_000 });
    await page.waitForTimeout(1500);
    await picture(page, `completion${suffix}`, { ...editorPart, width: 860, height: 230 });
    await page.keyboard.press("Escape");
    await editor.run("Preferences: Open Settings (UI)");
    await page.locator(".settings-editor .search-container").first().waitFor({ timeout: 20_000 });
    await page.keyboard.type("@ext:noisy-mlir.noisy");
    await page
      .locator(".settings-editor .setting-item", { hasText: "Model" })
      .first()
      .waitFor({ timeout: 20_000 });
    // The search offers filters, over the tabs, while it has the focus; Escape empties it.
    const filters = page.locator(".suggest-widget.visible");
    for (let tries = 0; tries === 0 || (tries < 10 && (await filters.count()) > 0); tries++) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.waitForTimeout(1000);
    }
    await picture(page, `settings${suffix}`, { x: 0, y: 30, width: 1180, height: 570 });
  });
}

async function animation(): Promise<void> {
  await withSession(
    { open: "overflow.mlir", scale: 1.5, theme: "Default Dark Modern" },
    async ({ editor }) => {
      const { page } = editor;
      await empty(page);
      const frames: Frame[] = [];
      const shoot = async (duration: number): Promise<void> => {
        const file = await page.screenshot({ clip: { x: 0, y: 30, width: 680, height: 290 } });
        frames.push({ picture: readPng(file), duration });
      };
      const type = async (text: string): Promise<void> => {
        for (const pair of text.match(/..?/g) ?? []) {
          await page.keyboard.type(pair, { delay: 20 });
          await shoot(90);
        }
      };
      const enter = async (): Promise<void> => {
        await closeLists(page);
        await page.waitForTimeout(400);
        await shoot(250);
        await page.keyboard.press("Enter");
      };
      await type("func.func @cube(%a: !noisy.i32) -> !noisy.i32 {");
      await enter();
      await type("%0 = noisy.mul %a, %a : !noisy.i32");
      await enter();
      await type("%1 = noisy.mul %0, %a : !noisy.i32");
      await enter();
      await type("return %1 : !noisy.i32");
      await closeLists(page);
      await editor.waitForAnalysis();
      await page.waitForTimeout(600);
      await shoot(900);
      await editor.hover("noisy.mul %0, %a", "%1", "Noise:");
      await page.waitForTimeout(400);
      await shoot(2500);
      await page.keyboard.press("Escape");
      await editor.click("noisy.mul %0, %a", "%1");
      await page.mouse.move(640, 540);
      await editor.quickFixes();
      await page.waitForTimeout(300);
      await shoot(1500);
      await page.keyboard.press("Enter");
      await editor.squiggles().first().waitFor({ state: "detached", timeout: 20_000 });
      await editor.hintsWithout("/26 !");
      await page.waitForTimeout(600);
      await shoot(3500);
      // A viewer without animations shows the first picture: the last one, which it follows.
      const [last] = frames.slice(-1);
      if (last) frames.unshift({ ...last, duration: 20 });
      writeFileSync(image("typing"), writeApng(frames));
    },
  );
}

/** A VS Code with nothing but an editor, for pictures. */
async function withSession(
  {
    theme,
    settings,
    ...options
  }: { open: string; scale: number; theme: string; settings?: Record<string, unknown> },
  act: (session: Session) => Promise<void>,
): Promise<void> {
  const session = await Session.start({
    settings: { ...bare, "workbench.colorTheme": theme, ...settings },
    size,
    ...options,
  });
  try {
    const { page } = session.editor;
    await page.keyboard.press("Control+B");
    await session.editor.waitForAnalysis();
    await act(session);
  } finally {
    await session.stop();
  }
}

/** Leaves an empty file, without the hints of what was there. */
async function empty(page: Page): Promise<void> {
  await page.mouse.click(300, 200);
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  const hints = page.locator(".editor-instance .view-line", { hasText: "/26" });
  await hints.first().waitFor({ state: "detached", timeout: 20_000 });
}

/** Closes the list of completions and the signature: each would cover the lines beside it,
 * and one of them may come late. */
async function closeLists(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  const open = page.locator(".suggest-widget.visible, .parameter-hints-widget.visible");
  for (let tries = 0; tries < 10 && (await open.count()) > 0; tries++) {
    await page.keyboard.press("Escape");
    await page.waitForTimeout(200);
  }
}

async function typeLines(page: Page, lines: string[]): Promise<void> {
  for (const line of lines) {
    await page.keyboard.type(line, { delay: 30 });
    await closeLists(page);
    await page.keyboard.press("Enter");
  }
}

async function picture(page: Page, name: string, clip: Clip): Promise<void> {
  const file = await page.screenshot({ animations: "disabled", clip });
  // With 256 colours it has a third of the bytes.
  writeFileSync(image(name), writeApng([{ picture: readPng(file), duration: 1000 }]));
}
