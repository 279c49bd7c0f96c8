// The lists of completions: which row Enter or Tab takes, and what becomes of the text.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { hostClock, waitForHost } from "../support/hostClock.ts";
import { Session } from "../support/session.ts";

const header = `func.func private @callee(i32, f32) -> (i32, f32)
func.func @f(%n: index, %i: i32, %g: f32, %a: !noisy.i32, %c: i1) {`;

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({ otherExtensions: { clock: hostClock } });
  editor = session.editor;
  await editor.waitForAnalysis();
  await editor.page.locator(".editor-instance .view-line").first().click();
});
after(() => session?.stop());

/** Replaces the text by a function, and puts the cursor into its empty body. */
async function beginBody(): Promise<void> {
  const { keyboard } = editor.page;
  for (let i = 0; i < 3; i++) await keyboard.press("Escape");
  await keyboard.press("Control+A");
  await keyboard.insertText(`${header}\n\nreturn\n}\n`);
  await editor.place("return", "return");
  await keyboard.press("Control+Home");
  for (let i = 0; i < 2; i++) await keyboard.press("ArrowDown");
  await keyboard.press("End");
}

/** Types as a person does. */
async function type(text: string): Promise<void> {
  await editor.page.keyboard.type(text, { delay: 60 });
}

/** Fails unless the row that Enter or Tab takes becomes that of `label`. */
async function offered(label: string, typed: string): Promise<void> {
  const name = editor.page.locator(".suggest-widget.visible .monaco-list-row.focused .label-name");
  let text = "";
  for (let tries = 0; tries < 60; tries++) {
    text = (await name.allInnerTexts()).join(" ").replaceAll("\u00a0", " ");
    if (text === label) return;
    await editor.page.waitForTimeout(50);
  }
  assert.equal(text, label, `after ${typed}`);
}

/** Waits as long as a list takes, and fails if there is one. */
async function notOffered(typed: string): Promise<void> {
  await editor.page.waitForTimeout(800);
  const rows = editor.page.locator(".suggest-widget.visible .monaco-list-row");
  assert.deepEqual(await rows.allInnerTexts(), [], `after ${typed}`);
}

/** Fails unless the lines of the body become `lines`, indentation aside. */
async function saved(...lines: string[]): Promise<void> {
  await savedEnd(...lines, "return", "}");
}

/** Fails unless the lines after the header become `lines`. */
async function savedEnd(...lines: string[]): Promise<void> {
  const text = [...header.split("\n"), ...lines].join("\n");
  const plain = (content: string) => content.trim().replace(/ *\n */g, "\n");
  await session.save("overflow.mlir", (content) => plain(content) === text);
}

/** What is typed, and the first row. */
const table: [string, string][] = [
  ["%q = if", "scf.if"],
  ["%q = for", "scf.for"],
  ["%q = add", "noisy.add"],
  ["%q = mul", "noisy.mul"],
  ["%q = sub", "noisy.sub"],
  ["%q = cmp", "arith.cmpf"],
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
    await beginBody();
    await type(typed);
    await offered(label, typed);
  }
  await editor.screenshot("completion-operation");
});

test("a yield is offered where one can stand", async () => {
  await beginBody();
  await type("yield");
  await notOffered("yield");
  await beginBody();
  await type("scf.if %c {");
  await editor.page.keyboard.press("Enter");
  await type("yi");
  await offered("scf.yield", "yi");
});

for (const typed of ["(", "(i32, ", "(i32, f32) -> ("])
  test(`the rest of a type takes the bracket that the editor has closed: ${typed}`, async () => {
    await beginBody();
    await type(`%r:2 = call @callee(%i, %g) : ${typed}`);
    const all = "(i32, f32) -> (i32, f32)";
    await offered(all.slice(typed.length), typed);
    await editor.page.keyboard.press("Tab");
    await saved(`%r:2 = call @callee(%i, %g) : ${all}`);
  });

test("Enter after a return without values is a new line", async () => {
  await beginBody();
  await type("return ");
  await notOffered("return ");
  await editor.page.keyboard.press("Enter");
  await type("// below");
  await saved("return", "// below");
});

for (const [key, isBelow] of [
  ["Enter", true],
  ["ArrowDown", false],
] as const)
  test(`${key} after a type that is complete leaves the line`, async () => {
    for (const line of ["%z = arith.addi %i, %i : i32", "%z = noisy.add %a, %a : !noisy.i32"]) {
      await beginBody();
      await type(line);
      // A list that is still open closes without a key.
      await editor.page.waitForTimeout(800);
      await editor.page.keyboard.press(key);
      await editor.page.keyboard.press("End");
      await type(" // here");
      await editor.page.keyboard.press("Escape");
      if (isBelow) await saved(line, "// here");
      else await savedEnd(line, "return // here", "}");
    }
  });

