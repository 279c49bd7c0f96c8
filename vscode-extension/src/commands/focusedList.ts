// The keyboard in a list that a command opens above a walkthrough.

import * as vscode from "vscode";

/** How often the list takes the keyboard back, and the milliseconds between. */
const times = 15;
const pause = 30;

/** True if the current tab is of no kind that extensions know: a walkthrough is. */
export function isAboveWalkthrough(): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab !== undefined && tab.input === undefined;
}

/** Gives the keyboard back to an open list until `closed`. Enter in the command palette closes
 * it when the key goes down: the key goes up in the step of the walkthrough, which is chosen by
 * that, and takes the focus a quarter of a second later. Nothing is changed in a list that has
 * the keyboard. */
export async function keepFocus(closed: Thenable<unknown>): Promise<void> {
  let isOpen = true;
  const end = () => (isOpen = false);
  closed.then(end, end);
  for (let i = 0; i < times; i++) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!isOpen) return;
    // The page answers when it has done so: what keeps it busy does not use up the times.
    await vscode.commands.executeCommand("workbench.action.focusQuickOpen");
  }
}
