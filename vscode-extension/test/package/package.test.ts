// The package (.vsix), in a VS Code that has never seen the project, without any
// settings. With the environment's NOISY_CLEAN_SYSTEM, a folder that
// tools/make-clean-system made, VS Code runs in there: without LLVM and CBC.

import * as assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { FrameLocator, Locator } from "playwright-core";
import { Browser } from "../support/browser.ts";
import { CodeServer } from "../support/codeServer.ts";
import { EditorPage } from "../support/editorPage.ts";
import { buildFolder, extensionFolder, temporaryFolder } from "../support/paths.ts";

const root = process.env["NOISY_CLEAN_SYSTEM"] ?? "";
const scratch = temporaryFolder("package", root).slice(root.length);
let server: CodeServer, browser: Browser, editor: EditorPage;

before(async () => {
  const { version } = JSON.parse(readFileSync(join(extensionFolder, "package.json"), "utf8"));
  const file = `noisy-linux-x64-${version}.vsix`;
  copyFileSync(join(buildFolder(), file), root + join(scratch, file));
  copyFileSync(join(extensionFolder, "../examples/overflow.mlir"), root + join(scratch, "overflow.mlir"));
  server = await CodeServer.start({
    root,
    packages: [join(scratch, file)],
    environment: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
  });
  browser = await Browser.start();
  editor = new EditorPage(browser.page);
  await editor.open(server, scratch, "overflow.mlir");
});

after(async () => {
  await browser?.stop();
  await server?.stop();
  rmSync(root + scratch, { recursive: true, force: true });
});

/** The folder of the installed extension. */
function installed(): string {
  const extensions = join(root, server.extensions);
  const [name] = readdirSync(extensions).filter((each) => each.startsWith("noisy-mlir.noisy-"));
  return join(extensions, name ?? "missing");
}

const inCleanSystem = root ? test : undefined;
inCleanSystem?.("the system has neither LLVM nor CBC", () => {
  const libraries = ["usr/lib", "usr/lib/x86_64-linux-gnu"].flatMap((folder) =>
    readdirSync(join(root, folder)).filter((name) => /llvm|mlir|cbc|coinutils/i.test(name)),
  );
  assert.deepEqual(libraries, []);
  assert.ok(!existsSync(join(root, "usr/bin/noisy-lsp-server")));
});

test("the bundled packages come with their licences", () => {
  const folder = installed();
  const notices = readFileSync(join(folder, "dist/third-party-notices.txt"), "utf8");
  for (const name of ["elkjs", "vscode-languageclient"]) assert.ok(notices.includes(name), name);
  const licences = readdirSync(join(folder, "server/licenses"));
  for (const name of ["libmlir-22-dev", "coinor-libcbc-dev", "libgfortran-12-dev"])
    assert.ok(licences.includes(`${name}.txt`), name);
});

test("the server comes with what its diagnostics lead to", () => {
  const text = readFileSync(join(installed(), "server/docs/diagnostics.md"), "utf8");
  assert.match(text, /^## noise-overflow$/m);
  for (const [, name] of text.matchAll(/\]\(([\w-]+\.md)\)/g))
    assert.ok(existsSync(join(installed(), "server/docs", name!)), name);
});

test("a value shows its noise", async () => {
  await editor.waitForAnalysis();
  const text = await editor.hover("noisy.mul %a, %b", "%p1", "Noise:");
  assert.match(text, /Noise: 24 bits, limit 26, 2 left/);
  await editor.page.keyboard.press("Escape");
});

test("the quick fix fixes the program", async () => {
  await editor.click("noisy.mul %p1, %p1", "%p2");
  await editor.quickFixes();
  await editor.page.keyboard.press("Enter");
  await editor.squiggles().first().waitFor({ state: "detached", timeout: 30_000 });
  await editor.hintsWithout("/26 !");
  await editor.screenshot(root ? "clean-system" : "package");
});

test("the examples are in the package", async () => {
  await editor.run("Open an Example");
  await editor.page.locator(".quick-input-widget .monaco-list-row", { hasText: "Adder" }).waitFor();
  await editor.page.keyboard.type("adder");
  await editor.page.keyboard.press("Enter");
  await editor.page
    .locator(".editor-instance .view-line", { hasText: "func.func @add32" })
    .first()
    .waitFor({ timeout: 20_000 });
});

/** The pictures that a page shows, once all have arrived or a while is over: their
 * addresses, and if they are drawn. */
async function picturesOf(images: Locator): Promise<{ address: string; isDrawn: boolean }[]> {
  const read = () =>
    images.evaluateAll((all) =>
      all.map((each) => {
        const image = each as HTMLImageElement;
        return { address: image.currentSrc || image.src, isDrawn: image.naturalWidth > 0 };
      }),
    );
  for (let tries = 0; tries < 100 && (await read()).some(({ isDrawn }) => !isDrawn); tries++)
    await images.page().waitForTimeout(100);
  return read();
}

