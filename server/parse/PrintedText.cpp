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
  template <typename T> uint64_t count(T Given) {
    if (!Given)
      return 0;
    const void *Key = Given.getAsOpaquePointer();
    // Aliases may nest where no brackets do, and printing recurses.
    if (Depth == maxNesting())
      return MaxPrintedParts + 1;
    // A part that uses itself is printed by name there.
    auto [Known, IsNew] = Counts.try_emplace(Key, 1);
    if (!IsNew)
      return Known->second;
    uint64_t Sum = 1;
    ++Depth;
    auto add = [&](auto Part) {
      if (Sum <= MaxPrintedParts)
        Sum += count(Part);
    };
    Given.walkImmediateSubElements([&](Attribute Part) { add(Part); },
                                   [&](Type Part) { add(Part); });
    --Depth;
    return Counts[Key] = Sum;
  }

private:
  llvm::DenseMap<const void *, uint64_t> Counts;
  unsigned Depth = 0;
};
} // namespace

template <typename T> static std::string print(T Given, const char *Sigil) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (PartCounter().count(Given) <= MaxPrintedParts)
    OS << Given;
  else if (llvm::StringRef Name = Given.getDialect().getNamespace();
           Name == "builtin")
    OS << "...";
  else
    OS << Sigil << Name << "<...>";
  return Text;
}

std::string mlir::noisy::lsp::printShort(Attribute Given) {
  return print(Given, "#");
}

std::string mlir::noisy::lsp::printShort(Type Given) {
  return print(Given, "!");
}

bool mlir::noisy::lsp::isShort(Operation *Op) {
  PartCounter Counter;
  uint64_t Sum = Counter.count(Attribute(Op->getRawDictionaryAttrs())) +
                 Counter.count(Op->getPropertiesAsAttribute());
  auto add = [&](Type Given) {
    if (Sum <= MaxPrintedParts)
      Sum += Counter.count(Given);
  };
  llvm::for_each(Op->getOperandTypes(), add);
  llvm::for_each(Op->getResultTypes(), add);
  return Sum <= MaxPrintedParts;
}
