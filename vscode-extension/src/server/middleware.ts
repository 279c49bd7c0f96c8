// The extension's own handling of messages, in place of the client library's.

import type { Position, TextDocument, Uri, WorkspaceEdit as ResolvedEdit } from "vscode";
import { CodeActionTriggerKind, SnippetString } from "vscode";
import type { Middleware, WorkspaceEdit } from "vscode-languageclient/node";
import { noteFixed } from "../fix.ts";
import { explainInPreview } from "../codeHelp.ts";
import { notify } from "../notify.ts";
import { isRefusal, withRefusal } from "../refusedFixes.ts";
import { extentOf, snippetTaken } from "../typing/lineSnippets.ts";
import { outcomes, readRunArgument } from "../runLines/outcomes.ts";
import type { AnalysisTracker } from "./analysis.ts";
import { ClosedDocuments } from "./closedDocuments.ts";
import { freshAnswer } from "./freshAnswer.ts";
import type { ServerProgress } from "./progress.ts";
import { settingsFor } from "./serverSettings.ts";
import { withoutOwnSettings } from "./settings.ts";
import { TypedItems } from "./typedItems.ts";

/** A snippet whose first stop is an operand, and no new name: `${1:%0} = `. */
const firstIsOperand = /\$\{1:%[^}]*\}(?!(:\d+)? = )/;