test("Tab takes the type that the operands have", async () => {
  await beginBody();
  await type("%z = arith.addi %i, %i : i");
  await offered("i32", "i");
  await editor.page.keyboard.press("Tab");
  await saved("%z = arith.addi %i, %i : i32");
});

test("numbers are typed without a list, and their types fit", async () => {
  await beginBody();
  await type("%r = noisy.scale %a by ");
  await notOffered("by ");
  await beginBody();
  await type("%k = arith.constant ");
  await offered("true", "arith.constant ");
  await type("5 : ");
  await offered("i32", "5 : ");
  await beginBody();
  await type("%k = arith.constant 5.0 : ");
  await offered("f32", "5.0 : ");
});

test("after a snippet the values for its first operand are offered", async () => {
  const { keyboard } = editor.page;
  await beginBody();
  await type("%z = noisy.add");
  await offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await offered("%a", "a snippet");
  await editor.screenshot("completion-operand");
  await keyboard.press("Tab");
  // The next operand is the next stop.
  await keyboard.press("Tab");
  await type("%a");
  await saved("%z = noisy.add %a, %a : !noisy.i32");
  // What is typed takes the place of the operand all the same.
  await beginBody();
  await type("%z = arith.addi");
  await offered("arith.addi", "arith.addi");
  await keyboard.press("Tab");
  await offered("%n", "a snippet");
  await type("%i");
  await saved("%z = arith.addi %i, %rhs : i32");
});

test("Tab after a name that is typed is the next field", async () => {
  const { keyboard } = editor.page;
  await beginBody();
  await type("%z = noisy.add");
  await offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await offered("%a", "a snippet");
  await type("%a");
  await offered("%a", "%a");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await type("%a");
  await saved("%z = noisy.add %a, %a : !noisy.i32");
  // The type follows it.
  await beginBody();
  await type("%z = arith.addi");
  await offered("arith.addi", "arith.addi");
  await keyboard.press("Tab");
  await offered("%n", "a snippet");
  await type("%n");
  await offered("%n", "%n");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await type("%n");
  await saved("%z = arith.addi %n, %n : index");
  // Of a part of a name it takes the rest.
  await beginBody();
  await type("%z = noisy.add");
  await offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await offered("%a", "a snippet");
  await type("%");
  await offered("%a", "%");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await type("%a");
  await saved("%z = noisy.add %a, %a : !noisy.i32");
});

test("Tab after a type that is typed is the next field, also if it stands there twice", async () => {
  const { keyboard } = editor.page;
  await beginBody();
  await type("%z = scf.for");
  await offered("scf.for", "scf.for");
  await keyboard.press("Tab");
  for (const word of ["%k", "%n", "%n", "%n", "%acc", "%a", "!noisy.i32"]) {
    await type(word);
    await waitForHost(editor.page, Date.now());
    await keyboard.press("Tab");
  }
  await type("// body");
  await saved(
    "%z = scf.for %k = %n to %n step %n iter_args(%acc = %a) -> (!noisy.i32) {",
    "// body",
    "scf.yield %value : !noisy.i32",
    "}",
  );
});

test("Tab after the name of an operation writes its form, also in a snippet", async () => {
  const { keyboard } = editor.page;
  await beginBody();
  await type("scf.if");
  await offered("scf.if", "scf.if");
  await keyboard.press("Tab");
  await type("%c");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await type("%x = noisy.add");
  await offered("noisy.add", "noisy.add");
  await waitForHost(editor.page, Date.now());
  await keyboard.press("Tab");
  await saved("scf.if %c {", "%x = noisy.add %lhs, %rhs : !noisy.i32", "}");
});

test("a list that comes when its name is typed is not shown", async () => {
  await beginBody();
  await type("return ");
  await session.withoutServer(async () => type("%c"));
  await notOffered("%c");
});

test("a name that is typed over a field has one sigil", async () => {
  const { keyboard } = editor.page;
  await beginBody();
  await type("noisy.add");
  await offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await editor.place("%0 = noisy.add", "%0");
  await type("%x");
  await keyboard.press("Tab");
  await type("%a");
  await saved("%x = noisy.add %a, %rhs : !noisy.i32");
});

