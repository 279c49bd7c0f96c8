import * as vscode from "vscode";
import type { NoisyServer } from "../server/server.ts";
import { bytecodeScheme } from "./bytecodeText.ts";
import { BytecodeEditor } from "./editor.ts";
import { BytecodeFileSystem } from "./fileSystem.ts";

/** Lets .mlirbc files be edited as text. */
export function registerBytecode(context: vscode.ExtensionContext, server: NoisyServer): void {
  const files = new BytecodeFileSystem(server);
  context.subscriptions.push(
    files,
    vscode.workspace.registerFileSystemProvider(bytecodeScheme, files, { isCaseSensitive: true }),
    vscode.window.registerCustomEditorProvider(BytecodeEditor.viewType, new BytecodeEditor(server)),
  );
}
