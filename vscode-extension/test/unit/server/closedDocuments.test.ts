import assert from "node:assert/strict";
import { test } from "node:test";
import { ClosedDocuments } from "../../../src/server/closedDocuments.ts";

test("problems of an open document are shown", () => {
  const documents = new ClosedDocuments();
  assert.equal(documents.isOutdated("a", 2), false);
  assert.equal(documents.isOutdated("a", 0), false);
});

test("problems that come late are of the text before the document was closed", () => {
  const documents = new ClosedDocuments();
  documents.onClosed("a");
  assert.equal(documents.isOutdated("a", 2), true);
  assert.equal(documents.isOutdated("b", 2), false, "another document");
  assert.equal(documents.isOutdated("a", 0), false, "the confirmation");
  assert.equal(documents.isOutdated("a", 1), false, "what the text has since it was opened again");
});

test("each close has a confirmation of its own", () => {
  const documents = new ClosedDocuments();
  documents.onClosed("a");
  documents.onClosed("a");
  assert.equal(documents.isOutdated("a", 0), false);
  assert.equal(documents.isOutdated("a", 3), true);
  assert.equal(documents.isOutdated("a", 0), false);
  assert.equal(documents.isOutdated("a", 3), false);
});
