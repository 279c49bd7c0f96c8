// The form of the operation that is typed, above its line.

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
