// How the last runs of RUN lines ended, for their lenses.

import type { Outcome } from "./run.ts";

/** The commands of a lens, as the server sends them. */
export interface RunArgument {
  /** The document. */
  uri: string;
  commands: string[];
}

/** The argument of the command `noisy.runLines`; undefined for anything else. */
export function readRunArgument(value: unknown): RunArgument | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { uri, commands } = value as Partial<RunArgument>;
  if (typeof uri !== "string" || !Array.isArray(commands) || commands.length === 0) return undefined;
  return commands.every((command) => typeof command === "string") ? { uri, commands } : undefined;
}

/** An outcome as the lens has it, after `Run`; empty for one that says nothing. */
function mark(outcome: Outcome): string {
  switch (outcome.kind) {
    case "passed":
      return "$(pass) passed";
    case "failed":
      return outcome.status === null ? "$(error) was killed" : `$(error) exit status ${outcome.status}`;
    case "problem":
      return "$(warning) not run";
    case "cancelled":
      return "";
  }
}

/** The outcomes of the lenses, by document and commands: with another command it is another
 * lens. Those of a document are forgotten when its text changes. */
export class Outcomes {
  private readonly marks = new Map<string, Map<string, string>>();
  private readonly listeners = new Set<() => void>();

  /** Calls `listener` when a lens is to be drawn again, until the returned function is
   * called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set({ uri, commands }: RunArgument, outcome: Outcome | "running"): void {
    const marks = this.marks.get(uri) ?? new Map<string, string>();
    this.marks.set(uri, marks);
    marks.set(JSON.stringify(commands), outcome === "running" ? "$(sync~spin) running" : mark(outcome));
    this.listeners.forEach((listener) => listener());
  }

  /** The title of a lens with its outcome. */
  title(title: string, { uri, commands }: RunArgument): string {
    const mark = this.marks.get(uri)?.get(JSON.stringify(commands));
    return mark ? `${title}: ${mark}` : title;
  }

  forget(uri: string): void {
    this.marks.delete(uri);
  }
}

export const outcomes = new Outcomes();
