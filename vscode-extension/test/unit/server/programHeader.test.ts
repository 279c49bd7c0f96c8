import assert from "node:assert/strict";
import { open } from "node:fs/promises";
import { test } from "node:test";
import { describeTarget, headerSize, readTarget, targetOf } from "../../../src/server/programHeader.ts";

function header(size: number, ...parts: [offset: number, bytes: number[]][]): Uint8Array {
  const result = new Uint8Array(size);
  for (const [offset, bytes] of parts) result.set(bytes, offset);
  return result;
}

test("programs show their target", () => {
  const elf = [0x7f, 0x45, 0x4c, 0x46, 2];
  assert.deepEqual(readTarget(header(64, [0, [...elf, 1]], [18, [183, 0]])), {
    system: "Linux",
    arch: "arm64",
  });
  assert.deepEqual(readTarget(header(64, [0, [...elf, 2]], [18, [0, 62]])), { system: "Linux", arch: "x64" });
  assert.deepEqual(readTarget(header(64, [0, [...elf, 1]], [18, [1, 1]])), { system: "Linux" });
  assert.deepEqual(readTarget(header(64, [0, [0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1]])), {
    system: "macOS",
    arch: "arm64",
  });
  assert.deepEqual(readTarget(header(64, [0, [0xca, 0xfe, 0xba, 0xbe]])), { system: "macOS" });
  const windows = header(256, [0, [0x4d, 0x5a]], [60, [128]], [132, [0x64, 0x86]]);
  assert.deepEqual(readTarget(windows), { system: "Windows", arch: "x64" });
  // The rest is not in what was read.
  assert.deepEqual(readTarget(header(64, [0, [0x4d, 0x5a]], [60, [0xff, 0xff]])), { system: "Windows" });
});

test("scripts, texts and stumps have no target", () => {
  assert.equal(readTarget(new TextEncoder().encode("#!/bin/sh\nexec noisy-lsp-server\n")), undefined);
  assert.equal(readTarget(header(4, [0, [0x7f, 0x45, 0x4c, 0x46]])), undefined);
  assert.equal(readTarget(new Uint8Array(0)), undefined);
});

test("node is a program for this machine", async () => {
  const file = await open(process.execPath);
  const { buffer } = await file.read(new Uint8Array(headerSize), 0, headerSize, 0);
  await file.close();
  const system = targetOf(process.platform, process.arch);
  assert.ok(system);
  assert.deepEqual(readTarget(buffer), system);
  assert.equal(targetOf("freebsd", "x64"), undefined);
});

test("targets in words", () => {
  assert.equal(describeTarget({ system: "Linux", arch: "arm64" }), "Linux on arm64");
  assert.equal(describeTarget({ system: "macOS" }), "macOS");
});
