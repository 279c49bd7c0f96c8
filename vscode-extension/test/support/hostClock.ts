// An extension that shows the time of the extension host in the status bar.

import type { Page } from "playwright-core";

/** Everything that the extension host sends to the page comes in order: once the page shows
 * a time, it has handled all that extensions had said by then. On a busy machine that can be
 * seconds later. */
export const hostClock = {
  manifest: {
    name: "clock",
    publisher: "test",
    version: "1.0.0",
    engines: { vscode: "^1.91.0" },
    activationEvents: ["onStartupFinished"],
    main: "./main.js",
  },
  main: `
const vscode = require("vscode");
exports.activate = (context) => {
  const item = vscode.window.createStatusBarItem();
  item.show();
  const timer = setInterval(() => (item.text = "clock " + Date.now()), 200);
  context.subscriptions.push(item, { dispose: () => clearInterval(timer) });
};
`,
};

/** Waits until the page has handled what extensions had said half a second after a time, in
 * milliseconds since 1970. That they have said it by then is an assumption: the server needs
 * some milliseconds. */
export async function waitForHost(page: Page, time: number): Promise<void> {
  await page.waitForFunction(
    (end) =>
      [...document.querySelectorAll(".statusbar-item")].some(
        (item) => Number(/^clock (\d+)$/.exec((item.textContent ?? "").trim())?.[1]) > end,
      ),
    time + 500,
    { polling: 100, timeout: 60_000 },
  );
}
