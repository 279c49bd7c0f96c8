import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Preparation } from "./preparation.ts";

/** A folder that wants its own program to be run. */
export function prepare(folder: string): Preparation {
  const trap = join(folder, "trap");
  writeFileSync(trap, `#!/bin/sh\ntouch '${join(folder, "sprung")}'\n`);
  chmodSync(trap, 0o755);
  mkdirSync(join(folder, ".vscode"));
  writeFileSync(
    join(folder, ".vscode/settings.json"),
    JSON.stringify({
      "noisy.server.path": "${workspaceFolder}/trap",
      "noisy.server.arguments": ["--noisy-model=initial=1,max=1000"],
      "noisy.nearLimit": 5,
      "noisy.inlayHints.noise": "nearLimit",
    }),
  );
  return { workspaceTrust: true, settings: { "security.workspace.trust.startupPrompt": "never" } };
}
