// The process of the server: killed, replaced, missing, started again.

import * as assert from "node:assert/strict";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import * as vscode from "vscode";
import type { ServerState } from "../../src/server/server.ts";
import {
  codeOf,
  command,
  diagnosticsOf,
  fileUri,
  hoverAt,
  noDiagnostics,
  openFile,
  placeIn,
  replaceText,
} from "./documents.ts";
import { oneProcess, serverProcesses, stateIs, theServer, withMessages } from "./server.ts";
import { eventually, suite } from "./suite.ts";

const settings = () => vscode.workspace.getConfiguration("noisy.server");

/** Runs `body` with a server that the workspace names, and brings back the
 * usual one, in a process of its own. */
async function withServerPath(path: string, body: () => Promise<void>): Promise<void> {
  await settings().update("path", path, vscode.ConfigurationTarget.Workspace);
  try {
    await body();
  } finally {
    await settings().update("path", undefined, vscode.ConfigurationTarget.Workspace);
    await eventually("the usual server", async () => {
      const [pid] = serverProcesses();
      const isReady = (await theServer()).state.kind === "ready";
      return isReady && pid !== undefined && programOf(pid) === process.env["NOISY_USUAL_SERVER"];
    });
  }
}

function programOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0", 1)[0] ?? "";
}

/** The states from now on. */
async function watchStates(): Promise<ServerState["kind"][]> {
  const server = await theServer();
  const states: ServerState["kind"][] = [server.state.kind];
  server.onDidChangeState(({ kind }) => states.push(kind));
  return states;
}

/** The example, with the server's answers to it. */
async function openExample(): Promise<vscode.TextDocument> {
  const document = await openFile("overflow.mlir");
  await diagnosticsOf(document);
  await stateIs("ready");
  return document;
}

/** Checks that the server answers to edits. */
async function answersEdits(document: vscode.TextDocument): Promise<void> {
  await replaceText(document, "noisy.mul %p1, %p1", "noisy.add %p1, %p1");
  await diagnosticsOf(document, ([first]) => first?.message.startsWith("noise overflow: %p3 ") === true);
  await replaceText(document, "noisy.add %p1, %p1", "noisy.mul %p1, %p1");
  await diagnosticsOf(document, ([first]) => first?.message.startsWith("noise overflow: %p2 ") === true);
}

