// While a line is typed, the others stay where they are, and so do their errors.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { hostClock } from "../support/hostClock.ts";
import { LineRecorder, type Movement } from "../support/lineRecorder.ts";
import { Session } from "../support/session.ts";

const text = `func.func @before(%a: !noisy.i32) -> !noisy.i32 {
  %before = noisy.mul %a, %a : !noisy.i32
  return %before : !noisy.i32
}

func.func @typed(%n: index, %a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %product = noisy.mul %a, %b : !noisy.i32
  %over = noisy.mul %product, %a : !noisy.i32
  %late = noisy.add %product, %a : !noisy.i32
  return %over : !noisy.i32
}

func.func @after(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %x = noisy.add %a, %b : !noisy.i32
  %called = call @typed2(%x) : (!noisy.i32) -> !noisy.i32
  %last = noisy.mul %x, %called : !noisy.i32
  return %last : !noisy.i32
}

func.func @typed2(%a: !noisy.i32) -> !noisy.i32 {
  %fresh = noisy.reduce_noise %a : !noisy.i32
  return %fresh : !noisy.i32
}
`;
const tenLines = [
  "%t0 = noisy.add %a, %b : !noisy.i32",
  "%t1 = noisy.add %t0, %a : !noisy.i32",
  "%t2 = noisy.reduce_noise %t1 : !noisy.i32",
  "// A comment, with a bracket {.",
  "%t3 = noisy.mul %t2, %a : !noisy.i32",
  "%t4 = arith.addi %c0, %c1 : index",
  "%t5 = noisy.reduce_noise %t3 : !noisy.i32",
  "%t6 = noisy.add %t5, %t5 : !noisy.i32",
  "%t7 = noisy.scale %t6 by 3 : !noisy.i32",
  "%t8 = noisy.reduce_noise %t7 : !noisy.i32",
];

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({
    files: { "still.mlir": text },
    open: "still.mlir",
    otherExtensions: { clock: hostClock },
    size: { width: 1280, height: 1200 },
  });
  editor = session.editor;
  await editor.waitForAnalysis();
});
after(() => session?.stop());

/** Puts the cursor at the end of a line, and gives it a new one below. */
async function newLineBelow(line: string, word: string): Promise<void> {
  await editor.click(line, word);
  await editor.page.keyboard.press("End");
  await editor.page.keyboard.press("Enter");
}

/** Types letters at 60 ms each; the list of completions is closed then. Rest before lines
 * move: VS Code puts errors and hints that it gets after a key where they were in the text
 * before that, until the next ones come. */
async function type(recorder: LineRecorder, line: string): Promise<void> {
  for (const letter of line) {
    await recorder.key(letter);
    await editor.page.waitForTimeout(60);
  }
  await recorder.key("Escape");
  await recorder.rest();
}

test("ten lines that are typed into a function move no others", async () => {
  await newLineBelow("noisy.mul %a, %b", "mul");
  await editor.page.waitForTimeout(3000);
  const recorder = await LineRecorder.start(editor, ["%over"]);
  for (const line of tenLines) {
    await type(recorder, line);
    await recorder.key("Enter");
    await recorder.rest();
    await recorder.adopt();
  }
  await editor.screenshot("still-lines");
  const { movements, errors, frames, lines } = await recorder.stop();
  assert.deepEqual(movements, []);
  assert.equal(errors, 1);
  assert.ok(frames > 1000, `${frames} frames`);
  assert.ok(lines >= 20 + tenLines.length, `${lines} lines`);
});

test("nor does a loop, whose brackets the editor closes", async () => {
  const recorder = await LineRecorder.start(editor, ["%over"]);
  await type(recorder, "%l = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (!noisy.i32) {");
  await recorder.key("Enter");
  await recorder.rest();
  await type(recorder, "%next = noisy.add %acc, %a : !noisy.i32");
  await recorder.key("Enter");
  await recorder.rest();
  await type(recorder, "%small = noisy.reduce_noise %next : !noisy.i32");
  await recorder.key("Enter");
  await recorder.rest();
  await type(recorder, "scf.yield %small : !noisy.i32");
  await recorder.key("ArrowDown");
  await recorder.key("End");
  await recorder.key("Enter");
  await recorder.rest();
  await editor.screenshot("still-lines-loop");
  const { movements, errors } = await recorder.stop();
  assert.deepEqual(movements, []);
  assert.equal(errors, 1);
});

test("nor do the headers of a function and of a loop", async () => {
  const { keyboard } = editor.page;
  await editor.click("func.func @after", "@after");
  await keyboard.press("End");
  for (let i = 0; i < ") -> !noisy.i32 {".length; i++) await keyboard.press("ArrowLeft");
  await editor.page.waitForTimeout(1000);
  let recorder = await LineRecorder.start(editor, ["%over"]);
  await type(recorder, ", %c: memref<4xi32>");
  await editor.screenshot("still-lines-header");
  let { movements, errors } = await recorder.stop();
  assert.deepEqual(movements, []);
  assert.equal(errors, 1);

  await editor.click("= scf.for %i", "to");
  await keyboard.press("Control+ArrowRight");
  await editor.page.waitForTimeout(1000);
  recorder = await LineRecorder.start(editor, ["%over"]);
  for (let i = 0; i < 3; i++) {
    await recorder.key("Backspace");
    await recorder.rest();
  }
  await editor.screenshot("still-lines-loop-header");
  await type(recorder, "to ");
  ({ movements, errors } = await recorder.stop());
  assert.deepEqual(movements, []);
  assert.equal(errors, 1);
});

/** What has moved and is not back: the first and the last place. VS Code shows what comes
 * after the next key at an old place, until the next comes (docs/features.md). */
function notBack(movements: Movement[]): string[] {
  const ways = new Map<string, { from: string; to: string }>();
  for (const { line, what } of movements) {
    const [, place, from, to] = /^(.*) from (\S+) to (\S+)$/.exec(what) ?? [undefined, what, "", "nowhere"];
    const name = `${line}: ${place}`;
    ways.set(name, { from: ways.get(name)?.from ?? from, to });
  }
  const isMoved = ({ from, to }: { from: string; to: string }) =>
    !(Math.abs(Number(from) - Number(to)) <= 0.5);
  return [...ways]
    .filter(([, way]) => isMoved(way))
    .map(([name, { from, to }]) => `${name} from ${from} to ${to}`);
}

test("ten lines that are typed without a rest are what was typed, and nothing else has moved then", async () => {
  const lines = tenLines.map((line) => line.replaceAll(/%t(?=\d)/g, "%u"));
  await newLineBelow("noisy.mul %a, %b", "mul");
  await editor.page.waitForTimeout(3000);
  const recorder = await LineRecorder.start(editor, ["%over"]);
  for (const key of lines.flatMap((line) => [...line, "Enter"])) {
    await recorder.key(key);
    await editor.page.waitForTimeout(60);
  }
  await recorder.key("Escape");
  await recorder.rest();
  await editor.screenshot("still-lines-fast");
  const { movements, errors } = await recorder.stop();
  assert.deepEqual(notBack(movements), []);
  assert.equal(errors, 1);
  await session.save("still.mlir", (content) =>
    content.includes(lines.map((line) => `  ${line}\n`).join("")),
  );
});
