// An extension that shows the time of the extension host in the status bar.

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
