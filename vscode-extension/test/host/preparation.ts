// What a suite wants before VS Code starts. A suite NAME.host.ts says it in a
// file NAME.prepare.ts with a function `prepare`, which runs outside of VS Code;
// without one it has the usual settings, and its folder is the workspace.

export interface Preparation {
  /** What is opened, as a path in the suite's folder: a folder, or a file
   * .code-workspace. Otherwise the suite's folder itself. */
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
