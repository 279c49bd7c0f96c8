import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { IGrammar } from "vscode-textmate";
import { extensionFolder } from "../support/paths.ts";
import { type Effort, loadGrammar, openScopes, tokenize } from "../support/textmate.ts";

const effort: Effort = { searches: 0 };
const mlir = await loadGrammar("source.mlir", effort);

/** Asserts the innermost scope of pieces of a line, in their order; `null`: no scope at all. */
function expectScopes(line: string, scopes: [text: string, scope: string | null][], grammar = mlir): void {
  const pieces = tokenize(grammar, line).flat();
  let start = 0;
  for (const [text, scope] of scopes) {
    const index = pieces.findIndex((piece, i) => i >= start && piece.text.trim() === text);
    assert.notEqual(index, -1, `no piece '${text}' in ${JSON.stringify(pieces.slice(start))}`);
    const innermost = pieces[index]?.scopes.at(-1) ?? null;
    assert.equal(innermost, scope && `${scope}.mlir`, `'${text}' in: ${line}`);
    start = index + 1;
  }
}

/** The scope that covers all of `text`, sigil included. */
function expectWhole(line: string, text: string, scope: string): void {
  const pieces = tokenize(mlir, line).flat();
  const covered = pieces.filter((piece) => piece.scopes.includes(`${scope}.mlir`));
  assert.equal(covered.map((piece) => piece.text).join(""), text, line);
}

describe("grammar: names", () => {
  test("values", () => {
    expectWhole("  %p1_reduced = noisy.reduce_noise", "%p1_reduced", "variable.other.value");
    expectWhole("return %r#1", "%r#1", "variable.other.value");
    expectWhole("%12", "%12", "variable.other.value");
    expectWhole("%a.b-c$d = x", "%a.b-c$d", "variable.other.value");
    expectWhole("%r:2 = f", "%r:2", "variable.other.value");
    expectScopes("%r:2 = f", [["2", "constant.numeric.integer.results"]]);
    expectWhole("func.func @f(%arg0: i32)", "%arg0", "variable.parameter.value");
    // The name of a number ends with its digits.
    expectWhole("%0abc", "%0", "variable.other.value");
  });
  test("symbols", () => {
    expectWhole("call @a.b$c()", "@a.b$c", "entity.name.function.symbol");
    expectWhole('@"b \\" c"()', '@"b \\" c"', "entity.name.function.symbol");
    expectWhole('@"b \\" c"()', '@"b \\" c"', "string.quoted.double.symbol");
    expectScopes('@a::@"b c"', [
      ["a", "entity.name.function.symbol"],
      ["::", "punctuation.separator.symbol"],
      ["b c", "entity.name.function.symbol"],
    ]);
  });
  test("blocks", () => {
    expectWhole("^bb0(%a : i32):", "^bb0", "entity.name.label.block");
    expectWhole("cf.br ^bb12", "^bb12", "entity.name.label.block");
  });
  test("attributes and their aliases", () => {
    const scope = "entity.name.function.preprocessor.attribute";
    expectWhole("#map = affine_map<()->()>", "#map", scope);
    expectWhole("{m = #noisy.model<initial = 1, max = 2>}", "#noisy.model", scope);
  });
});

