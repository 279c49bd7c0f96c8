import * as assert from "node:assert/strict";
import { test } from "node:test";
import { substitute, UnknownSubstitution } from "../../../src/runLines/substitutions.ts";

const place = { file: "/p/tests/a.mlir", temporary: "/tmp/x" };

test("lit's own substitutions are replaced", () => {
  const expected: [string, string][] = [
    ["noisy-opt %s | FileCheck %s", "noisy-opt /p/tests/a.mlir | FileCheck /p/tests/a.mlir"],
    ["cat %S/in %p/in", "cat /p/tests/in /p/tests/in"],
    [
      "a -o %t && b %t.out %t1 %T/c",
      "a -o /tmp/x/a.mlir.tmp && b /tmp/x/a.mlir.tmp.out /tmp/x/a.mlir.tmp1 /tmp/x/c",
    ],
    ["%basename_t %/s %{pathsep} 5%% 100%", "a.mlir /p/tests/a.mlir : 5% 100%"],
    ["--pass-pipeline='builtin.module(x{a=%s})'", "--pass-pipeline='builtin.module(x{a=/p/tests/a.mlir})'"],
  ];
  for (const [command, result] of expected) assert.equal(substitute(command, place), result);
});

test("names with blanks and quotes stay one word", () => {
  const odd = { file: "/p q/it's $a.mlir", temporary: "/t" };
  assert.equal(substitute("cat %s", odd), `cat '/p q/it'\\''s $a.mlir'`);
  assert.equal(substitute('cat "%s"', odd), `cat "/p q/it's \\$a.mlir"`);
  assert.equal(substitute("cat '%s'", odd), `cat '/p q/it'\\''s $a.mlir'`);
  // An escaped quote opens nothing.
  assert.equal(substitute("echo \\' %s", { ...odd, file: "/p q" }), "echo \\' '/p q'");
});

test("those of a project are named", () => {
  for (const [command, name] of [
    ["%mlir_runner %s", "%mlir_runner"],
    ["%shlibext", "%shlibext"],
    ["%{compile} | %s", "%{compile}"],
    ["%if x %{ a %}", "%if"],
  ] as const)
    assert.throws(
      () => substitute(command, place),
      (error) => error instanceof UnknownSubstitution && error.substitution === name,
    );
});
