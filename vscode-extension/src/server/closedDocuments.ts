// The server's problems of documents that were closed.

/** Recognises the problems of a text that arrive after its document was closed, possibly when it is open again
 * with another text. The server confirms each close with an empty list. */
export class ClosedDocuments {
  /** Closes that are not confirmed yet, by URI. */
  private readonly pendingCloses = new Map<string, number>();

  onClosed(uri: string): void {
    this.pendingCloses.set(uri, (this.pendingCloses.get(uri) ?? 0) + 1);
  }

  /** True for a list of problems that the server made before the document was closed; `problems`: how many.
   * To be called once for each list, in their order. */
  isOutdated(uri: string, problems: number): boolean {
    const closes = this.pendingCloses.get(uri) ?? 0;
    if (closes === 0) return false;
    if (problems > 0) return true;
    if (closes === 1) this.pendingCloses.delete(uri);
    else this.pendingCloses.set(uri, closes - 1);
    return false;
  }
}
