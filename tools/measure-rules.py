#!/usr/bin/env python3
# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the encrypted values that have a bound under the packs of rules.

usage: measure-rules.py SERVER FOLDER [--unknown] [--files] [--bootstrap]

SERVER is noisy-lsp-server, FOLDER the tests of HEIR. Each file with operations of
a scheme is opened in a server with the pack of that scheme, and its hints are
counted: those of values with a bound; those of values that depend on one which is
unknown or over the limit (`-`); and the honest `?`. The share is that of the first.
The rules are the pack as it is, which takes the parameters that a text states.
`--bootstrap` adds what no text states: bootstrapping of CKKS that uses one level.
`--unknown` prints the operations that are the origin of unknown noise, with their
numbers; `--files` the files that have most values without a bound.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# What a hint begins with.
KINDS = {"?": "unknown", "-": "dependent"}
SCHEMES = r"\b(bgv|bfv|ckks|cggi|tfhe_rust|tfhe_rust_bool|lwe|openfhe|lattigo(?:\.\w+)?)\.[a-z_0-9]+ ?[%(]"


def pack_of(text):
    """The pack for a text; None if it has no operations of a scheme."""
    names = re.findall(SCHEMES, text)
    if not names:
        return None
    if any(name.startswith(("cggi", "tfhe_rust")) for name in names):
        return "heir-cggi"
    return "heir-ckks" if re.search(r"\bckks\b", text) else "heir-bgv"


def rules_of(pack):
    """What the server is given for a pack."""
    if pack != "heir-ckks" or "--bootstrap" not in sys.argv:
        return pack
    file = pathlib.Path(tempfile.mkdtemp()) / "rules.yaml"
    file.write_text("use: [heir-ckks]\nparameters: {ckks.schemeParam: ckks bootstrap=1}\n")
    return str(file)


class Session:
    """A session with a server that has rules: a pack, or a file."""

    def __init__(self, server, rules):
        self.process = subprocess.Popen([server, "--log=error", "--noisy-rules=" + rules],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.diagnostics = {}
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {},
                                "initializationOptions": {"inlayHints": {"noise": "all", "ranges": False}}})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def read(self):
        size = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        if size == 0:
            sys.exit("the server has ended")
        return json.loads(self.process.stdout.read(size))

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
            elif "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            elif message.get("id") == self.number and "method" not in message:
                return message.get("result")

    def hints(self, path, text):
        """The labels of the hints of a file, and its diagnostics."""
        uri = path.resolve().as_uri()
        self.send({"method": "textDocument/didOpen",
                   "params": {"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}}})
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
        hints = self.ask("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": whole}) or []
        self.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}})
        labels = []
        for hint in hints:
            label = hint["label"]
            labels.append(label if isinstance(label, str) else "".join(part["value"] for part in label))
        return labels, self.diagnostics.get(uri, [])


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    if len(arguments) != 2:
        sys.exit(__doc__.strip())
    server, folder = arguments
    files = collections.defaultdict(list)
    for path in sorted(pathlib.Path(folder).rglob("*.mlir")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if pack := pack_of(text):
            files[pack].append((path, text))
    origins = collections.Counter()
    total = collections.Counter()
    print(f"{'pack':<12}{'files':>7}{'values':>8}{'bound':>8}{'dependent':>11}{'unknown':>9}{'share':>8}")
    missing = []
    for pack, group in sorted(files.items()):
        session, count = Session(server, rules_of(pack)), collections.Counter()
        for path, text in group:
            own = collections.Counter()
            labels, diagnostics = session.hints(path, text)
            for label in labels:
                for part in label.split(", "):
                    own[KINDS.get(part.strip()[:1], "bound")] += 1
            count.update(own)
            missing.append((own["dependent"] + own["unknown"], str(path.relative_to(folder))))
            for each in diagnostics:
                if match := re.search(r"unknown noise: .*? of '([\w.]+)'", each["message"]):
                    origins[match[1]] += 1
        print_row(pack, len(group), count)
        total.update(count)
    print_row("all", sum(map(len, files.values())), total)
    if "--unknown" in sys.argv:
        for name, number in origins.most_common():
            print(f"{number:5} {name}")
    if "--files" in sys.argv:
        for number, name in sorted(missing, reverse=True)[:20]:
            print(f"{number:5} {name}")


def print_row(name, files, count):
    values = sum(count.values())
    share = f"{100 * count['bound'] / values:.1f} %" if values else "-"
    print(f"{name:<12}{files:>7}{values:>8}{count['bound']:>8}{count['dependent']:>11}{count['unknown']:>9}{share:>8}")


main()
