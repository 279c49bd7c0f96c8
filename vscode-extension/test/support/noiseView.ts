// The noise view as a person sees it: a panel of VS Code, which is a page in frames.

import type { FrameLocator, Locator, Page } from "playwright-core";
import type { EditorPage } from "./editorPage.ts";

export class NoiseView {
  private readonly page: Page;
  readonly frame: FrameLocator;

  /** Opens it from the editor, and waits until it has drawn something. */
  static async open(editor: EditorPage): Promise<NoiseView> {
    await editor.run("Noisy: Show Noise of This Function");
    const view = new NoiseView(editor.page);
    await view.nodes().first().waitFor({ timeout: 30_000 });
    return view;
  }

  private constructor(page: Page) {
    this.page = page;
    this.frame = page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  }

  nodes(kind = ""): Locator {
    return this.frame.locator(`.node${kind}`);
  }

  /** The node of a value or an operation, by its name. */
  node(name: string): Locator {
    return this.frame.locator(`.node[aria-label^="${name}, "]`);
  }

  button(name: string): Locator {
    return this.frame.getByRole("button", { name, exact: true });
  }

  /** Waits until so many nodes of a kind are there. */
  async count(kind: string, expected: number): Promise<void> {
    for (let i = 0; i < 400 && (await this.nodes(kind).count()) !== expected; i++)
      await this.page.waitForTimeout(50);
    const found = await this.nodes(kind).count();
    if (found !== expected) throw new Error(`${found} nodes ${kind}, not ${expected}`);
  }
}