test("the type follows the value that is taken", async () => {
  const { keyboard } = editor.page;
  await beginBody();
  await type("%z = arith.addi");
  await offered("arith.addi", "arith.addi");
  await keyboard.press("Tab");
  await offered("%n", "a snippet");
  await keyboard.press("Tab");
  await saved("%z = arith.addi %n, %rhs : index");
  await keyboard.press("Tab");
  await type("%n");
  await saved("%z = arith.addi %n, %n : index");
});

test("where no value fits, none is offered before it is asked for", async () => {
  const { keyboard } = editor.page;
  await beginBody();
  await type("%z = memref.load");
  await offered("memref.load", "memref.load");
  await keyboard.press("Tab");
  await notOffered("a snippet");
  await type("%");
  await offered("%n", "%");
});

test("a signature ends with its operation", async () => {
  await beginBody();
  await type("%z = noisy.add %a, ");
  const signature = editor.page.locator(".parameter-hints-widget.visible");
  await signature.waitFor({ timeout: 10_000 });
  await type("%a : !noisy.i32");
  await signature.waitFor({ state: "detached", timeout: 10_000 });
});

/** Replaces the text by `text`. */
async function begin(text: string): Promise<void> {
  const { keyboard } = editor.page;
  for (let i = 0; i < 3; i++) await keyboard.press("Escape");
  await keyboard.press("Control+A");
  await keyboard.press("Delete");
  await keyboard.insertText(text);
}

/** Fails unless the file becomes `lines`, indentation aside. */
async function savedLines(...lines: string[]): Promise<void> {
  const plain = (content: string) => content.trim().replace(/ *\n */g, "\n");
  await session.save("overflow.mlir", (content) => plain(content) === lines.join("\n"));
}

/** The number of errors on screen, once everything is analysed. */
async function errors(): Promise<number> {
  await editor.page.waitForTimeout(1500);
  return editor.squiggles().count();
}

test("what a snippet leaves to be filled in is an error once its fields are left", async () => {
  const { keyboard } = editor.page;
  await beginBody();
  await type("%z = noisy.add");
  await offered("noisy.add", "noisy.add");
  await keyboard.press("Tab");
  await editor.place("%z = noisy.add %lhs, %rhs", "%lhs");
  assert.equal(await errors(), 0, "the first field");
  await editor.screenshot("completion-fields");
  await type("%a");
  await keyboard.press("Escape");
  await keyboard.press("Tab");
  assert.equal(await errors(), 0, "the second field");
  // The cursor is elsewhere.
  await keyboard.press("Escape");
  await editor.click("func.func private @callee", "@callee");
  await editor.squiggles().first().waitFor({ timeout: 10_000 });
  await editor.screenshot("completion-left-fields");
});

test("a value that ends a return brings its type", async () => {
  const { keyboard } = editor.page;
  await begin("func.func @f(%a: !noisy.i32) -> !noisy.i32 {");
  await keyboard.press("Enter");
  await type("return ");
  await offered("%a", "return ");
  await keyboard.press("Enter");
  await savedLines("func.func @f(%a: !noisy.i32) -> !noisy.i32 {", "return %a : !noisy.i32", "}");
  // Of several values the others are fields.
  await begin("func.func @f(%a: !noisy.i32, %i: i32) -> (i32, !noisy.i32) {");
  await keyboard.press("Enter");
  await type("return ");
  await offered("%i", "return ");
  await keyboard.press("Enter");
  await offered("%a", "return %i, ");
  await keyboard.press("Enter");
  await savedLines(
    "func.func @f(%a: !noisy.i32, %i: i32) -> (i32, !noisy.i32) {",
    "return %i, %a : i32, !noisy.i32",
    "}",
  );
});

test("the last operand of a call brings its types", async () => {
  await beginBody();
  await type("%r:2 = call @callee(%i, ");
  await offered("%g", "%i, ");
  await editor.page.keyboard.press("Enter");
  await saved("%r:2 = call @callee(%i, %g) : (i32, f32) -> (i32, f32)");
});

test("what follows func.func is offered, and a name needs no sigil", async () => {
  const { keyboard } = editor.page;
  await begin("");
  await type("func.func ");
  await offered("private", "func.func ");
  await editor.screenshot("completion-function");
  await type("with_space");
  await offered("@with_space", "with_space");
  await keyboard.press("Tab");
  await savedLines(
    "func.func @with_space(%arg0: !noisy.i32) -> !noisy.i32 {",
    "",
    "return %arg0 : !noisy.i32",
    "}",
  );
});

for (const name of ["power", "@power"])
  test(`a function has one @ when its name is typed: ${name}`, async () => {
    const { keyboard } = editor.page;
    await begin("");
    await type("func.func");
    await offered("func.func", "func.func");
    await keyboard.press("Tab");
    await editor.place("func.func @name", "@name");
    await type(name);
    await keyboard.press("Tab");
    await type("%a: i32");
    await savedLines("func.func @power(%a: i32) -> !noisy.i32 {", "", "return %arg0 : !noisy.i32", "}");
  });

