// Cases that run inside the extension host of a real VS Code, where the whole
// `vscode` API is; hosts.test.ts starts them and reads their results.

import { renameSync, writeFileSync } from "node:fs";
import * as vscode from "vscode";

export interface CaseResult {
  name: string;
  milliseconds: number;
  /** Absent when it passed. */
  error?: string;
}

/** The time after which a case fails, in milliseconds. */
const patience = 60_000;

/** The `run` that VS Code calls: runs the cases one after the other, closes
 * the editors of files without saving, and writes the results to the file NOISY_RESULTS
 * of the environment. */
export function suite(cases: Record<string, () => Promise<void>>): () => Promise<void> {
  return async () => {
    const results: CaseResult[] = [];
    for (const [name, body] of Object.entries(cases)) {
      const begin = Date.now();
      const result: CaseResult = { name, milliseconds: 0 };
      try {
        await limited(body().finally(closeEditors));
      } catch (error) {
        result.error = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
      result.milliseconds = Date.now() - begin;
      results.push(result);
    }
    const file = process.env["NOISY_RESULTS"];
    if (!file) throw new Error("NOISY_RESULTS is not set");
    writeFileSync(`${file}.new`, JSON.stringify(results));
    // The file appears at once with its whole content.
    renameSync(`${file}.new`, file);
  };
}

/** Waits until `question` returns something else than undefined, null or false. */
export async function eventually<T>(
  name: string,
  question: () => T | Promise<T>,
): Promise<Exclude<T, null | undefined | false>> {
  for (const end = Date.now() + patience / 2; Date.now() < end;) {
    const answer = await question();
    if (answer !== undefined && answer !== null && answer !== false)
      return answer as Exclude<T, null | undefined | false>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited in vain for ${name}`);
}

/** Closes the editors of files, without saving. Editors of documents without a file
 * stay: VS Code would give their names, and now and then their text, to the next
 * documents. */
export async function closeEditors(): Promise<void> {
  const { tabGroups } = vscode.window;
  const isUntitled = (tab: vscode.Tab | undefined) =>
    tab?.input instanceof vscode.TabInputText && tab.input.uri.scheme === "untitled";
  while (tabGroups.all.some((group) => !group.tabs.every(isUntitled))) {
    const isOther = isUntitled(tabGroups.activeTabGroup.activeTab);
    const command = isOther ? "nextEditor" : "revertAndCloseActiveEditor";
    await vscode.commands.executeCommand(`workbench.action.${command}`);
  }
}

function limited(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(new Error(`not done after ${patience / 1000} s`)), patience);
    work.then(resolve, reject).finally(() => clearTimeout(clock));
  });
}
