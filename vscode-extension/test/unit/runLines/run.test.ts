import * as assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { runLines, type Outcome } from "../../../src/runLines/run.ts";

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "noisy test-"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/shout"), '#!/bin/sh\ntr a-z A-Z < "$1"\n');
  chmodSync(join(folder, "bin/shout"), 0o755);
  writeFileSync(join(folder, "a.mlir"), "module {}\n");
});
after(() => rmSync(folder, { recursive: true }));

async function run(
  commands: string[],
  signal = new AbortController().signal,
): Promise<{ outcome: Outcome; output: string }> {
  let output = "";
  const outcome = await runLines(commands, {
    file: join(folder, "a.mlir"),
    folders: [join(folder, "bin")],
    environment: { PATH: "/usr/bin:/bin" },
    print: (text) => (output += text),
    signal,
  });
  return { outcome, output };
}

test("commands run with the programs of the folders, and see what earlier ones wrote", async () => {
  const { outcome, output } = await run(["shout %s > %t", "cat %t | grep MODULE"]);
  assert.deepEqual(outcome, { kind: "passed" });
  assert.match(output, /^\$ shout '.*\/a.mlir' > \S+\nexit status 0/);
  assert.match(output, /\nMODULE \{\}\n/);
});

test("the first that fails ends the run, also inside of a pipeline", async () => {
  const { outcome, output } = await run(["cat %t.none | cat", "echo never"]);
  assert.deepEqual(outcome, { kind: "failed", status: 1, command: "cat %t.none | cat" });
  assert.match(output, /No such file/);
  assert.doesNotMatch(output, /never/);
});

test("what cannot be run is said, with what to do", async () => {
  const missing = await run(["shout %s | no-such-program --x"]);
  assert.equal(missing.outcome.kind, "problem");
  assert.match(JSON.stringify(missing.outcome), /no-such-program was not found.*noisy\.runLines\.path/);
  assert.equal(missing.output, "");
  const substitution = await run(["%compile %s"]);
  assert.match(JSON.stringify(substitution.outcome), /%compile is defined by this project's configuration/);
});

test("a run can be stopped, with all of its parts", async () => {
  const controller = new AbortController();
  const started = Date.now();
  setTimeout(() => controller.abort(), 300);
  const { outcome } = await run(["sleep 60 | cat"], controller.signal);
  assert.deepEqual(outcome, { kind: "cancelled" });
  assert.ok(Date.now() - started < 20000);
});

test("a run that is stopped is not waited for", async () => {
  const controller = new AbortController();
  const started = Date.now();
  setTimeout(() => controller.abort(), 300);
  // timeout leaves the group of its shell.
  const { outcome } = await run(["timeout 30 sleep 30 | cat"], controller.signal);
  assert.deepEqual(outcome, { kind: "cancelled" });
  assert.ok(Date.now() - started < 20000);
});

test("a command that prints without end is stopped", async () => {
  const { outcome, output } = await run(["yes"]);
  assert.equal(outcome.kind, "failed");
  assert.match(output, /stopped: it prints more than 4 million characters/);
  assert.ok(output.length < 8e6);
});

test("names that a shell would read stay names", async () => {
  const file = join(folder, "a;touch pwn;.mlir");
  writeFileSync(file, "module {}\n");
  let output = "";
  const options = {
    file,
    folders: [],
    environment: { PATH: "/usr/bin:/bin" },
    print: (text: string) => (output += text),
    signal: new AbortController().signal,
  };
  assert.deepEqual(await runLines(["cat %s", 'cat "%s"'], options), { kind: "passed" });
  assert.match(output, /module/);
  const unsafe = await runLines(['echo "$(cat %s)"'], options);
  assert.match(JSON.stringify(unsafe), /cannot be put into/);
});

test("nothing is left behind", async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith("noisy-run-")).length;
  await run(["shout %s > %t"]);
  assert.equal(readdirSync(tmpdir()).filter((name) => name.startsWith("noisy-run-")).length, before);
});
