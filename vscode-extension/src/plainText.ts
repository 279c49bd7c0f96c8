/** A message for a notification, without links: VS Code makes links of
 * `[text](command:...)`, with commands that a click runs, and a quotation in a
 * message may come from anybody's file. */
export function plainText(message: string): string {
  return message.replaceAll("](", "] (");
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
