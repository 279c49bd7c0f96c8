// Lists of types, and lines that end with one: Enter is a new line then.

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

for (const typed of ["(", "(i32, ", "(i32, f32) -> ("])
  test(`the rest of a type takes the bracket that the editor has closed: ${typed}`, async () => {
    await lists.beginBody();
    await lists.type(`%r:2 = call @callee(%i, %g) : ${typed}`);
    const all = "(i32, f32) -> (i32, f32)";
    await lists.offered(all.slice(typed.length), typed);
    await editor.page.keyboard.press("Tab");
    await lists.saved(`%r:2 = call @callee(%i, %g) : ${all}`);
  });

test("Enter after a return without values is a new line", async () => {
  await lists.beginBody();
  await lists.type("return ");
  await lists.notOffered("return ");
  await editor.page.keyboard.press("Enter");
  await lists.type("// below");
  await lists.saved("return", "// below");
});

for (const [key, isBelow] of [
  ["Enter", true],
  ["ArrowDown", false],
] as const)
  test(`${key} after a type that is complete leaves the line`, async () => {
    for (const line of ["%z = arith.addi %i, %i : i32", "%z = noisy.add %a, %a : !noisy.i32"]) {
      await lists.beginBody();
      await lists.type(line);
      // A list that is still open closes without a key.
      await editor.page.waitForTimeout(800);
      await editor.page.keyboard.press(key);
      await editor.page.keyboard.press("End");
      await lists.type(" // here");
      await editor.page.keyboard.press("Escape");
      if (isBelow) await lists.saved(line, "// here");
      else await lists.savedEnd(line, "return // here", "}");
    }
  });

test("Enter after an integer type of few bits is a new line", async () => {
  for (const type of ["i2", "i3", "i4", "i6"]) {
    await lists.beginBody();
    await lists.type(`%z = arith.constant 1 : ${type}`);
    await editor.page.waitForTimeout(400);
    await editor.page.keyboard.press("Enter");
    await lists.type("// below");
    await lists.saved(`%z = arith.constant 1 : ${type}`, "// below");
  }
});

test("Enter before an operation is a new line, also if the type does not fit", async () => {
  await lists.beginBody();
  await lists.type("%z = arith.addi %i, %i : i32");
  await editor.page.keyboard.press("Home");
  await lists.type("%y = arith.addi %a, %i : i32");
  // The list stays open: the type of the other operand has these letters, too.
  await editor.page.waitForTimeout(800);
  await editor.page.keyboard.press("Enter");
  await lists.saved("%y = arith.addi %a, %i : i32", "%z = arith.addi %i, %i : i32");
});

test("Tab takes the type that the operands have", async () => {
  await lists.beginBody();
  await lists.type("%z = arith.addi %i, %i : i");
  await lists.offered("i32", "i");
  await editor.page.keyboard.press("Tab");
  await lists.saved("%z = arith.addi %i, %i : i32");
});

test("numbers are typed without a list, and their types fit", async () => {
  await lists.beginBody();
  await lists.type("%r = noisy.scale %a by ");
  await lists.notOffered("by ");
  await lists.beginBody();
  await lists.type("%k = arith.constant ");
  await lists.offered("true", "arith.constant ");
  await lists.type("5 : ");
  await lists.offered("i32", "5 : ");
  await lists.beginBody();
  await lists.type("%k = arith.constant 5.0 : ");
  await lists.offered("f32", "5.0 : ");
});

test("Enter right after a type is a new line, while the server is busy", async () => {
  await lists.beginBody();
  await lists.type("%z = noisy.add %a, %a : ");
  await lists.offered("!noisy.i32", "%a : ");
  await lists.session.withoutServer(async () => {
    await lists.type("!noisy.i32");
    await editor.page.keyboard.press("Enter");
  });
  await lists.type("// below");
  await lists.saved("%z = noisy.add %a, %a : !noisy.i32", "// below");
});

test("Enter right after a type is a new line, however fast it comes", async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `%z${i} = noisy.add %a, %a : !noisy.i32`);
  await lists.beginBody();
  for (const line of lines) {
    await lists.type(line);
    await editor.page.keyboard.press("Enter");
  }
  await lists.saved(...lines, "");
});

for (const typed of ["%z = memref.alloc() : memref<", "%z = tensor.empty() : tensor<4x"])
  test(`in the brackets of a type there are types: ${typed}`, async () => {
    await lists.beginBody();
    await lists.type(typed);
    const names = await lists.rowNames("index");
    await editor.screenshot(`completion-${/memref|tensor/.exec(typed)?.[0]}`);
    // Those of the file come first.
    assert.deepEqual(names.slice(0, 4).sort(), ["!noisy.i32", "f32", "i32", "index"]);
    assert.ok(!names.includes("func.func") && !names.includes("none"), names.join(" "));
    await lists.type("bf");
    await lists.offered("bf16", `${typed}bf`);
    await editor.page.keyboard.press("Tab");
    await lists.saved(`${typed}bf16>`);
  });

test("Enter after a type in brackets is a new line, however fast it comes", async () => {
  const lines = Array.from({ length: 4 }, (_, i) => `%z${i} = tensor.empty() : tensor<4x4xi32>`);
  await lists.beginBody();
  for (const line of lines) {
    await lists.type(line);
    await editor.page.keyboard.press("Enter");
  }
  await lists.saved(...lines, "");
});
