// The fields of a snippet: what is typed or taken in them, and what Tab does.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CompletionPage } from "../support/completionPage.ts";
import type { EditorPage } from "../support/editorPage.ts";
import { waitForHost } from "../support/hostClock.ts";

let lists: CompletionPage, editor: EditorPage;

before(async () => {
  lists = await CompletionPage.start();
  editor = lists.editor;
});
after(() => lists?.stop());

test("after a snippet the values for its first operand are offered", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%z = noisy.add");
  await lists.offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await lists.offered("%a", "a snippet");
  await editor.screenshot("completion-operand");
  await keyboard.press("Tab");
  // The next operand is the next stop.
  await keyboard.press("Tab");
  await lists.type("%a");
  await lists.saved("%z = noisy.add %a, %a : !noisy.i32");
  // What is typed takes the place of the operand all the same.
  await lists.beginBody();
  await lists.type("%z = arith.addi");
  await lists.offered("arith.addi", "arith.addi");
  await keyboard.press("Tab");
  await lists.offered("%n", "a snippet");
  await lists.type("%i");
  await lists.saved("%z = arith.addi %i, %rhs : i32");
});

test("Tab after a name that is typed is the next field", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%z = noisy.add");
  await lists.offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await lists.offered("%a", "a snippet");
  await lists.type("%a");
  await lists.offered("%a", "%a");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await lists.type("%a");
  await lists.saved("%z = noisy.add %a, %a : !noisy.i32");
  // The type follows it.
  await lists.beginBody();
  await lists.type("%z = arith.addi");
  await lists.offered("arith.addi", "arith.addi");
  await keyboard.press("Tab");
  await lists.offered("%n", "a snippet");
  await lists.type("%n");
  await lists.offered("%n", "%n");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await lists.type("%n");
  await lists.saved("%z = arith.addi %n, %n : index");
  // Of a part of a name it takes the rest.
  await lists.beginBody();
  await lists.type("%z = noisy.add");
  await lists.offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await lists.offered("%a", "a snippet");
  await lists.type("%");
  await lists.offered("%a", "%");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await lists.type("%a");
  await lists.saved("%z = noisy.add %a, %a : !noisy.i32");
});

test("Tab after a type that is typed is the next field, also if it stands there twice", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%z = scf.for");
  await lists.offered("scf.for", "scf.for");
  await keyboard.press("Tab");
  for (const word of ["%k", "%n", "%n", "%n", "%acc", "%a", "!noisy.i32"]) {
    await lists.type(word);
    await waitForHost(editor.page, Date.now());
    await keyboard.press("Tab");
  }
  await lists.type("// body");
  await lists.saved(
    "%z = scf.for %k = %n to %n step %n iter_args(%acc = %a) -> (!noisy.i32) {",
    "// body",
    "scf.yield %value : !noisy.i32",
    "}",
  );
});

test("the type of a loop follows the value that it begins with, at its end too", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%z = scf.for");
  await lists.offered("scf.for", "scf.for");
  await keyboard.press("Tab");
  for (const word of ["%k", "%n", "%n", "%n", "%acc", "%a"]) {
    await lists.type(word);
    await waitForHost(editor.page, Date.now());
    await keyboard.press("Tab");
  }
  // Past the type, which is right.
  await keyboard.press("Tab");
  await lists.type("// body");
  await lists.saved(
    "%z = scf.for %k = %n to %n step %n iter_args(%acc = %a) -> (!noisy.i32) {",
    "// body",
    "scf.yield %value : !noisy.i32",
    "}",
  );
});

test("Tab after the name of an operation writes its form, also in a snippet", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("scf.if");
  await lists.offered("scf.if", "scf.if");
  await keyboard.press("Tab");
  await lists.type("%c");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await lists.type("%x = noisy.add");
  await lists.offered("noisy.add", "noisy.add");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await lists.saved("scf.if %c {", "%x = noisy.add %lhs, %rhs : !noisy.i32", "}");
});

