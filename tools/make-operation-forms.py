#!/usr/bin/env python3
# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the table of the assembly formats of operations (OperationForm.cpp,
which describes its lines).

The formats are those of ODS; of operations with a parser in C++, those of
operation-formats.txt, in the same language.
"""

import re

from linalg_operands import with_operands
from operation_definitions import literal, make_table
from operation_format_reader import FORMATS, OWN, Format, with_examples
from operation_parts import Operation


# Examples for attributes of the generic form, where types are written.
ATTRIBUTES = {"I1Attr": "false", "I32Attr": "0 : i32", "I64Attr": "0 : i64"}


# Operations that MLIR defines in C++ alone, which all have no results: their parts, in
# the words of the table.
WITHOUT_ODS = {
    "affine.dma_start": (
        "%src/m _'[ _%srcIndices*=index`%i _'] _', %dst/m _'[ _%dstIndices*=index`%i _'] _', "
        "%tag/m _'[ _%tagIndices*=index`%i _'] _', %numElements=index "
        "( _', %stride=index _', %elementsPerStride=index ) "
        "': :src`memref<?xi32> _', :dst`memref<?xi32,1> _', :tag`memref<1xi32>"
    ),
    "affine.dma_wait": (
        "%tag/m _'[ _%tagIndices*=index`%i _'] _', %numElements=index ': :tag`memref<1xi32>"
    ),
}


# Operations of the top level that no trait says so of: their verifiers do, or their
# descriptions.
TOP_LEVEL = {
    "acc.routine", "emitc.declare_func", "emitc.file", "emitc.include", "llvm.linker_options",
    "llvm.mlir.global_ctors", "llvm.mlir.global_dtors", "llvm.module_flags", "omp.private",
}


def generic_format(operation):
    """The format of an operation that has no other; None if it has regions, or
    attributes of rare kinds."""
    attributes = []
    for name, constraint in operation.attributes.items():
        if {"OptionalAttr", "DefaultValuedAttr"} & set(constraint["!superclasses"]):
            continue
        if constraint["!name"] not in ATTRIBUTES:
            return None
        attributes.append(f"{name} = {ATTRIBUTES[constraint['!name']]}")
    if operation.regions or operation.successors:
        return None
    properties = f"attr-dict{{<{{{', '.join(attributes)}}}>}}" if attributes else "attr-dict"
    return f"`` `(` operands `)` {properties} `:` functional-type(operands, results)"


def form(record, records):
    """The line of an operation in the table, but for its name."""
    operation = Operation(record, records)
    dialect = records[record["opDialect"]["def"]]["name"]
    name = f"{dialect}.{record['opName']}" if dialect else record["opName"]
    text = OWN.get(name) or record.get("assemblyFormat")
    if text and text.startswith("+"):
        text = with_examples(record["assemblyFormat"], text[1:].strip())
    if text is None and {"inputs", "outputs"} <= operation.operands.keys():
        text = with_operands(OWN.get(f"{dialect}.*"), record["opName"])
    is_generic = text is None and not record.get("hasCustomAssemblyFormat")
    if is_generic:
        text = generic_format(operation)
    parts = ["?"] if text is None else Format(operation, text).elements()
    # No word is glued to the name.
    parts[:1] = [re.sub(r"^_(?!'\W|\+)", "", part) for part in parts[:1]]
    flags = ""
    if operation.has("IsTerminator"):
        flags += "t"
    if operation.has("SymbolOpInterface::Trait") or operation.has("FunctionOpInterface::Trait"):
        flags += "s"
    if name in TOP_LEVEL or any(t["!name"] == "InModuleScope" for t in operation.traits):
        flags += "m"
    if operation.has("SymbolTable"):
        flags += "T"
    if is_generic:
        flags += "g"
    cpp_class = record["!name"].partition("_")[2] or record["!name"]
    return {
        "class": cpp_class if cpp_class.endswith("Op") else cpp_class + "Op",
        "dialect": dialect,
        "results": operation.count_of_results(),
        "flags": flags or "-",
        "default": operation.default_dialect() or "-",
        "parents": operation.parents(),
        "terminator": operation.terminator(),
        "parts": parts,
    }


def write(table, output):
    """One line for each operation, sorted by name."""
    classes = {}
    for name, entry in table.items():
        classes.setdefault(entry["class"], []).append(name)

    def named(cpp_class, dialect):
        names = classes.get(cpp_class, [])
        return next((n for n in names if n.startswith(dialect + ".")), names[0] if names else "")

    for name, parts in WITHOUT_ODS.items():
        assert name not in table, f"{name} has a definition in ODS now"
        table[name] = {"results": "0", "flags": "-", "default": "-", "parents": [],
                       "terminator": "", "dialect": name.split(".")[0], "parts": parts.split()}

    unknown = sorted(name for name in TOP_LEVEL.union(OWN)
                     if name[-1] not in "*>" and name not in table)
    if unknown:
        raise SystemExit(f"{FORMATS}, TOP_LEVEL: there are no operations {', '.join(unknown)}")

    lines, begins, size = [], [], 0
    for name in sorted(table, key=str.encode):
        entry = table[name]
        parents = [named(c, entry["dialect"]) for c in entry["parents"]]
        # An unknown parent would forbid too much.
        parents = ",".join(parents) if parents and all(parents) else "-"
        terminator = entry["terminator"] and named(entry["terminator"], entry["dialect"]) or "-"
        line = "\t".join([name, entry["results"], entry["flags"], entry["default"],
                          parents, terminator, *entry["parts"]]) + "\n"
        lines.append(literal(line))
        begins.append(size)
        size += len(line.encode())
    begins.append(size)
    with open(output, "w", encoding="utf-8") as file:
        file.write("// Made by tools/make-operation-forms.py.\n")
        file.write("static constexpr char Lines[] =\n" + "".join(lines) + ";\n")
        file.write("static constexpr uint32_t Begins[] = {\n")
        file.write(",\n".join(map(str, begins)) + "};\n")


if __name__ == "__main__":
    make_table(__doc__, form, write)
