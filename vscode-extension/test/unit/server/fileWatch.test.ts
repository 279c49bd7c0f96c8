import assert from "node:assert/strict";
import { chmod, mkdtemp, rename, rm, symlink, unlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { FileWatch, identityOf } from "../../../src/server/fileWatch.ts";

const interval = 20;
let root = "";
before(async () => (root = await mkdtemp(path.join(tmpdir(), "watch-"))));
after(() => rm(root, { recursive: true }));

async function makeProgram(name: string, contents = "1"): Promise<string> {
  const file = path.join(root, name);
  await writeFile(file, contents);
  await chmod(file, 0o755);
  return file;
}

/** Counts the calls of a watch. */
async function watch(file: string) {
  const counter = { calls: 0, watch: undefined as FileWatch | undefined };
  counter.watch = new FileWatch(file, await identityOf(file), () => counter.calls++, interval);
  return counter;
}

/** So that a timer of a busy machine has had its turn. */
async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !condition(); i++) await delay(interval);
}

test("a program that is moved over is noticed, once", async () => {
  const file = await makeProgram("moved");
  const counter = await watch(file);
  await delay(5 * interval);
  assert.equal(counter.calls, 0);
  await rename(await makeProgram("new", "2"), file);
  await until(() => counter.calls > 0);
  await delay(5 * interval);
  assert.equal(counter.calls, 1);
  counter.watch?.dispose();
});

test("a program that is away for a while is noticed when it is back, and executable", async () => {
  const file = await makeProgram("rebuilt");
  const counter = await watch(file);
  await unlink(file);
  await delay(5 * interval);
  assert.equal(counter.calls, 0);
  await writeFile(file, "22", { mode: 0o644 });
  await delay(5 * interval);
  assert.equal(counter.calls, 0);
  await chmod(file, 0o755);
  await until(() => counter.calls > 0);
  assert.equal(counter.calls, 1);
  counter.watch?.dispose();
});

test("while it is written to it is left alone", async () => {
  const file = await makeProgram("written");
  const counter = { calls: 0 };
  const slow = new FileWatch(file, await identityOf(file), () => counter.calls++, 400);
  for (let i = 0; i < 40; i++) {
    await utimes(file, i, i);
    await delay(40);
  }
  assert.equal(counter.calls, 0);
  await until(() => counter.calls > 0);
  assert.equal(counter.calls, 1);
  slow.dispose();
});

test("the target of a link counts", async () => {
  const first = await makeProgram("first");
  const second = await makeProgram("second");
  const link = path.join(root, "link");
  await symlink(first, link);
  const counter = await watch(link);
  await symlink(second, `${link}.new`);
  await rename(`${link}.new`, link);
  await until(() => counter.calls > 0);
  assert.equal(counter.calls, 1);
  await makeProgram("second", "changed");
  await until(() => counter.calls > 1);
  assert.equal(counter.calls, 2);
  counter.watch?.dispose();
});

test("a program that was missing is noticed; after the end nothing is", async () => {
  const file = path.join(root, "missing");
  const counter = await watch(file);
  await makeProgram("missing");
  await until(() => counter.calls > 0);
  assert.equal(counter.calls, 1);
  counter.watch?.dispose();
  await makeProgram("missing", "another");
  await delay(5 * interval);
  assert.equal(counter.calls, 1);
});

test("the end also counts for a look that is under way", async () => {
  const file = await makeProgram("ended");
  const identity = await identityOf(file);
  let calls = 0;
  const watches = Array.from({ length: 50 }, () => new FileWatch(file, identity, () => calls++, 1));
  for (const fileWatch of watches) {
    await new Promise(setImmediate);
    fileWatch.dispose();
  }
  await makeProgram("ended", "another");
  await delay(200);
  assert.equal(calls, 0);
});
