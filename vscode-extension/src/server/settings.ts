// Which of the settings are the server's.

/** Those in the section `noisy` that the extension follows itself. The server
 * does not know them, and would complain. */
const ownSettings: ReadonlySet<string> = new Set(["server", "trace", "previewFixes", "noiseView"]);

/** The section `noisy` as VS Code gives it, without the extension's own. */
export function withoutOwnSettings(section: unknown): unknown {
  if (typeof section !== "object" || section === null || Array.isArray(section)) return section;
  return Object.fromEntries(Object.entries(section).filter(([name]) => !ownSettings.has(name)));
}
