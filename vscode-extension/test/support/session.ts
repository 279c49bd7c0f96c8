// A VS Code with the extension from its folder, and the browser that shows it.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Browser } from "./browser.ts";
import { CodeServer } from "./codeServer.ts";
import { EditorPage } from "./editorPage.ts";
import { buildFolder, extensionFolder, temporaryFolder } from "./paths.ts";

export interface SessionOptions {
  /** Added to the user's settings. */
  settings?: Record<string, unknown>;
  /** Files to have in the workspace beside the examples, with their texts. */
  files?: Record<string, string>;
  /** Other extensions that are installed, by their folders' names: their manifests and the
   * code of `main.js`. */
  otherExtensions?: Record<string, { manifest: object; main?: string }>;
  /** The file that is open at first; otherwise overflow.mlir. */
  open?: string;
  /** The size of the page in pixels, and the pixels of a screenshot for each of them. */
  size?: { width: number; height: number };
  scale?: number;
}

export class Session {
  readonly editor: EditorPage;
  private readonly folder: string;
  private readonly server: CodeServer;
  private readonly browser: Browser;

  /** Waits until the file is open in the editor. Stop it in any case. */
  static async start(options: SessionOptions = {}): Promise<Session> {
    const folder = temporaryFolder("session");
    const extensions = join(folder, "extensions");
    mkdirSync(extensions);
    symlinkSync(extensionFolder, join(extensions, "noisy"));
    for (const [name, { manifest, main }] of Object.entries(options.otherExtensions ?? {})) {
      mkdirSync(join(extensions, name));
      writeFileSync(join(extensions, name, "package.json"), JSON.stringify(manifest));
      if (main) writeFileSync(join(extensions, name, "main.js"), main);
    }
    cpSync(join(extensionFolder, "../examples"), join(folder, "examples"), { recursive: true });
    for (const [name, text] of Object.entries(options.files ?? {})) {
      const path = join(folder, "examples", name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const server = await CodeServer.start({
      extensions,
      settings: options.settings ?? {},
      environment: { NOISY_TEST_SESSION: folder },
      machineSettings: { "noisy.server.path": join(buildFolder(), "noisy-lsp-server") },
    });
    const session = new Session(folder, server, await Browser.start(options.size, options.scale));
    await session.editor.open(server, join(folder, "examples"), options.open ?? "overflow.mlir");
    return session;
  }

  private constructor(folder: string, server: CodeServer, browser: Browser) {
    this.folder = folder;
    this.server = server;
    this.browser = browser;
    this.editor = new EditorPage(browser.page);
  }

  /** The text of a file of the workspace, on disk. */
  read(name: string): string {
    return readFileSync(join(this.folder, "examples", name), "utf8");
  }

  /** The path of a file of the workspace. */
  path(name: string): string {
    return join(this.folder, "examples", name);
  }

  /** Replaces the settings of the workspace. */
  settings(values: Record<string, unknown>): void {
    const folder = join(this.folder, "examples/.vscode");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "settings.json"), JSON.stringify(values));
  }

  /** Stops the language server while `act` runs. */
  async withoutServer(act: () => Promise<void>): Promise<void> {
    const pid = this.languageServer();
    process.kill(pid, "SIGSTOP");
    try {
      await act();
    } finally {
      process.kill(pid, "SIGCONT");
    }
  }

  /** The process of the language server, which has inherited the environment. */
  private languageServer(): number {
    const pid = readdirSync("/proc").find((name) => {
      try {
        const [program] = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0", 1);
        const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
        return (
          program?.endsWith("noisy-lsp-server") && environment.includes(`NOISY_TEST_SESSION=${this.folder}`)
        );
      } catch {
        return false;
      }
    });
    if (!pid) throw new Error("the language server does not run");
    return Number(pid);
  }

  /** Saves the file in the editor, and waits until it is on disk as it should be. While
   * the palette closes, VS Code does not take the keys: a person presses them again. */
  async save(name: string, isRight: (text: string) => boolean): Promise<void> {
    // A file that is as it should be before it is saved is still written: VS Code empties
    // it first. Its tab tells when that is done.
    const changed = this.editor.page.locator(".tab.active.dirty");
    const isSaved = async () => isRight(this.read(name)) && (await changed.count()) === 0;
    for (let i = 0; i < 300; i++) {
      if (i % 60 === 0) await this.editor.page.keyboard.press("Control+S");
      await pause(50);
      if (await isSaved()) return;
    }
    throw new Error(`${name} is\n${this.read(name)}`);
  }

  async stop(): Promise<void> {
    await this.browser.stop();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
