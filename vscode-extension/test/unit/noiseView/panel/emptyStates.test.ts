import assert from "node:assert/strict";
import { test } from "node:test";
import { nothingEncrypted, serverProblem, unreadable } from "../../../../src/noiseView/panel/emptyStates.ts";

test("a server that runs and gives graphs is no problem", () => {
  assert.equal(serverProblem({ kind: "ready" }, { noiseGraph: true }), undefined);
  assert.equal(serverProblem({ kind: "solving", message: "" }, { noiseGraph: true }), undefined);
});

test("without a server, or with one that is too old, it is said and what to do", () => {
  assert.match(serverProblem({ kind: "ready" }, {})!.title, /too old/);
  assert.match(serverProblem({ kind: "stopped" }, {})!.title, /not running/);
  const problem = serverProblem({ kind: "failed", message: "it is not installed" }, {})!;
  assert.equal(problem.detail, "it is not installed");
  assert.equal(problem.action?.command, "noisy.restart");
  assert.match(serverProblem({ kind: "starting" }, {})!.title, /starting/);
});

test("a function without encrypted values is named", () => {
  assert.match(nothingEncrypted("@main").title, /@main/);
});

test("an error in the text is shown with its line, counted as editors do", () => {
  assert.equal(
    unreadable("redefinition of SSA value '%x'", 301).detail,
    "Line 302: redefinition of SSA value '%x'",
  );
});
