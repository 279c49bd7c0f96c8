// Lists of completions in a page: what is typed, which row Enter or Tab takes, and what becomes
// of the text.

import * as assert from "node:assert/strict";
import type { EditorPage } from "./editorPage.ts";
import { hostClock } from "./hostClock.ts";
import { Session } from "./session.ts";

const header = `func.func private @callee(i32, f32) -> (i32, f32)
func.func @f(%n: index, %i: i32, %g: f32, %a: !noisy.i32, %c: i1) {`;

/** A session in which functions are typed into overflow.mlir. */
export class CompletionPage {
  readonly session: Session;
  readonly editor: EditorPage;

  /** Stop it in any case. */
  static async start(): Promise<CompletionPage> {
    const session = await Session.start({ otherExtensions: { clock: hostClock } });
    const { editor } = session;
    await editor.waitForAnalysis();
    await editor.page.locator(".editor-instance .view-line").first().click();
    return new CompletionPage(session);
  }

  private constructor(session: Session) {
    this.session = session;
    this.editor = session.editor;
  }

  stop(): Promise<void> {
    return this.session.stop();
  }

  /** Replaces the text by a function, and puts the cursor into its empty body. */
  async beginBody(): Promise<void> {
    const { keyboard } = this.editor.page;
    for (let i = 0; i < 3; i++) await keyboard.press("Escape");
    await keyboard.press("Control+A");
    await keyboard.insertText(`${header}\n\nreturn\n}\n`);
    await this.editor.place("return", "return");
    await keyboard.press("Control+Home");
    for (let i = 0; i < 2; i++) await keyboard.press("ArrowDown");
    await keyboard.press("End");
  }

  /** Types as a person does. */
  async type(text: string): Promise<void> {
    await this.editor.page.keyboard.type(text, { delay: 60 });
  }

  /** Fails unless the row that Enter or Tab takes becomes that of `label`. */
  async offered(label: string, typed: string): Promise<void> {
    const name = this.editor.page.locator(".suggest-widget.visible .monaco-list-row.focused .label-name");
    let text = "";
    for (let tries = 0; tries < 60; tries++) {
      text = (await name.allInnerTexts()).join(" ").replaceAll("\u00a0", " ");
      if (text === label) return;
      await this.editor.page.waitForTimeout(50);
    }
    assert.equal(text, label, `after ${typed}`);
  }

  /** Waits as long as a list takes, and fails if there is one. */
  async notOffered(typed: string): Promise<void> {
    await this.editor.page.waitForTimeout(800);
    const rows = this.editor.page.locator(".suggest-widget.visible .monaco-list-row");
    assert.deepEqual(await rows.allInnerTexts(), [], `after ${typed}`);
  }

  /** Fails unless the lines of the body become `lines`, indentation aside. */
  async saved(...lines: string[]): Promise<void> {
    await this.savedEnd(...lines, "return", "}");
  }

  /** Fails unless the lines after the header become `lines`. */
  async savedEnd(...lines: string[]): Promise<void> {
    const text = [...header.split("\n"), ...lines].join("\n");
    const plain = (content: string) => content.trim().replace(/ *\n */g, "\n");
    await this.session.save("overflow.mlir", (content) => plain(content) === text);
  }

  /** Replaces the text by `text`. */
  async begin(text: string): Promise<void> {
    const { keyboard } = this.editor.page;
    for (let i = 0; i < 3; i++) await keyboard.press("Escape");
    await keyboard.press("Control+A");
    await keyboard.press("Delete");
    await keyboard.insertText(text);
  }

  /** Fails unless the file becomes `lines`, indentation aside. */
  async savedLines(...lines: string[]): Promise<void> {
    const plain = (content: string) => content.trim().replace(/ *\n */g, "\n");
    await this.session.save("overflow.mlir", (content) => plain(content) === lines.join("\n"));
  }

  /** The number of errors on screen, once everything is analysed. */
  async errors(): Promise<number> {
    await this.editor.page.waitForTimeout(1500);
    return this.editor.squiggles().count();
  }

  /** Waits until a list has a row named `label`, and gives the names of its rows. */
  async rowNames(label: string): Promise<string[]> {
    const names = this.editor.page.locator(".suggest-widget.visible .monaco-list-row .label-name");
    await names.filter({ hasText: label }).first().waitFor({ timeout: 10_000 });
    return names.allInnerTexts();
  }

  /** Waits for the row of a value, and gives its type and its noise. */
  async rowOf(label: string): Promise<[string, string]> {
    const row = this.editor.page.locator(".suggest-widget.visible .monaco-list-row").filter({
      has: this.editor.page.locator(".label-name", { hasText: label }),
    });
    await row.first().waitFor({ timeout: 10_000 });
    const part = async (name: string) =>
      (await row.first().locator(name).innerText()).replaceAll("\u00a0", " ").trim();
    return [await part(".signature-label"), await part(".details-label")];
  }
}
