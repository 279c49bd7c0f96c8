// Lists of completions that are of no use any more, because what they offer is typed.

import {
  commands,
  Range,
  type CompletionItem,
  type Position,
  type TextDocument,
  type TextDocumentChangeEvent,
} from "vscode";

interface Offer {
  document: TextDocument;
  start: Position;
  /** The type that the operands tell; undefined if the list has none. */
  expected: string | undefined;
  /** What would be written as it stands, and what the typed word is compared with. */
  texts: { written: string | undefined; filter: string }[];
}

/** Closes the list of completions once the type that it expects is typed, or a word that nothing
 * else in the list begins with: Enter is a new line then, and an arrow key is to leave the line.
 * The server would say so, but VS Code may ask it too late, and waits for it with the list open. */
export class TypedItems {
  private offer: Offer | undefined;

  /** Notes what a list offers. True if its type is typed by now. */
  onOffered(document: TextDocument, items: readonly CompletionItem[]): boolean {
    this.offer = undefined;
    const ranges = items.map(({ range }) => (range && "inserting" in range ? range.inserting : range));
    const start = ranges.find((range) => range)?.start;
    if (!start) return false;
    const texts = items.map(({ label, filterText, insertText, additionalTextEdits }) => ({
      written: typeof insertText === "string" && !additionalTextEdits?.length ? insertText : undefined,
      filter: filterText ?? (typeof label === "string" ? label : label.label),
    }));
    const expected = items.find(({ detail }) => detail === "expected type")?.insertText;
    this.offer = { document, start, texts, expected: typeof expected === "string" ? expected : undefined };
    return expected !== undefined && this.isTyped(start.translate(0, this.offer.expected?.length ?? 0));
  }

  onChanged({ document, contentChanges }: TextDocumentChangeEvent): void {
    const [change] = contentChanges;
    if (!change || document !== this.offer?.document) return;
    if (this.isTyped(document.positionAt(change.rangeOffset + change.text.length)))
      void commands.executeCommand("hideSuggestWidget");
  }

  private isTyped(end: Position): boolean {
    if (!this.offer || !end.isAfter(this.offer.start) || end.line !== this.offer.start.line) return false;
    const { document, start, expected, texts } = this.offer;
    const typed = document.getText(new Range(start, end));
    if (typed === expected) return true;
    const isWhole = texts.some(({ written }) => written === typed);
    return isWhole && !texts.some(({ written, filter }) => written !== typed && filter.startsWith(typed));
  }
}
