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
  /** What the typed word is compared with, and the name if nothing else is written at the
   * cursor. */
  texts: { filter: string; name: string | undefined }[];
  /** The words after which there is nothing to choose. */
  whole: RegExp;
  /** The list has names for what is being defined, which can have any other one. */
  areNewNames: boolean;
}

/** The details of items that are names for what is being defined, as the server writes them. */
const newNameDetails = ["used, and not there yet", "called, and not defined yet"];

/** The words after which the server says that there is nothing to choose; in the row of all
 * integer types of a kind, `<N>` is any width. Where code follows, Enter takes what is typed: the
 * server sends snippets there. */
function wholeWords(items: readonly CompletionItem[]): RegExp {
  const words = items
    .filter((item) => (item as { data?: { whole?: boolean } }).data?.whole)
    .map(({ label, insertText }) => {
      const name = typeof label === "string" ? label : label.label;
      return name.endsWith("<N>") ? name : insertText;
    })
    .filter((text) => typeof text === "string")
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/<N>$/, "[1-9]\\d*"));
  return new RegExp(words.length > 0 ? `^(?:${words.join("|")})$` : "^(?!)");
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

/** Closes the list of completions once a word is typed that the server has marked as whole, or a
 * new name: Enter is a new line then, and an arrow key is to leave the line. The server would say
 * so, but VS Code may ask it too late, and waits for it with the list open: what such a list has
 * in its first row by then is what Enter takes. */
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
    const texts = items.map(({ label, filterText, insertText }) => {
      const name = typeof label === "string" ? label : label.label;
      const text =
        insertText instanceof SnippetString ? insertText.value.replace(/\\([\\$}])/g, "$1") : insertText;
      return {
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
      whole: wholeWords(items),
      areNewNames: items.every(({ detail }) => newNameDetails.includes(detail ?? "")),
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
    const { expected, texts, whole, areNewNames } = this.offer;
    if (areNewNames && !texts.some(({ filter }) => filter.startsWith(typed))) return true;
    // The type that is expected may go on from another one.
    return typed === expected || (whole.test(typed) && !expected?.startsWith(typed));
  }
}
