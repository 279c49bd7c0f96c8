//===- PrintedNames.cpp - Names as the printed program has them -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/PrintedNames.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

std::string mlir::noisy::getHeading(Operation *function) {
  if (!function)
    return "outside of functions";
  StringAttr outermost;
  SmallVector<FlatSymbolRefAttr> nestedSymbols;
  for (Operation *op = function; op; op = op->getParentOp()) {
    auto symbol =
        op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (!symbol)
      continue;
    if (outermost)
      nestedSymbols.insert(nestedSymbols.begin(),
                           FlatSymbolRefAttr::get(outermost));
    outermost = symbol;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << function->getName();
  if (outermost)
    os << " " << SymbolRefAttr::get(outermost, nestedSymbols);
  return text;
}

std::string mlir::noisy::printName(Value value, AsmState &names) {
  std::string text;
  llvm::raw_string_ostream os(text);
  value.printAsOperand(os, names);
  return text;
}
