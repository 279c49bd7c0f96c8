import * as vscode from "vscode";
import { pageHtml } from "./page.ts";

/** Loads the page of the noise view; `dist`: the folder of its files. */
export function loadPage(webview: vscode.Webview, dist: vscode.Uri): void {
  const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = pageHtml({
    script: address("noiseView.js"),
    style: address("noiseView.css"),
    source: webview.cspSource,
    nonce: crypto.randomUUID().replaceAll("-", ""),
  });
}
