/** A message for a notification, with no link in it: VS Code makes links of
 * `[text](command:...)`, with commands that a click runs, and what is quoted in a
 * message may come from anybody's file. */
export function plainText(message: string): string {
  return message.replaceAll("](", "] (");
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
