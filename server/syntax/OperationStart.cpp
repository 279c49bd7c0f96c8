//===- OperationStart.cpp - The beginnings of operations ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/OperationStart.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

bool outline::isContainerName(StringRef Operation) {
  return Operation == "module" || Operation == "builtin.module" ||
         Operation == "gpu.module";
}

bool outline::isSectionName(StringRef Operation) {
  auto [Dialect, Name] = Operation.rsplit('.');
  if (Name.empty())
    return Operation == "module";
  // Operations with the traits Symbol or FunctionOpInterface. Names that are
  // common inside other operations (`irdl.type`, `wasmssa.table`) are not here.
  return llvm::StringSwitch<bool>(Name)
      .Cases({"func", "module", "global", "subgraph", "Graph", "import_func",
              "import_global", "import_mem", "import_table"},
             true)
      .Cases({"GlobalVariable", "SpecConstant", "SpecConstantComposite",
              "SpecConstantCompositeReplicate"},
             true)
      .Cases({"global_ctor", "global_dtor", "global_ctors", "global_dtors",
              "ifunc", "comdat", "binary", "class", "module_flags"},
             true)
      .Cases({"named_sequence", "pattern", "recipe", "declare_reduction",
              "declare_mapper", "function_library"},
             true)
      .Case("alias", Dialect == "llvm.mlir")
      .Case("dialect", Dialect == "irdl")
      .Case("private", Dialect == "omp")
      .Case("grid", Dialect == "shard")
      .Case("variable", Dialect == "tosa")
      .Default(false);
}

const char *outline::skipResults(const char *P, const char *End) {
  for (;;) {
    if (P == End || *P != '%')
      return nullptr;
    const char *Name = P + 1;
    P = skipSuffix(Name, End);
    if (P == Name)
      return nullptr;
    P = skipBlanks(P, End);
    if (P != End && *P == ':') {
      P = skipBlanks(P + 1, End);
      if (P == End || !isDigit(*P))
        return nullptr;
      P = skipBlanks(skipSuffix(P, End), End);
    }
    if (P == End)
      return nullptr;
    if (*P == '=')
      return P + 1;
    if (*P != ',')
      return nullptr;
    P = skipBlanks(P + 1, End);
  }
}

bool outline::isAliasDefinition(const char *P, const char *End) {
  const char *Name = P + 1;
  P = skipSuffix(Name, End);
  if (P == Name || StringRef(Name, P - Name).contains('.'))
    return false;
  P = skipBlanks(P, End);
  return P != End && *P == '=' && (P + 1 == End || P[1] != '=');
}

StringRef outline::findOperationName(const char *P, const char *End) {
  if (P != End && *P == '%') {
    P = skipResults(P, End);
    if (!P)
      return {};
    P = skipBlanks(P, End);
  }
  bool IsGeneric = P != End && *P == '"';
  if (P == End || (!IsGeneric && !isWordStart(*P)))
    return {};
  const char *NameEnd =
      IsGeneric ? skipString(P, End) : skipWhile(P, End, WordChar);
  StringRef Name(P, NameEnd - P);
  const char *Next = skipBlanks(NameEnd, End);
  if (IsGeneric)
    return isClosedString(Name) && Next != End && *Next == '('
               ? Name.drop_front().drop_back()
               : StringRef();
  if (!Name.contains('.') && Name != "module")
    return {};
  // Not part of a list or of a dictionary.
  return Next == End || !StringRef("=,)]}>:").contains(*Next) ? Name
                                                              : StringRef();
}