test("Enter right after a type is a new line, while the server is busy", async () => {
  await beginBody();
  await type("%z = noisy.add %a, %a : ");
  await offered("!noisy.i32", "%a : ");
  await session.withoutServer(async () => {
    await type("!noisy.i32");
    await editor.page.keyboard.press("Enter");
  });
  await type("// below");
  await saved("%z = noisy.add %a, %a : !noisy.i32", "// below");
});

test("Enter right after a type is a new line, however fast it comes", async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `%z${i} = noisy.add %a, %a : !noisy.i32`);
  await beginBody();
  for (const line of lines) {
    await type(line);
    await editor.page.keyboard.press("Enter");
  }
  await saved(...lines, "");
});

/** Waits until a list has a row named `label`, and gives the names of its rows. */
async function rowNames(label: string): Promise<string[]> {
  const names = editor.page.locator(".suggest-widget.visible .monaco-list-row .label-name");
  await names.filter({ hasText: label }).first().waitFor({ timeout: 10_000 });
  return names.allInnerTexts();
}

test("after the brace of a dictionary there are the attributes that fit", async () => {
  await beginBody();
  await type("%z = noisy.mul %a, %a {");
  assert.deepEqual(await rowNames("noisy.cost"), ["metadata", "noisy.cost"]);
  await editor.screenshot("completion-dictionary");
  await type("noisy.c");
  await offered("noisy.cost", "{noisy.c");
  await editor.page.keyboard.press("Tab");
  await type("3");
  await editor.page.keyboard.press("End");
  await type(" : !noisy.i32");
  await saved("%z = noisy.mul %a, %a {noisy.cost = 3 : i64} : !noisy.i32");
  // An argument has others.
  await begin("func.func @f(%a: !noisy.i32 ");
  await type("{");
  assert.deepEqual(await rowNames("noisy.bound"), ["noisy.bound", "noisy.metadata"]);
});

for (const typed of ["%z = memref.alloc() : memref<", "%z = tensor.empty() : tensor<4x"])
  test(`in the brackets of a type there are types: ${typed}`, async () => {
    await beginBody();
    await type(typed);
    const names = await rowNames("index");
    await editor.screenshot(`completion-${/memref|tensor/.exec(typed)?.[0]}`);
    // Those of the file come first.
    assert.deepEqual(names.slice(0, 4).sort(), ["!noisy.i32", "f32", "i32", "index"]);
    assert.ok(!names.includes("func.func") && !names.includes("none"), names.join(" "));
    await type("bf");
    await offered("bf16", `${typed}bf`);
    await editor.page.keyboard.press("Tab");
    await saved(`${typed}bf16>`);
  });

test("Enter after a type in brackets is a new line, however fast it comes", async () => {
  const lines = Array.from({ length: 4 }, (_, i) => `%z${i} = tensor.empty() : tensor<4x4xi32>`);
  await beginBody();
  for (const line of lines) {
    await type(line);
    await editor.page.keyboard.press("Enter");
  }
  await saved(...lines, "");
});

/** Waits for the row of a value, and gives its type and its noise. */
async function rowOf(label: string): Promise<[string, string]> {
  const row = editor.page.locator(".suggest-widget.visible .monaco-list-row").filter({
    has: editor.page.locator(".label-name", { hasText: label }),
  });
  await row.first().waitFor({ timeout: 10_000 });
  const part = async (name: string) =>
    (await row.first().locator(name).innerText()).replaceAll("\u00a0", " ").trim();
  return [await part(".signature-label"), await part(".details-label")];
}

test("the row of a value has its type, its noise, and that of a result over the limit", async () => {
  await beginBody();
  await type("%x = noisy.add %");
  assert.deepEqual(await rowOf("%a"), [": !noisy.i32", "12/26"]);
  await beginBody();
  await type("%p = noisy.mul %a, %a : !noisy.i32");
  await editor.page.waitForTimeout(800);
  await editor.page.keyboard.press("Enter");
  await type("%q = noisy.mul %p, %");
  await editor.screenshot("completion-noise");
  assert.deepEqual(await rowOf("%p"), [": !noisy.i32", "24/26 -> 48/26 !"]);
  assert.deepEqual(await rowOf("%a"), [": !noisy.i32", "12/26 -> 36/26 !"]);
  assert.equal((await rowOf("%n"))[1], "");
});
