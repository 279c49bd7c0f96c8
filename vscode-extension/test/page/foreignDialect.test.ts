// A project with a dialect that the server is not built with, and its TableGen (cipher/).

import * as assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { Session } from "../support/session.ts";

const project = join(import.meta.dirname, "cipher");
const program = "polynomial.mlir";

let session: Session, editor: EditorPage;

/** The texts of all files below a folder, by their paths in it. */
function filesBelow(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

before(async () => {
  session = await Session.start({ files: filesBelow(project), open: program });
  editor = session.editor;
  // The server has answered: aliases are links. Until TableGen is read, an information says
  // that the dialect is not known.
  await editor.page.locator(".editor-instance .detected-link").first().waitFor({ timeout: 60_000 });
  await editor.page.waitForTimeout(1000);
  await marks().first().waitFor({ state: "detached", timeout: 60_000 });
});
after(() => session?.stop());

/** Squiggles of all kinds, and the dots of hints. */
function marks() {
  return editor.page.locator(
    [".squiggly-error", ".squiggly-warning", ".squiggly-info", ".squiggly-hint"]
      .map((kind) => `.editor-instance ${kind}`)
      .join(", "),
  );
}

test("a hover has the description of the TableGen", async () => {
  const text = await editor.hover("= cipher.mul", "cipher.mul", "multiplies two encrypted numbers");
  assert.match(text, /shrink it before it is\s+multiplied again/);
  await editor.screenshot("foreign-hover");
  await editor.page.keyboard.press("Escape");
});

test("nothing is underlined", async () => {
  assert.equal(await marks().count(), 0);
  await editor.screenshot("foreign-clean");
});

test("a value that is not defined is an error, and nothing else is", async () => {
  const text = session.read(program);
  await editor.click("= cipher.add", "%sum");
  await editor.page.keyboard.press("End");
  await editor.page.keyboard.insertText("\n%wrong = cipher.add %sum, %missing : !text");
  await editor.squiggles().first().waitFor({ timeout: 20_000 });
  await editor.squiggleUnder("%wrong =", "%missing");
  assert.equal(await editor.squiggles().count(), 1);
  await editor.screenshot("foreign-error");
  await editor.page.keyboard.press("Control+Shift+K");
  await editor.squiggles().first().waitFor({ state: "detached", timeout: 20_000 });
  await session.save(program, (now) => now === text);
});

test("a value is renamed in all operations", async () => {
  const text = session.read(program);
  await editor.click("cipher.shrink %square", "%square");
  await editor.page.keyboard.press("F2");
  const box = editor.page.locator(".rename-box input");
  await box.waitFor({ state: "visible", timeout: 10_000 });
  await box.fill("%product");
  await editor.screenshot("foreign-rename");
  await editor.page.keyboard.press("Enter");
  await editor.place("cipher.shrink %product", "%product");
  await session.save(program, (now) => now === text.replaceAll("%square", "%product"));
});

for (const { name, line, word, file, defines } of [
  {
    name: "an operation",
    line: "= cipher.add",
    word: "cipher.add",
    file: "CipherOps.td",
    defines: "Cipher_AddOp",
  },
  { name: "a type", line: "!text = ", word: "cipher.text", file: "CipherTypes.td", defines: "Cipher_Text" },
  {
    name: "an attribute",
    line: "#key = ",
    word: "cipher.key",
    file: "CipherTypes.td",
    defines: "Cipher_Key",
  },
])
  test(`go to definition of ${name} opens the TableGen at the line`, async () => {
    await editor.click(line, word);
    await editor.page.keyboard.press("F12");
    await editor.page.locator(".tab.active", { hasText: file }).waitFor({ timeout: 20_000 });
    const lines = session.read(join("lib/Cipher", file)).split("\n");
    await editor.cursorIn(lines.findIndex((text) => text.startsWith(`def ${defines} `)) + 1);
    await editor.screenshot(`foreign-definition-of-${name.split(" ").at(-1)}`);
    await editor.page.keyboard.press("Control+Alt+Minus");
    await editor.page.locator(".tab.active", { hasText: program }).waitFor({ timeout: 10_000 });
  });
