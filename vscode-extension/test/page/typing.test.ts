// A function that is written by hand, key by key.

import * as assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { extensionFolder } from "../support/paths.ts";
import { Session } from "../support/session.ts";

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start();
  editor = session.editor;
  await editor.waitForAnalysis();
});
after(() => session?.stop());

/** Types a line at 60 ms a key; Escape closes the list of completions before Enter. */
async function typeLine(text: string): Promise<void> {
  await editor.page.keyboard.type(text, { delay: 60 });
  await editor.page.keyboard.press("Escape");
  await editor.page.keyboard.press("Enter");
}

/** Removes the text, and what is open over the lines: a list, and a signature. */
async function emptyEditor(): Promise<void> {
  const { keyboard } = editor.page;
  for (let i = 0; i < 3; i++) await keyboard.press("Escape");
  await editor.page.locator(".editor-instance .view-line").first().click();
  await keyboard.press("Control+A");
  await keyboard.press("Delete");
}

/** Replaces the text of the editor by typing `text` as a person does: no indentation, and
 * no closing brackets of blocks, which the editor writes; the cursor leaves a block by the
 * arrow key. Lines end with Enter alone. With `pause`, each line rests for so long before
 * Enter, and after each space, so that lists of completions are open then. */
async function typeProgram(text: string, pause = 0): Promise<void> {
  const { keyboard } = editor.page;
  await emptyEditor();
  // What is on disk later is what was typed.
  await saved("");
  const lines = text.trimEnd().split("\n");
  for (const [number, line] of lines.entries()) {
    const content = line.trim();
    if (content === "}") {
      await keyboard.press("ArrowDown");
      await keyboard.press("End");
    } else if (pause > 0) {
      for (const word of content.split(/(?<= )/)) {
        await keyboard.type(word, { delay: 60 });
        await editor.page.waitForTimeout(pause);
      }
    } else await keyboard.type(content, { delay: 60 });
    const next = lines[number + 1]?.trim();
    if (next !== undefined && next !== "}") await keyboard.press("Enter", { delay: 60 });
  }
}

/** Fails unless the file on disk becomes `text`. */
async function saved(text: string): Promise<void> {
  await session.save("overflow.mlir", (content) => content.trimEnd() === text.trimEnd());
}

/** Waits until the line with `text` has `hint` behind a name. */
async function hintIn(text: string, hint: string): Promise<void> {
  await editor.page
    .locator(".editor-instance .view-line", { hasText: text })
    .filter({ hasText: hint })
    .first()
    .waitFor({ timeout: 20_000 });
}

/** The example, without the comment above it. */
const example = readFileSync(join(extensionFolder, "../examples/overflow.mlir"), "utf8").replace(
  /^(\/\/.*\n)+/,
  "",
);
const loop = `func.func @sum(%n: index, %a: !noisy.i32) -> !noisy.i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (!noisy.i32) {
    %next = noisy.add %acc, %a : !noisy.i32
    %fresh = noisy.reduce_noise %next : !noisy.i32
    scf.yield %fresh : !noisy.i32
  }
  return %sum : !noisy.i32
}
`;

for (const [name, text] of Object.entries({ "examples/overflow.mlir": example, "a loop": loop }))
  for (const pause of [0, 300])
    test(`${name} is what is typed, Enter included${pause ? ", with pauses" : ""}`, async () => {
      await typeProgram(text, pause);
      await saved(text);
    });

test("examples/overflow.mlir is what is typed while the machine is busy", async () => {
  const loops = Array.from({ length: 2 }, () => spawn(process.execPath, ["-e", "for (;;);"]));
  try {
    await typeProgram(example);
    await saved(example);
  } finally {
    for (const each of loops) each.kill();
  }
});

test("a brace that is typed is that of the editor, also in another line", async () => {
  const { keyboard } = editor.page;
  await emptyEditor();
  for (const line of ["func.func @f(%c: i1) {", "scf.if %c {", "}", "return", "}"]) {
    await keyboard.type(line, { delay: 60 });
    if (line === "}") await editor.page.waitForTimeout(400);
    await keyboard.press("Escape");
    await keyboard.press("Enter", { delay: 60 });
  }
  await saved("func.func @f(%c: i1) {\n  scf.if %c {\n  }\n  return\n}\n");
});