export const run = suite({
  "a server that was killed is started again, and knows the text": async () => {
    const document = await openExample();
    await replaceText(document, "@power", "@strength");
    const states = await watchStates();
    const old = await oneProcess();
    process.kill(old, "SIGKILL");
    await oneProcess(old);
    await eventually(
      "another one to be ready",
      () => states.includes("starting") && states.at(-1) === "ready",
    );
    assert.ok(!states.includes("failed"));
    await answersEdits(document);
    assert.match(
      (await hoverAt(document.uri, placeIn(document, "@strength"))).join(),
      /func\.func @strength\(/,
    );
  },

  "a request that waits when the server is killed ends": async () => {
    const document = await openExample();
    const server = await theServer();
    const old = await oneProcess();
    process.kill(old, "SIGSTOP");
    const request = server.request("noisy/noiseGraph", {
      textDocument: { uri: document.uri.toString() },
      position: { line: 5, character: 3 },
    });
    const rejection = assert.rejects(request);
    process.kill(old, "SIGKILL");
    await rejection;
    await oneProcess(old);
    await stateIs("ready");
  },

  "a restart takes another process, and ends the old one": async () => {
    const document = await openExample();
    const old = await oneProcess();
    await command("noisy.restart");
    assert.equal((await theServer()).state.kind, "ready");
    await oneProcess(old);
    assert.equal(existsSync(`/proc/${old}`), false);
    await answersEdits(document);
  },

  "several restarts at once leave one process": async () => {
    const document = await openExample();
    const old = await oneProcess();
    await Promise.all([1, 2, 3, 4, 5].map(() => command("noisy.restart")));
    await oneProcess(old);
    await answersEdits(document);
    await oneProcess(old);
  },

  "restarts while it is killed leave one process": async () => {
    const document = await openExample();
    const old = await oneProcess();
    const restarts = [command("noisy.restart")];
    process.kill(old, "SIGKILL");
    restarts.push(command("noisy.restart"));
    await Promise.all(restarts);
    await oneProcess(old);
    await stateIs("ready");
    await answersEdits(document);
  },

  "after repeated crashes it gives up, and a restart brings it back": async () => {
    const document = await openExample();
    // A restart resets the count of crashes.
    await command("noisy.restart");
    const server = await theServer();
    await withMessages(async (messages) => {
      let crashes = 0;
      let old = 0;
      while (server.state.kind !== "failed") {
        const pid = await eventually("a process, or the end", () =>
          server.state.kind === "failed" ? -1 : serverProcesses().find((process) => process !== old),
        );
        if (pid < 0) break;
        await eventually(
          "it to be ready",
          () => server.state.kind === "ready" || server.state.kind === "analysing",
        );
        process.kill(pid, "SIGKILL");
        old = pid;
        crashes++;
        await eventually(
          "the crash to be noticed",
          () => !["ready", "analysing"].includes(server.state.kind),
        );
      }
      assert.equal(crashes, 5);
      const failure = await stateIs("failed");
      assert.match(failure.message, /^The server crashed 5 times within three minutes/);
      const message = await messages.find(failure.message);
      assert.equal(message.severity, "error");
      assert.deepEqual(message.choices, ["Restart", "Open Settings", "Show Output"]);
      assert.equal(messages.list.length, 1);
    });
    assert.deepEqual(serverProcesses(), []);
    await noDiagnostics(document);
    await assert.rejects(server.request("noisy/noiseGraph", {}), /crashed 5 times/);

    await command("noisy.restart");
    await stateIs("ready");
    await oneProcess();
    await answersEdits(document);
  },

  "a missing server is told with what to do, and found when it comes": async () => {
    const document = await openExample();
    const place = fileUri("bin/not-there-yet").fsPath;
    await withMessages(async (messages) => {
      await withServerPath(place, async () => {
        const failure = await stateIs("failed");
        assert.equal(
          failure.message,
          `noisy.server.path is ${place}, but that does not exist. Build or install it, or correct the setting.`,
        );
        assert.deepEqual((await messages.find(failure.message)).choices, [
          "Restart",
          "Open Settings",
          "Show Output",
        ]);
        assert.deepEqual(serverProcesses(), []);
        await noDiagnostics(document);
        // The extension notices by itself that it is there.
        copyFileSync(process.env["NOISY_USUAL_SERVER"] ?? "", `${place}.new`);
        chmodSync(`${place}.new`, 0o755);
        renameSync(`${place}.new`, place);
        await stateIs("ready");
        await diagnosticsOf(document);
        rmSync(place);
      });
    });
    await answersEdits(document);
  },

  "a setting that is corrected is followed": async () => {
    const document = await openExample();
    await withMessages(async () => {
      await withServerPath("${workspaceFolder}/none", async () => {
        await stateIs("failed");
      });
    });
    await stateIs("ready");
    await answersEdits(document);
  },

  "a program that is no language server is told as such": async () => {
    await openExample();
    await withMessages(async (messages) => {
      await withServerPath("/bin/false", async () => {
        const { message } = await stateIs("failed");
        assert.equal(message, "/bin/false ended with code 1 as soon as it was started.");
        await messages.find(message);
      });
    });
  },

  "arguments are given to the server": async () => {
    const document = await openExample();
    const target = vscode.ConfigurationTarget.Workspace;
    const old = await oneProcess();
    await settings().update("arguments", ["--noisy-model=initial=4,max=100"], target);
    try {
      await oneProcess(old);
      await noDiagnostics(document);
      const hover = await eventually("a hover", async () => {
        const [text] = await hoverAt(document.uri, placeIn(document, "%p1"));
        return text?.includes("8 bits, limit 100") && text;
      });
      assert.match(hover, /8 = 4 \+ 4/);
    } finally {
      await settings().update("arguments", undefined, target);
    }
    const [error] = await diagnosticsOf(document);
    assert.equal(error && codeOf(error), "noise-overflow");
  },

  "a program that is replaced is started again": async () => {
    const document = await openExample();
    const program = process.env["NOISY_COPIED_SERVER"] ?? "";
    await withServerPath(program, async () => {
      const old = await eventually("the copy", () =>
        serverProcesses().find((pid) => programOf(pid) === program),
      );
      await stateIs("ready");
      // Another file in its place, as a linker writes it.
      writeFileSync(`${program}.new`, Buffer.concat([readFileSync(program), Buffer.from("\0")]));
      chmodSync(`${program}.new`, 0o755);
      renameSync(`${program}.new`, program);
      assert.match(readlinkSync(`/proc/${old}/exe`), /deleted/);
      const next = await oneProcess(old);
      assert.equal(readlinkSync(`/proc/${next}/exe`), program);
      await stateIs("ready");
      await answersEdits(document);
    });
  },
});
