import * as vscode from "vscode";
import type { NoiseGraph } from "../../protocol.ts";
import { toRange } from "../../workspaceEdits.ts";
import { nodeAtCursor } from "./cursor.ts";
import { openedText, openText, revealRange } from "./editors.ts";
import type { ToPage } from "./messages.ts";
import { OwnSelections } from "./ownSelections.ts";

/** Keeps the cursor of the editor and the selection in the view together. */
export class CursorLink {
  private readonly own = new OwnSelections();
  /** Of the last `reveal` of the page. */
  private serial = 0;
  /** Where a click in the view put the cursor, and for which node. */
  private revealed: { position: vscode.Position; key: string } | undefined;

  /** Whether a selection of an editor says where the cursor is; not when it is
   * the echo of one that the view made, and has overtaken. */
  counts(selection: vscode.Selection, isByUser: boolean): boolean {
    if (isByUser) this.own.clear();
    return !this.own.isOvertaken(selection, Date.now());
  }

  /** The page is new, and counts from 0. */
  restart(): void {
    this.serial = 0;
  }

  /** Places are others after an edit. */
  forget(): void {
    this.revealed = undefined;
  }

  /** Shows the place of a node in the editor, as the page wants it. Before that
   * it tells `changed` where the cursor will be. */
  async reveal(
    uri: vscode.Uri,
    graph: NoiseGraph,
    wish: { key: string; takeFocus: boolean; serial: number },
    changed: (position: vscode.Position) => void,
  ): Promise<void> {
    const { key, takeFocus, serial } = wish;
    this.serial = serial;
    const node = graph.nodes.find((each) => each.key === key);
    const document = node && (await openText(uri));
    // Another wish may have come meanwhile.
    if (!document || serial !== this.serial) return;
    const range = document.validateRange(toRange(node.range));
    this.revealed = { position: range.end, key };
    this.own.add(range, Date.now());
    changed(range.end);
    await revealRange(document, range, takeFocus);
  }

  /** What tells the page the node of `graph` that the cursor is at; undefined
   * when the document is not open. */
  message(
    uri: string,
    graph: NoiseGraph,
    position: vscode.Position,
  ): Extract<ToPage, { type: "cursor" }> | undefined {
    const { serial } = this;
    const document = openedText(uri);
    if (!document) return undefined;
    if (this.revealed?.position.isEqual(position)) {
      return { type: "cursor", key: this.revealed.key, serial };
    }
    this.revealed = undefined;
    const range = document.getWordRangeAtPosition(document.validatePosition(position), /%[\w$.#-]+/);
    const index = nodeAtCursor(graph, position, range && document.getText(range));
    return { type: "cursor", key: index === undefined ? null : graph.nodes[index]!.key, serial };
  }
}
