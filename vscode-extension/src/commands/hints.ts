// What "Toggle Noise Hints" makes of the setting noisy.inlayHints.noise.

export type HintSetting = "all" | "nearLimit" | "off";

/** What a setting has to be written as, and what to remember for the next
 * time. `remembered` is what was shown before hints were switched off. */
export function toggleHints(
  current: HintSetting,
  remembered: HintSetting | undefined,
): { next: HintSetting; remember: HintSetting } {
  if (current !== "off") return { next: "off", remember: current };
  const next = remembered && remembered !== "off" ? remembered : "all";
  return { next, remember: next };
}

/** Where a setting stands, from the one that counts least. */
export interface HintPlaces {
  globalValue?: HintSetting | undefined;
  workspaceValue?: HintSetting | undefined;
  workspaceFolderValue?: HintSetting | undefined;
}

/** Where a setting is to be changed so that it counts: where it is set. */
export function placeOf(places: HintPlaces): "folder" | "workspace" | "user" {
  if (places.workspaceFolderValue !== undefined) return "folder";
  return places.workspaceValue !== undefined ? "workspace" : "user";
}
