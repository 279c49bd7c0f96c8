//===- PrintedText.cpp - Attributes and types as text ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/PrintedText.h"
#include "mlir/IR/Dialect.h"
#include "server/syntax/Nesting.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

namespace {
/// Counts the parts that printing would print: each as often as it is used,
/// although it is visited once.
class PartCounter {
public:
  template <typename T> uint64_t count(T Element) {
    if (!Element)
      return 0;
    const void *Key = Element.getAsOpaquePointer();
    // Aliases may nest where no brackets do, and printing recurses.
    if (Depth == maxNesting())
      return MaxPrintedParts + 1;
    // A part that uses itself is printed by name there.
    auto [Entry, IsNew] = Counts.try_emplace(Key, 1);
    if (!IsNew)
      return Entry->second;
    uint64_t Sum = 1;
    ++Depth;
    auto add = [&](auto Part) {
      if (Sum <= MaxPrintedParts)
        Sum += count(Part);
    };
    Element.walkImmediateSubElements([&](Attribute Part) { add(Part); },
                                     [&](Type Part) { add(Part); });
    --Depth;
    return Counts[Key] = Sum;
  }

private:
  llvm::DenseMap<const void *, uint64_t> Counts;
  unsigned Depth = 0;
};
} // namespace

template <typename T> static std::string print(T Element, const char *Sigil) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (PartCounter().count(Element) <= MaxPrintedParts)
    OS << Element;
  else if (llvm::StringRef Name = Element.getDialect().getNamespace();
           Name == "builtin")
    OS << "...";
  else
    OS << Sigil << Name << "<...>";
  return Text;
}

std::string mlir::noisy::lsp::printShort(Attribute Attr) {
  return print(Attr, "#");
}

std::string mlir::noisy::lsp::printShort(Type Ty) { return print(Ty, "!"); }

bool mlir::noisy::lsp::isShort(Operation *Op) {
  PartCounter Counter;
  uint64_t Sum = Counter.count(Attribute(Op->getRawDictionaryAttrs())) +
                 Counter.count(Op->getPropertiesAsAttribute());
  auto add = [&](Type Ty) {
    if (Sum <= MaxPrintedParts)
      Sum += Counter.count(Ty);
  };
  llvm::for_each(Op->getOperandTypes(), add);
  llvm::for_each(Op->getResultTypes(), add);
  return Sum <= MaxPrintedParts;
}
