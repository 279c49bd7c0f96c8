// A fix that its time limit ended, and the search that goes on.

import { after, before, test } from "node:test";
import type { Locator } from "playwright-core";
import type { EditorPage } from "../support/editorPage.ts";
import { Session } from "../support/session.ts";

/** A function whose fewest reductions take long to prove: products and sums of values
 * that were computed shortly before. The same on each run. */
function hardProgram(operations: number): string {
  let state = 1;
  const below = (end: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % end;
  };
  const names = ["%a", "%b", "%c", "%d"];
  const lines = Array.from({ length: operations }, (_, i) => {
    const operation = below(3) === 0 ? "add" : "mul";
    const operand = () => names[names.length - 1 - below(Math.min(30, names.length))];
    const line = `    %${i} = noisy.${operation} ${operand()}, ${operand()} : !noisy.i32`;
    names.push(`%${i}`);
    return line;
  });
  return [
    "module attributes {noisy.model = #noisy.model<initial = 12, max = 40>} {",
    "  func.func @hard(%a: !noisy.i32, %b: !noisy.i32, %c: !noisy.i32, %d: !noisy.i32) -> !noisy.i32 {",
    ...lines,
    `    return %${operations - 1} : !noisy.i32`,
    "  }",
    "}",
    "",
  ].join("\n");
}

let session: Session, editor: EditorPage;

before(async () => {
  session = await Session.start({
    open: "hard.mlir",
    files: { "hard.mlir": hardProgram(300) },
    settings: { "noisy.optimizer.timeLimit": 0.5 },
  });
  editor = session.editor;
  await editor.waitForAnalysis();
});
after(() => session?.stop());

/** Waits until a notification has some words: in the list of them, which stays open. */
async function message(words: RegExp): Promise<Locator> {
  const found = editor.page.locator(".notifications-center .notification-list-item", { hasText: words });
  await found.first().waitFor({ timeout: 60_000 });
  return found.first();
}

test("a fix that was stopped says how good it is, and a button goes on", async () => {
  await editor.click("noisy.add %a, %b", "%1");
  await editor.run("Noisy MLIR: Insert Optimal Reductions in This Function");
  const reduction = editor.page.locator(".editor-instance .view-line", { hasText: "noisy.reduce_noise" });
  await reduction.first().waitFor({ timeout: 60_000 });
  await editor.run("Notifications: Show Notifications");
  const first = await message(/inserted \d+ reductions, at most [\d.]+ % above .*\(stopped after 0\.5 s\)/);
  await editor.screenshot("search-longer");
  await first.getByRole("button", { name: "Search longer (3 s)" }).click();
  // The list closes with its last notification.
  const progress = editor.page.locator(".statusbar-item", { hasText: "Noisy: " });
  await progress.waitFor({ timeout: 20_000 });
  await progress.waitFor({ state: "detached", timeout: 60_000 });
  await editor.run("Notifications: Show Notifications");
  await message(/a better fix: \d+ reductions|nothing better was found: \d+ reductions/);
  await editor.screenshot("search-longer-done");
});
