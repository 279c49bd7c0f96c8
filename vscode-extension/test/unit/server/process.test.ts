import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { describeEnd, ServerProcess } from "../../../src/server/process.ts";

const patience = { terminate: 150, kill: 150 };

function start(script: string, lines: string[] = []): Promise<ServerProcess> {
  const command = { program: process.execPath, arguments: ["-e", script], source: "setting" as const };
  return ServerProcess.start(command, undefined, (line) => lines.push(line));
}

test("a server that ends when its input does is not killed", async () => {
  const server = await start("process.stdin.on('end', () => process.exit(3)).resume()");
  assert.deepEqual(await server.end({ terminate: 10_000, kill: 0 }), { code: 3, signal: null });
});

test("a server that ignores the end of its input is terminated, and then killed", async () => {
  const deaf = await start("setInterval(() => {}, 1000)");
  assert.equal((await deaf.end(patience)).signal, "SIGTERM");
  const stubborn = await start(
    "process.on('SIGTERM', () => {}); process.stderr.write('ready\\n'); setInterval(() => {}, 1000)",
  );
  while (!stubborn.lastWords) await delay(10);
  assert.equal((await stubborn.end(patience)).signal, "SIGKILL");
});

test("a child of its own that lives on does not hide its end", async () => {
  const script = `
    const child = require("node:child_process").spawn("sleep", ["30"], { stdio: ["ignore", "inherit", "inherit"] });
    process.stderr.write(child.pid + "\\n");
    setInterval(() => {}, 1000);`;
  const server = await start(script);
  while (!server.lastWords) await delay(10);
  server.kill();
  const end = await Promise.race([server.exit, delay(5000)]);
  process.kill(Number(server.lastWords));
  assert.deepEqual(end, { code: null, signal: "SIGKILL" });
});

test("its last words are kept", async () => {
  const lines: string[] = [];
  const server = await start("for (let i = 0; i < 9; i++) console.error(i); process.exit(127)", lines);
  assert.equal(describeEnd(await server.exit), "ended with code 127");
  assert.equal(server.lastWords, "4\n5\n6\n7\n8");
  assert.equal(lines.length, 9);
});

test("a program that cannot be started rejects", async () => {
  const command = { program: "/no/such/program", arguments: [], source: "setting" as const };
  await assert.rejects(
    ServerProcess.start(command, undefined, () => {}),
    { code: "ENOENT" },
  );
});

test("ends in words", () => {
  assert.equal(describeEnd({ code: null, signal: "SIGSEGV" }), "was killed by SIGSEGV");
});
