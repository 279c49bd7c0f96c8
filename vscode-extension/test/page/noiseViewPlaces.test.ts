// The noise view while the cursor is in no function, and its header in little room.

import * as assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { EditorPage } from "../support/editorPage.ts";
import { NoiseView } from "../support/noiseView.ts";
import { Session } from "../support/session.ts";

/** A function whose values end in a letter; `%p2` passes the limit. */
function power(letter: string): string {
  return `func.func @power${letter}(%x: i5) -> i5 {
  %a${letter} = noisy.encode %x : i5 -> !noisy.i32
  %p1${letter} = noisy.mul %a${letter}, %a${letter} : !noisy.i32
  %p2${letter} = noisy.mul %p1${letter}, %p1${letter} : !noisy.i32
  %r${letter} = noisy.decode %p2${letter} : !noisy.i32 -> i5
  return %r${letter} : i5
}
`;
}

const plain = "func.func @plain(%x: i5) -> i5 {\n  return %x : i5\n}\n";
const places = `// The top.\n\n${plain}\n${power("A")}\n// Between.\n\n${power("B")}`;

let session: Session, editor: EditorPage, view: NoiseView;

before(async () => {
  session = await Session.start({
    files: { "places.mlir": places, "nothing.mlir": "// Nothing.\n" },
    open: "places.mlir",
    size: { width: 1400, height: 900 },
  });
  editor = session.editor;
  await editor.waitForAnalysis();
  view = await NoiseView.open(editor);
});
after(() => session?.stop());

/** Opens a file of the workspace beside the view. */
async function open(file: string): Promise<void> {
  await editor.click("Between.", "Between.");
  await editor.page.keyboard.press("Control+P");
  await editor.page.locator(".quick-input-widget input").fill(file);
  await editor.page.locator(".quick-input-widget .monaco-list-row", { hasText: file }).first().waitFor();
  await editor.page.keyboard.press("Enter");
  await editor.page.locator(".tab.active", { hasText: file }).waitFor({ timeout: 10_000 });
}

test("at the top of a file just opened it shows the next function that has something to show", async () => {
  await view.node("%p2A").waitFor({ timeout: 20_000 });
  assert.equal(await view.node("%p2B").count(), 0);
});

test("a function stays while the cursor is in none, and the text moves", async () => {
  await editor.click("noisy.mul %aB", "%p1B");
  await view.node("%p2B").waitFor({ timeout: 10_000 });
  await editor.click("The top.", "top");
  await editor.page.keyboard.press("End");
  // Its old place is in the function before then.
  for (let i = 0; i < 4; i++) await editor.page.keyboard.press("Enter");
  await view.frame.locator("body:not(.is-stale)").waitFor({ timeout: 10_000 });
  await editor.page.waitForTimeout(1500);
  assert.equal(await view.node("%p2B").count(), 1);
  await editor.click("Between.", "Between.");
  await editor.page.waitForTimeout(1000);
  assert.equal(await view.node("%p2B").count(), 1);
  await editor.run("File: Revert File");
  await editor.page.locator(".tab.active.dirty").waitFor({ state: "detached", timeout: 10_000 });
});

test("the numbers of the header are all to be read", async () => {
  await editor.click("noisy.mul %aA", "%p1A");
  await view.node("%p2A").waitFor({ timeout: 10_000 });
  const summary = view.frame.locator(".summary");
  const message = view.frame.locator(".message");
  await view.button("After").click();
  await view.button("Apply fix").waitFor({ timeout: 20_000 });
  for (const side of ["After", "Before"]) {
    await view.button(side).click();
    for (const width of [1400, 1000, 700]) {
      await editor.page.setViewportSize({ width, height: 900 });
      await editor.page.waitForTimeout(500);
      for (const line of [summary, message])
        assert.ok(await line.evaluate(isWhole), `${await line.textContent()} at ${width}`);
      await editor.screenshot(`noise-view-header-${side.toLowerCase()}-${width}`);
    }
  }
  await editor.page.setViewportSize({ width: 1400, height: 900 });
});

/** True if nothing of an element's text is cut, or outside of the page. */
function isWhole(element: Element): boolean {
  const { left, right } = element.getBoundingClientRect();
  return (
    left >= 0 &&
    right <= window.innerWidth &&
    [element, ...element.querySelectorAll("*")].every((each) => each.scrollWidth <= each.clientWidth)
  );
}

test("only a file without functions has none to show", async () => {
  await open("nothing.mlir");
  await view.frame.getByText("No function here").waitFor({ timeout: 10_000 });
});
