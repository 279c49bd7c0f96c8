import * as assert from "node:assert/strict";
import { test } from "node:test";
import { surplusBrace } from "../../src/typing/surplusBrace.ts";

const linesOf = (text: string) => text.split("\n");

test("a brace that is typed before the one of the editor makes that surplus", () => {
  assert.equal(surplusBrace(linesOf("func.func @f() {\n  return\n}\n}"), 2), 3);
  assert.equal(surplusBrace(linesOf("func.func @f() {\n  scf.if %c {\n    }\n\n  }\n}"), 2), 4);
  // Keys have followed it.
  assert.equal(surplusBrace(linesOf("func.func @f() {\n  scf.if %c {\n    } el\n  }\n}"), 2), 3);
  // Braces in strings and comments close nothing.
  assert.equal(surplusBrace(linesOf('f() {\n  // {\n  "{\\"{" "//" {\n}\n}\n}'), 3), 4);
});

test("a brace that closes a block is not", () => {
  assert.equal(surplusBrace(linesOf("func.func @f() {\n  scf.if %c {\n  }\n}"), 2), undefined);
  assert.equal(surplusBrace(linesOf("func.func @f() {\n  return\n}\nfunc.func @g() {\n}\n}"), 2), undefined);
  assert.equal(surplusBrace(linesOf("func.func @f() {\n  return }\n}"), 1), undefined);
  assert.equal(surplusBrace(linesOf("func.func @f() {\n}"), 1), undefined);
  assert.equal(surplusBrace(linesOf("}\n}\n}"), 0), undefined);
  assert.equal(surplusBrace([], 0), undefined);
});
