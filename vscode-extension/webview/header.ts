// The header above the drawing: the function, the fix, the search and buttons.
import type { Proposal, Side, Staleness } from "../src/noiseView/panel/messages.ts";
import { partText, stalenessText } from "../src/noiseView/panel/staleness.ts";
import { levelIcons } from "../src/noiseView/drawing/icons.ts";
import type { NoiseGraph } from "../src/protocol.ts";
import { html, icon } from "./dom.ts";
import { icons } from "./toolbarIcons.ts";

export interface HeaderEvents {
  side(side: Side): void;
  cancel(): void;
  apply(): void;
  preview(): void;
  search(query: string): void;
  /** Goes to the next match, or the previous one. */
  step(direction: 1 | -1): void;
  closeSearch(): void;
  fit(): void;
  export(): void;
  pin(isPinned: boolean): void;
  /** Goes to the value that was in focus before, or after. */
  travel(direction: 1 | -1): void;
  /** Draws a large function without a focus, or with one. */
  all(isAll: boolean): void;
}

function iconButton(label: string, d: string, act: () => void): HTMLButtonElement {
  const button = html(
    "button",
    { class: "icon-button", type: "button", title: label, "aria-label": label },
    icon(d),
  );
  button.addEventListener("click", act);
  return button;
}

function textButton(label: string, className: string, title: string, act: () => void): HTMLButtonElement {
  const button = html("button", { class: className, type: "button", title }, label);
  button.addEventListener("click", act);
  return button;
}

export class Header {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly name = html("h1");
  private readonly document = html("span", { class: "document" });
  private readonly summary = html("span", { class: "summary" });
  private readonly part = html("span", { class: "part" });
  private readonly stale = html("span", { class: "chip stale-chip", hidden: true });
  private readonly beforeButton: HTMLButtonElement;
  private readonly afterButton: HTMLButtonElement;
  private readonly message = html("span", { class: "message" });
  private readonly cancelButton: HTMLButtonElement;
  private readonly applyButton: HTMLButtonElement;
  private readonly previewButton: HTMLButtonElement;
  private readonly pinButton: HTMLButtonElement;
  private readonly backButton: HTMLButtonElement;
  private readonly forwardButton: HTMLButtonElement;
  private readonly focusButton: HTMLButtonElement;
  private readonly count = html("span", { class: "count" });
  private readonly searchBox: HTMLElement;
  private readonly progress = html("div", { class: "progress", hidden: true });
  private readonly fixRow: HTMLElement;
  private readonly tools: HTMLElement;