test("Enter in a field is a new line behind the operation, once no row of a list is taken", async () => {
  const { keyboard } = editor.page;
  const beginProduct = async () => {
    await lists.beginBody();
    await lists.type("%z = noisy.mul");
    await lists.offered("noisy.mul", "noisy.mul");
    await keyboard.press("Tab");
    await lists.offered("%a", "a snippet");
    await lists.type("%a");
    await waitForHost(editor.page, Date.now());
    await keyboard.press("Tab");
  };
  await beginProduct();
  await lists.type("%");
  await lists.offered("%a", "%");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowUp");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await lists.type("// next");
  await lists.saved("%z = noisy.mul %a, %a : !noisy.i32", "// next");
  // The first Enter takes the row.
  await beginProduct();
  await lists.type("%");
  await lists.offered("%a", "%");
  await keyboard.press("Enter");
  await lists.saved("%z = noisy.mul %a, %a : !noisy.i32");
  await keyboard.press("Enter");
  await lists.type("// next");
  await lists.saved("%z = noisy.mul %a, %a : !noisy.i32", "// next");
  // What the field had is not replaced by the new line.
  await lists.beginBody();
  await lists.type("%z = noisy.decode");
  await lists.offered("noisy.decode", "noisy.decode");
  await keyboard.press("Tab");
  await lists.offered("%a", "a snippet");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await lists.notOffered("a field");
  await keyboard.press("Enter");
  await lists.type("// next");
  await lists.saved("%z = noisy.decode %a : !noisy.i32 -> i5", "// next");
});

test("Enter in a field is an ordinary one where more than the snippet follows", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("// end");
  await keyboard.press("Home");
  await lists.type("%z = noisy.mul");
  await lists.offered("noisy.mul", "noisy.mul");
  await keyboard.press("Tab");
  await lists.offered("%a", "a snippet");
  await keyboard.press("Tab");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Enter");
  await lists.saved("%z = noisy.mul %a", ", %rhs : !noisy.i32// end");
});

test("Enter is an ordinary one in the lines after an operation in a field", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%z = scf.for");
  await lists.offered("scf.for", "scf.for");
  await keyboard.press("Tab");
  for (const word of ["%k", "%n", "%n", "%n", "%acc", "%a", "!noisy.i32"]) {
    await lists.type(word);
    await waitForHost(editor.page, Date.now());
    await keyboard.press("Tab");
  }
  await lists.type("%x = noisy.reduce");
  await lists.offered("noisy.reduce_noise", "noisy.reduce");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await lists.type("%a");
  await lists.offered("%a", "%a");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await lists.type("// one two");
  await waitForHost(editor.page, Date.now());
  for (let i = 0; i < 3; i++) await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  await lists.saved(
    "%z = scf.for %k = %n to %n step %n iter_args(%acc = %a) -> (!noisy.i32) {",
    "%x = noisy.reduce_noise %a : !noisy.i32",
    "// one",
    "// two",
    "scf.yield %value : !noisy.i32",
    "}",
  );
});

test("a list that comes when its name is typed is not shown", async () => {
  await lists.beginBody();
  await lists.type("return ");
  await lists.session.withoutServer(async () => lists.type("%c"));
  await lists.notOffered("%c");
});

test("a name that is typed over a field has one sigil", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("noisy.add");
  await lists.offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await editor.place("%0 = noisy.add", "%0");
  await lists.type("%x");
  await keyboard.press("Tab");
  await lists.type("%a");
  await lists.saved("%x = noisy.add %a, %rhs : !noisy.i32");
});

test("the type follows the value that is taken", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%z = arith.addi");
  await lists.offered("arith.addi", "arith.addi");
  await keyboard.press("Tab");
  await lists.offered("%n", "a snippet");
  await keyboard.press("Tab");
  await lists.saved("%z = arith.addi %n, %rhs : index");
  await keyboard.press("Tab");
  await lists.type("%n");
  await lists.saved("%z = arith.addi %n, %n : index");
});

test("what a snippet leaves to be filled in is an error once its fields are left", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%z = noisy.add");
  await lists.offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await editor.place("%z = noisy.add %lhs, %rhs", "%lhs");
  assert.equal(await lists.errors(), 0, "the first field");
  await editor.screenshot("completion-fields");
  await lists.type("%a");
  await keyboard.press("Escape");
  await keyboard.press("Tab");
  assert.equal(await lists.errors(), 0, "the second field");
  // The cursor is elsewhere.
  await keyboard.press("Escape");
  await editor.click("func.func private @callee", "@callee");
  await editor.squiggles().first().waitFor({ timeout: 10_000 });
  await editor.screenshot("completion-left-fields");
});
