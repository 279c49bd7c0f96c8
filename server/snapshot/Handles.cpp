//===- Handles.cpp - Operations, values and blocks of a snapshot ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/Handles.h"

using namespace mlir::noisy::lsp;

SectionRange ValueRef::place() const {
  if (!(*this)->Name.empty())
    return (*this)->Name;
  if ((*this)->IsArgument && !block()->Name.empty())
    return block()->Name;
  return operation()->Name;
}

OperationRef OperationRef::function() const {
  OperationRef Function = *this;
  while (Function && !Function->IsFunction)
    Function = Function.parent();
  return Function;
}
