// What the server says of documents that were closed.

/** Keeps from view what the server found in a text before its document was closed: it may arrive later, also
 * when the document is open again with another text. The server confirms each close with an empty list. */
export class ClosedDocuments {
  /** Closes that are not confirmed yet, by URI. */
  private readonly unconfirmed = new Map<string, number>();

  onClosed(uri: string): void {
    this.unconfirmed.set(uri, (this.unconfirmed.get(uri) ?? 0) + 1);
  }

  /** Whether a list of so many problems is of a document that was closed since the server made it. To be
   * called once for each list, in their order. */
  isOutdated(uri: string, problems: number): boolean {
    const closes = this.unconfirmed.get(uri) ?? 0;
    if (closes === 0) return false;
    if (problems > 0) return true;
    if (closes === 1) this.unconfirmed.delete(uri);
    else this.unconfirmed.set(uri, closes - 1);
    return false;
  }
}