  constructor(events: HeaderEvents) {
    this.beforeButton = textButton("Before", "segment", "The function as it is", () => events.side("before"));
    this.afterButton = textButton("After", "segment", "The function with the cheapest reductions", () =>
      events.side("after"),
    );
    this.cancelButton = textButton("Cancel", "secondary", "End the search with the best fix so far", () =>
      events.cancel(),
    );
    this.applyButton = textButton("Apply fix", "primary", "Insert these reductions into the text", () =>
      events.apply(),
    );
    this.previewButton = textButton("Preview", "secondary", "Preview the edit", () => events.preview());
    this.pinButton = iconButton("Pin: stay with this function", icons.pin, () => {
      const isPinned = this.pinButton.getAttribute("aria-pressed") !== "true";
      this.setPinned(isPinned);
      events.pin(isPinned);
    });
    this.backButton = iconButton("Back to the value before (Alt+Left)", icons.back, () => events.travel(-1));
    this.forwardButton = iconButton("Forward (Alt+Right)", icons.forward, () => events.travel(1));
    this.focusButton = iconButton("Focus: where one value has its noise from", icons.focus, () =>
      events.all(this.focusButton.getAttribute("aria-pressed") === "true"),
    );
    this.input = html("input", {
      type: "text",
      placeholder: "Search: %p2, mul, over",
      "aria-label": "Search values by name, operation or level",
      spellcheck: "false",
      autocomplete: "off",
    });
    this.input.addEventListener("input", () => events.search(this.input.value));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") events.step(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") events.closeSearch();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.searchBox = html(
      "div",
      { class: "search", role: "search" },
      icon(icons.search),
      this.input,
      this.count,
      iconButton("Previous match (Shift+Enter)", icons.previous, () => events.step(-1)),
      iconButton("Next match (Enter)", icons.next, () => events.step(1)),
    );
    // In a narrow view it is an icon until it is used.
    this.searchBox.addEventListener("click", ({ target }) => {
      if (!(target instanceof Element && target.closest("button"))) this.input.focus();
    });
    this.tools = html(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Noise view" },
      this.backButton,
      this.forwardButton,
      this.focusButton,
      this.searchBox,
      iconButton("Fit all into the view (0)", icons.fit, () => events.fit()),
      iconButton("Export as SVG", icons.exporting, () => events.export()),
      this.pinButton,
    );
    this.fixRow = html(
      "div",
      { class: "fix", role: "group", "aria-label": "Proposed fix" },
      html("div", { class: "segments" }, this.beforeButton, this.afterButton),
      this.message,
      this.cancelButton,
      this.applyButton,
      this.previewButton,
    );
    this.element = html(
      "header",
      {},
      html("div", { class: "name-row" }, this.name, this.document, this.stale),
      this.tools,
      html("div", { class: "subtitle" }, this.summary, this.part),
      this.fixRow,
      this.progress,
    );
    this.setProposal({ kind: "none" });
    this.setSide("before");
    this.setPinned(false);
    this.setFocus({ canGoBack: false, canGoForward: false, isAll: false });
  }

  /** Shows where back and forward lead. */
  setFocus({
    canGoBack,
    canGoForward,
    isAll,
  }: {
    canGoBack: boolean;
    canGoForward: boolean;
    isAll: boolean;
  }): void {
    this.backButton.disabled = !canGoBack;
    this.forwardButton.disabled = !canGoForward;
    this.backButton.hidden = this.forwardButton.hidden = !canGoBack && !canGoForward;
    this.focusButton.setAttribute("aria-pressed", String(!isAll));
  }

  /** Shows the function of a graph; without a graph only a part of the buttons. */
  setGraph(graph: NoiseGraph | undefined, document: string): void {
    this.element.classList.toggle("without-graph", !graph);
    if (!graph) return;
    this.name.textContent = graph.name;
    this.document.textContent = document;
    const sign = levelIcons[graph.level];
    this.summary.className = `summary level-${graph.level}`;
    this.summary.replaceChildren(...(sign ? [icon(sign)] : []), html("span", {}, graph.summary));
    this.focusButton.hidden = graph.focus === undefined && graph.nodes.length === graph.totalNodes;
    const part = partText(graph);
    this.part.hidden = part === undefined;
    this.part.textContent = part ?? "";
  }

  setStale(staleness: Staleness | null): void {
    this.stale.hidden = staleness === null;
    this.stale.textContent = staleness && stalenessText[staleness];
  }

  setSide(side: Side): void {
    this.beforeButton.setAttribute("aria-pressed", String(side === "before"));
    this.afterButton.setAttribute("aria-pressed", String(side === "after"));
  }

  setProposal(proposal: Proposal): void {
    const { kind } = proposal;
    const isSolving = kind === "solving";
    this.progress.hidden = !isSolving;
    this.cancelButton.hidden = !isSolving;
    this.applyButton.hidden = !(kind === "ready" && proposal.canApply);
    this.previewButton.hidden = this.applyButton.hidden;
    this.message.className = `message ${kind}`;
    if (kind === "none") this.message.textContent = "";
    else if (isSolving) this.message.textContent = proposal.message || "Searching for the cheapest fix";
    else this.message.textContent = proposal.message;
    this.afterButton.disabled = isSolving;
  }

  setPinned(isPinned: boolean): void {
    this.pinButton.setAttribute("aria-pressed", String(isPinned));
    const label = isPinned ? "Unpin: follow the cursor" : "Pin: stay with this function";
    this.pinButton.title = label;
    this.pinButton.setAttribute("aria-label", label);
  }

  /** Shows `2/14`, or that there is no match. */
  setCount(current: number | undefined, total: number): void {
    const isSearching = this.input.value.trim() !== "";
    this.searchBox.classList.toggle("nothing", isSearching && total === 0);
    if (!isSearching) this.count.textContent = "";
    else
      this.count.textContent = total === 0 ? "none" : `${current === undefined ? "–" : current + 1}/${total}`;
  }
}
