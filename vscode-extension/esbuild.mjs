// Bundles the extension into dist/: what runs in the extension host, the thread
// that lays out graphs, the page of the noise view, and the examples.
import { build } from "esbuild";
import { cp, rm, writeFile } from "node:fs/promises";
import { noticesOf } from "./tools/notices.mjs";

const minify = process.argv.includes("--minify");
const common = {
  bundle: true,
  minify,
  sourcemap: minify ? false : "linked",
  logLevel: "warning",
  legalComments: "none",
  metafile: true,
};
const inNode = {
  ...common,
  platform: "node",
  // The versions of the oldest VS Code in package.json.
  target: "node20",
  format: "cjs",
};

await rm("dist", { recursive: true, force: true });
const built = await Promise.all([
  build({
    ...inNode,
    entryPoints: { extension: "src/extension.ts" },
    outdir: "dist",
    external: ["vscode"],
  }),
  build({
    ...inNode,
    minify: true,
    sourcemap: false,
    entryPoints: { layoutWorker: "src/noiseView/drawing/layoutWorker.ts" },
    outdir: "dist",
    // elkjs looks for it, to be used in a browser.
    external: ["web-worker"],
  }),
  build({
    ...common,
    platform: "browser",
    target: "chrome122",
    format: "iife",
    entryPoints: ["webview/noiseView.ts", "webview/noiseView.css"],
    outdir: "dist",
  }),
]);
// The sources of a server out of the tree are no programs to open.
await cp("../examples", "dist/examples", {
  recursive: true,
  filter: (source) => !source.includes("out-of-tree"),
});
await writeFile(
  "dist/third-party-notices.txt",
  noticesOf(built.flatMap(({ metafile }) => Object.keys(metafile.inputs))),
);
