// What the extension does otherwise than the client library.

import type { Uri } from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import type { AnalysisTracker } from "./analysis.ts";
import { ClosedDocuments } from "./closedDocuments.ts";
import type { ServerProgress } from "./progress.ts";
import { settingsFor } from "./serverSettings.ts";
import { withoutOwnSettings } from "./settings.ts";

export interface MiddlewareOptions {
  analysis: AnalysisTracker;
  progress: ServerProgress;
  /** The command `noisy.applyFix`: whether it was seen to here. */
  applyFix(argument: unknown): Promise<boolean>;
  /** Sends workspace/didChangeConfiguration. */
  tellSettings(settings: unknown): Promise<void>;
  /** Takes down the problems of a document. */
  clearProblems(document: Uri): void;
}

export function makeMiddleware(options: MiddlewareOptions): Middleware {
  const { analysis, progress } = options;
  const closed = new ClosedDocuments();
  return {
    // What is sent of documents, to know what is not analysed yet.
    didOpen: (document, next) => {
      analysis.onSent(document.uri.toString(), document.version);
      return next(document);
    },
    didChange: (event, next) => {
      analysis.onSent(event.document.uri.toString(), event.document.version);
      return next(event);
    },
    didClose: (document, next) => {
      analysis.onClosed(document.uri.toString());
      closed.onClosed(document.uri.toString());
      // Not when the server has answered: the document may be open again by then.
      options.clearProblems(document.uri);
      return next(document);
    },
    handleDiagnostics: (document, problems, next) => {
      if (!closed.isOutdated(document.toString(), problems.length)) next(document, problems);
    },

    workspace: {
      // The library answers with all that is in the section.
      configuration: async (params, token, next) => {
        const answers = await next(params, token);
        if (!Array.isArray(answers)) return answers;
        return answers.map((answer, i) =>
          params.items[i]?.section === "noisy" ? (withoutOwnSettings(answer) as typeof answer) : answer,
        );
      },
      // What holds for all; the server asks for single documents after that.
      didChangeConfiguration: () => options.tellSettings(settingsFor(undefined)),
    },

    // The library would show it in the status bar, without a way to cancel it.
    // It is to see the end, so that it forgets the token.
    handleWorkDoneProgress: (token, step, next) => {
      progress.handle(token, step);
      if (step.kind === "end") next(token, step);
    },

    executeCommand: async (command, args: unknown[], next) => {
      if (command !== "noisy.applyFix") return next(command, args);
      if (await options.applyFix(args[0])) return undefined;
      try {
        return await next(command, args);
      } catch {
        // The server has told the user what is wrong; VS Code need not do that
        // again in words of the protocol.
        return undefined;
      }
    },
  };
}
