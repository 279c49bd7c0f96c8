// The function that is drawn where the cursor is in none.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DocumentSymbol } from "vscode-languageclient/node";
import type { NoiseGraph } from "../../../../src/protocol.ts";
import { findFunction } from "../../../../src/noiseView/panel/functionNear.ts";
import { graph, node } from "../drawing/graphs.ts";

const at = (line: number) => ({ line, character: 0 });

/** A text of functions of ten lines each, by the lines in which they begin; those in `plain`
 * have no encrypted values. The second half of the functions is in a module. */
function text(functions: [name: string, line: number][], plain: string[] = []) {
  const rangeOf = (line: number) => ({ start: at(line), end: { line: line + 9, character: 1 } });
  const symbols = functions.map(([name, line]): DocumentSymbol => ({
    name,
    kind: 12,
    range: rangeOf(line),
    selectionRange: { start: at(line), end: { line, character: 9 } },
  }));
  const children = symbols.splice(symbols.length / 2);
  const { range, selectionRange } = children[0] ?? { range: rangeOf(0), selectionRange: rangeOf(0) };
  const outer: DocumentSymbol = { name: "<builtin.module>", kind: 3, range, selectionRange, children };
  const asked: (number | "symbols")[] = [];
  return {
    asked,
    async graphAt({ line }: { line: number }): Promise<NoiseGraph | null> {
      asked.push(line);
      const found = functions.find(([, begin]) => begin <= line && line < begin + 10);
      if (!found) return null;
      const [name, begin] = found;
      const nameRange = { start: at(begin), end: { line: begin, character: 9 } };
      return graph(plain.includes(name) ? [] : [node("%a", line)], [], { name: `@${name}`, nameRange });
    },
    async symbols() {
      asked.push("symbols");
      return [...symbols, outer];
    },
  };
}

const three: [string, number][] = [
  ["f", 10],
  ["g", 30],
  ["h", 50],
];

/** The name and the line of what is found. */
async function find(line: number, shown: [string, number] | null, answers: ReturnType<typeof text>) {
  const place = shown && { name: `@${shown[0]}`, position: at(shown[1]) };
  const found = await findFunction(at(line), place, answers);
  return found && `${found.graph.name} ${found.position.line}`;
}

test("inside of a function that one is drawn, and nothing else is asked for", async () => {
  const answers = text(three, ["g"]);
  assert.equal(await find(35, ["f", 10], answers), "@g 35");
  assert.deepEqual(answers.asked, [35]);
});

test("in no function the next one below is drawn, or else the last one above", async () => {
  assert.equal(await find(0, null, text(three)), "@f 10");
  assert.equal(await find(25, null, text(three)), "@g 30");
  assert.equal(await find(99, null, text(three)), "@h 50");
});

test("functions without encrypted values are passed over, while there are others", async () => {
  assert.equal(await find(0, null, text(three, ["f", "g"])), "@h 50");
  assert.equal(await find(45, null, text(three, ["g", "h"])), "@f 10");
  assert.equal(await find(25, null, text(three, ["f", "g", "h"])), "@g 30");
});

test("without any function there is nothing", async () => {
  assert.equal(await find(0, null, text([])), undefined);
  assert.equal(await find(0, null, { ...text([]), symbols: async () => null! }), undefined);
});

test("the function that is shown stays", async () => {
  const answers = text(three);
  assert.equal(await find(0, ["h", 50], answers), "@h 50");
  assert.deepEqual(answers.asked, [0, 50]);
});

test("it stays where edits have moved it, and another one to its place", async () => {
  assert.equal(await find(0, ["g", 15], text(three)), "@g 30");
  assert.equal(await find(0, ["g", 25], text(three)), "@g 30");
  assert.equal(await find(0, ["g", 35], text(three)), "@g 30", "its name, and not the old place");
});

test("of several with its name the nearest to its place is meant", async () => {
  const twins: [string, number][] = [...three, ["g", 70]];
  assert.equal(await find(0, ["g", 65], text(twins)), "@g 70");
  assert.equal(await find(0, ["g", 45], text(twins)), "@g 30");
});

test("where it is gone, the next one is drawn", async () => {
  assert.equal(await find(25, ["gone", 15], text(three)), "@g 30");
});
