// VS Code as a person sees it: a page with an editor.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import type { CodeServer } from "./codeServer.ts";
import { buildFolder } from "./paths.ts";

/** The first editor of a page, and the parts of VS Code around it. */
export class EditorPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a folder with one of its files. */
  async open(server: CodeServer, workspace: string, file: string): Promise<void> {
    const address = server.page(workspace, [["openFile", server.remote(join(workspace, file))]]);
    // The first page of a slow machine takes long.
    await this.page.goto(address, { timeout: 120_000 });
    await this.page.waitForSelector(".monaco-editor .view-lines .view-line", { timeout: 90_000 });
  }

  /** The middle of a word on screen: `word` in the first line that contains
   * `line`, which begins with the word or has it once. */
  async place(line: string, word: string): Promise<{ x: number; y: number }> {
    const handle = await this.page.waitForFunction(
      ([line, word]) => {
        const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");
        const lines = [...document.querySelectorAll(".editor-instance .view-line")].sort(
          (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
        );
        const element = lines.find((candidate) => plain(candidate.textContent).includes(line));
        if (!element) return null;
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const offset = plain(node.nodeValue).indexOf(word);
          if (offset < 0) continue;
          const range = document.createRange();
          range.setStart(node, offset);
          range.setEnd(node, offset + word.length);
          const box = range.getBoundingClientRect();
          return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        }
        return null;
      },
      [line, word] as const,
      { timeout: 20_000 },
    );
    const place = await handle.jsonValue();
    if (!place) throw new Error(`${word} is not on screen`);
    return place;
  }

  /** Puts the cursor into a word. */
  async click(line: string, word: string): Promise<void> {
    const { x, y } = await this.place(line, word);
    await this.page.mouse.click(x, y);
  }

  /** Rests the mouse on a word, and gives the text of its hover once that contains
   * `words`. */
  async hover(line: string, word: string, words: string): Promise<string> {
    const { x, y } = await this.place(line, word);
    const contents = this.page.locator(".monaco-hover:not(.hidden) .hover-row .hover-contents");
    // A hover comes when the mouse moves onto the word.
    await this.page.mouse.move(x - 80, y + 120);
    await this.page.mouse.move(x, y, { steps: 4 });
    await contents.filter({ hasText: words }).first().waitFor({ state: "visible", timeout: 20_000 });
    const rows = await this.page.locator(".monaco-hover:not(.hidden) .hover-row").allInnerTexts();
    return rows.join("\n").replaceAll("\u00a0", " ");
  }

  /** Opens the command palette with some words, and gives its rows once the chosen one has
   * the name, if there is one. The walkthrough takes the focus once more some time after it
   * was opened, and so closes the palette: a person opens it again. */
  async palette(words: string, name = ""): Promise<Locator> {
    const input = this.page.locator(".quick-input-widget input");
    const rows = this.page.locator(".quick-input-widget .monaco-list-row");
    const chosen = rows.and(this.page.locator(".focused")).filter({ hasText: name });
    for (let attempts = 4; ; attempts--) {
      await this.page.keyboard.press("F1");
      try {
        await input.waitFor({ state: "visible", timeout: 5000 });
        await input.fill(`>${words}`, { timeout: 5000 });
        await chosen.first().waitFor({ state: "visible", timeout: 5000 });
        return rows;
      } catch (error) {
        if (attempts === 0) throw error;
      }
    }
  }

  /** Runs a command by the name that the palette has for it. */
  async run(command: string): Promise<void> {
    await this.palette(command, command);
    await this.page.keyboard.press("Enter");
  }

  /** Opens the walkthrough of the extension, without the side bar: VS Code leaves its
   * pictures out where there is little room. */
  async openWalkthrough(): Promise<void> {
    await this.page.keyboard.press("Control+B");
    await this.run("Welcome: Open Walkthrough...");
    await this.page.locator(".quick-input-widget input").waitFor({ state: "visible" });
    await this.page.keyboard.type("Noisy");
    await this.page
      .locator(".quick-input-widget .monaco-list-row", { hasText: "Get Started with Noisy MLIR" })
      .first()
      .waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** Waits until the cursor is in a line, counted from 1. */
  async cursorIn(line: number): Promise<void> {
    await this.page
      .locator(".editor-instance .active-line-number", { hasText: new RegExp(`^${line}$`) })
      .waitFor({ timeout: 10_000 });
  }

  /** Waits for the error and the lens, which moves the lines below it. */
  async waitForAnalysis(): Promise<void> {
    await this.squiggles().first().waitFor({ timeout: 60_000 });
    await this.page.locator(".editor-instance .codelens-decoration").first().waitFor({ timeout: 30_000 });
  }

  squiggles(): Locator {
    return this.page.locator(".editor-instance .squiggly-error");
  }

  /** Waits until the first squiggle is under a word (see `place`). VS Code draws it anew
   * where lines move, as when a code lens comes. */
  async squiggleUnder(line: string, word: string): Promise<void> {
    let places = "";
    for (let i = 0; i < 100; i++) {
      const { x, y } = await this.place(line, word);
      const box = await this.squiggles().first().boundingBox();
      if (box && box.x < x && x < box.x + box.width && box.y - 20 < y && y < box.y + box.height + 20) return;
      places = `${word} is at ${x}, ${y}; the squiggle at ${JSON.stringify(box)}`;
      await pause(50);
    }
    throw new Error(places);
  }

  /** Waits until no line, with the hints in it, contains a text. */
  async hintsWithout(text: string): Promise<void> {
    await this.page
      .locator(".editor-instance .view-line", { hasText: text })
      .first()
      .waitFor({ state: "detached", timeout: 20_000 });
  }

  /** Opens the menu of fixes at the cursor, by keyboard, and gives its entries. */
  async quickFixes(): Promise<string[]> {
    const rows = this.page.locator(".action-widget .monaco-list-row");
    // On a busy machine VS Code gives up before the fixes are listed, and says that there
    // are none: a person tries again.
    for (let attempts = 4; ; attempts--) {
      await this.page.keyboard.press("Control+Period");
      const menu = rows.first().waitFor({ state: "visible", timeout: 6000 });
      if (attempts === 0) await menu;
      else if (await menu.then(() => true).catch(() => false)) break;
    }
    return rows.allInnerTexts();
  }

  /** A picture of the page, below the build folder. */
  async screenshot(name: string): Promise<void> {
    const folder = join(buildFolder(), "screenshots");
    mkdirSync(folder, { recursive: true });
    // Animations are shown at their end.
    await this.page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  }
}
