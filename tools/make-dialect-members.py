#!/usr/bin/env python3
# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the table of the types and attributes of dialects (DialectMembers.cpp,
which describes its lines)."""

from operation_definitions import literal, make_table


def mnemonic(record, records):
    return record.get("mnemonic") or ""


def write(table, output):
    """Those without a mnemonic have no name, and those of builtin no dialect."""
    names = [n for n in table if table[n] and not n[1:].startswith("builtin.")]
    with open(output, "w", encoding="utf-8") as file:
        file.write("// Made by tools/make-dialect-members.py.\n")
        file.write("static constexpr char Lines[] =\n")
        for name in sorted(names, key=str.encode):
            file.write(literal(name + "\n"))
        file.write(";\n")


if __name__ == "__main__":
    make_table(__doc__, mnemonic, write, ("TypeDef", "AttrDef"))
