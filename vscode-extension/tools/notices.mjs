// The licences of what is bundled into dist/.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The notices of the bundled packages, as one text. `files`: those that went into
 * the bundles, by esbuild's metafiles. Throws where a package has no licence. */
export function noticesOf(files) {
  const folders = new Set(
    files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
    if (!license || !file) throw new Error(`${folder} has no licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  const line = `\n${"-".repeat(78)}\n\n`;
  return [
    "The extension contains the npm packages below, unchanged but for their form. Their\n" +
      "sources are in the packages of these names and versions.\n",
    ...notices,
  ].join(line);
}
