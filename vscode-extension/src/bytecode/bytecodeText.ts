// Bytecode and its text, without an editor.

/** The scheme of the documents that show bytecode files as text; the rest of their URI is the file's. */
export const bytecodeScheme = "noisy-bytecode";

/** The size of the longest documents that VS Code gives to extensions, and so to the server. */
export const maxTextBytes = 50 * 1024 * 1024;

/** The properties by which a file on disk is recognised as the one that was read. */
export interface FileStamp {
  /** Milliseconds since 1970. */
  mtime: number;
  size: number;
}

export function isSameFile(a: FileStamp, b: FileStamp): boolean {
  return a.mtime === b.mtime && a.size === b.size;
}

/** An error in a text; counted from 0, as the editor does. */
export interface TextError {
  line: number;
  character: number;
  message: string;
}

/** The first line of a tool's output, without a full stop. */
function firstLine(text: string): string {
  return (text.trim().split(/\r?\n/, 1)[0] ?? "").replace(/\.$/, "");
}

/** The reason why a file cannot be shown as text: a sentence, made of the server's message. */
export function explainUnreadable(fileName: string, serverMessage: string): string {
  const reason = firstLine(serverMessage).replace(/^failed to parse bytecode source file: /, "");
  if (/^expected bytecode to contain a single top-level operation$/.test(reason))
    return `${fileName} is bytecode that does not hold one operation, such as a module.`;
  return `${fileName} cannot be read as MLIR bytecode: ${reason || "the server gives no reason"}.`;
}

/** The reason why a text cannot be saved as bytecode, and where to look: a sentence or two, made of the
 * server's message and the errors in the text. */
export function explainUnsavable(serverMessage: string, errors: readonly TextError[]): string {
  const reason = firstLine(serverMessage);
  if (reason.startsWith("unexpected split file"))
    return "Bytecode holds one program: remove the lines // -----, and the text that is not to be saved.";
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

/** The bytecode of a server's answer; null where that is not base64 of bytecode. */
export function decodeBytecode(base64: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return null;
  const bytes = Buffer.from(base64, "base64");
  // "ML" U+00EF "R": nothing but bytecode may be written over somebody's bytecode.
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

/** The page in place of a file that cannot be shown. */
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
<p>It is retried when the file changes, and when the server starts.</p>
</body>
</html>`;
}

/** The texts of files, each made once and kept for as long as its file does not change. Requests for a text
 * that is being made wait for it. */
export class TextCache {
  private readonly entries = new Map<string, { stamp: FileStamp; text: Promise<Uint8Array> }>();

  /** The text of a file, made by `make` where it is not kept. Failures are not kept. */
  get(key: string, stamp: FileStamp, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const last = this.entries.get(key);
    if (last && isSameFile(last.stamp, stamp)) return last.text;
    const entry = { stamp, text: make() };
    this.entries.set(key, entry);
    entry.text.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return entry.text;
  }

  /** Keeps the text that a file was saved from, until the document is closed. */
  set(key: string, stamp: FileStamp, text: Uint8Array): void {
    this.entries.set(key, { stamp, text: Promise.resolve(text) });
  }

  drop(key: string): void {
    this.entries.delete(key);
  }

  get size(): number {
    return this.entries.size;
  }
}
