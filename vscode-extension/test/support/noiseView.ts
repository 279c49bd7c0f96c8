// The noise view as a person sees it: a panel of VS Code, which is a page in frames.

import type { FrameLocator, Locator, Page } from "playwright-core";
import type { EditorPage } from "./editorPage.ts";

export class NoiseView {
  private readonly page: Page;
  readonly frame: FrameLocator;

  /** Opens the view from the editor, and waits until it has drawn something. */
  static async open(editor: EditorPage): Promise<NoiseView> {
    await editor.run("Noisy MLIR: Show Noise of This Function");
    return NoiseView.shown(editor);
  }

  /** Waits until the view, which something opens, has drawn something. */
  static async shown(editor: EditorPage): Promise<NoiseView> {
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

  /** Waits until there are `total` nodes of a kind. */
  async count(kind: string, total: number): Promise<void> {
    for (let i = 0; i < 400 && (await this.nodes(kind).count()) !== total; i++)
      await this.page.waitForTimeout(50);
    const count = await this.nodes(kind).count();
    if (count !== total) throw new Error(`${count} nodes ${kind}, not ${total}`);
  }
}
