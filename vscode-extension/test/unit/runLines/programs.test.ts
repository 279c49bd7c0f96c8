import * as assert from "node:assert/strict";
import { test } from "node:test";
import { programsOf } from "../../../src/runLines/programs.ts";

test("the first word of each part is a program", () => {
  const expected: [string, string[]][] = [
    ["noisy-opt /a.mlir | FileCheck /a.mlir", ["noisy-opt", "FileCheck"]],
    ["not noisy-opt a 2>&1 | FileCheck b", ["not", "noisy-opt", "FileCheck"]],
    ["not --crash opt a > b.txt; cat b.txt", ["not", "opt", "cat"]],
    ["env A=1 B=2 opt && (C=3 other || last)", ["env", "opt", "other", "last"]],
    ["timeout 5s opt x", ["timeout", "opt"]],
    ["cd /tmp && 'my opt' \"x | y\" | /usr/bin/wc -l", ["my opt", "/usr/bin/wc"]],
    ["opt --pass-pipeline='builtin.module(a,b)' | opt", ["opt"]],
    ["opt < in.mlir 2>err.txt >>out.txt", ["opt"]],
    ["! opt %s |& FileCheck b", ["opt", "FileCheck"]],
    ["if opt a; then other; fi; { last; }", ["opt", "other", "last"]],
    ["env -u A opt; timeout -s KILL 5 opt", ["env", "timeout"]],
    ["diff <(opt a) b; $(dirname x)/y", ["diff", "opt", "dirname"]],
    ["", []],
  ];
  for (const [command, programs] of expected) assert.deepEqual(programsOf(command), programs, command);
});
