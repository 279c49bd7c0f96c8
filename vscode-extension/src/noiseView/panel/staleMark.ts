import type { NoiseGraph } from "../../protocol.ts";
import { Earliest } from "./earliest.ts";
import { openedText } from "./editors.ts";
import type { Staleness } from "./messages.ts";
import { Pace } from "./pace.ts";
import { stalenessOf } from "./staleness.ts";

/** How long what is shown may be of an older text before that is said, in ms:
 * most pictures come sooner, and what flickers is in the way. */
const delay = 200;

/** Says of the picture that is shown whether it is what holds now. */
export class StaleMark {
  readonly pace = new Pace();
  /** What happened since the picture was made, of which versions do not tell:
   * the settings were changed, or the document was opened again. */
  doubt: Staleness | null = null;
  private readonly shown: () => { uri: string; before: NoiseGraph } | undefined;
  private readonly tell: (why: Staleness | null) => void;
  private readonly soon = new Earliest(() => this.send());
  private isMarked = false;

  /** `shown`: the picture that is shown; `tell` marks it. */
  constructor(
    shown: () => { uri: string; before: NoiseGraph } | undefined,
    tell: (why: Staleness | null) => void,
  ) {
    this.shown = shown;
    this.tell = tell;
  }

  get why(): Staleness | null {
    const picture = this.shown();
    if (!picture) return null;
    return stalenessOf(picture.before, openedText(picture.uri)?.version, this.doubt);
  }

  /** What is shown is not what holds now. */
  fellBehind(): void {
    this.pace.fellBehind(Date.now());
    this.soon.in(delay);
  }

  /** Something was drawn: tells at once of what is broken, and of what is right
   * again; of an edit that came meanwhile only when it lasts. */
  drawn(): void {
    const { why } = this;
    this.pace.shown(Date.now(), !why || why === "broken");
    if (why && why !== "broken" && !this.isMarked) return this.soon.in(delay);
    this.send();
  }

  send(): void {
    this.soon.cancel();
    const { why } = this;
    this.isMarked = why !== null;
    this.tell(why);
  }

  dispose(): void {
    this.soon.cancel();
  }
}
