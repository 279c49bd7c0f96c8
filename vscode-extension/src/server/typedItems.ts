// Lists of completions that are of no use any more, because what they offer is typed.

import {
  commands,
  CompletionTriggerKind,
  Range,
  SnippetString,
  type CompletionContext,
  type CompletionItem,
  type Position,
  type TextDocument,
  type TextDocumentChangeEvent,
  window,
} from "vscode";

interface Offer {
  document: TextDocument;
  start: Position;
  items: readonly CompletionItem[];
  /** The type that the operands tell; undefined if the list has none. */
  expected: string | undefined;
  /** What would be written as it stands, what the typed word is compared with, and the name if
   * nothing else is written at the cursor. */
  texts: { written: string | undefined; filter: string; name: string | undefined }[];
}

/** Where the cursor is by now, if keys were typed behind a place of a document. */
function cursorBehind(document: TextDocument, place: Position): Position {
  const editor = window.activeTextEditor;
  const cursor = editor?.document === document ? editor.selection.active : place;
  return cursor.line === place.line && cursor.isAfter(place) ? cursor : place;
}

/** Where the changes of one event end in the text after all of them. */
function endsOf(changes: TextDocumentChangeEvent["contentChanges"]): number[] {
  return changes.map(({ rangeOffset, text }) =>
    changes
      .filter((other) => other.rangeOffset < rangeOffset)
      .reduce((end, other) => end + other.text.length - other.rangeLength, rangeOffset + text.length),
  );
}

/** Whether a word is all of an integer or float type, although another may begin with it. */
function isWholeType(word: string): boolean {
  return /^(?:[su]?i[1-9]\d*|bf16|tf32|f\d+)$/.test(word);
}

/** Closes the list of completions once the type that it expects is typed, or a word that nothing
 * else in the list begins with: Enter is a new line then, and an arrow key is to leave the line.
 * The server would say so, but VS Code may ask it too late, and waits for it with the list open:
 * what such a list has in its first row by then is what Enter takes. */
export class TypedItems {
  private offer: Offer | undefined;
  private isNameTyped = false;

  /** The items to offer without asking the server, for a character in the middle of the type
   * that is expected: of `!noisy.i32` the `!` and the dot. VS Code asks for a new list there,
   * and does not look at what is typed until it comes. */
  offeredAgain(
    document: TextDocument,
    position: Position,
    { triggerKind, triggerCharacter }: CompletionContext,
  ): CompletionItem[] | undefined {
    if (triggerKind !== CompletionTriggerKind.TriggerCharacter || document !== this.offer?.document)
      return undefined;
    // After a bracket the rest of the type is another one: the editor has closed it.
    if (triggerCharacter !== "!" && triggerCharacter !== ".") return undefined;
    const { start, items, expected } = this.offer;
    const typed = this.typedUntil(position);
    if (!typed || typed === expected || !expected?.startsWith(typed)) return undefined;
    const range = new Range(start, position);
    // With the methods that resolve them.
    return items.map((item) =>
      Object.assign(Object.create(Object.getPrototypeOf(item) as object) as CompletionItem, item, { range }),
    );
  }

  /** Notes what a list for a place offers. True if its type, or the only word that it could
   * go on with, is typed by now. */
  onOffered(document: TextDocument, position: Position, items: readonly CompletionItem[]): boolean {
    this.offer = undefined;
    const ranges = items.map(({ range }) => (range && "inserting" in range ? range.inserting : range));
    const start = ranges.find((range) => range)?.start;
    if (!start) {
      this.setNameTyped(false);
      return false;
    }
    const texts = items.map(({ label, filterText, insertText, additionalTextEdits }) => {
      const name = typeof label === "string" ? label : label.label;
      const text =
        insertText instanceof SnippetString ? insertText.value.replace(/\\([\\$}])/g, "$1") : insertText;
      return {
        written: typeof insertText === "string" && !additionalTextEdits?.length ? insertText : undefined,
        filter: filterText ?? name,
        name: (text ?? name) === name ? name : undefined,
      };
    });
    const expected = items.find(({ detail }) => detail === "expected type")?.insertText;
    this.offer = {
      document,
      start,
      items,
      texts,
      expected: typeof expected === "string" ? expected : undefined,
    };
    const cursor = cursorBehind(document, position);
    this.noteName(cursor);
    return (
      (expected !== undefined && this.isTyped(start.translate(0, this.offer.expected?.length ?? 0))) ||
      this.isTyped(cursor)
    );
  }

  onChanged({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || document !== this.offer?.document) return;
    // A field of a snippet that stands there twice is typed at both places.
    const ends = endsOf(contentChanges).map((offset) => document.positionAt(offset));
    const end = ends.find((each) => this.typedUntil(each) !== undefined) ?? ends[0]!;
    this.noteName(end);
    if (this.isTyped(end)) void commands.executeCommand("hideSuggestWidget");
  }

  /** Notes for key bindings whether the name that the list goes on with is typed: Tab takes it
   * and goes to the next field of a snippet then. */
  private noteName(end: Position): void {
    const typed = this.typedUntil(end);
    const texts = this.offer?.texts ?? [];
    this.setNameTyped(typed !== undefined && texts.some(({ name }) => name === typed));
  }

  private setNameTyped(isTyped: boolean): void {
    if (isTyped === this.isNameTyped) return;
    this.isNameTyped = isTyped;
    void commands.executeCommand("setContext", "noisy.isNameTyped", isTyped);
  }

  /** What is typed of the word from the start of the list on. */
  private typedUntil(end: Position): string | undefined {
    if (!this.offer || !end.isAfter(this.offer.start) || end.line !== this.offer.start.line) return undefined;
    return this.offer.document.getText(new Range(this.offer.start, end));
  }

  private isTyped(end: Position): boolean {
    const typed = this.typedUntil(end);
    if (!this.offer || typed === undefined) return false;
    const { expected, texts } = this.offer;
    if (typed === expected) return true;
    // VS Code would take `i64` for `i4`.
    if (isWholeType(typed) && !expected?.startsWith(typed)) return true;
    const isWhole = texts.some(({ written }) => written === typed);
    return isWhole && !texts.some(({ written, filter }) => written !== typed && filter.startsWith(typed));
  }
}
