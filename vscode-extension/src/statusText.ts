// The text of the status bar.

import type { ServerState } from "./server/server.ts";

export interface StatusText {
  /** With an icon: `$(check) Noisy`. */
  text: string;
  tooltip: string;
  severity: "information" | "warning" | "error";
}

/** The longest text in the status bar, without its icon. */
export const longestText = 25;

/** What stands before a report. */
const prefix = "Noisy: ";

/** Text from elsewhere, as one line without icons. */
function plain(message: string): string {
  return message.replace(/\s+/g, " ").replace(/\$\(/g, "$ (").trim();
}

/** The first part of a message that has room: the rest is in the tooltip. */
function beginningOf(message: string, room: number): string {
  const [first = ""] = message.split(/, |; |: | so far$/);
  return first.length > room ? `${first.slice(0, room - 1).trimEnd()}…` : first;
}

/** The gap in a report such as "12 reductions, at most 16.6 % above the fewest
 * possible", or else the beginning of the report. */
function shorten(message: string): string {
  const gap = /, at most ([^ ]+ %) above /.exec(message)?.[1];
  if (gap !== undefined) return `at most +${gap}`;
  if (message.startsWith("looking for ")) return "searching";
  return beginningOf(message, longestText - prefix.length);
}

/** What was done, in a few words: of "Insert optimal reduce_noise (3 reductions, the fewest
 * possible)" the number. */
export function newsText(message: string): string {
  const line = plain(message);
  const result = /\((.*)\)$/.exec(line)?.[1] ?? line;
  return `$(check) ${beginningOf(result, longestText)}`;
}

export function statusText(state: ServerState): StatusText {
  const information = (icon: string, tooltip: string, rest = ""): StatusText => ({
    text: `$(${icon}) ${rest ? prefix + rest : "Noisy"}`,
    tooltip: `Noisy MLIR: ${tooltip}`,
    severity: "information",
  });
  switch (state.kind) {
    case "ready":
      return information("check", "all is analysed");
    case "starting":
      if (!state.hasCrashed) return information("loading~spin", "the server is starting");
      return {
        text: "$(loading~spin) Noisy: crashed",
        tooltip: "Noisy MLIR: the server crashed, and is started again",
        severity: "warning",
      };
    case "analysing":
      return information("sync~spin", "analysing");
    case "solving": {
      const message = plain(state.message) || "looking for the cheapest reductions";
      return information("loading~spin", message, shorten(message));
    }
    case "stopped":
      return {
        text: "$(circle-slash) Noisy",
        tooltip: "Noisy MLIR: the server is not running",
        severity: "warning",
      };
    case "failed":
      return {
        text: "$(error) Noisy",
        tooltip: `Noisy MLIR: ${plain(state.message)}`,
        severity: "error",
      };
  }
}
