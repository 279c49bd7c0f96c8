# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the definitions of operations (ODS): the .td files of MLIR as they are
installed, and our own, through `llvm-tblgen --dump-json`. For the programs that
make tables of them.
"""

import argparse
import json
import multiprocessing
import os
import re
import subprocess
import sys

INCLUDE = re.compile(r'^\s*include\s+"([^"]+)"', re.MULTILINE)
# Every .td file with operations includes it, directly or not.
OP_BASE = "mlir/IR/OpBase.td"


class Files:
    """The .td files below some folders, and what they include."""

    def __init__(self, folders):
        self.folders = folders
        self.includes = {}

    def find(self, name, near=None):
        """The path of a file that is included by the file `near`."""
        for folder in ([os.path.dirname(near)] if near else []) + self.folders:
            path = os.path.normpath(os.path.join(folder, name))
            if os.path.exists(path):
                return path
        return None

    def included(self, path):
        """The paths of what a file includes itself."""
        if path not in self.includes:
            with open(path, encoding="utf-8", errors="replace") as file:
                names = INCLUDE.findall(file.read())
            found = (self.find(name, path) for name in names)
            self.includes[path] = [other for other in found if other]
        return self.includes[path]

    def closure(self, path):
        """A file and all that it includes."""
        seen, waiting = set(), [path]
        while waiting:
            path = waiting.pop()
            if path not in seen:
                seen.add(path)
                waiting.extend(self.included(path))
        return seen


def all_definitions(folder):
    """The .td files of MLIR."""
    return sorted(
        os.path.join(where, name)
        for where, _, names in os.walk(os.path.join(folder, "mlir"))
        for name in names
        if name.endswith(".td")
    )


def name_of(record, records):
    """The name of an operation with its dialect; that of a type or an attribute
    with its sigil, too, and that of a dialect with a dot at its end."""
    if "opName" in record:
        dialect = records[record["opDialect"]["def"]]["name"]
        name = record["opName"]
        return f"{dialect}.{name}" if dialect else name
    if "Dialect" in record["!superclasses"]:
        return record["name"] + "."
    dialect = records[record["dialect"]["def"]]["name"]
    sigil, name = ("!", "typeName") if "TypeDef" in record["!superclasses"] else ("#", "attrName")
    # Those of the builtin dialect have no mnemonic.
    mnemonic = record.get("mnemonic") or (record.get(name) or "").removeprefix(dialect + ".")
    return f"{sigil}{dialect}.{mnemonic}"


def read(job):
    """What `extract` finds in the definitions of some classes in a file, by their
    names; None where the file does not parse."""
    tblgen, folders, classes, extract, path = job
    command = [tblgen, "--dump-json"]
    for folder in [os.path.dirname(path)] + folders:
        command += ["-I", folder]
    done = subprocess.run(command + [path], capture_output=True)
    if done.returncode != 0:
        return path, None, done.stderr.decode(errors="replace")
    records = json.loads(done.stdout)
    found = {}
    for kind in classes:
        for name in records["!instanceof"].get(kind, []):
            found[name_of(records[name], records)] = extract(records[name], records)
    return path, found, ""


def read_all(tblgen, files, roots, classes, extract):
    """What `extract` finds in all definitions of some classes, by their names.
    What does not parse by itself is replaced by what it includes."""
    result, seen, waiting = {}, set(roots), list(roots)
    with multiprocessing.Pool() as pool:
        while waiting:
            jobs = [(tblgen, files.folders, classes, extract, path) for path in waiting]
            waiting = []
            for path, found, error in pool.imap(read, jobs):
                if found is not None:
                    for name, data in found.items():
                        result.setdefault(name, data)
                    continue
                print(f"{path} is left out:\n{error}", file=sys.stderr)
                for other in files.included(path):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
    return result


def literal(text):
    """Lines of C++ string literals."""
    special = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "?": "\\?"}

    def quoted(line):
        escaped = "".join(
            special.get(c) or (c if c >= " " else "\\%03o" % ord(c)) for c in line
        )
        return f'"{escaped}"\n'

    return "".join(quoted(line) for line in text.splitlines(keepends=True))


def make_table(description, extract, write, classes=("Op",)):
    """The program that makes a table: `extract(record, records)` gives what it
    has of a definition of one of the classes, `write(table, output)` writes it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--tblgen", required=True, help="path of llvm-tblgen")
    parser.add_argument("--mlir", required=True, help="LLVM's include folder")
    parser.add_argument("--source", required=True, help="our own include folder")
    parser.add_argument("--depfile", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("own", nargs="+", help="our own .td files")
    options = parser.parse_args()

    files = Files([os.path.abspath(options.source), options.mlir])
    candidates = all_definitions(options.mlir)
    base = files.find(OP_BASE)
    inner = {other for path in candidates for other in files.included(path)}
    roots = [os.path.abspath(path) for path in options.own]
    roots += [p for p in candidates if p not in inner and base in files.closure(p)]
    write(read_all(options.tblgen, files, roots, classes, extract), options.output)

    used = sorted(set().union(*map(files.closure, roots)))
    here = os.path.dirname(os.path.abspath(__file__))
    modules = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    used += sorted(path for path in modules if os.path.dirname(os.path.abspath(path)) == here)
    with open(options.depfile, "w", encoding="utf-8") as file:
        escaped = [path.replace(" ", "\\ ") for path in used]
        file.write(f"{options.output}: " + " \\\n  ".join(escaped) + "\n")
