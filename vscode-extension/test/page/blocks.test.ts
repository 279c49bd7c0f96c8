// The label of a block is typed, and a function is copied: neither blinds the rest.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { hostClock } from "../support/hostClock.ts";
import { LineRecorder } from "../support/lineRecorder.ts";
import { Session } from "../support/session.ts";

const text = `func.func @branch(%c: i1, %a: !noisy.i32) -> !noisy.i32 {
  %product = noisy.mul %a, %a : !noisy.i32
  %sum = noisy.add %a, %a : !noisy.i32
  cf.cond_br %c, ^done(%product : !noisy.i32), ^other(%sum : !noisy.i32)
^other(%v: !noisy.i32):
  %t = noisy.add %v, %v : !noisy.i32
  cf.br ^done(%t : !noisy.i32)
^done(%r: !noisy.i32):
  %over = noisy.mul %r, %a : !noisy.i32
  %late = noisy.mul %a, %a : !noisy.i32
  return %late : !noisy.i32
}

func.func @caller(%c: i1, %b: !noisy.i32) -> !noisy.i32 {
  %called = call @branch(%c, %b) : (i1, !noisy.i32) -> !noisy.i32
  return %called : !noisy.i32
}
`;

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({
    files: { "blocks.mlir": text },
    open: "blocks.mlir",
    otherExtensions: { clock: hostClock },
    size: { width: 1280, height: 1000 },
  });
  editor = session.editor;
  await editor.waitForAnalysis();
});
after(() => session?.stop());

test("the label of a block that is typed anew moves no other line", async () => {
  const { keyboard } = editor.page;
  await editor.click("^other(%v", "other");
  await keyboard.press("End");
  await editor.page.waitForTimeout(1000);
  const recorder = await LineRecorder.start(editor, ["%over"]);
  const end = "(%v: !noisy.i32):";
  for (let i = 0; i < end.length; i++) {
    await recorder.key("Backspace");
    await editor.page.waitForTimeout(60);
  }
  await recorder.rest();
  await editor.screenshot("label-broken");
  for (const letter of end) {
    await recorder.key(letter);
    await editor.page.waitForTimeout(60);
  }
  await recorder.key("Escape");
  await recorder.rest();
  const { movements, errors } = await recorder.stop();
  assert.deepEqual(movements, []);
  assert.equal(errors, 1);
  await session.save("blocks.mlir", (content) => content === text);
});

test("the copy of a function has its noise, and the first one keeps its own", async () => {
  const { keyboard } = editor.page;
  await editor.click("return %late", "%late");
  await keyboard.press("Control+A");
  await keyboard.press("Control+C");
  await keyboard.press("Control+End");
  await keyboard.press("Control+V");
  await editor.page.waitForFunction(
    () => {
      const lines = [...document.querySelectorAll(".view-line")].map((line) => line.textContent ?? "");
      return lines.filter((line) => /36\/26\s!/.test(line)).length === 2;
    },
    undefined,
    { timeout: 20_000 },
  );
  await editor.screenshot("copied-function");
});
