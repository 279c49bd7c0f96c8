//===- ValueNames.cpp - Names of values in diagnostics --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ValueNames.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

std::string mlir::noisy::nameValue(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    os << "argument " << argument.getArgNumber() << " of ";
    Operation *parent = argument.getOwner()->getParentOp();
    auto function = dyn_cast_or_null<FunctionOpInterface>(parent);
    if (!argument.getOwner()->isEntryBlock() || !parent)
      os << "a block";
    else if (function)
      os << "@" << function.getName();
    else
      os << "'" << parent->getName() << "'";
    return text;
  }
  auto result = cast<OpResult>(value);
  if (result.getOwner()->getNumResults() > 1)
    os << "result " << result.getResultNumber() << " of ";
  else
    os << "the result of ";
  os << "'" << result.getOwner()->getName() << "'";
  return text;
}

std::string mlir::noisy::nameHidden(Value value) {
  std::string text = nameValue(value);
  Operation *op = value.getDefiningOp();
  Operation *parent = op ? op->getParentOp() : nullptr;
  if (!parent || !parent->getParentOp() || isa<FunctionOpInterface>(parent))
    return text;
  return text + " in '" + parent->getName().getStringRef().str() + "'";
}