test("completion writes operations, types and values that are meant", async () => {
  const { keyboard } = editor.page;
  const accept = async (label: string) => {
    await offered(label);
    await keyboard.press("Tab");
  };
  await emptyEditor();
  await keyboard.type("func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {", { delay: 60 });
  await keyboard.press("Enter");
  // A whole operation, by the end of its name; its values are chosen at the tab stops.
  await keyboard.type("%x = noisy.re", { delay: 60 });
  await accept("noisy.reduce_noise");
  await keyboard.type("%b", { delay: 60 });
  await keyboard.press("Escape");
  await keyboard.press("End");
  await keyboard.press("Enter");
  // A dialect goes on with its operations, and the type is that of the operands.
  await keyboard.type("%y = noisy", { delay: 60 });
  await accept("dialect");
  await editor.screenshot("typing-dialect");
  await editor.page.locator(".suggest-widget.visible").waitFor({ timeout: 20_000 });
  await keyboard.type("add %x, ", { delay: 60 });
  await editor.page.locator(".parameter-hints-widget.visible").waitFor({ timeout: 20_000 });
  await editor.screenshot("typing-values");
  await keyboard.type("%x : ", { delay: 60 });
  await accept("!noisy.i32");
  await keyboard.press("Enter");
  await keyboard.type("retu", { delay: 60 });
  await accept("return");
  await keyboard.type("%y", { delay: 60 });
  await keyboard.press("Escape");
  await saved(`func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {
  %x = noisy.reduce_noise %b : !noisy.i32
  %y = noisy.add %x, %x : !noisy.i32
  return %y : !noisy.i32
}`);
});

/** Waits until a list of completions has `label` in the row that Enter or Tab takes. */
async function offered(label: string): Promise<void> {
  const row = editor.page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: label });
  await row.first().waitFor({ timeout: 20_000 });
}

/** Waits until signature help has `part` marked. */
async function marked(part: RegExp): Promise<void> {
  const active = editor.page.locator(".parameter-hints-widget.visible .signature .parameter.active");
  await active.filter({ hasText: part }).first().waitFor({ timeout: 20_000 });
}

test("an operation is found without its dialect, and its form has the current part marked", async () => {
  const { keyboard } = editor.page;
  await emptyEditor();
  await keyboard.type("func.func @g(%x: f32, %y: f32) -> f32 {", { delay: 60 });
  await keyboard.press("Enter");
  await keyboard.type("%s = addf", { delay: 60 });
  await offered("arith.addf");
  await editor.screenshot("typing-addf");
  await keyboard.press("Tab");
  await editor.place("%s = arith.addf %lhs, %rhs : f32", "arith.addf");
  for (let i = 0; i < 3; i++) await keyboard.press("Escape");
  await keyboard.press("End");
  await keyboard.press("Enter");
  await keyboard.type("%t = arith.addf ", { delay: 60 });
  await marked(/lhs/);
  await keyboard.type("%x, ", { delay: 60 });
  await marked(/rhs/);
  await editor.screenshot("typing-signature");
});

test("Enter takes a value that is typed already where code follows", async () => {
  const { keyboard } = editor.page;
  await emptyEditor();
  await keyboard.type("func.func @f(%a: !noisy.i32, %ab: !noisy.i32) -> !noisy.i32 {", { delay: 60 });
  await keyboard.press("Enter");
  await keyboard.type("%m = noisy.mu", { delay: 60 });
  await offered("noisy.mul");
  await keyboard.press("Enter");
  for (const name of ["%a", "%ab"]) {
    await keyboard.type(name, { delay: 60 });
    await offered(name);
    await keyboard.press("Enter");
    await keyboard.press("Tab");
  }
  await keyboard.press("Escape");
  await saved(`func.func @f(%a: !noisy.i32, %ab: !noisy.i32) -> !noisy.i32 {
  %m = noisy.mul %a, %ab : !noisy.i32
}`);
});

test("call offers the functions, and return the values", async () => {
  const { keyboard } = editor.page;
  await emptyEditor();
  await keyboard.type("func.func private @callee(i32) -> i32", { delay: 60 });
  await keyboard.press("Escape");
  await keyboard.press("Enter");
  await keyboard.type("func.func @caller(%value: i32) -> i32 {", { delay: 60 });
  await keyboard.press("Enter");
  await keyboard.type("%r = call @", { delay: 60 });
  await offered("@callee");
  await editor.screenshot("typing-call");
  await keyboard.press("Tab");
  await keyboard.press("Escape");
  await keyboard.press("Escape");
  await keyboard.press("End");
  await keyboard.press("Enter");
  await keyboard.type("return ", { delay: 60 });
  await offered("%r");
  await editor.screenshot("typing-return");
});

