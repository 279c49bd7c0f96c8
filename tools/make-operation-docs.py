#!/usr/bin/env python3
# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the table of what ODS says of operations (OperationDocs.cpp).

Reads the .td files of MLIR as they are installed, and our own, through
`llvm-tblgen --dump-json`, and writes C++ that is included there: one long string
with names, summaries and descriptions in the order of the names, and where each
operation's begin.
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


def reindent(text):
    """Without blank lines around, and without the indentation of all lines."""
    lines = [line.rstrip() for line in text.expandtabs().split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    # The first line may start right after the bracket.
    measured = lines if lines and lines[0].startswith(" ") else lines[1:]
    indents = [len(line) - len(line.lstrip()) for line in measured if line]
    common = min(indents, default=0)
    cut = [line[min(common, len(line) - len(line.lstrip())) :] for line in lines]
    return "\n".join(cut)


def clean(description):
    """A description as an editor can show it: its Markdown, without comments
    and links that lead nowhere but on MLIR's web site."""
    text = re.sub(r"<!--.*?-->", "", description, flags=re.DOTALL)
    text = re.sub(r"\[([^][]+)\]\((?!https?:)[^)\s]*\)", r"\1", text)
    text = reindent(text)
    # An unclosed fence would include all that follows.
    if len(re.findall(r"^ *```", text, re.MULTILINE)) % 2:
        text += "\n```"
    return text


def signature(record, records):
    """The operands, attributes and results of an operation, as a list."""
    lines = []

    def add(title, values, is_wanted):
        named = []
        for value, name in values["args"]:
            constraint = records[value["def"]]
            if not is_wanted(constraint["!superclasses"]):
                continue
            text = f"`{name}`" if name else "unnamed"
            summary = (constraint.get("summary") or "").strip()
            if summary:
                text += f" ({summary})"
            named.append(text)
        if named:
            lines.append(f"- {title}: " + ", ".join(named))

    add("Operands", record["arguments"], lambda of: "TypeConstraint" in of)
    add("Attributes", record["arguments"], lambda of: "AttrConstraint" in of)
    add("Properties", record["arguments"], lambda of: "Property" in of)
    add("Results", record["results"], lambda of: True)
    return "\n".join(lines) or "It has no operands, attributes or results."


def documented(record, records):
    """The full name of an operation, its summary and its description."""
    dialect = records[record["opDialect"]["def"]]["name"]
    name = record["opName"]
    full = f"{dialect}.{name}" if dialect else name
    summary = " ".join((record.get("summary") or "").split())
    description = clean(record.get("description") or "")
    intrinsic = record.get("llvmEnumName")
    if not summary and not description and intrinsic:
        summary = f"LLVM's intrinsic `{intrinsic}`"
    # Fall back to the signature.
    if not description:
        description = signature(record, records)
    return full, (summary, description)


def read(job):
    """What a file says of operations; None where it does not parse."""
    tblgen, folders, path = job
    command = [tblgen, "--dump-json"]
    for folder in [os.path.dirname(path)] + folders:
        command += ["-I", folder]
    done = subprocess.run(command + [path], capture_output=True)
    if done.returncode != 0:
        return path, None, done.stderr.decode(errors="replace")
    records = json.loads(done.stdout)
    operations = records["!instanceof"].get("Op", [])
    return path, dict(documented(records[op], records) for op in operations), ""


def read_all(tblgen, files, roots):
    """What all operations say, by name. What does not parse by itself is
    replaced by what it includes."""
    docs, seen, waiting = {}, set(roots), list(roots)
    with multiprocessing.Pool() as pool:
        while waiting:
            jobs = [(tblgen, files.folders, path) for path in waiting]
            waiting = []
            for path, found, error in pool.imap(read, jobs):
                if found is not None:
                    for name, doc in found.items():
                        docs.setdefault(name, doc)
                    continue
                print(f"{path} is left out:\n{error}", file=sys.stderr)
                for other in files.included(path):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
    return docs


def literal(text):
    """Lines of C++ string literals."""
    special = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "?": "\\?"}

    def quoted(line):
        escaped = "".join(
            special.get(c) or (c if c >= " " else "\\%03o" % ord(c)) for c in line
        )
        return f'"{escaped}"\n'

    return "".join(quoted(line) for line in text.splitlines(keepends=True))


def write(docs, output):
    """The table; sizes are in bytes."""
    texts, entries, begin = [], [], 0
    for name in sorted(docs, key=str.encode):
        parts = (name,) + docs[name]
        sizes = [len(part.encode()) for part in parts]
        texts.extend(literal(part) for part in parts)
        entries.append("{%d, %d, %d},\n" % (begin, sizes[0], sizes[1]))
        begin += sum(sizes)
    entries.append("{%d, 0, 0},\n" % begin)
    with open(output, "w", encoding="utf-8") as file:
        file.write("// Made by tools/make-operation-docs.py.\n")
        file.write("static constexpr char Texts[] =\n" + "".join(texts) + ";\n")
        file.write("static constexpr Entry Entries[] = {\n")
        file.write("".join(entries) + "};\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
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
    docs = read_all(options.tblgen, files, roots)
    write(docs, options.output)

    used = sorted(set().union(*map(files.closure, roots)))
    with open(options.depfile, "w", encoding="utf-8") as file:
        escaped = [path.replace(" ", "\\ ") for path in used]
        file.write(f"{options.output}: " + " \\\n  ".join(escaped) + "\n")


if __name__ == "__main__":
    main()
