// Makes the pictures of the READMEs, images/*.png, from a real VS Code with the
// extension: called by ./dev pictures.

import { join } from "node:path";
import type { Page } from "playwright-core";
import { extensionFolder } from "../test/support/paths.ts";
import { NoiseView } from "../test/support/noiseView.ts";
import { Session } from "../test/support/session.ts";

/** The settings that hide the parts of VS Code that are not about the extension. */
const bare = {
  "workbench.colorTheme": "Default Dark Modern",
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
};

const size = { width: 1180, height: 560 };
const session = await Session.start({ settings: bare, size, scale: 2 });
try {
  const { editor } = session;
  const { page } = editor;
  await page.keyboard.press("Control+B");
  await editor.waitForAnalysis();

  await editor.hover("noisy.mul %a, %b", "%p1", "Noise:");
  await picture(page, "hover", { x: 0, y: 30, width: 760, height: 320 });
  await page.keyboard.press("Escape");

  await editor.click("noisy.mul %p1, %p1", "%p2");
  // Ctrl makes a link of what the mouse is on.
  await page.mouse.move(640, 520);
  await editor.quickFixes();
  await picture(page, "quick-fix", { x: 0, y: 30, width: 760, height: 320 });
  await page.keyboard.press("Escape");

  const view = await NoiseView.open(editor);
  await page.waitForTimeout(1000);
  await picture(page, "noise-view", { x: 0, y: 0, ...size });
  await view.button("After").click();
  await view.count(".inserted", 3);
  await page.waitForTimeout(1000);
  await picture(page, "noise-view-after", { x: 0, y: 0, ...size });
} finally {
  await session.stop();
}

async function picture(
  page: Page,
  name: string,
  clip: { x: number; y: number; width: number; height: number },
): Promise<void> {
  await page.screenshot({
    path: join(extensionFolder, `images/${name}.png`),
    animations: "disabled",
    clip,
  });
}