/** A snippet with fields, and not only with a place for the cursor. */
const hasFields = /(?<!\\)\$\{?[1-9]/;

export interface MiddlewareOptions {
  analysis: AnalysisTracker;
  progress: ServerProgress;
  /** Runs the command `noisy.applyFix`; false when the server has to. */
  applyFix(argument: unknown): Promise<boolean>;
  /** What puts cursors back to their operations after an edit of the server. */
  rememberPlaces(edit: WorkspaceEdit): () => void;
  /** Puts cursors back to their operations once VS Code has applied an edit. */
  keepPlacesAfter(edit: ResolvedEdit): void;
  /** Sends workspace/didChangeConfiguration. */
  sendSettings(settings: unknown): Promise<void>;
  /** True if the cursor has left a place that VS Code asks about. */
  isPastPlace(document: TextDocument, position: Position): boolean;
  /** Removes the problems of a document. */
  clearProblems(document: Uri): void;
}

export function makeMiddleware(options: MiddlewareOptions): Middleware {
  const { analysis, progress } = options;
  const closedDocuments = new ClosedDocuments();
  const typedItems = new TypedItems();
  return {
    // The versions that are sent, to know which are not analysed yet.
    didOpen: (document, next) => {
      analysis.onSent(document.uri.toString(), document.version);
      return next(document);
    },
    didChange: (event, next) => {
      analysis.onSent(event.document.uri.toString(), event.document.version);
      typedItems.onChanged(event);
      return next(event);
    },
    didClose: (document, next) => {
      analysis.onClosed(document.uri.toString());
      closedDocuments.onClosed(document.uri.toString());
      // Not after the server's answer: the document may be open again by then.
      options.clearProblems(document.uri);
      return next(document);
    },
    handleDiagnostics: (document, problems, next) => {
      problems.forEach(explainInPreview);
      if (!closedDocuments.isOutdated(document.toString(), problems.length)) next(document, problems);
    },

    workspace: {
      // The library answers with the whole section, also with settings of the extension.
      configuration: async (params, token, next) => {
        const answers = await next(params, token);
        if (!Array.isArray(answers)) return answers;
        return answers.map((answer, i) =>
          params.items[i]?.section === "noisy" ? (withoutOwnSettings(answer) as typeof answer) : answer,
        );
      },
      handleApplyEdit: async (params, next) => {
        const keepPlaces = options.rememberPlaces(params.edit);
        // Its type has a token, which it does not take.
        const apply = next as (edit: typeof params) => ReturnType<typeof next>;
        const result = await apply(params);
        if ("applied" in result && result.applied) keepPlaces();
        return result;
      },
      // The settings for all documents; the server requests those of each document after that.
      didChangeConfiguration: () => options.sendSettings(settingsFor(undefined)),
    },

    // The library would show progress in the status bar, without a way to cancel it. Only
    // the end is passed on, so that the library forgets the token.
    handleWorkDoneProgress: (token, step, next) => {
      progress.handle(token, step);
      if (step.kind === "end") next(token, step);
    },

    // After a dialect, its operations and types come next; after `call @`, the functions; after
    // a snippet, the value for its first stop. These lists do not show if they are empty, and Enter is a new line in them
    // once all of a word is typed, as in those that come by themselves.
    provideCompletionItem: async (document, position, context, token, next) => {
      const again = typedItems.offeredAgain(document, position, context);
      if (again) return again;
      // Before keys that come while the server answers.
      const isAtEnd = document.lineAt(position.line).text.slice(position.character).trim() === "";
      const list = await next(document, position, context, token);
      const items = Array.isArray(list) ? list : (list?.items ?? []);
      if (typedItems.onOffered(document, position, items)) return [];
      for (const item of items) {
        const text = item.insertText;
        if (item.detail === "dialect" || (typeof text === "string" && text.endsWith("@")))
          item.command = {
            command: "editor.action.triggerSuggest",
            title: "Suggest",
            arguments: [{ auto: true }],
          };
        else if (text instanceof SnippetString && hasFields.test(text.value))
          item.command = {
            command: snippetTaken,
            title: "Fill In",
            arguments: [extentOf(text.value, isAtEnd), firstIsOperand.test(text.value)],
          };
      }
      return list;
    },

    // A second @ is removed without the server (sigils.ts).
    provideOnTypeFormattingEdits: (document, position, ch, formatting, token, next) =>
      ch === "@" ? [] : next(document, position, ch, formatting, token),

    // Ctrl+. shows no refused fix, and says that there is none.
    provideCodeActions: async (document, range, context, token, next) => {
      const actions = await next(document, range, context, token);
      const isAsked = context.triggerKind === CodeActionTriggerKind.Invoke && context.only === undefined;
      return isAsked ? withRefusal(actions ?? [], document.uri, range.start) : actions;
    },

    // VS Code applies the edit of a quick fix itself.
    resolveCodeAction: async (action, token, next) => {
      if (isRefusal(action)) return action;
      const { title } = action;
      const resolved = await next(action, token);
      if (resolved?.edit) {
        options.keepPlacesAfter(resolved.edit);
        noteFixed();
      }
      // The title after the search says how good the fix is, when the menu is closed.
      if (resolved?.edit && resolved.title !== title)
        notify.status(resolved.title, resolved.edit.entries().at(0)?.[0].toString());
      return resolved;
    },

    // What comes after an edit would stand at the places of before.
    provideInlayHints: (document, range, token, next) =>
      freshAnswer(document, token, () => next(document, range, token)),

    // They would stay at a word after a click in the noise view moved the cursor away.
    provideDocumentHighlights: (document, position, token, next) =>
      options.isPastPlace(document, position) ? [] : next(document, position, token),

    // The text of a function's lens opens the noise view; that of a RUN line tells how it ended.
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      for (const { command, range } of lenses ?? [])
        if (command?.command === "noisy.runLines") {
          const lines = readRunArgument(command.arguments?.[0]);
          if (lines) command.title = outcomes.title(command.title, lines);
          command.tooltip = "Run with the programs of the setting noisy.runLines.path and of the PATH";
        } else if (command && !command.command) {
          command.command = "noisy.showNoise";
          command.tooltip = "Show the noise of this function as a graph";
          command.arguments = [range.start];
        }
      return lenses;
    },

    executeCommand: async (command, args: unknown[], next) => {
      if (command !== "noisy.applyFix") return next(command, args);
      if (await options.applyFix(args[0])) return undefined;
      try {
        return await next(command, args);
      } catch {
        // The server has shown the error; VS Code would show it again in words of the
        // protocol.
        return undefined;
      }
    },
  };
}
