import assert from "node:assert/strict";
import { test } from "node:test";
import { longestText, newsText, statusText } from "../../src/statusText.ts";

test("each state has a text of its own", () => {
  const states = [
    { kind: "stopped" },
    { kind: "starting" },
    { kind: "starting", hasCrashed: true },
    { kind: "ready" },
    { kind: "analysing" },
    { kind: "solving", message: "3 reductions" },
    { kind: "failed", message: "It is missing." },
  ] as const;
  const texts = states.map((state) => statusText(state));
  assert.equal(new Set(texts.map(({ tooltip }) => tooltip)).size, states.length);
  for (const { text } of texts) assert.match(text, /^\$\([a-z~-]+\) Noisy/);
  assert.deepEqual(
    texts.map(({ severity }) => severity),
    ["warning", "information", "warning", "information", "information", "information", "error"],
  );
});

test("while it solves, the report is shown, or of it the gap", () => {
  const first = statusText({ kind: "solving", message: "12 reductions so far" });
  assert.equal(first.text, "$(loading~spin) Noisy: 12 reductions");
  assert.equal(first.tooltip, "Noisy MLIR: 12 reductions so far");
  const message = "7 reductions, at most 28.5 % above the fewest possible";
  const { text, tooltip } = statusText({ kind: "solving", message });
  assert.equal(text, "$(loading~spin) Noisy: at most +28.5 %");
  assert.equal(tooltip, `Noisy MLIR: ${message}`);
});

test("the server's report is one line, without icons, and not too long", () => {
  const { text, tooltip } = statusText({ kind: "solving", message: `$(bug)\n ${"x".repeat(100)}` });
  assert.ok(!text.includes("$(bug)"));
  assert.ok(!text.includes("\n"));
  assert.ok(tooltip.includes("x".repeat(100)));
});

test("the text is short, whatever is reported", () => {
  for (const [message, short] of [
    ["", "searching"],
    ["looking for the fewest reductions", "searching"],
    ["reading the text", "reading the text"],
    ["nothing found yet, at least 3", "nothing found yet"],
    ["10,545 reductions, the fewest possible", "10,545 reductions"],
    ["10,545 reductions, at most 1,234.5 % above the fewest possible", "at most +1,234.5 %"],
    ["a report that nobody has foreseen", "a report that nob…"],
  ] as const) {
    const { text } = statusText({ kind: "solving", message });
    assert.equal(text, `$(loading~spin) Noisy: ${short}`);
    assert.ok(text.replace(/^\$\(.*?\) /, "").length <= longestText);
  }
});

test("what was done is a few words", () => {
  for (const [message, short] of [
    ["Insert optimal reduce_noise (3 reductions, the fewest possible)", "3 reductions"],
    ["inserted 3 reductions, the fewest possible", "inserted 3 reductions"],
    ["Rewrite, then insert optimal reduce_noise (1 reduction instead of 3)", "1 reduction instead of 3"],
    ["passed: overflow.mlir", "passed"],
    [`$(bug) ${"x".repeat(100)}`, `$ (bug) ${"x".repeat(16)}…`],
  ] as const)
    assert.equal(newsText(message), `$(check) ${short}`);
});

test("why it failed is in the tooltip", () => {
  assert.match(statusText({ kind: "failed", message: "It is missing." }).tooltip, /It is missing\./);
});
