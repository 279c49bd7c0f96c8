import * as vscode from "vscode";
import type { FromPage, ToPage } from "./messages.ts";
import { pageHtml } from "./page.ts";

/** The page in a panel, while it is there. */
export class PageLink {
  /** The page has said that it is there. */
  isReady = false;
  private readonly webview: vscode.Webview;
  private isDisposed = false;

  /** `dist`: the folder of the page's files. */
  constructor(webview: vscode.Webview, dist: vscode.Uri) {
    this.webview = webview;
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    webview.html = pageHtml({
      script: file("noiseView.js"),
      style: file("noiseView.css"),
      source: webview.cspSource,
      nonce: crypto.randomUUID().replaceAll("-", ""),
    });
  }

  onMessage(listener: (message: FromPage) => void): vscode.Disposable {
    return this.webview.onDidReceiveMessage((message: FromPage) => {
      if (!this.isDisposed) listener(message);
    });
  }

  /** What a page is not there for is told when it is. */
  send(message: ToPage): void {
    if (!this.isReady || this.isDisposed) return;
    // It may be closed before it has got it.
    this.webview.postMessage(message).then(undefined, () => {});
  }

  dispose(): void {
    this.isDisposed = true;
  }
}