describe("grammar: operations", () => {
  const operation = "keyword.control.operation";
  test("with a dialect", () => {
    expectScopes("%2 = noisy.encode %0 : i5 -> !noisy.i32", [
      ["noisy.encode", operation],
      ["i5", "support.type.builtin"],
      ["->", "keyword.operator.arrow"],
      ["noisy.i32", "entity.name.type"],
    ]);
    expectScopes("llvm.intr.fma(%a)", [["llvm.intr.fma", operation]]);
    expectScopes("%s = index.add %a, %b", [["index.add", operation]]);
  });
  test("of the default dialect", () => {
    expectScopes("  return %a : i32", [["return", operation]]);
    expectScopes("module {", [["module", operation]]);
    expectScopes("  return", [["return", operation]]);
    expectScopes("module @m attributes {a} {", [
      ["module", operation],
      ["attributes", "keyword.other"],
    ]);
    expectScopes("    ins(%a : i32)", [["ins", "keyword.other"]]);
  });
  test("in the generic form", () => {
    expectScopes('%0 = "noisy.mul"(%a, %b) : () -> ()', [["noisy.mul", "keyword.control.operation.generic"]]);
    expectScopes('"noisy.mul" (%a)', [["noisy.mul", "keyword.control.operation.generic"]]);
    expectScopes('x = "noisy.mul"', [["noisy.mul", "string.quoted.double"]]);
  });
  test("keywords", () => {
    expectScopes("%6 = noisy.scale %5 by 3 : !noisy.i32", [
      ["noisy.scale", operation],
      ["by", "keyword.other"],
      ["3", "constant.numeric.integer"],
    ]);
    expectScopes("func.func private @f()", [
      ["func.func", operation],
      ["private", "storage.modifier.visibility"],
    ]);
    expectScopes("loc(callsite(unknown at #l))", [
      ["loc", "keyword.other.location"],
      ["callsite", "keyword.other.location"],
      ["unknown", "constant.language"],
      ["at", "keyword.other"],
    ]);
  });
});

describe("grammar: types", () => {
  const builtin = "support.type.builtin";
  test("builtin", () => {
    const names =
      "i1 si8 ui64 f16 bf16 tf32 f128 f8E4M3FN f4E2M1FN index none memref tensor tuple vector complex";
    for (const name of names.split(" ")) expectScopes(`: ${name}`, [[name, builtin]]);
    expectScopes(": i32x", [["i32x", "keyword.other"]]);
  });
  test("of dialects", () => {
    expectWhole(": !noisy.i32)", "!noisy.i32", "entity.name.type");
    expectWhole('!quant.uniform<i8:f32, "x">', "!quant.uniform", "entity.name.type");
  });
  test("shapes", () => {
    const dimension = "constant.numeric.integer.dimension";
    expectScopes("tensor<4x?x[8]xf32>", [
      ["tensor", builtin],
      ["4", dimension],
      ["x", "keyword.operator.dimension"],
      ["?", "constant.language.dynamic"],
      ["8", dimension],
      ["f32", builtin],
    ]);
    expectScopes("memref<*xbf16>", [
      ["*", "constant.language.dynamic"],
      ["bf16", builtin],
    ]);
    expectScopes("tensor<2x!noisy.i32>", [
      ["2", dimension],
      ["noisy.i32", "entity.name.type"],
    ]);
    expectScopes("vector<4xvector<2xi8>>", [
      ["4", dimension],
      ["vector", builtin],
      ["2", dimension],
      ["i8", builtin],
    ]);
    // A shape without elements, and not a hexadecimal number.
    expectScopes("tensor<0xf32>", [
      ["0", dimension],
      ["x", "keyword.operator.dimension"],
      ["f32", builtin],
    ]);
    expectScopes("tensor<4x0x2xf32>", [
      ["4", dimension],
      ["0", dimension],
      ["2", dimension],
      ["f32", builtin],
    ]);
    expectScopes("dense<0xF3>", [["0xF3", "constant.numeric.hex"]]);
    expectScopes("strided<[?, 1], offset: ?>", [
      ["strided", "support.function.attribute"],
      ["?", "constant.language.dynamic"],
      ["offset", "variable.other.property"],
      ["?", "constant.language.dynamic"],
    ]);
  });
});

