import type { NoisyCapabilities } from "../../protocol.ts";
import type { ServerState } from "../../server/server.ts";
import type { EmptyState } from "./messages.ts";

export const noDocument: EmptyState = {
  title: "No MLIR document",
  detail: "Open one and put the cursor into a function.",
};

export const noFunction: EmptyState = {
  title: "No function here",
  detail: "How noise flows through a function is drawn here once the text has one.",
};

/** The text has an error, and there is no graph of an earlier text; `line` counts
 * from 0. */
export function unreadable(error: string, line: number): EmptyState {
  return { title: "The text has an error", detail: `Line ${line + 1}: ${error}` };
}

/** The function `name` has nothing to draw. */
export function nothingEncrypted(name: string): EmptyState {
  return {
    title: `No encrypted values in ${name}`,
    detail: "There is no noise to show. Values of type !noisy.i32 would be drawn here.",
  };
}

/** The graph of the function `name` has more edges than anybody can follow. */
export function tooEntangled(name: string): EmptyState {
  return {
    title: `${name} is too complex to be drawn`,
    detail:
      "Too many values depend on too many others. Lower noisy.noiseView.maxNodes to see only the values near the cursor; or move a part into a function of its own. Diagnostics and hovers show all values.",
  };
}

/** The request for the graph failed. */
export function requestFailed(reason: string): EmptyState {
  return {
    title: "The server could not provide the graph",
    detail: reason,
    action: { label: "Show output", command: "noisy.showOutput" },
  };
}

/** The reason why the server gives no graphs now; undefined when it does. */
export function serverProblem(state: ServerState, capabilities: NoisyCapabilities): EmptyState | undefined {
  switch (state.kind) {
    case "starting":
      return { title: "The server is starting", detail: "The graph appears when it runs." };
    case "stopped":
    case "failed":
      return {
        title: "The server is not running",
        detail: state.kind === "failed" ? state.message : "Start it to see the noise of this function.",
        action: { label: "Start the server", command: "noisy.restart" },
      };
    default:
      if (capabilities.noiseGraph) return undefined;
      return {
        title: "This server is too old for the noise view",
        detail:
          "It does not provide graphs. Install a newer noisy-lsp-server, or clear the setting noisy.server.path to use the one that comes with the extension.",
      };
  }
}
