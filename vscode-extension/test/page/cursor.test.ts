// The cursor stands at its operation after a fix that changes lines all over a text.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { Session } from "../support/session.ts";

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({ open: "adder.mlir" });
  editor = session.editor;
  await editor.waitForAnalysis();
});
after(() => session?.stop());

/** Puts the cursor into a line, counted from 1. */
async function goTo(line: number): Promise<void> {
  const { page } = editor;
  await page.mouse.click(700, 300);
  await page.keyboard.press("Control+G");
  await page.keyboard.type(String(line));
  await page.keyboard.press("Enter");
  await editor.cursorIn(line);
}

/** The number in the text on disk of the line that defines a value, from 1. */
function lineOf(value: string): number {
  return (
    session
      .read("adder.mlir")
      .split("\n")
      .findIndex((line) => line.startsWith(`  ${value} = `)) + 1
  );
}

async function undo(old: string): Promise<void> {
  await editor.page.keyboard.press("Control+Z");
  await session.save("adder.mlir", (text) => text === old);
}

test("after a command", async () => {
  const old = session.read("adder.mlir");
  const line = lineOf("%s20");
  await goTo(line);
  await editor.run("Insert Optimal Reductions in This Function");
  await editor.page.locator(".editor-instance .view-line", { hasText: "reduce_noise" }).first().waitFor();
  await session.save("adder.mlir", (text) => text !== old);
  assert.ok(lineOf("%s20") > line);
  await editor.cursorIn(lineOf("%s20"));
  await undo(old);
});
