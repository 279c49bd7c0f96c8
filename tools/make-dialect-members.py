#!/usr/bin/env python3
# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the table of the types and attributes of dialects (DialectMembers.cpp,
which describes its lines)."""

import re

from operation_definitions import literal, make_table


def parameters(record, records):
    """The names of the parameters that are written."""
    for kind, name in record["parameters"]["args"]:
        base = records[kind["def"]]["!superclasses"] if isinstance(kind, dict) else []
        # Its type follows an attribute, after a colon.
        if not any("SelfTypeParameter" in each for each in base):
            yield name


def contents(record, records):
    """What stands in the angle brackets, as far as that are words: `=` and those
    of an enumeration, or the names of parameters with values, before a `=`."""
    text = re.sub(r"\s|``", "", record.get("assemblyFormat") or "")
    if record["dialect"]["def"] == "Noisy_Dialect" and record["hasCustomAssemblyFormat"]:
        # Our parser takes them in any order.
        text = "`<`struct(params)`>`"
    if text == "`<`$value`>`" and "EnumAttr" in record["!superclasses"]:
        cases = [records[case["def"]]["str"] for case in records[record["enum"]["def"]]["enumerants"]]
        # MLIR reads no others.
        if all(re.fullmatch(r"[A-Za-z_][\w.]*", case) for case in cases):
            return " =" + ",".join(cases)
    match = re.fullmatch(r"\(?`<`struct\(([^()]*)\)\^?`>`\)?\??", text)
    if not match:
        return ""
    names = list(parameters(record, records))
    if match[1] != "params":
        names = [name for name in match[1].replace("$", "").split(",") if name in names]
    return " " + ",".join(names) if names else ""


def member(record, records):
    return contents(record, records) if record.get("mnemonic") else None


def write(table, output):
    """Those without a mnemonic have no name, and those of builtin no dialect."""
    names = [n for n in table if table[n] is not None and not n[1:].startswith("builtin.")]
    with open(output, "w", encoding="utf-8") as file:
        file.write("// Made by tools/make-dialect-members.py.\n")
        file.write("static constexpr char Lines[] =\n")
        for name in sorted(names, key=str.encode):
            file.write(literal(name + table[name] + "\n"))
        file.write(";\n")


if __name__ == "__main__":
    make_table(__doc__, member, write, ("TypeDef", "AttrDef"))
