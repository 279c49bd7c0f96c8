// Each snippet is MLIR that noisy-opt of the folder NOISY_BUILD accepts.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { buildFolder, extensionFolder } from "../support/paths.ts";

interface Snippet {
  prefix: string | string[];
  description: string;
  body: string | string[];
}
const snippets: Record<string, Snippet> = JSON.parse(
  readFileSync(join(extensionFolder, "snippets/mlir.json"), "utf8"),
);

/** The text of a snippet with its default values. */
function expand(body: string | string[]): string {
  const text = [body].flat().join("\n");
  const result = text.replace(/\$\{\d+:([^}]*)\}|\$\d+/g, (_, defaultValue?: string) => defaultValue ?? "");
  assert.doesNotMatch(result, /\$/, "a placeholder of a kind that this test does not know");
  return result;
}

function parse(program: string): { status: number | null; errors: string; output: string } {
  const result = spawnSync(join(buildFolder(), "noisy-opt"), ["--split-input-file", "-"], {
    input: program,
    encoding: "utf8",
  });
  if (result.error) throw result.error;
  return { status: result.status, errors: result.stderr, output: result.stdout };
}

/** A program with an operation in a function that has its operands as parameters. */
function aroundOperation(operation: string): string {
  const type = operation.includes("noisy.encode") ? "i5" : "!noisy.i32";
  const operands = new Set([...operation.matchAll(/%(\w+)/g)].map((name) => name[1]));
  const [result] = operands;
  operands.delete(result);
  const parameters = [...operands].map((name) => `%${name}: ${type}`).join(", ");
  return `func.func @around(${parameters}) {\n${operation}\nreturn\n}`;
}

describe("snippets", () => {
  for (const [name, { body, prefix, description }] of Object.entries(snippets))
    test(name, () => {
      assert.ok([prefix].flat().every((text) => text.length > 0));
      assert.ok(description.length > 0);
      const text = expand(body);
      const program = text.startsWith("%") ? aroundOperation(text) : `module {\n}\n${text}`;
      const { status, errors, output } = parse(program);
      assert.equal(status, 0, `${errors}\nof\n${program}`);
      if (name.startsWith("noisy.")) assert.match(output, new RegExp(`= ${name} `));
    });

  test("there is one for each operation", () => {
    const definitions = readFileSync(join(extensionFolder, "../dialect/NoisyOps.td"), "utf8");
    const mnemonics = [...definitions.matchAll(/^(?:def.*)?\s*: Noisy_\w*Op<"(\w+)"/gm)].map(
      (match) => `noisy.${match[1]}`,
    );
    assert.ok(mnemonics.length >= 7, `${mnemonics}`);
    for (const mnemonic of mnemonics) assert.ok(snippets[mnemonic], mnemonic);
  });

  test("a module and a function say what they state", () => {
    assert.match(parse(expand(snippets["Module with noisy.model"]?.body ?? "")).output, /initial = 16/);
    const boundedFunction = parse(expand(snippets["Function with noisy.bound"]?.body ?? "")).output;
    assert.match(boundedFunction, /noisy\.bound = 20 : i64/);
  });

  test("a separator begins another program", () => {
    const split = expand(snippets.Split?.body ?? "");
    const twice = (separator: string) => `func.func private @f()${separator}func.func private @f()`;
    assert.equal(parse(twice(split)).status, 0);
    assert.notEqual(parse(twice("\n")).status, 0);
  });
});
