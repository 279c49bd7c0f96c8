//===- SymbolUsers.cpp - Operations that check symbols --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/SymbolUsers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

bool lsp::isSymbolUser(Operation *Op) {
  return isa<SymbolUserOpInterface>(Op) ||
         llvm::any_of(Op->getDiscardableAttrs(), [](NamedAttribute Attr) {
           return isa<SymbolUserAttrInterface>(Attr.getValue());
         });
}

LogicalResult lsp::verifySymbolUser(Operation *Op,
                                    SymbolTableCollection &Symbols) {
  if (auto User = dyn_cast<SymbolUserOpInterface>(Op))
    if (failed(User.verifySymbolUses(Symbols)))
      return failure();
  for (NamedAttribute Attr : Op->getDiscardableAttrs())
    if (auto User = dyn_cast<SymbolUserAttrInterface>(Attr.getValue()))
      if (failed(User.verifySymbolUses(Op, Symbols)))
        return failure();
  return success();
}
