// Draws images/icon.png from images/icon.svg, with a Chromium.
//
// usage: node tools/make-icon.mjs [CHROMIUM]
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const images = new URL("../images/", import.meta.url);
const executablePath = process.argv[2] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
  const drawing = await readFile(new URL("icon.svg", images), "utf8");
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
  await page.screenshot({ path: fileURLToPath(new URL("icon.png", images)), omitBackground: true });
} finally {
  await browser.close();
}
