// Numbers in texts.

/** A number for people: "10,545". */
export function formatNumber(value: number): string {
  return value.toLocaleString("en");
}
