import * as assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf, plainText } from "../../src/plainText.ts";

test("a message has no links", () => {
  for (const link of ["[a](command:x)", "see [a](https://b) and [c](file:///d 'e')", "[[a]](command:x)"])
    assert.doesNotMatch(plainText(link), /\[[^\]]+\]\((https?:\/\/|command:|file:)/);
});

test("other text stays as it is", () => {
  for (const text of ["%p2 can have 48 = 24 + 24 bits", "tensor<4x[8]xf32> (a [b] (c))", ""])
    assert.equal(plainText(text), text);
});

test("whatever is thrown has a message", () => {
  assert.equal(messageOf(new TypeError("wrong")), "wrong");
  assert.equal(messageOf("plain"), "plain");
  assert.equal(messageOf(undefined), "undefined");
});