describe("grammar: literals", () => {
  test("numbers", () => {
    expectScopes("dense<[1, -2.5e-3, 0xFf, 7.]>", [
      ["dense", "support.function.attribute"],
      ["1", "constant.numeric.integer"],
      ["-", "keyword.operator.arithmetic"],
      ["2.5e-3", "constant.numeric.float"],
      ["0xFf", "constant.numeric.hex"],
      ["7.", "constant.numeric.float"],
    ]);
  });
  test("strings", () => {
    expectScopes(String.raw`"a\n\22\\\"b\q" : 1`, [
      ["a", "string.quoted.double"],
      [String.raw`\n`, "constant.character.escape"],
      [String.raw`\22`, "constant.character.escape"],
      [String.raw`\\`, "constant.character.escape"],
      [String.raw`\"`, "constant.character.escape"],
      ["b", "string.quoted.double"],
      [String.raw`\q`, "invalid.illegal.escape"],
      ['"', "punctuation.definition.string.end"],
      ["1", "constant.numeric.integer"],
    ]);
  });
  test("a string ends with its line", () => {
    const [, second] = tokenize(mlir, '"never closed (\\\nnoisy.mul');
    assert.deepEqual(second?.[0]?.scopes, ["keyword.control.operation.mlir"]);
  });
  test("attributes", () => {
    expectScopes("{noisy.bound = 20 : i64, llvm.readnone, alignment = true}", [
      ["noisy.bound", "variable.other.property"],
      ["=", "keyword.operator.assignment"],
      ["llvm.readnone", "variable.other.property"],
      ["alignment", "variable.other.property"],
      ["true", "constant.language"],
    ]);
  });
  test("affine maps and sets", () => {
    expectScopes("affine_map<(d0)[s0] -> (d0 + s0 mod 2)>", [
      ["affine_map", "support.function.attribute"],
      ["d0", "variable.other.dimension"],
      ["s0", "variable.other.dimension"],
      ["->", "keyword.operator.arrow"],
      ["d0", "variable.other.dimension"],
      ["+", "keyword.operator.arithmetic"],
      ["mod", "keyword.operator.word"],
    ]);
    expectScopes("affine_set<(d0) : (d0 - 1 >= 0, d0 == 0)>", [
      [">=", "keyword.operator.comparison"],
      ["==", "keyword.operator.comparison"],
    ]);
  });
  test("resources", () => {
    expectScopes('{-# dialect_resources: {b: "0x08"} #-}', [
      ["{-#", "punctuation.section.resources"],
      ["dialect_resources", "variable.other.property"],
      ["b", "variable.other.property"],
      ["#-}", "punctuation.section.resources"],
    ]);
  });
});

describe("grammar: comments", () => {
  test("behind a line", () => {
    expectScopes('%a = x "b" // "c %d', [
      ['"', "punctuation.definition.string.begin"],
      ["//", "punctuation.definition.comment"],
      ['"c %d', "comment.line.double-slash"],
    ]);
    expectScopes('"http://x" : i1', [
      ["http://x", "string.quoted.double"],
      ["i1", "support.type.builtin"],
    ]);
  });
  test("separators", () => {
    expectScopes("// -----", [["-----", "entity.name.section.split"]]);
    expectScopes("//-----", [["-----", "comment.line.double-slash"]]);
  });
  test("directives of tests", () => {
    expectScopes("// RUN: noisy-opt %s", [
      ["RUN:", "keyword.other.directive.lit"],
      ["%s", "constant.other.placeholder.lit"],
    ]);
    expectScopes("// CHECK-NEXT: %[[A]] = {{.*}} x", [
      ["CHECK-NEXT:", "keyword.other.directive.filecheck"],
      ["[[A]]", "variable.other.filecheck"],
      [".*", "string.regexp.filecheck"],
      ["x", "comment.line.double-slash.filecheck"],
    ]);
    expectScopes("// MY-CHECK: x", [["MY-CHECK:", "keyword.other.directive.filecheck"]]);
    expectScopes("// expected-error@+1 {{no}}", [["expected-error@+1", "keyword.other.directive.expected"]]);
    expectScopes("// We CHECK this", [["We CHECK this", "comment.line.double-slash"]]);
  });
});

