import assert from "node:assert/strict";
import { test } from "node:test";
import { expandVariables, VariableError, type Variables } from "../../../src/server/variables.ts";

const variables: Variables = {
  folders: [{ name: "first", path: "/w/first" }, { name: "second", path: "/w/second" }, { name: "virtual" }],
  environment: { TOOLS: "/opt/tools", EMPTY: "" },
  userHome: "/home/user",
};

test("variables are replaced, wherever they stand", () => {
  const expand = (text: string) => expandVariables(text, variables);
  assert.equal(expand("${workspaceFolder}/build/x"), "/w/first/build/x");
  assert.equal(expand("${workspaceFolder:second}/x"), "/w/second/x");
  assert.equal(expand("--a=${env:TOOLS}:${userHome}${env:EMPTY}"), "--a=/opt/tools:/home/user");
  assert.equal(expand("nothing $HOME {x}"), "nothing $HOME {x}");
});

test("the tilde is the home only in front", () => {
  const expand = (text: string) => expandVariables(text, variables);
  assert.equal(expand("~/bin/x"), "/home/user/bin/x");
  assert.equal(expand("~"), "/home/user");
  assert.equal(expand("~\\bin"), "/home/user\\bin");
  assert.equal(expand("~other/x"), "~other/x");
  assert.equal(expand("/a/~/x"), "/a/~/x");
});

test("variables in a value are not expanded again", () => {
  const nested = { ...variables, environment: { A: "~/${env:B}", B: "no" } };
  assert.equal(expandVariables("${env:A}", nested), "~/${env:B}");
});

test("a variable without a value is named", () => {
  for (const [text, reason] of [
    ["${env:NONE}/x", /\$\{env:NONE\}: this environment variable is not set/],
    ["${workspaceFolder:none}", /\$\{workspaceFolder:none\}: no folder of that name/],
    ["${workspaceFolder:virtual}", /the folder virtual is not on disk/],
    ["a${file}b", /\$\{file\}: there is no such variable/],
    ["${env:}", /\$\{env:\}/],
    ["${toString}", /\$\{toString\}/],
  ] as const) {
    assert.throws(
      () => expandVariables(text, variables),
      (error) => error instanceof VariableError && reason.test(error.message),
    );
  }
  assert.throws(
    () => expandVariables("${workspaceFolder}", { ...variables, folders: [] }),
    /no folder is open/,
  );
});
