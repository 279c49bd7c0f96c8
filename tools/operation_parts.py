# Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of the table of forms, from the definition of an operation (ODS)."""

import re

# Types that TableGen builds by a call of the builder.
BUILT = re.compile(
    r"\$_builder\.(?:getIntegerType\((\d+)\)|get(Index|None|BF16|F16|F32|F64)Type\(\)"
    r"|getI(\d+)Type\(\)|getType<(?:::mlir::)?(?:(Index)|(BFloat16)|Float(\w+))Type>\(\))"
)
BUILT_VECTOR = re.compile(r"(?:::)?(?:mlir::)?VectorType::get\(\{([\d, ]+)\}\s*,\s*(.*?)\s*\)\s*;?")
BUILT_POINTER = re.compile(r"\$_builder\.getType<::mlir::LLVM::LLVMPointerType>\((\d+)\)")


def built_type(call):
    """The type that a call of the builder makes; empty if that is not plain."""
    match = BUILT.fullmatch(call)
    if match:
        width, named, int_width, index, bfloat, floating = match.groups()
        if width or int_width:
            return f"i{width or int_width}"
        if floating:
            return f"f{floating}"
        return "bf16" if bfloat else (named or index).lower()
    match = BUILT_POINTER.fullmatch(call)
    if match:
        return "!llvm.ptr" if match[1] == "0" else f"!llvm.ptr<{match[1]}>"
    match = BUILT_VECTOR.fullmatch(call)
    element = match and built_type(match[2])
    if element:
        sizes = [size.strip() for size in match[1].split(",")]
        return f"vector<{'x'.join([*sizes, element])}>"
    return ""


