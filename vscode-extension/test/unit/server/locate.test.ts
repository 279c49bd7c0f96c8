import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import {
  explainForeign,
  explainRefusal,
  locateServer,
  type ServerLocation,
  type SearchPlaces,
} from "../../../src/server/locate.ts";

let root = "";
let places: SearchPlaces;

async function makeProgram(name: string, mode = 0o755, contents: string | Uint8Array = "#!/bin/sh\n") {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, contents);
  await chmod(file, mode);
  return file;
}

function problemOf(location: ServerLocation): string {
  assert.equal(location.kind, "problem");
  return location.message;
}

function programOf(location: ServerLocation): string {
  assert.equal(location.kind, "found", JSON.stringify(location));
  return `${location.command.source}: ${path.relative(root, location.command.program)}`;
}

before(async () => (root = await mkdtemp(path.join(tmpdir(), "locate-"))));
after(() => rm(root, { recursive: true }));

beforeEach(async () => {
  await rm(root, { recursive: true });
  await mkdir(root);
  places = {
    setting: "",
    arguments: [],
    bundled: path.join(root, "extension/server/bin/noisy-lsp-server"),
    variables: {
      folders: [{ name: "w", path: path.join(root, "w") }],
      environment: { PATH: ["", "relative", path.join(root, "none"), path.join(root, "bin")].join(":") },
      userHome: path.join(root, "home"),
    },
    platform: "linux",
    arch: "x64",
  };
});

test("the setting counts before the bundled one, and that before the PATH", async () => {
  assert.match(problemOf(await locateServer(places)), /was not found: none comes with .* none in the PATH/);
  await makeProgram("bin/noisy-lsp-server");
  assert.equal(programOf(await locateServer(places)), "PATH: bin/noisy-lsp-server");
  await makeProgram("extension/server/bin/noisy-lsp-server");
  assert.equal(programOf(await locateServer(places)), "bundled: extension/server/bin/noisy-lsp-server");
  const setting = await makeProgram("mine/server");
  assert.equal(programOf(await locateServer({ ...places, setting })), "setting: mine/server");
});

test("in the PATH files that cannot be executed are passed over", async () => {
  // The first is one of whatever folder this happens to run in.
  const relative = path.relative(process.cwd(), path.join(root, "here"));
  places.variables.environment = { PATH: `${relative}:${root}/a:${root}/b:${root}/c` };
  await makeProgram("a/noisy-lsp-server", 0o644);
  await mkdir(path.join(root, "b/noisy-lsp-server"), { recursive: true });
  await makeProgram("c/noisy-lsp-server");
  await makeProgram("here/noisy-lsp-server");
  assert.equal(programOf(await locateServer(places)), "PATH: c/noisy-lsp-server");
});

test("a bundled server that cannot be run is reported when there is no other", async () => {
  await makeProgram("extension/server/bin/noisy-lsp-server", 0o644);
  assert.match(problemOf(await locateServer(places)), /comes with the extension, .*, is not executable/);
  await makeProgram("bin/noisy-lsp-server");
  assert.equal(programOf(await locateServer(places)), "PATH: bin/noisy-lsp-server");
});

test("settings are expanded", async () => {
  await makeProgram("w/build/server");
  await makeProgram("home/server");
  await makeProgram("bin/other");
  const programAt = async (setting: string) => programOf(await locateServer({ ...places, setting }));
  assert.equal(await programAt("${workspaceFolder}/build/server"), "setting: w/build/server");
  assert.equal(await programAt("build/server"), "setting: w/build/server");
  assert.equal(await programAt(" ~/server "), "setting: home/server");
  assert.equal(await programAt("other"), "setting: bin/other");

  const location = await locateServer({ ...places, setting: "other", arguments: ["--x=${userHome}", "~/y"] });
  assert.equal(location.kind, "found");
  assert.deepEqual(location.command.arguments, [`--x=${root}/home`, `${root}/home/y`]);
});

test("links are followed", async () => {
  await makeProgram("real");
  await symlink(path.join(root, "real"), path.join(root, "link"));
  await symlink(path.join(root, "gone"), path.join(root, "dead"));
  assert.equal(programOf(await locateServer({ ...places, setting: `${root}/link` })), "setting: link");
  assert.match(problemOf(await locateServer({ ...places, setting: `${root}/dead` })), /does not exist/);
});

test("a wrong setting is explained, and no other program is run", async () => {
  await makeProgram("bin/noisy-lsp-server");
  const problemAt = async (setting: string) => problemOf(await locateServer({ ...places, setting }));
  const setting = await makeProgram("flat", 0o644);
  assert.match(
    await problemAt(setting),
    /flat, but that is not executable\. Make it executable \(chmod \+x\)/,
  );
  assert.match(await problemAt(root), /but that is a folder/);
  assert.match(await problemAt(`${root}/none`), /but that does not exist/);
  assert.match(await problemAt(`${setting}/none`), /but that does not exist/);
  assert.match(await problemAt("no-such-program"), /no such program in the PATH/);
  assert.match(await problemAt("${env:NONE}/x"), /setting noisy\.server\.path .*\$\{env:NONE\}/);
  const location = await locateServer({ ...places, arguments: ["${nonsense}"] });
  assert.match(problemOf(location), /setting noisy\.server\.arguments .*\$\{nonsense\}/);
  places.variables.folders = [];
  assert.match(await problemAt("build/server"), /relative to a folder, but none is open/);
});

test("the place of a missing program is known, in case that it comes", async () => {
  const location = await locateServer({ ...places, setting: `${root}/none` });
  assert.equal(location.kind === "problem" && location.place, `${root}/none`);
});

test("a refusal of the system is explained", async () => {
  const elf = new Uint8Array(64);
  elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
  elf[18] = 183;
  const program = await makeProgram("arm", 0o755, elf);
  assert.match(
    await explainRefusal(program, "ENOEXEC", places),
    /is a program for Linux on arm64, but this is Linux on x64/,
  );
  assert.match((await explainForeign(program, places)) ?? "", /Linux on arm64/);
  assert.equal(await explainForeign(program, { platform: "linux", arch: "arm64" }), undefined);
  assert.equal(await explainForeign(program, { platform: "sunos", arch: "x64" }), undefined);
  elf[18] = 62;
  await makeProgram("intel", 0o755, elf);
  assert.match(await explainRefusal(`${root}/intel`, "ENOENT", places), /the loader or interpreter/);
  assert.match(await explainRefusal(`${root}/gone`, "EACCES", places), /cannot be started \(EACCES\)/);
});
