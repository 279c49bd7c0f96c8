// The noise view of a function that is too large to be looked at as a whole.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { NoiseView } from "../support/noiseView.ts";
import { Session } from "../support/session.ts";

/** The number of rounds; each has three operations. */
const rounds = 11_000;

/** A function of one value that is too noisy, and of many that are not. */
function makeCircuit(): string {
  const lines = [
    "func.func @circuit(%x: i5) -> i5 {",
    "  %v0 = noisy.encode %x : i5 -> !noisy.i32",
    "  %cause = noisy.mul %v0, %v0 : !noisy.i32",
    "  %worse = noisy.mul %cause, %v0 : !noisy.i32",
  ];
  for (let i = 1; i <= rounds; i++) {
    const earlier = (i * 48271) % Math.max(1, i);
    lines.push(
      `  %m${i} = noisy.mul %v${i - 1}, %v${earlier} : !noisy.i32`,
      `  %s${i} = noisy.add %m${i}, %v${earlier} : !noisy.i32`,
      `  %v${i} = noisy.reduce_noise %s${i} : !noisy.i32`,
    );
  }
  lines.push("  %r = noisy.decode %worse : !noisy.i32 -> i5", "  return %r : i5", "}", "");
  return lines.join("\n");
}

let session: Session, editor: EditorPage, view: NoiseView;

before(async () => {
  session = await Session.start({ files: { "large.mlir": makeCircuit() }, open: "large.mlir" });
  editor = session.editor;
  await editor.waitForAnalysis();
  view = await NoiseView.open(editor);
});
after(() => session?.stop());

const inFocus = (name: string) => view.frame.locator(`.node.in-focus[aria-label^="${name}, "]`);

test("it is drawn around the worst value, with the path to it and the rest in bundles", async () => {
  await inFocus("%worse").waitFor({ timeout: 30_000 });
  for (const name of ["%cause", "%v0", "noisy.decode"]) assert.equal(await view.node(name).count(), 1, name);
  assert.ok((await view.nodes(".kind-bundle").count()) >= 1);
  assert.ok((await view.nodes().count()) < 60);
  assert.equal(await view.nodes(".on-path").count(), 3);
  await editor.screenshot("noise-view-focus");
});

test("a double click focuses anew, and back and forward lead along", async () => {
  await view.node("%cause").dblclick();
  await inFocus("%cause").waitFor({ timeout: 20_000 });
  await view.node("%worse").waitFor();
  await view.button("Back to the value before (Alt+Left)").click();
  await inFocus("%worse").waitFor({ timeout: 20_000 });
  await view.button("Forward (Alt+Right)").click();
  await inFocus("%cause").waitFor({ timeout: 20_000 });
});

test("a double click on a bundle focuses its heaviest value", async () => {
  const bundle = view.nodes(".kind-bundle").first();
  const label = (await bundle.getAttribute("aria-label")) ?? "";
  const heaviest = /the heaviest is (\S+)/.exec(label)?.[1]?.replace(/,$/, "");
  assert.ok(heaviest, label);
  await bundle.dblclick();
  await inFocus(heaviest).waitFor({ timeout: 20_000 });
});
