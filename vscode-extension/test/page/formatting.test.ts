// The layout of a text, while it is typed and when it is formatted.

import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { Session } from "../support/session.ts";

const untidy =
  "func.func @f(%c: i1, %a: !noisy.i32)->!noisy.i32 {\n" +
  "%r = scf.if %c  ->(!noisy.i32) {\n" +
  "      scf.yield %a:!noisy.i32   \n" +
  "} else {\n" +
  "%x=noisy.add %a, %a :!noisy.i32\n" +
  "scf.yield %x : !noisy.i32\n" +
  "}\n" +
  "\n\n\n" +
  "return %r : !noisy.i32\n" +
  "}\n";
const tidy =
  "func.func @f(%c: i1, %a: !noisy.i32) -> !noisy.i32 {\n" +
  "  %r = scf.if %c -> (!noisy.i32) {\n" +
  "    scf.yield %a : !noisy.i32\n" +
  "  } else {\n" +
  "    %x = noisy.add %a, %a : !noisy.i32\n" +
  "    scf.yield %x : !noisy.i32\n" +
  "  }\n" +
  "\n" +
  "  return %r : !noisy.i32\n" +
  "}\n";

/** Text without its closing brackets, indented deeper than it has to be. */
const open = 'func.func @open(%c: i1) {\n  scf.if %c {\n        "a.b"() : () -> ()';

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({
    files: { "untidy.mlir": untidy, "open.mlir": open },
    open: "untidy.mlir",
    // Completions are another matter.
    settings: { "editor.quickSuggestions": false, "editor.suggestOnTriggerCharacters": false },
  });
  editor = session.editor;
});
after(() => session?.stop());

async function typeLine(text: string): Promise<void> {
  await editor.page.keyboard.type(text, { delay: 80 });
  await editor.page.keyboard.press("Enter");
}

test("Format Document gives a text its layout, and undo takes it back", async () => {
  await editor.page.locator(".editor-instance .codelens-decoration").first().waitFor({ timeout: 60_000 });
  await editor.click("scf.yield %x", "scf");
  await editor.run("Format Document");
  await editor.page
    .locator(".editor-instance .view-line", { hasText: "noisy.add %a, %a : " })
    .first()
    .waitFor({ timeout: 20_000 });
  await session.save("untidy.mlir", (content) => content === tidy);
  await editor.page.keyboard.press("Control+Z");
  await session.save("untidy.mlir", (content) => content === untidy);
});

test("Format Selection formats the lines that are selected", async () => {
  const lines = untidy.split("\n");
  await editor.click("scf.yield %x", "scf");
  await editor.page.keyboard.press("Home");
  await editor.page.keyboard.press("Shift+ArrowUp");
  await editor.run("Format Selection");
  lines[4] = "  %x = noisy.add %a, %a : !noisy.i32";
  await session.save("untidy.mlir", (content) => content !== untidy && content === lines.join("\n"));
  await editor.page.keyboard.press("Control+Z");
  await session.save("untidy.mlir", (content) => content === untidy);
});

test("Enter indents inside of regions and behind labels, and } goes back out", async () => {
  await editor.page.keyboard.press("Control+A");
  await editor.page.keyboard.press("Delete");
  await typeLine("func.func @typed(%c: i1, %a: i32) -> i32 {");
  await typeLine('%r = "a.b"(%a) ({');
  // Lines begin where VS Code put the cursor; the closing brackets are there already.
  await typeLine("^bb0(%x: i32):");
  await editor.page.keyboard.type("a.c %x : i32", { delay: 80 });
  await editor.page.keyboard.press("ArrowDown");
  await editor.page.keyboard.press("End");
  await typeLine(" : (i32) -> i32");
  await typeLine("cf.br ^bb1(%r : i32)");
  await typeLine("^bb1(%y: i32):");
  await editor.page.keyboard.type("return %y : i32", { delay: 80 });
  const expected =
    "func.func @typed(%c: i1, %a: i32) -> i32 {\n" +
    '  %r = "a.b"(%a) ({\n' +
    "  ^bb0(%x: i32):\n" +
    "    a.c %x : i32\n" +
    "  }) : (i32) -> i32\n" +
    "  cf.br ^bb1(%r : i32)\n" +
    "^bb1(%y: i32):\n" +
    "  return %y : i32\n" +
    "}";
  await editor.screenshot("formatting-typed");
  await session.save("untidy.mlir", (content) => content.trimEnd() === expected);
});

test("a line is formatted when the next one is begun, and goes on where it is not finished", async () => {
  await editor.page.keyboard.press("Control+A");
  await editor.page.keyboard.press("Delete");
  await typeLine("func.func @typed(%c: i1, %a: i32)->i32 {");
  // VS Code drops what the server answers while the text changes again.
  await editor.page.waitForTimeout(500);
  await typeLine("%x=arith.addi %a, %a:i32");
  await editor.page.waitForTimeout(500);
  await typeLine('%r:2 = "a.b"(%x) :');
  await editor.page.waitForTimeout(500);
  await typeLine("(i32) ->(i32, i32)");
  await editor.page.waitForTimeout(500);
  await editor.page.keyboard.type("return %r#0 : i32", { delay: 80 });
  const expected =
    "func.func @typed(%c: i1, %a: i32) -> i32 {\n" +
    "  %x = arith.addi %a, %a : i32\n" +
    '  %r:2 = "a.b"(%x) :\n' +
    "      (i32) -> (i32, i32)\n" +
    "  return %r#0 : i32\n" +
    "}";
  await session.save("untidy.mlir", (content) => content.trimEnd() === expected);
});

test("a } that is typed goes out to what it closes", async () => {
  const { page } = editor;
  await page.keyboard.press("Control+P");
  await page.keyboard.type("open.mlir");
  await page.locator(".quick-input-widget .monaco-list-row.focused", { hasText: "open.mlir" }).waitFor();
  await page.keyboard.press("Enter");
  await editor.click('"a.b"()', "a.b");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("}", { delay: 80 });
  await page.waitForTimeout(500);
  await typeLine("");
  await typeLine("return");
  await page.keyboard.type("}", { delay: 80 });
  await session.save("open.mlir", (content) => content === `${open}\n  }\n  return\n}`);
});
