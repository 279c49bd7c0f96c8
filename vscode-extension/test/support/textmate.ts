// Tokenizes with the grammars of the extension, as VS Code does.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { IGrammar, IRawGrammar } from "vscode-textmate";
import { extensionFolder } from "./paths.ts";

// Both packages are CommonJS, and node cannot detect their exports.
const require = createRequire(import.meta.url);
const oniguruma: typeof import("vscode-oniguruma") = require("vscode-oniguruma");
const textmate: typeof import("vscode-textmate") = require("vscode-textmate");

/** A part of a line, with its scopes from the outermost, without the grammar's own. */
export interface Piece {
  text: string;
  scopes: string[];
}

interface GrammarContribution {
  scopeName: string;
  path: string;
  injectTo?: string[];
}

/** The effort of tokenizing: how often a line was searched for the next of several patterns. */
export interface Effort {
  searches: number;
}

/** A grammar of package.json, or one of `extraGrammars`. */
export async function loadGrammar(
  scopeName: string,
  effort?: Effort,
  extraGrammars: IRawGrammar[] = [],
): Promise<IGrammar> {
  const wasm = await readFile(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const manifest = JSON.parse(await readFile(join(extensionFolder, "package.json"), "utf8"));
  const contributions: GrammarContribution[] = manifest.contributes.grammars;
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner(sources) {
        const scanner = new oniguruma.OnigScanner(sources);
        if (!effort) return scanner;
        return {
          findNextMatchSync(...args: Parameters<typeof scanner.findNextMatchSync>) {
            ++effort.searches;
            return scanner.findNextMatchSync(...args);
          },
          dispose: () => scanner.dispose(),
        };
      },
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    async loadGrammar(name) {
      const extra = extraGrammars.find((grammar) => grammar.scopeName === name);
      if (extra) return extra;
      const path = contributions.find((grammar) => grammar.scopeName === name)?.path;
      if (!path) return null;
      return textmate.parseRawGrammar(await readFile(join(extensionFolder, path), "utf8"), path);
    },
    getInjections: (name) =>
      contributions.filter((grammar) => grammar.injectTo?.includes(name)).map((grammar) => grammar.scopeName),
  });
  const grammar = await registry.loadGrammar(scopeName);
  if (!grammar) throw new Error(`there is no grammar ${scopeName}`);
  return grammar;
}

/** The pieces of each line. */
export function tokenize(grammar: IGrammar, text: string): Piece[][] {
  let state = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map((token) => ({
      text: line.slice(token.startIndex, token.endIndex),
      scopes: token.scopes.slice(1),
    }));
  });
}

/** The number of open scopes at the end of each line, without the grammar's own. */
export function openScopes(grammar: IGrammar, text: string): number[] {
  let state = textmate.INITIAL;
  return text.split("\n").map((line) => {
    state = grammar.tokenizeLine(line, state).ruleStack;
    return state.depth - 1;
  });
}
