// The settings of the server, apart from the extension's own.

/** The settings in the section `noisy` that the extension follows itself. The server
 * does not know them, and would report them. */
const ownSettings: ReadonlySet<string> = new Set([
  "server",
  "tablegen",
  "opt",
  "upstream",
  "dialects",
  "trace",
  "previewFixes",
  "noiseView",
  "runLines",
]);

/** Sections that the server takes when it starts (`projectOptions`). */
export const startSections = ["noisy.tablegen", "noisy.dialects", "noisy.opt", "noisy.upstream"];

/** The section `noisy` as VS Code gives it, without the extension's own. */
export function withoutOwnSettings(section: unknown): unknown {
  if (typeof section !== "object" || section === null || Array.isArray(section)) return section;
  return Object.fromEntries(Object.entries(section).filter(([name]) => !ownSettings.has(name)));
}