test("each line has its noise as soon as the next one is begun", async () => {
  await emptyEditor();
  await typeLine("func.func @typed(%a: !noisy.i32) -> !noisy.i32 {");
  await typeLine("%x = noisy.add %a, %a : !noisy.i32");
  await hintIn("noisy.add", "13");
  await typeLine("%y = noisy.mul %x, %x : !noisy.i32");
  await hintIn("noisy.mul", "26");
  await editor.page.keyboard.type("%z = noisy.mul %y, ", { delay: 60 });
  await editor.page.keyboard.press("Escape");
  await editor.page.waitForTimeout(1500);
  // The unfinished line takes nothing from those above.
  await hintIn("noisy.add", "13");
  await hintIn("noisy.mul %x", "26");
  await editor.screenshot("typing-unfinished");
  await editor.page.keyboard.type("%y : !noisy.i32", { delay: 60 });
  await editor.page.keyboard.press("Escape");
  await hintIn("noisy.mul %y", "52/26 !");
  await editor.screenshot("typing-overflow");
  await editor.page.keyboard.press("Enter");
  await editor.page.keyboard.type("return %z : !noisy.i32", { delay: 60 });
  await editor.page.keyboard.press("Escape");
  await editor.page.waitForTimeout(1500);
  await editor.screenshot("typing-finished");
  await session.save("overflow.mlir", (content) => content.includes("return %z : !noisy.i32"));
  assert.match(session.read("overflow.mlir"), /^func\.func @typed\(%a: !noisy\.i32\) -> !noisy\.i32 \{\n/);
});

test("an overflow is mended while the next line is not finished", async () => {
  const { keyboard } = editor.page;
  await emptyEditor();
  await typeLine("func.func @mended(%a: !noisy.i32) -> !noisy.i32 {");
  await typeLine("%x = noisy.mul %a, %a : !noisy.i32");
  await typeLine("%y = noisy.mul %x, %x : !noisy.i32");
  await keyboard.type("%z = noisy.add %y, ", { delay: 60 });
  await keyboard.press("Escape");
  await hintIn("noisy.mul %x", "48/26 !");
  // The signature takes the arrow keys.
  for (let i = 0; i < 2; i++) await keyboard.press("Escape");
  await keyboard.press("ArrowUp");
  await keyboard.press("Home");
  const menu = await editor.quickFixes();
  await editor.screenshot("typing-quick-fix");
  assert.match(menu.join("\n"), /Insert optimal reduce_noise in @mended/);
  await keyboard.press("Enter");
  await hintIn("noisy.mul %x_reduced", "24");
  await editor.screenshot("typing-mended");
  await saved(`func.func @mended(%a: !noisy.i32) -> !noisy.i32 {
  %x = noisy.mul %a, %a : !noisy.i32
  %x_reduced = noisy.reduce_noise %x : !noisy.i32
  %y = noisy.mul %x_reduced, %x_reduced : !noisy.i32
  %z = noisy.add %y,${" "}
}`);
});

test("a fix that an error does not allow says so, and leads to the error", async () => {
  const { keyboard } = editor.page;
  await emptyEditor();
  await typeLine("func.func @refused(%a: !noisy.i32) -> !noisy.i32 {");
  await typeLine("%x = noisy.mul %a, %a : !noisy.i32");
  await typeLine("%y = noisy.mul %x, %x : !noisy.i32");
  await keyboard.type("return %y : !noisy.i32", { delay: 60 });
  await keyboard.press("Escape");
  await hintIn("noisy.mul %x", "48/26 !");
  await editor.click("func.func @refused", "->");
  await keyboard.type("%");
  await keyboard.press("Escape");
  await editor.page.waitForTimeout(2500);
  await editor.click("noisy.mul %x", "noisy.mul");
  await keyboard.press("End");
  const menu = await editor.quickFixes();
  await editor.screenshot("typing-refused");
  assert.match(menu.join("\n"), /Insert optimal reduce_noise.*: line 1 has errors; fix them first/);
  await keyboard.press("Enter");
  await editor.cursorIn(1);
});
