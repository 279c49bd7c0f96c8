// The variables in the settings that name programs.

/** The values of the variables. */
export interface Variables {
  /** The folders in their order; `path` is missing for folders that are not on disk. */
  folders: readonly { name: string; path?: string }[];
  environment: Readonly<Record<string, string | undefined>>;
  userHome: string;
}

/** A variable without a value; the message names it. */
export class VariableError extends Error {}

/** `text` with `${workspaceFolder}` (the first folder), `${workspaceFolder:NAME}`,
 * `${env:NAME}`, `${userHome}`, and `~` in front replaced. Throws VariableError. */
export function expandVariables(text: string, variables: Variables): string {
  const result = text.replace(/\$\{([^}]*)\}/g, (_, name: string) => valueOf(name, variables));
  // By the text before it was expanded: a folder may be called "~".
  return /^~($|[/\\])/.test(text) ? variables.userHome + result.slice(1) : result;
}

function valueOf(variable: string, { folders, environment, userHome }: Variables): string {
  const colon = variable.indexOf(":");
  const kind = colon < 0 ? variable : variable.slice(0, colon);
  const name = colon < 0 ? undefined : variable.slice(colon + 1);
  if (kind === "userHome" && name === undefined) return userHome;
  if (kind === "env" && name) {
    const value = environment[name];
    if (value === undefined) throw new VariableError(`\${${variable}}: this environment variable is not set`);
    return value;
  }
  if (kind === "workspaceFolder") {
    const folder = name === undefined ? folders[0] : folders.find((each) => each.name === name);
    if (!folder) {
      const reason = name === undefined ? "no folder is open" : "no folder of that name is open";
      throw new VariableError(`\${${variable}}: ${reason}`);
    }
    if (folder.path === undefined) {
      throw new VariableError(`\${${variable}}: the folder ${folder.name} is not on disk`);
    }
    return folder.path;
  }
  throw new VariableError(`\${${variable}}: there is no such variable`);
}
