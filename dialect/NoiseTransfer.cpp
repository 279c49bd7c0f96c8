//===- NoiseTransfer.cpp - What an operation does to noise ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoiseTransfer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::noisy;

void NoiseTransfer::describe(llvm::raw_ostream &os, NoiseBound lhs,
                             NoiseBound rhs) const {
  if (form == Form::Sum) {
    os << lhs << " + " << rhs;
    if (added > 0)
      os << " + " << added;
    return;
  }
  if (added > 0)
    os << added << " + ";
  os << "max(" << lhs << ", " << rhs << ")";
}

std::string NoiseTransfer::str() const {
  std::string result = form == Form::Sum ? "sum" : "max";
  if (added > 0)
    result += " + " + std::to_string(added);
  return result;
}

bool NoiseTransfer::parse(llvm::StringRef text, NoiseTransfer &transfer) {
  auto [name, number] = text.split('+');
  name = name.trim();
  if (name != "max" && name != "sum")
    return false;
  transfer.form = name == "sum" ? Form::Sum : Form::Max;
  transfer.added = 0;
  if (!text.contains('+'))
    return true;
  return !number.trim().getAsInteger(10, transfer.added) &&
         transfer.added <= kMostAdded;
}
