#!/usr/bin/env python3
# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the table of what ODS says of operations, types and attributes
(OperationDocs.cpp).

Writes C++ that is included there: one long string with names, summaries and
descriptions in the order of the names, and where each one's begin.
"""

import re

from operation_definitions import literal, make_table


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
    """The summary of an operation, a type, an attribute or a dialect, and its
    description."""
    summary = " ".join((record.get("summary") or "").split())
    description = clean(record.get("description") or "")
    intrinsic = record.get("llvmEnumName")
    if not summary and not description and intrinsic:
        summary = f"LLVM's intrinsic `{intrinsic}`"
    # Fall back to the signature.
    if not description and "opName" in record:
        description = signature(record, records)
    return summary, description


SECTION = re.compile(r"^### (`.*`)\n", re.MULTILINE)


def split_dialects(docs):
    """Replaces dialects by the attributes that operations of other dialects may
    have: they have no definition of their own, but a section of the dialect's
    description, "### `noisy.bound`"."""
    result = {}
    for name, doc in docs.items():
        if not name.endswith("."):
            # Builtin types and attributes are written without their dialect.
            short = re.sub(r"^([!#])builtin\.", r"\1", name)
            if any(doc) and short not in ("!", "#"):
                result[short] = doc
            continue
        parts = SECTION.split(doc[1])
        for titles, text in zip(parts[1::2], parts[2::2]):
            for title in re.findall(r"`([^`]*)`", titles):
                if title.startswith(name):
                    result[title] = ("", reindent(text))
    return result


def write(docs, output):
    """The table; sizes are in bytes."""
    docs = split_dialects(docs)
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


if __name__ == "__main__":
    make_table(__doc__, documented, write, ("Op", "TypeDef", "AttrDef", "Dialect"))
