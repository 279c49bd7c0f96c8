import assert from "node:assert/strict";
import { test } from "node:test";
import { ClosedDocuments } from "../../../src/server/closedDocuments.ts";

test("what is said of an open document is shown", () => {
  const closed = new ClosedDocuments();
  assert.equal(closed.isOutdated("a", 2), false);
  assert.equal(closed.isOutdated("a", 0), false);
});

test("what comes late is of the text before the document was closed", () => {
  const closed = new ClosedDocuments();
  closed.onClosed("a");
  assert.equal(closed.isOutdated("a", 2), true);
  assert.equal(closed.isOutdated("b", 2), false, "another document");
  assert.equal(closed.isOutdated("a", 0), false, "the confirmation");
  assert.equal(closed.isOutdated("a", 1), false, "what the text has since it was opened again");
});

test("each close has a confirmation of its own", () => {
  const closed = new ClosedDocuments();
  closed.onClosed("a");
  closed.onClosed("a");
  assert.equal(closed.isOutdated("a", 0), false);
  assert.equal(closed.isOutdated("a", 3), true);
  assert.equal(closed.isOutdated("a", 0), false);
  assert.equal(closed.isOutdated("a", 3), false);
});
