// The looks of the server's semantic tokens, in package.json.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { extensionFolder } from "../support/paths.ts";
import { loadGrammar, tokenize } from "../support/textmate.ts";

const contributes = JSON.parse(readFileSync(join(extensionFolder, "package.json"), "utf8")).contributes;
const scopes: Record<string, string[]> = contributes.semanticTokenScopes[0].scopes;

/** The names in a list of the server's legend. */
function namesIn(list: string): string[] {
  const header = readFileSync(
    join(extensionFolder, "../server/features/annotations/SemanticTokens.h"),
    "utf8",
  );
  const match = new RegExp(`${list}\\[\\] = \\{([^}]*)\\}`).exec(header);
  return [...(match?.[1] ?? "").matchAll(/"(\w+)"/g)].map((name) => name[1] ?? "");
}

test("every type of word has a scope", () => {
  const types = namesIn("semanticTokenTypes");
  assert.ok(types.length >= 12);
  assert.deepEqual(
    Object.keys(scopes).filter((name) => !name.startsWith("*")),
    types,
  );
});

test("every modifier of the server's own is described", () => {
  const ownModifiers = namesIn("semanticTokenModifiers").filter((name) => name.startsWith("noise"));
  assert.ok(ownModifiers.length >= 3);
  const descriptions: { id: string; description: string }[] = contributes.semanticTokenModifiers;
  assert.deepEqual(
    descriptions.map(({ id }) => id),
    ownModifiers,
  );
  const rules = contributes.configurationDefaults["editor.semanticTokenColorCustomizations"].rules;
  for (const name of ownModifiers) assert.ok(rules[`*.${name}:mlir`], name);
});

test("a word looks the same before its semantic token arrives", async () => {
  const grammar = await loadGrammar("source.mlir");
  const words = {
    keyword: "noisy.mul",
    variable: "%a",
    parameter: "%a: i32",
    function: "@f",
    label: "^bb0",
    type: "!noisy.i32",
    macro: "#map",
    string: '"text"',
    comment: "// text",
  };
  for (const [type, word] of Object.entries(words)) {
    const scope = tokenize(grammar, word).flat()[0]?.scopes[0];
    assert.equal(scopes[type]?.[0], scope, type);
  }
});
