// The next value of the setting noisy.inlayHints.noise for "Toggle Noise Hints".

export type HintSetting = "all" | "nearLimit" | "off";

/** The value to write into the setting, and the one to remember for the next time.
 * `memory`: the value before hints were switched off. */
export function toggleHints(
  current: HintSetting,
  memory: HintSetting | undefined,
): { next: HintSetting; remember: HintSetting } {
  if (current !== "off") return { next: "off", remember: current };
  const next = memory && memory !== "off" ? memory : "all";
  return { next, remember: next };
}

/** The values of a setting by their places; the last one counts. */
export interface HintPlaces {
  globalValue?: HintSetting | undefined;
  workspaceValue?: HintSetting | undefined;
  workspaceFolderValue?: HintSetting | undefined;
}

/** The place where a setting has to be changed to take effect: where it is set. */
export function placeOf(places: HintPlaces): "folder" | "workspace" | "user" {
  if (places.workspaceFolderValue !== undefined) return "folder";
  return places.workspaceValue !== undefined ? "workspace" : "user";
}
