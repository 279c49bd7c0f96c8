/** The colours of a drawing that stands alone, as `#rrggbb`. Blue to amber to
 * vermilion, which the usual kinds of colour blindness tell apart. */
export interface Palette {
  background: string;
  foreground: string;
  dim: string;
  safe: string;
  near: string;
  over: string;
  reduction: string;
}

export const light: Palette = {
  background: "#ffffff",
  foreground: "#1f2328",
  dim: "#656d76",
  safe: "#1a6fb5",
  near: "#c77f00",
  over: "#c8321f",
  reduction: "#0b7f6b",
};

export const dark: Palette = {
  background: "#1f1f1f",
  foreground: "#e0e0e0",
  dim: "#9d9d9d",
  safe: "#4aa3e8",
  near: "#e9a820",
  over: "#f4624f",
  reduction: "#39c5a8",
};

/** `part` (0 to 1) of the way from one colour to another. */
export function mix(start: string, end: string, part: number): string {
  const channel = (colour: string, index: number) => parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
  const channels = [0, 1, 2].map((index) =>
    Math.round(channel(start, index) + (channel(end, index) - channel(start, index)) * part)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${channels.join("")}`;
}
