// The browser that shows a VS Code.

import { rmSync } from "node:fs";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { temporaryFolder } from "./paths.ts";

/** Chromium without a window, with a profile of its own. */
export class Browser {
  readonly page: Page;
  private readonly context: BrowserContext;
  private readonly folder: string;

  /** `scale`: the pixels of a screenshot for each pixel of the page. */
  static async start(size = { width: 1280, height: 800 }, scale = 1): Promise<Browser> {
    const folder = temporaryFolder("browser");
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      headless: true,
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ],
      viewport: size,
      deviceScaleFactor: scale,
    });
    return new Browser(folder, context, context.pages()[0] ?? (await context.newPage()));
  }

  private constructor(folder: string, context: BrowserContext, page: Page) {
    this.folder = folder;
    this.context = context;
    this.page = page;
  }

  async stop(): Promise<void> {
    await this.context.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
