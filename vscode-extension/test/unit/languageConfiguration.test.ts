import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { extensionFolder } from "../support/paths.ts";

interface EnterRule {
  beforeText: string;
  afterText?: string;
  previousLineText?: string;
  action: { appendText?: string };
}
const configuration = JSON.parse(readFileSync(join(extensionFolder, "language-configuration.json"), "utf8"));

const wordsOf = (line: string) => line.match(new RegExp(configuration.wordPattern.pattern, "g"));

test("words are names with their sigils", () => {
  assert.deepEqual(wordsOf("%name_1#12 = call @sym.a(%0#1) : #map, !noisy.i32 ^bb0"), [
    "%name_1#12",
    "call",
    "@sym.a",
    "%0#1",
    "#map",
    "!noisy.i32",
    "^bb0",
  ]);
  assert.deepEqual(wordsOf("noisy.reduce_noise %p1-x : f32"), ["noisy.reduce_noise", "%p1-x", "f32"]);
});
test("numbers are words, and types behind dimensions", () => {
  assert.deepEqual(wordsOf("1 -2.5e-3 0xFF"), ["1", "2.5e-3", "0xFF"]);
  assert.deepEqual(wordsOf("tensor<4x?x[8]xf32>"), ["tensor", "4", "8", "f32"]);
  assert.deepEqual(wordsOf("memref<*xbf16>"), ["memref", "bf16"]);
});
test("no word is empty, none is made of signs", () => {
  assert.equal(wordsOf("-> = : :: < > ( ) {-  #-} % @ ^ ! ,"), null);
});

const increases = new RegExp(configuration.indentationRules.increaseIndentPattern.pattern);
const decreases = new RegExp(configuration.indentationRules.decreaseIndentPattern.pattern);
test("the start of a region is followed by more indentation", () => {
  for (const line of [
    "func.func @f() {",
    "  scf.for %i = %a to %b step %c {  // turns",
    '  "a.b"() ({',
    "  foo(",
    "^bb0:  // pred: ^bb1",
    '^bb0(%a: i32, %b: !x.y<"z">):',
    '  a "}" {',
  ])
    assert.match(line, increases);
  for (const line of ["// {", "  %a = x : i32 // {", 'a = "{"', "  return", "cf.br ^bb0", "}"])
    assert.doesNotMatch(line, increases);
});
test("the end of a region, and a block's label, have less indentation", () => {
  for (const line of ["}", "  })", "  ]", "  ^bb1:", "^bb1(%a: i32):"]) assert.match(line, decreases);
  for (const line of ["  return", "  cf.br ^bb1", "// }", "  ^bb1"]) assert.doesNotMatch(line, decreases);
});

/** The text that Enter inserts before the cursor in the new line. */
function appendedText(previousLine: string, prefix: string, suffix: string): string | undefined {
  return (configuration.onEnterRules as EnterRule[]).find(
    (rule) =>
      new RegExp(rule.beforeText).test(prefix) &&
      (rule.afterText === undefined || new RegExp(rule.afterText).test(suffix)) &&
      (rule.previousLineText === undefined || new RegExp(rule.previousLineText).test(previousLine)),
  )?.action.appendText;
}
test("Enter in a comment goes on with it", () => {
  assert.equal(appendedText("", "  // in the", " middle"), "// ");
  assert.equal(appendedText("// first", "// second", ""), "// ");
});
test("Enter behind a comment ends it where it is one line, empty or no comment of its own", () => {
  assert.equal(appendedText("}", "// only", ""), undefined);
  assert.equal(appendedText("// first", "//", ""), undefined);
  assert.equal(appendedText("// first", "// -----", ""), undefined);
  assert.equal(appendedText("", "return // x", ""), undefined);
});