describe("grammar: fences in Markdown", async () => {
  const rule = { patterns: [], repository: { $self: {}, $base: {} } };
  const markdown = await loadGrammar("text.html.markdown", undefined, [
    { scopeName: "text.html.markdown", ...rule },
  ]);
  const scopesOf = (text: string, word: string) =>
    tokenize(markdown, text)
      .flat()
      .find((piece) => piece.text.trim() === word)?.scopes;

  test("the text in them is MLIR", () => {
    for (const fence of ["```mlir", "~~~~ MLIR", "  ```mlir {.numberLines}", "```{.mlir}"]) {
      const close = /[`~]+/.exec(fence)?.[0];
      const text = `${fence}\nnoisy.mul\n${close}\nnoisy.add`;
      assert.deepEqual(scopesOf(text, "noisy.mul")?.slice(-2), [
        "meta.embedded.block.mlir",
        "keyword.control.operation.mlir",
      ]);
      assert.deepEqual(scopesOf(text, "noisy.add"), []);
    }
  });
  test("other fences are none of ours", () => {
    assert.deepEqual(scopesOf("```mlirx\nnoisy.mul\n```", "noisy.mul"), []);
    assert.deepEqual(scopesOf("`mlir`\nnoisy.mul", "noisy.mul"), []);
  });
  test("open scopes of the text end with the fence", () => {
    const text = '```mlir\n"open\n// CHECK: {{\n```\nbehind';
    assert.deepEqual(scopesOf(text, "behind"), []);
  });
});

describe("grammar: whole files", () => {
  const root = join(extensionFolder, "..");
  const files = ["tests/ir/", "examples/"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".mlir"))
      .map((name) => join(root, folder, name)),
  );
  const textOf = (file: string) => readFileSync(file, "utf8");

  test("there are some", () => assert.ok(files.length > 10));

  test("nothing stays open at the end of a line", () => {
    for (const file of files)
      openScopes(mlir, textOf(file)).forEach((open, line) => assert.equal(open, 0, `${file}:${line + 1}`));
  });

  test("no escape is wrong, and quotes are in strings, names or comments", () => {
    for (const file of files)
      tokenize(mlir, textOf(file)).forEach((pieces, line) => {
        for (const piece of pieces) {
          const scopes = piece.scopes.join(" ");
          assert.doesNotMatch(scopes, /invalid/, `${file}:${line + 1}`);
          if (piece.text.includes('"')) assert.notEqual(scopes, "", `${file}:${line + 1}`);
        }
      });
  });

  test("a line is searched a few times for each of its tokens", () => {
    for (const file of files) {
      const text = textOf(file);
      effort.searches = 0;
      const tokens = tokenize(mlir, text).flat().length;
      assert.ok(effort.searches < 3 * tokens + 10, `${file}: ${effort.searches} for ${tokens}`);
    }
  });
});

describe("grammar: lines that grow", () => {
  // VS Code does not tokenize longer lines (editor.maxTokenizationLineLength).
  const long = 20000;
  const hard = [
    ['"', "string"],
    ['\\"', "escape"],
    ['"\\"', "string and escape"],
    ['"a"', "names without parentheses"],
    [" ", "spaces"],
    ["a ", "words"],
    ["a", "one word"],
    ["a.", "one name"],
    ["a = ", "attributes"],
    ["1", "one number"],
    ["4x", "one shape"],
    ["<4x", "shapes"],
    ["[1]x", "scalable shape"],
    ["[1", "no shape"],
    ["%a:", "arguments"],
    ["%a.", "one value"],
    ["@", "signs"],
    ['@"', "symbols"],
    ["!", "types"],
    ["#", "attributes"],
    ["(<[{", "brackets"],
    ["// ", "comments"],
    ["é漢", "letters that are none here"],
  ] as const;
  const inComments = [
    ["// CHECK: ", "[["],
    ["// CHECK: ", "{{"],
    ["// CHECK: ", "[[a]]"],
    ["// ", "A-"],
    ["// ", "CHECK-"],
    ["// RUN: ", "%{"],
    ["// expected-error@", "1"],
  ] as const;

  /** The processor time in milliseconds, the minimum of several runs. */
  function cost(grammar: IGrammar, line: string): number {
    let minimum = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 5; ++i) {
      const startUsage = process.cpuUsage();
      grammar.tokenizeLine(line, null);
      const { user, system } = process.cpuUsage(startUsage);
      minimum = Math.min(minimum, (user + system) / 1000);
    }
    return minimum;
  }

  for (const [start, unit, name] of [
    ...hard.map(([unit, name]) => ["", unit, `${name} (${unit})`] as const),
    ...inComments.map(([start, unit]) => [start, unit, start + unit] as const),
  ])
    test(`${name}: time grows with the text`, () => {
      const lineOf = (length: number) => start + unit.repeat(length / unit.length);
      cost(mlir, lineOf(long / 8));
      const small = cost(mlir, lineOf(long / 8));
      const big = cost(mlir, lineOf(long));
      // The line is eight times as long: quadratic time would be sixty-four times as much.
      assert.ok(big < 24 * small + 10, `${small} ms, ${big} ms`);
    });
});
