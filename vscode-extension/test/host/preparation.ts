// The preparation of a suite before VS Code starts. A suite NAME.host.ts has it in a
// file NAME.prepare.ts with a function `prepare`, which runs outside of VS Code;
// without one the suite has the usual settings, and its folder is the workspace.

export interface Preparation {
  /** The folder or file .code-workspace to open, as a path in the suite's folder;
   * otherwise the suite's folder itself. */
  workspace?: string;
  /** Added to the user's settings. */
  settings?: Record<string, unknown>;
  /** Added to the settings of the machine; `noisy.server.path` is there. */
  machineSettings?: Record<string, unknown>;
  /** Added to the environment of VS Code and of the suite. */
  environment?: Record<string, string>;
  /** Ask before a folder is trusted; otherwise all are. */
  workspaceTrust?: boolean;
}

/** Writes the files that have to be there in `folder`, which is the suite's own
 * and has a copy of the examples. */
export type Prepare = (folder: string) => Preparation | Promise<Preparation>;
