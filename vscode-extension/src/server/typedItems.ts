// Lists of completions that are of no use any more, because a type is complete.

import {
  commands,
  Range,
  type CompletionItem,
  type Position,
  type TextDocument,
  type TextDocumentChangeEvent,
} from "vscode";

/** Closes the list of completions once the type that it expects is typed: an arrow key is to leave the
 * line then. The server would say so, but VS Code may ask it too late. */
export class TypedTypes {
  private expected: { document: TextDocument; start: Position; text: string } | undefined;

  /** Notes the type that a list expects. True if it is typed by now. */
  onOffered(document: TextDocument, items: readonly CompletionItem[]): boolean {
    this.expected = undefined;
    const item = items.find(({ detail }) => detail === "expected type");
    if (!item?.range || typeof item.insertText !== "string") return false;
    const { start } = "inserting" in item.range ? item.range.inserting : item.range;
    this.expected = { document, start, text: item.insertText };
    return this.isTyped(start.translate(0, item.insertText.length));
  }

  onChanged({ document, contentChanges }: TextDocumentChangeEvent): void {
    const [change] = contentChanges;
    if (!change || document !== this.expected?.document) return;
    if (this.isTyped(document.positionAt(change.rangeOffset + change.text.length)))
      void commands.executeCommand("hideSuggestWidget");
  }

  private isTyped(end: Position): boolean {
    const { expected } = this;
    return !!expected && expected.document.getText(new Range(expected.start, end)) === expected.text;
  }
}
