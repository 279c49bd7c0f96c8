//===- ForeignFormTypes.cpp - The types that a form shows -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinTypes.h"
#include "server/foreign/ForeignForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::noisy::lsp;

size_t ForeignForm::countUntyped() const {
  return llvm::count_if(Operands,
                        [](const Operand &O) { return !O.WrittenType; });
}

bool ForeignForm::isPlainList() const {
  if (Operands.empty())
    return true;
  const char *Begin = Operands.front().Name.location.getPointer();
  const char *End = Operands.back().Name.location.getPointer();
  for (const char *At = Begin; At < End; ++At) {
    bool IsWord = llvm::isAlpha(*At) && At[-1] == ' ';
    if (IsWord || std::strchr("()[]{}<>", *At))
      return false;
  }
  return true;
}

/// What comparing values of a type results in.
static Type truthOf(Type Compared) {
  Type Bit = IntegerType::get(Compared.getContext(), 1);
  auto Shaped = dyn_cast<ShapedType>(Compared);
  return Shaped ? Shaped.clone(Bit) : Bit;
}

SmallVector<Type> ForeignForm::resultTypes(bool &IsShown) const {
  size_t Count = P.getNumResults();
  // The types that a function returns.
  if (Count == 0 && FirstSymbol && definesSymbol())
    return {};
  IsShown = HasOutTypes && (OutTypes.size() == Count || Count == 0);
  if (IsShown || (HasOutTypes && IsFunctional))
    return OutTypes;
  if (Count == 0)
    return {};
  if (!OutTypes.empty())
    return SmallVector<Type>(Count, OutTypes.back());
  if (Count == 1 && InTypes.size() == 1 &&
      State.name.getStringRef().contains("cmp"))
    return {truthOf(InTypes[0])};
  size_t Others = countUntyped();
  if (Others > 0 && InTypes.size() == Others + Count)
    return SmallVector<Type>(ArrayRef(InTypes).take_back(Count));
  if (!InTypes.empty() && InTypes.size() == Count)
    return InTypes;
  // Most operations have results like their first operands.
  if (!InTypes.empty())
    return SmallVector<Type>(Count, State.name.getStringRef().contains("select")
                                        ? InTypes.back()
                                        : InTypes.front());
  for (const Operand &O : Operands)
    if (O.WrittenType)
      return SmallVector<Type>(Count, O.WrittenType);
  if (AttributeType && Operands.empty())
    return SmallVector<Type>(Count, AttributeType);
  return {};
}
