import type { Range } from "vscode-languageclient/node";

/** How long the editor may take to tell of a selection, in ms. */
const patience = 2000;

/** The selections that the view has made in editors. Each comes back from the
 * editor after a while, possibly after the next was made: what is not the newest
 * one says nothing about where the user is. */
export class OwnSelections {
  private made: { text: string; at: number }[] = [];

  /** `now`: in ms, as in the others. */
  add(selection: Range, now: number): void {
    this.made = this.recent(now);
    this.made.push({ text: textOf(selection), at: now });
  }

  /** Whether a selection is one that the view has made since, and overtaken. */
  isOvertaken(selection: Range, now: number): boolean {
    this.made = this.recent(now);
    const text = textOf(selection);
    const newest = this.made.at(-1);
    return newest?.text !== text && this.made.some((each) => each.text === text);
  }

  /** The user has selected something. */
  clear(): void {
    this.made = [];
  }

  private recent(now: number) {
    return this.made.filter(({ at }) => now - at < patience);
  }
}

function textOf({ start, end }: Range): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}
