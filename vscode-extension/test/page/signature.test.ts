// The form of the operation that is typed, above its line.

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

test("a signature ends with its operation", async () => {
  await lists.beginBody();
  await lists.type("%z = noisy.add %a, ");
  const signature = editor.page.locator(".parameter-hints-widget.visible");
  await signature.waitFor({ timeout: 10_000 });
  await lists.type("%a : !noisy.i32");
  await signature.waitFor({ state: "detached", timeout: 10_000 });
});

test("a return covers no lines above it, unless its form is asked for", async () => {
  await lists.beginBody();
  await lists.type("return ");
  const signature = editor.page.locator(".parameter-hints-widget.visible");
  await editor.page.waitForTimeout(1500);
  assert.equal(await signature.count(), 0);
  await editor.page.keyboard.press("Control+Shift+Space");
  await signature.filter({ hasText: "func.return" }).waitFor({ timeout: 10_000 });
  await editor.page.keyboard.press("Escape");
});

test("the form of a function goes on to its last parameter, in one line", async () => {
  await lists.begin("\n\n");
  await lists.type("func.func private @g(%a: i32, ");
  const signature = editor.page.locator(".parameter-hints-widget.visible");
  await signature.locator(".parameter.active", { hasText: "%arg" }).waitFor({ timeout: 10_000 });
  assert.equal((await signature.locator(".docs").innerText()).trim(), "");
  await editor.screenshot("signature-function");
  await lists.type("%b: ");
  await signature.locator(".parameter.active", { hasText: "type" }).waitFor({ timeout: 10_000 });
});

test("the form of a function stays while its arrow is typed", async () => {
  await lists.begin("\n\n");
  await lists.type("func.func @f() ");
  const active = editor.page.locator(".parameter-hints-widget.visible .parameter.active");
  await active.first().waitFor({ timeout: 10_000 });
  await lists.type("-");
  await editor.page.waitForTimeout(800);
  assert.deepEqual(await active.allInnerTexts(), ["type"]);
});