class Operation:
    """What the record of an operation says of its parts."""

    def __init__(self, record, records):
        self.record, self.records = record, records
        self.operands, self.attributes = {}, {}
        for name, constraint in self.named("arguments", "operand"):
            kind = constraint["!superclasses"]
            (self.operands if "TypeConstraint" in kind else self.attributes)[name] = constraint
        self.results = dict(self.named("results", "result"))
        self.regions = dict(self.named("regions", "region"))
        self.successors = dict(self.named("successors", "successor"))
        self.traits = list(self.all_traits(record["traits"]))
        self.trait_names = {t.get("trait") or "" for t in self.traits}
        self.equal = self.equal_types()

    def named(self, field, word):
        """The names in a field of the record, with their constraints."""
        for number, (value, name) in enumerate(self.record[field]["args"]):
            constraint = self.records[value["def"]]
            # `Arg` says what an operation does with a memref.
            if constraint.get("constraint"):
                constraint = self.records[constraint["constraint"]["def"]]
            yield name or f"{word}{number or ''}", constraint

    def all_traits(self, traits):
        for trait in traits or []:
            found = self.records[trait["def"]]
            yield found
            yield from self.all_traits(found.get("traits") if "TraitList" in found["!superclasses"] else [])

    def equal_types(self):
        """Sets of operands and results that have the same type."""
        groups = []
        if "SameOperandsAndResultType" in self.trait_names:
            groups.append([*self.operands, *self.results])
        elif "SameTypeOperands" in self.trait_names:
            groups.append([*self.operands])
        # What a loop begins with is what it ends with, and so is a destination.
        starts = ["initArgs", "inits", "initVals", "outputs"]
        if any("DestinationStyleOpInterface" in name for name in self.trait_names):
            starts += ["init", "outs", "output", "dest"]
        if len(self.results) == 1:
            starts = [name for name in starts if name in self.operands][:1]
            groups += [[name, *self.results] for name in starts]
        for trait in self.traits:
            if "AllTypesMatch" in trait["!superclasses"]:
                groups.append(trait["values"])
            if re.fullmatch(r"\$_self|::llvm::cast<Type>\(\$_self\)", trait.get("transformer") or ""):
                groups.append([trait["lhs"], trait["rhs"]])
        return groups

    def is_broadcast(self):
        """The result has the type of the operands if these have the same one."""
        return {"ResultsBroadcastableShape", "SameOperandsAndResultElementType"} <= {
            name.split("::")[-1] for name in self.trait_names}

    def has(self, trait):
        return trait in self.trait_names

    def parents(self):
        """The C++ names of the operations that it may be in."""
        for trait in self.trait_names:
            match = re.match(r"HasParent<(.*)>::Impl", trait)
            if match:
                return [name.strip().split("::")[-1] for name in match[1].split(",")]
        return []

    def terminator(self):
        """The C++ name of the operation that ends its region by itself."""
        for trait in self.trait_names:
            match = re.match(r"SingleBlockImplicitTerminator<(.*)>::Impl", trait)
            if match:
                return match[1].strip().split("::")[-1]
        return ""

    def default_dialect(self):
        code = (self.record.get("extraClassDeclaration") or "") + (
            self.record.get("extraClassDefinition") or "")
        match = re.search(r'getDefaultDialect\(\)\s*\{\s*return\s*"(\w+)"', code)
        return match[1] if match else ""

    def default_type(self, constraint):
        """The one type that a constraint admits, after a =; or else what kinds of
        types it names, after a /."""
        base = constraint
        while base.get("baseType"):
            base = self.records[base["baseType"]["def"]]
        if "TypeDef" in base["!superclasses"] and base.get("mnemonic"):
            dialect = self.records[base["dialect"]["def"]]["name"]
            if not base["parameters"]["args"]:
                return f"=!{dialect}.{base['mnemonic']}"
            return f"/!{dialect}.{base['mnemonic']}"
        only = built_type(base.get("builderCall") or "")
        if only:
            return "=" + only
        return self.kinds(base.get("summary") or "")

    @staticmethod
    def kinds(summary):
        # What a plain integer can be.
        width = re.search(r"integer of \d+ to (\d+) bits", summary)
        if width:
            return "/i" + width[1]
        if summary.startswith("LLVM pointer type"):
            return "/!llvm.ptr"
        words = re.findall(r"[a-z]+", summary.lower())
        found = ""
        if "any" in words and "type" in words and len(words) < 4:
            return ""
        for letter, names in (
            ("i", ("integer", "integers", "signless")),
            ("x", ("index",)),
            ("f", ("float", "floating", "floats")),
            ("m", ("memref", "memrefs")),
            ("t", ("tensor", "tensors", "ranked", "shaped")),
            ("v", ("vector", "vectors")),
            ("c", ("complex",)),
        ):
            if any(name in words for name in names):
                found += letter
        # `memref of integer values` is no integer.
        for letter in "mtvc":
            if letter in found and re.match(r"(?:ranked |unranked |n-d |\S+ )?(?:memref|tensor|vector|complex)\b", summary):
                found = "".join(c for c in found if c in "mtvc")
                break
        return "/" + found if found else ""

    def count(self, constraint):
        """* for any number, ? for at most one, or nothing."""
        kinds = constraint["!superclasses"]
        if "Variadic" in kinds or "VariadicOfVariadic" in kinds:
            return "*"
        if any(k in kinds for k in ("VariadicRegion", "VariadicSuccessor")):
            return "*"
        return "?" if "Optional" in kinds else ""

    def operand(self, name):
        constraint = self.operands[name]
        text = "%" + name + self.count(constraint)
        earlier = list(self.operands)[: list(self.operands).index(name)]
        for group in self.equal:
            if name in group:
                for other in earlier:
                    if other in group:
                        return f"{text}~{other}"
        return text + self.default_type(constraint)

    def type(self, name):
        """The type of an operand or a result."""
        if name in self.operands:
            return ":" + name + self.count(self.operands[name]) + self.default_type(self.operands[name])
        if name not in self.results:
            return ":" + name
        text = ":" + name + self.count(self.results[name])
        for group in self.equal:
            if name in group:
                for other in self.operands:
                    if other in group:
                        return f"{text}~{other}" + self.default_type(self.operands[other])
        for trait in self.traits:
            # The operand is an element of the result.
            if (trait.get("lhs") == name and trait.get("rhs") in self.operands
                    and "cast<ComplexType>($_self).getElementType()" in (trait.get("transformer") or "")):
                return f"{text}~{trait['rhs']}@complex" + self.default_type(self.results[name])
        if self.is_broadcast() and self.operands:
            return text + "^" + self.default_type(self.results[name])
        return text + self.default_type(self.results[name])

    def attribute(self, name):
        constraint = self.attributes[name]
        base = constraint
        while base.get("baseAttr"):
            base = self.records[base["baseAttr"]["def"]]
        kinds = base["!superclasses"] + [base["!name"]]
        if "SymbolNameAttr" in kinds or "FlatSymbolRefAttr" in kinds or "SymbolRefAttr" in kinds:
            return ("=" if base["!name"] == "SymbolNameAttr" else "@") + name
        enum = base.get("enum")
        bracket = ""
        if "EnumAttr" in kinds and enum:
            bracket = "<" * (re.sub(r"\s|``", "", base.get("assemblyFormat") or "") == "`<`$value`>`")
            base = self.records[enum["def"]]
        if base.get("enumerants"):
            cases = [self.records[case["def"]]["str"] for case in base["enumerants"]]
            if all(re.fullmatch(r"[\w.]+", case) for case in cases):
                return f"#{name}={bracket}" + "|".join(cases[:40])
        storage = base.get("storageType") or base.get("cppType") or ""
        for cpp, kind in (("IntegerAttr", "int"), ("FloatAttr", "float"), ("StringAttr", "string"),
                          ("TypeAttr", "type"), ("ArrayAttr", "array"), ("DictionaryAttr", "dict"),
                          ("AffineMapAttr", "map"), ("BoolAttr", "bool"), ("int64_t", "int"), ("APInt", "int")):
            if cpp in storage:
                return f"#{name}/{kind}"
        return f"#{name}"

    def variable(self, name):
        if name in self.operands:
            return self.operand(name)
        if name in self.attributes:
            return self.attribute(name)
        if name in self.regions:
            return "{" + name + self.count(self.regions[name])
        if name in self.successors:
            return "^" + name + self.count(self.successors[name])
        return "#" + name

    def is_unit(self, name):
        """True for an attribute that is there or not, without a value."""
        return self.attributes.get(name, {}).get("!name") in ("UnitAttr", "UnitProp")

    def count_of_results(self):
        counts = [self.count(c) for c in self.results.values()]
        return "*" if any(counts) else str(len(counts))
