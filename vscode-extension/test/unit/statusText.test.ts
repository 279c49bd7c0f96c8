import assert from "node:assert/strict";
import { test } from "node:test";
import { statusText } from "../../src/statusText.ts";

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
  assert.equal(first.text, "$(loading~spin) Noisy: 12 reductions so far");
  const message = "7 reductions, at most 28.5 % above the fewest possible";
  const { text, tooltip } = statusText({ kind: "solving", message });
  assert.equal(text, "$(loading~spin) Noisy: at most 28.5 % above");
  assert.equal(tooltip, `Noisy MLIR: ${message}`);
});

test("the server's report is one line, without icons, and not too long", () => {
  const { text, tooltip } = statusText({ kind: "solving", message: `$(bug)\n ${"x".repeat(100)}` });
  assert.ok(!text.includes("$(bug)"));
  assert.ok(!text.includes("\n"));
  assert.ok(text.length < 70);
  assert.ok(tooltip.includes("x".repeat(100)));
  assert.match(statusText({ kind: "solving", message: "" }).text, /looking for/);
});

test("why it failed is in the tooltip", () => {
  assert.match(statusText({ kind: "failed", message: "It is missing." }).tooltip, /It is missing\./);
});
