import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findSection } from "../../src/codeHelpText.ts";
import { extensionFolder } from "./../support/paths.ts";

test("the section of a code is found, and no more", () => {
  const text = "# All\n\n| [a-b](#a-b) |\n\n## a\n\nOne.\n\n## a-b\n\nTwo.\n";
  assert.equal(findSection(text, "a"), "# a\n\nOne.\n");
  assert.equal(findSection(text, "a-b"), "# a-b\n\nTwo.\n");
  assert.equal(findSection(text, "b"), undefined);
});

test("the reference has sections as they are looked for", () => {
  const text = readFileSync(join(extensionFolder, "../docs/diagnostics.md"), "utf8");
  assert.match(findSection(text, "noise-overflow") ?? "", /^# noise-overflow\n[^#]*What to do[^#]*$/);
});