test("the walkthrough of the package has its pictures", async () => {
  const { page } = editor;
  await editor.openWalkthrough();
  const steps = page.locator(".gettingStartedContainer .getting-started-step");
  await steps.first().waitFor({ timeout: 20_000 });
  const { contributes } = JSON.parse(readFileSync(join(installed(), "package.json"), "utf8"));
  // By theme: dark, light, and the two of high contrast.
  const media: Record<string, string>[] = contributes.walkthroughs[0].steps.map(
    (step: { media: { image: Record<string, string> } }) => step.media.image,
  );
  assert.ok(media.length > 0);
  assert.equal(await steps.count(), media.length);
  const seen: string[] = [];
  for (const [i, imagesByTheme] of media.entries()) {
    const names = Object.values(imagesByTheme);
    assert.equal(names.length, 4, names.join(" "));
    for (const name of names) assert.ok(statSync(join(installed(), name)).size > 0, name);
    await steps.nth(i).click();
    const images = page.locator(".gettingStartedContainer .getting-started-media img");
    await images.first().waitFor({ state: "attached", timeout: 20_000 });
    // The picture of the step before is there for a moment.
    for (let tries = 0; tries < 100 && seen.includes((await picturesOf(images))[0]?.address ?? ""); tries++)
      await page.waitForTimeout(100);
    const [picture] = await picturesOf(images);
    assert.ok(picture?.isDrawn, names.join(" "));
    seen.push(picture.address);
  }
  assert.equal(new Set(seen).size, media.length, seen.join(" "));
});

/** The address that the package was made with. */
const publicPictures = process.env["NOISY_PICTURES_URL"];

/** Opens the extension's page beside an editor, and gives the frame of its text. */
async function openExtensionPage(editor: EditorPage): Promise<FrameLocator> {
  const { page } = editor;
  const row = page.locator(".extensions-list .monaco-list-row", { hasText: "Noisy MLIR" }).first();
  // A list that VS Code asks for too early stays empty: a person opens it again. The
  // palette may not have its command yet; the view is there from the start.
  for (let attempts = 5; attempts > 0 && !(await row.isVisible()); attempts--) {
    await page.keyboard.press("Control+Shift+X");
    await row.waitFor({ timeout: 10_000 }).catch(() => {});
  }
  await row.click();
  const frame = page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
  await frame.locator("h1", { hasText: "Noisy MLIR" }).waitFor({ timeout: 30_000 });
  return frame;
}

/** The number of pictures in the text that the page is made of. */
const pictureCount = readFileSync(join(extensionFolder, "README.md"), "utf8").match(/!\[/g)?.length ?? 0;

test("the extension's page has public pictures, or else says where they are", async () => {
  const frame = await openExtensionPage(editor);
  const pictures = await picturesOf(frame.locator("img"));
  await editor.screenshot(root ? "clean-system-page" : "package-page");
  if (publicPictures) {
    // This machine need not reach them.
    assert.ok(pictures.length > 0);
    assert.equal(pictures.length, pictureCount);
    for (const { address } of pictures) assert.match(address, /^https:/);
  } else {
    assert.deepEqual(pictures, []);
    await frame.locator("p", { hasText: "Get Started with Noisy MLIR" }).first().waitFor();
  }
});

test("the extension's page draws all pictures of a package with their address", async () => {
  const base = "https://pictures.test/vscode-extension";
  const { status, stdout, stderr } = spawnSync(process.execPath, ["tools/page-text.mjs", "README.md"], {
    cwd: extensionFolder,
    env: { ...process.env, NOISY_PICTURES_URL: base },
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  writeFileSync(join(installed(), "README.md"), stdout);
  // A browser that has seen the page keeps its text.
  const fresh = await Browser.start();
  try {
    const { page } = fresh;
    // The address answers with the pictures that are in the package.
    await page.route(`${base}/images/*`, (route) =>
      route.fulfill({ path: join(installed(), route.request().url().slice(base.length)) }),
    );
    const other = new EditorPage(page);
    await other.open(server, scratch, "overflow.mlir");
    // The palette has its commands once the extension runs.
    await page.locator(".statusbar-item", { hasText: "Noisy" }).waitFor({ timeout: 60_000 });
    const frame = await openExtensionPage(other);
    const images = frame.locator("img");
    await images.first().waitFor({ state: "attached", timeout: 20_000 });
    const pictures = await picturesOf(images);
    await other.screenshot(root ? "clean-system-page-pictures" : "package-page-pictures");
    assert.equal(pictures.length, pictureCount);
    for (const { address, isDrawn } of pictures) {
      assert.ok(address.startsWith(`${base}/images/`), address);
      assert.ok(isDrawn, `${address} is not drawn`);
    }
  } finally {
    await fresh.stop();
  }
});
