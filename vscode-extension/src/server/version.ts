// The shortcomings of a server for this extension.

import type { NoisyCapabilities } from "../protocol.ts";

/** The oldest server that has all that the extension needs. */
export const minimumVersion = "0.1.0";

/** The identity of a server, by its answer to `initialize`. */
export interface ServerIdentity {
  name?: string | undefined;
  version?: string | undefined;
  noisy?: NoisyCapabilities | undefined;
}

/** Negative when `left` is the older. Numbers are compared; a version with a hyphen
 * is older than its release. */
export function compareVersions(left: string, right: string): number {
  const [leftNumbers = "", leftTag] = splitOnce(left);
  const [rightNumbers = "", rightTag] = splitOnce(right);
  const a = leftNumbers.split(".").map(Number);
  const b = rightNumbers.split(".").map(Number);
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] || 0) - (b[i] || 0);
    if (difference) return difference;
  }
  return Number(leftTag === undefined) - Number(rightTag === undefined);
}

function splitOnce(version: string): [string, string?] {
  const hyphen = version.indexOf("-");
  return hyphen < 0 ? [version] : [version.slice(0, hyphen), version.slice(hyphen + 1)];
}

/** The shortcoming of a server, and what to do about it; undefined when it can do
 * everything. */
export function findShortcoming(
  { name, version, noisy }: ServerIdentity,
  program: string,
): string | undefined {
  if (name !== "noisy-lsp-server") {
    const subject = name ? `${program} is ${name}` : `${program} is another language server`;
    return `${subject}: it has no noise analysis. Set noisy.server.path to noisy-lsp-server, or clear it.`;
  }
  if (version === undefined || compareVersions(version, minimumVersion) < 0) {
    return `${program} is noisy-lsp-server ${version ?? "of an unknown version"}; this extension needs ${minimumVersion} or later. Install a newer one, or clear noisy.server.path.`;
  }
  const missingFeatures = [
    ...(noisy?.noiseGraph ? [] : ["the noise view"]),
    ...(noisy?.proposeFix ? [] : ["fixes that can be previewed"]),
  ];
  if (missingFeatures.length) {
    return `${program} was built before this extension: it has no support for ${missingFeatures.join(" and ")}. Install a newer one, or clear noisy.server.path.`;
  }
  return undefined;
}
