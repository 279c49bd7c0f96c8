import * as assert from "node:assert/strict";
import { test } from "node:test";
// @ts-expect-error: a script without types
import { pageText } from "../../../tools/page-text.mjs";

const text =
  "A\n\n![one\ntwo](images/a.png)\n\nB [link](b.md)\n\n![x](https://example.org/b.png)\n\n![y](c.png)\n";

test("with an address, pictures are taken from there", () => {
  assert.equal(
    pageText(text, "https://example.org/copy"),
    text
      .replace("images/a.png", "https://example.org/copy/images/a.png")
      .replace("(c.png", "(https://example.org/copy/c.png"),
  );
});

test("without one, the walkthrough is named in their place, once", () => {
  const page: string = pageText(text, "");
  assert.deepEqual(page.match(/!\[.*\]\(.*\)/g), ["![x](https://example.org/b.png)"]);
  assert.equal(page.match(/Open Walkthrough/g)?.length, 1);
  assert.doesNotMatch(page, /\n\n\n/);
});
