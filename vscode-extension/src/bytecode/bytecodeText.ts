// What there is to know of bytecode and its text without an editor.

/** The scheme of the documents that show bytecode files as text: the URI of the file, with this. */
export const bytecodeScheme = "noisy-bytecode";

/** VS Code does not give extensions longer documents, so that the server would not have them either. */
export const maxTextBytes = 50 * 1024 * 1024;

/** What tells that a file on disk is the one that was read. */
export interface FileStamp {
  /** Milliseconds since 1970. */
  mtime: number;
  size: number;
}

export function isSameFile(a: FileStamp, b: FileStamp): boolean {
  return a.mtime === b.mtime && a.size === b.size;
}

/** An error that the text has, as the editor counts: from 0. */
export interface TextError {
  line: number;
  character: number;
  message: string;
}

/** The first line of what a tool says, without a full stop. */
function firstLine(text: string): string {
  return (text.trim().split(/\r?\n/, 1)[0] ?? "").replace(/\.$/, "");
}

/** Why a file cannot be shown as text: a sentence, from what the server says. */
export function explainUnreadable(fileName: string, serverMessage: string): string {
  const reason = firstLine(serverMessage).replace(/^failed to parse bytecode source file: /, "");
  if (/^expected bytecode to contain a single top-level operation$/.test(reason))
    return `${fileName} is bytecode that does not hold one operation, such as a module.`;
  return `${fileName} cannot be read as MLIR bytecode: ${reason || "the server gives no reason"}.`;
}

/** Why a text cannot be saved as bytecode, and where to look: a sentence or two, from what the server says
 * and the errors that are known of the text. */
export function explainUnsavable(serverMessage: string, errors: readonly TextError[]): string {
  const reason = firstLine(serverMessage);
  if (reason.startsWith("unexpected split file"))
    return "Bytecode holds one program: take out the lines // -----, and what is not to be saved.";
  if (reason === "expected a single top-level operation")
    return "Bytecode holds one operation at the top: put all into one module { ... }.";
  if (reason.startsWith("expected a single and valid top-level operation")) {
    const first = [...errors].sort((a, b) => a.line - b.line || a.character - b.character)[0];
    if (first)
      return `Text with errors cannot be saved as bytecode. Line ${first.line + 1}: ${firstLine(first.message)}.`;
    return "The text cannot be saved as bytecode: it has an error, or no operation in it.";
  }
  return `The text cannot be saved as bytecode: ${reason || "the server gives no reason"}.`;
}

/** Bytecode as the server gives it, or null where that is not base64 of bytecode. */
export function decodeBytecode(base64: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return null;
  const bytes = Buffer.from(base64, "base64");
  // "ML" U+00EF "R": nothing else is ever to be written over somebody's bytecode.
  const isBytecode = bytes[0] === 0x4d && bytes[1] === 0x4c && bytes[2] === 0xef && bytes[3] === 0x52;
  return isBytecode ? bytes : null;
}

/** The text that a file's bytes are in UTF-8, without a byte order mark; null where they are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The page that stands for a file that cannot be shown. */
export function unreadablePage(reason: string): string {
  const escaped = reason.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>MLIR Bytecode</title>
</head>
<body>
<p role="alert">${escaped}</p>
<p>It is tried again when the file changes, and when the server starts.</p>
</body>
</html>`;
}

/** Makes a value at a time for each key: who asks meanwhile gets the same. A value is kept for as long as the
 * file is the one that it was made of. */
export class TextCache {
  private readonly kept = new Map<string, { stamp: FileStamp; text: Promise<Uint8Array> }>();

  /** The text of a file, made by `make` where it is not known. What fails is not kept. */
  get(key: string, stamp: FileStamp, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.kept.get(key);
    if (known && isSameFile(known.stamp, stamp)) return known.text;
    const entry = { stamp, text: make() };
    this.kept.set(key, entry);
    entry.text.catch(() => {
      if (this.kept.get(key) === entry) this.kept.delete(key);
    });
    return entry.text;
  }

  /** What was saved is the text of the file that came of it, until the document is closed. */
  set(key: string, stamp: FileStamp, text: Uint8Array): void {
    this.kept.set(key, { stamp, text: Promise.resolve(text) });
  }

  drop(key: string): void {
    this.kept.delete(key);
  }

  get size(): number {
    return this.kept.size;
  }
}
