import type { Range } from "vscode-languageclient/node";

/** The time within which the editor reports a selection, in ms. */
const patience = 2000;

/** A selection that the view made in an editor. Each is reported by the editor
 * after a while, possibly after the next was made: one that is not the newest
 * says nothing about where the user is. */
export interface OwnSelection {
  text: string;
  time: number;
}

/** `selections` without those whose report is not expected any more. */
export function recentSelections(selections: OwnSelection[], now: number): OwnSelection[] {
  return selections.filter(({ time }) => now - time < patience);
}

export function addSelection(selections: OwnSelection[], selection: Range, now: number): OwnSelection[] {
  return [...recentSelections(selections, now), { text: textOf(selection), time: now }];
}

/** True for a selection that the view made, and replaced by another one since. */
export function isOvertakenSelection(selections: OwnSelection[], selection: Range, now: number): boolean {
  const recent = recentSelections(selections, now);
  const text = textOf(selection);
  return recent.at(-1)?.text !== text && recent.some((each) => each.text === text);
}

function textOf({ start, end }: Range): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}
