// The cursor stands at its operation after a fix that changes lines all over a text.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { Session } from "../support/session.ts";

/** A chain of products that takes a reduction for each of them, more edits than VS Code
 * applies one by one, with an overflow of its own in the middle. */
const products = 1200;
const chain = [
  "func.func @chain(%a: !noisy.i32) -> !noisy.i32 {",
  "  %v0 = noisy.mul %a, %a : !noisy.i32",
  ...Array.from({ length: products }, (_, i) => `  %v${i + 1} = noisy.mul %v${i}, %v${i} : !noisy.i32`),
  `  return %v${products} : !noisy.i32`,
  "}",
  "",
];
chain.splice(
  products / 2,
  0,
  "  %own0 = noisy.mul %a, %a : !noisy.i32",
  "  %own1 = noisy.mul %own0, %own0 : !noisy.i32",
);

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({ open: "adder.mlir", files: { "chain.mlir": chain.join("\n") } });
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
function lineOf(file: string, value: string): number {
  return (
    session
      .read(file)
      .split("\n")
      .findIndex((line) => line.startsWith(`  ${value} = `)) + 1
  );
}

async function undo(file: string, old: string): Promise<void> {
  await editor.page.keyboard.press("Control+Z");
  await session.save(file, (text) => text === old);
}

test("after a command", async () => {
  const old = session.read("adder.mlir");
  const line = lineOf("adder.mlir", "%s20");
  await goTo(line);
  await editor.run("Insert Optimal Reductions in This Function");
  await editor.page.locator(".editor-instance .view-line", { hasText: "reduce_noise" }).first().waitFor();
  await session.save("adder.mlir", (text) => text !== "" && text !== old);
  assert.ok(lineOf("adder.mlir", "%s20") > line);
  await editor.cursorIn(lineOf("adder.mlir", "%s20"));
  await undo("adder.mlir", old);
});

test("after a quick fix with more edits than VS Code applies one by one", async () => {
  const { page } = editor;
  await page.keyboard.press("Control+P");
  await page.keyboard.type("chain.mlir");
  await page.locator(".quick-input-widget .monaco-list-row.focused", { hasText: "chain.mlir" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".editor-instance .view-line", { hasText: "func.func @chain" }).first().waitFor();
  await editor.waitForAnalysis();
  const old = session.read("chain.mlir");
  const line = lineOf("chain.mlir", "%own1");
  await goTo(line);
  const { y } = await editor.place("noisy.mul %own0", "%own1");
  const menu = await editor.quickFixes();
  assert.match(menu[1] ?? "", /Insert optimal reduce_noise/);
  await page.keyboard.press("Enter");
  await session.save("chain.mlir", (text) => text !== "" && text !== old);
  const reductions = session.read("chain.mlir").match(/noisy\.reduce_noise/g)?.length ?? 0;
  assert.ok(reductions > 1000, `${reductions} reductions`);
  assert.ok(lineOf("chain.mlir", "%own1") > line + 500);
  await editor.cursorIn(lineOf("chain.mlir", "%own1"));
  await editor.screenshot("cursor-quick-fix");
  // About as far down as it was: VS Code leaves room for the header that stays on screen.
  const after = await editor.place("noisy.mul %own0_reduced", "%own1");
  assert.ok(Math.abs(after.y - y) < 120, `from ${y} to ${after.y}`);
  await undo("chain.mlir", old);
});
