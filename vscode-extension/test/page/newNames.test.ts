// Names of what is being defined: no list replaces them.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CompletionPage } from "../support/completionPage.ts";
import { waitForHost } from "../support/hostClock.ts";

let lists: CompletionPage;

before(async () => {
  lists = await CompletionPage.start();
});
after(() => lists?.stop());

const branch = ["func.func @f(%c: i1) {", "cf.cond_br %c, ^yes, ^no"];

test("a new label is not completed to one that only has its letters", async () => {
  const { keyboard } = lists.editor.page;
  for (const pause of [0, 400]) {
    await lists.begin(`${branch.join("\n")}\n`);
    await lists.type("^");
    await lists.editor.page.waitForTimeout(pause);
    await lists.type("e");
    await lists.editor.page.waitForTimeout(pause);
    await keyboard.press("Enter");
    await lists.savedLines(...branch, "^e", "", "}");
  }
});

test("a label that branches name is offered", async () => {
  await lists.begin(`${branch.join("\n")}\n`);
  await lists.type("^y");
  await lists.offered("^yes", "^y");
  await lists.editor.page.keyboard.press("Enter");
  await lists.savedLines(...branch, "^yes:", "}");
});

test("nothing is offered for the names of a block's arguments", async () => {
  await lists.begin(`${branch.join("\n")}\n`);
  await lists.type("^bb1(");
  await lists.notOffered("^bb1(");
  await lists.type("%x: i32, ");
  await lists.notOffered("^bb1(%x: i32, ");
});

test("arguments of a function come with names", async () => {
  await lists.begin("");
  await lists.type("func.func @g(");
  const rows = await lists.rowNames("%arg0: i32");
  assert.deepEqual(
    rows.filter((name) => !name.replaceAll("\u00a0", " ").startsWith("%arg0: ")),
    [],
  );
  await waitForHost(lists.editor.page, Date.now());
  await lists.type("%x: i32) {");
  await lists.editor.page.keyboard.press("Enter");
  await lists.type("return");
  await lists.savedLines("func.func @g(%x: i32) {", "return", "}");
});
