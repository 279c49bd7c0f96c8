import * as assert from "node:assert/strict";
import { test } from "node:test";
import { freshAnswer } from "../../../src/server/freshAnswer.ts";

/** Answers with the version that is asked about, while a document gets new ones; the token is
 * cancelled with the version `cancelledAt`. */
async function answerTo(edits: number, cancelledAt = Infinity): Promise<number> {
  const document = { version: 1 };
  const token = { isCancellationRequested: false };
  return freshAnswer(document, token, async () => {
    const { version } = document;
    await Promise.resolve();
    if (document.version <= edits) document.version++;
    token.isCancellationRequested = document.version >= cancelledAt;
    return version;
  });
}

test("an answer to the text as it is counts", async () => {
  assert.equal(await answerTo(0), 1);
});

test("a text that changed meanwhile is asked about again", async () => {
  assert.equal(await answerTo(1), 2);
  assert.equal(await answerTo(3), 4);
});

test("nothing is asked again once nobody waits for it", async () => {
  assert.equal(await answerTo(3, 3), 2);
});
