// The server as the extension has it, and as the system sees it.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as vscode from "vscode";
import type { NoisyApi } from "../../src/extension.ts";
import type { NoisyServer, ServerState } from "../../src/server/server.ts";
import { eventually } from "./suite.ts";

const extensionId = "noisy-mlir.noisy";

/** The extension under test. */
export function extension(): vscode.Extension<NoisyApi> {
  const extension = vscode.extensions.getExtension<NoisyApi>(extensionId);
  if (!extension) throw new Error("the extension is not there");
  return extension;
}

/** The server, of the activated extension. */
export async function theServer(): Promise<NoisyServer> {
  return (await extension().activate()).server;
}

/** Waits until the server is in a state. */
export async function stateIs<Kind extends ServerState["kind"]>(
  kind: Kind,
): Promise<ServerState & { kind: Kind }> {
  const server = await theServer();
  const state = await eventually(`the state ${kind}`, () => server.state.kind === kind && server.state);
  return state as ServerState & { kind: Kind };
}

/** The processes of noisy-lsp-server that were started here, without zombies. */
export function serverProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        // The name may have spaces and parentheses.
        const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const program = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0", 1)[0] ?? "";
        return Number(parent) === process.pid && state !== "Z" && program.endsWith("noisy-lsp-server");
      } catch {
        return false;
      }
    });
}

/** Waits until there is one process of the server, and it is none of `old`. */
export function oneProcess(...old: number[]): Promise<number> {
  return eventually("one process of the server", () => {
    const [first, ...rest] = serverProcesses();
    return first !== undefined && rest.length === 0 && !old.includes(first) && first;
  });
}

type Severity = "information" | "warning" | "error" | "status";

export interface ShownMessage {
  severity: Severity;
  text: string;
  /** The buttons. */
  choices: string[];
}

const functions = {
  information: "showInformationMessage",
  warning: "showWarningMessage",
  error: "showErrorMessage",
} as const;

/** The messages that the extension showed, also in the status bar. */
export class Messages {
  readonly list: ShownMessage[] = [];

  /** Waits for a message with these words. */
  find(words: string): Promise<ShownMessage> {
    return eventually(`a message "${words}"; there were ${JSON.stringify(this.list)}`, () =>
      this.list.find(({ text }) => text.includes(words)),
    );
  }
}

/** Runs `body`, and collects the extension's messages meanwhile instead of showing
 * them; `answer` gives the button that users choose. */
export async function withMessages(
  body: (messages: Messages) => Promise<void>,
  answer: (message: ShownMessage) => string | undefined = () => undefined,
): Promise<void> {
  const messages = new Messages();
  // Each extension has a `vscode` of its own.
  const require = createRequire(join(extension().extensionPath, "dist/extension.js"));
  const { window } = require("vscode") as { window: Record<string, unknown> };
  const originals = { ...window };
  window.createStatusBarItem = () => {
    const item = {
      tooltip: "",
      show: () => messages.list.push({ severity: "status", text: item.tooltip, choices: [] }),
      hide: () => undefined,
      dispose: () => undefined,
    };
    return item;
  };
  for (const [severity, name] of Object.entries(functions) as [Severity, string][])
    window[name] = (text: string, ...items: unknown[]) => {
      const message = { severity, text, choices: items.filter((item) => typeof item === "string") };
      messages.list.push(message);
      return Promise.resolve(answer(message));
    };
  try {
    await body(messages);
  } finally {
    for (const name of [...Object.values(functions), "createStatusBarItem"]) window[name] = originals[name];
  }
}
