/** The addresses of the page's files, as the page may load them. */
export interface PageFiles {
  script: string;
  style: string;
  /** The source of both, `webview.cspSource`. */
  source: string;
  nonce: string;
}

/** The text of the page of the noise view: it loads one script and one style sheet and
 * nothing else. The script draws its content. */
export function pageHtml({ script, style, source, nonce }: PageFiles): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Noise</title>
</head>
<body>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
