// Answers about a text that has changed while the server made them.

/** Asks until the document is the same before and after: VS Code would show an answer for a
 * text of before at its old places, until it asks by itself. Who cancels gets the last answer. */
export async function freshAnswer<T>(
  document: { readonly version: number },
  token: { readonly isCancellationRequested: boolean },
  ask: () => T | PromiseLike<T>,
): Promise<T> {
  for (;;) {
    const { version } = document;
    const answer = await ask();
    if (document.version === version || token.isCancellationRequested) return answer;
  }
}
