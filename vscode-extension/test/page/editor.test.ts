// What a person sees and does in VS Code, with the extension from its folder.

import * as assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Browser } from "../support/browser.ts";
import { CodeServer } from "../support/codeServer.ts";
import { EditorPage } from "../support/editorPage.ts";
import { buildFolder, extensionFolder, temporaryFolder } from "../support/paths.ts";

const scratch = temporaryFolder("editor");
let server: CodeServer, browser: Browser, editor: EditorPage;

before(async () => {
  const extensions = join(scratch, "extensions");
  mkdirSync(extensions);
  symlinkSync(extensionFolder, join(extensions, "noisy"));
  cpSync(join(extensionFolder, "../examples"), join(scratch, "examples"), { recursive: true });
  server = await CodeServer.start({
    extensions,
    machineSettings: { "noisy.server.path": join(buildFolder(), "noisy-lsp-server") },
  });
  browser = await Browser.start();
  editor = new EditorPage(browser.page);
  await editor.open(server, join(scratch, "examples"), "overflow.mlir");
});

after(async () => {
  await browser?.stop();
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

test("the overflow is underlined", async () => {
  await editor.squiggles().first().waitFor({ timeout: 30_000 });
  const { x, y } = await editor.place("noisy.mul %p1, %p1", "%p2");
  const box = await editor.squiggles().first().boundingBox();
  assert.ok(box && box.x < x && x < box.x + box.width, "elsewhere than at %p2");
  assert.ok(box.y - 20 < y && y < box.y + box.height + 20, "in another line");
  await editor.screenshot("squiggle");
});

test("the mouse on a value shows its noise and what is left", async () => {
  const shown = await editor.hover("noisy.mul %a, %b", "%p1", "Noise:");
  assert.match(shown, /Noise: 24 of 26 bits, 2 left/);
  assert.match(shown, /24 = 12 \+ 12/);
  await editor.screenshot("hover");
  await editor.page.keyboard.press("Escape");
});

test("the quick fix mends the program, by keyboard, and one undo takes it back", async () => {
  const file = join(scratch, "examples/overflow.mlir");
  const before = readFileSync(file, "utf8");
  await editor.click("noisy.mul %p1, %p1", "%p2");
  // The first is the title of the group.
  const [, first] = await editor.quickFixes();
  assert.match(first ?? "", /Insert optimal reduce_noise/);
  await editor.screenshot("quick-fix");
  await browser.page.keyboard.press("Enter");
  await editor.squiggles().first().waitFor({ state: "detached", timeout: 20_000 });
  await editor.hintsWithout("over:");
  await editor.screenshot("quick-fix-applied");
  await saved(file, (text) => text !== before);
  const reduced = readFileSync(file, "utf8").match(/noisy\.reduce_noise %p\d/g);
  assert.deepEqual(reduced, ["noisy.reduce_noise %p1", "noisy.reduce_noise %p2", "noisy.reduce_noise %p3"]);

  await browser.page.keyboard.press("Control+Z");
  await editor.squiggles().first().waitFor({ timeout: 20_000 });
  await saved(file, (text) => text === before);
});

/** Saves the file in the editor, and waits until it is on disk as it should be. */
async function saved(file: string, isRight: (text: string) => boolean): Promise<void> {
  await browser.page.keyboard.press("Control+S");
  for (let i = 0; i < 200 && !isRight(readFileSync(file, "utf8")); i++) await pause(50);
  assert.ok(isRight(readFileSync(file, "utf8")), `the file is\n${readFileSync(file, "utf8")}`);
}
