// Lists of values: what they tell of them, and what comes with the last one.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CompletionPage } from "../support/completionPage.ts";
import type { EditorPage } from "../support/editorPage.ts";

let lists: CompletionPage, editor: EditorPage;

before(async () => {
  lists = await CompletionPage.start();
  editor = lists.editor;
});
after(() => lists?.stop());

test("a value that ends a return brings its type", async () => {
  const { keyboard } = editor.page;
  await lists.begin("func.func @f(%a: !noisy.i32) -> !noisy.i32 {");
  await keyboard.press("Enter");
  await lists.type("return ");
  await lists.offered("%a", "return ");
  await keyboard.press("Enter");
  await lists.savedLines("func.func @f(%a: !noisy.i32) -> !noisy.i32 {", "return %a : !noisy.i32", "}");
  // Of several values the others are fields.
  await lists.begin("func.func @f(%a: !noisy.i32, %i: i32) -> (i32, !noisy.i32) {");
  await keyboard.press("Enter");
  await lists.type("return ");
  await lists.offered("%i", "return ");
  await keyboard.press("Enter");
  await lists.offered("%a", "return %i, ");
  await keyboard.press("Enter");
  await lists.savedLines(
    "func.func @f(%a: !noisy.i32, %i: i32) -> (i32, !noisy.i32) {",
    "return %i, %a : i32, !noisy.i32",
    "}",
  );
});

test("the last operand of a call brings its types", async () => {
  await lists.beginBody();
  await lists.type("%r:2 = call @callee(%i, ");
  await lists.offered("%g", "%i, ");
  await editor.page.keyboard.press("Enter");
  await lists.saved("%r:2 = call @callee(%i, %g) : (i32, f32) -> (i32, f32)");
});

test("the row of a value has its type, its noise, and that of a result over the limit", async () => {
  await lists.beginBody();
  await lists.type("%x = noisy.add %");
  assert.deepEqual(await lists.rowOf("%a"), [": !noisy.i32", "12/26"]);
  await lists.beginBody();
  await lists.type("%p = noisy.mul %a, %a : !noisy.i32");
  await editor.page.waitForTimeout(800);
  await editor.page.keyboard.press("Enter");
  await lists.type("%q = noisy.mul %p, %");
  await editor.screenshot("completion-noise");
  assert.deepEqual(await lists.rowOf("%p"), [": !noisy.i32", "24/26 -> 48/26 !"]);
  assert.deepEqual(await lists.rowOf("%a"), [": !noisy.i32", "12/26 -> 36/26 !"]);
  assert.equal((await lists.rowOf("%n"))[1], "");
});
