// Lists of operations: which one is in the first row, and what it writes.

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

/** What is typed, and the first row. */
const table: [string, string][] = [
  ["%q = if", "scf.if"],
  ["%q = for", "scf.for"],
  ["%q = add", "noisy.add"],
  ["%q = mul", "noisy.mul"],
  ["%q = sub", "noisy.sub"],
  ["%q = cmp", "arith.cmpi"],
  ["%q = con", "arith.constant"],
  ["%q = select", "arith.select"],
  ["%q = alloc", "memref.alloc"],
  ["%q = cast", "memref.cast"],
  ["%q = load", "memref.load"],
  ["%q = index_c", "arith.index_cast"],
  ["%q = llvm.mlir.c", "llvm.mlir.constant"],
  ["load", "memref.load"],
  ["store", "memref.store"],
  ["call", "call"],
  ["ari", "arith"],
];

test("the operation that is meant is in the first row", async () => {
  for (const [typed, label] of table) {
    await lists.beginBody();
    await lists.type(typed);
    await lists.offered(label, typed);
  }
  await editor.screenshot("completion-operation");
});

test("a yield is offered where one can stand", async () => {
  await lists.beginBody();
  await lists.type("yield");
  await lists.notOffered("yield");
  await lists.beginBody();
  await lists.type("scf.if %c {");
  await editor.page.keyboard.press("Enter");
  await lists.type("yi");
  await lists.offered("scf.yield", "yi");
});

test("after the brace of a dictionary there are the attributes that fit", async () => {
  await lists.beginBody();
  await lists.type("%z = noisy.mul %a, %a {");
  assert.deepEqual(await lists.rowNames("noisy.cost"), ["metadata", "noisy.cost"]);
  await editor.screenshot("completion-dictionary");
  await lists.type("noisy.c");
  await lists.offered("noisy.cost", "{noisy.c");
  await editor.page.keyboard.press("Tab");
  await lists.type("3");
  await editor.page.keyboard.press("End");
  await lists.type(" : !noisy.i32");
  await lists.saved("%z = noisy.mul %a, %a {noisy.cost = 3 : i64} : !noisy.i32");
  // An argument has others.
  await lists.begin("func.func @f(%a: !noisy.i32 ");
  await lists.type("{");
  assert.deepEqual(await lists.rowNames("noisy.bound"), ["noisy.bound", "noisy.metadata"]);
});

test("what follows func.func is offered, and a name needs no sigil", async () => {
  const { keyboard } = editor.page;
  await lists.begin("");
  await lists.type("func.func ");
  await lists.offered("private", "func.func ");
  await editor.screenshot("completion-function");
  await lists.type("with_space");
  await lists.offered("@with_space", "with_space");
  await keyboard.press("Tab");
  await lists.savedLines(
    "func.func @with_space(%arg0: !noisy.i32) -> !noisy.i32 {",
    "",
    "return %arg0 : !noisy.i32",
    "}",
  );
});

for (const name of ["power", "@power"])
  test(`a function has one @ when its name is typed: ${name}`, async () => {
    const { keyboard } = editor.page;
    await lists.begin("");
    await lists.type("func.func");
    await lists.offered("func.func", "func.func");
    await keyboard.press("Tab");
    await editor.place("func.func @name", "@name");
    await lists.type(name);
    await keyboard.press("Tab");
    await lists.type("%a: i32");
    await lists.savedLines("func.func @power(%a: i32) -> !noisy.i32 {", "", "return %arg0 : !noisy.i32", "}");
  });

test("where no value fits, none is offered before it is asked for", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%z = memref.load");
  await lists.offered("memref.load", "memref.load");
  await keyboard.press("Tab");
  await lists.notOffered("a snippet");
  await lists.type("%");
  await lists.offered("%n", "%");
});

test("after call the functions are offered, and the chosen one tells all types", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("%r:2 = call");
  await lists.offered("call", "call");
  await keyboard.press("Enter");
  await lists.offered("@callee", "call @");
  await editor.screenshot("completion-callee");
  await keyboard.press("Enter");
  await lists.type("%i");
  await keyboard.press("Tab");
  await lists.type("%g");
  await lists.saved("%r:2 = call @callee(%i, %g) : (i32, f32) -> (i32, f32)");
});

test("the body of a loop has lists and the header its errors, though that is wrong", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("scf.for");
  await lists.offered("scf.for", "scf.for");
  await keyboard.press("Tab");
  for (const word of ["i", "%n", "%n", "%n"]) {
    await lists.type(word);
    await keyboard.press("Tab");
  }
  await lists.type("%z = noisy.a");
  await lists.offered("noisy.add", "noisy.a");
  await editor.screenshot("completion-broken-header");
  assert.ok((await lists.errors()) > 0);
  await keyboard.press("Enter");
  await lists.type("%a");
  await keyboard.press("Tab");
  await lists.type("%a");
  await lists.saved("scf.for i = %n to %n step %n {", "%z = noisy.add %a, %a : !noisy.i32", "}");
});

test("behind an unfinished line a list has operations", async () => {
  await lists.beginBody();
  await lists.type("%z = arith.addf %g");
  await editor.page.keyboard.press("Enter");
  await lists.type("sto");
  await lists.offered("memref.store", "sto");
});

test("what an operation lacks is offered on request", async () => {
  const { keyboard } = editor.page;
  await lists.beginBody();
  await lists.type("scf.if %c ");
  await keyboard.press("Control+Space");
  await lists.offered("{...}", "scf.if %c");
  await keyboard.press("Enter");
  await lists.type("// body");
  await lists.saved("scf.if %c {", "// body", "}");
});
