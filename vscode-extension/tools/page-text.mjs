// Prints README.md as the text of the extension's page in VS Code, which shows pictures of
// https addresses only: neither those of the package nor data: URLs. With the environment's
// NOISY_PICTURES_URL, the address of a copy of the folder vscode-extension/, they are taken
// from there; otherwise the page names the walkthrough, which has them.
//
// usage: node tools/page-text.mjs FILE.md
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pictures = /!\[[^\]]*\]\((?!https:)([^)\s]+)\)/g;
const pointer = "For pictures, run _Welcome: Open Walkthrough..._ and choose _Get Started with Noisy MLIR_.";

/** `base`: the address without the slash at its end; empty if there is none. */
export function pageText(text, base) {
  if (base) return text.replace(pictures, (match, path) => match.replace(`(${path})`, `(${base}/${path})`));
  let isFirst = true;
  return text
    .replace(pictures, () => {
      const replacement = isFirst ? pointer : "";
      isFirst = false;
      return replacement;
    })
    .replace(/\n{3,}/g, "\n\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base = (process.env.NOISY_PICTURES_URL ?? "").replace(/\/$/, "");
  if (base && !base.startsWith("https:")) throw new Error("NOISY_PICTURES_URL must begin with https:");
  process.stdout.write(pageText(readFileSync(process.argv[2], "utf8"), base));
}
