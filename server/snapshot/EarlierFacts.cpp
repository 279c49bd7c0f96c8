//===- EarlierFacts.cpp - The noise of before text broke ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/EarlierFacts.h"

using namespace mlir::noisy::lsp;

Section::Index EarlierFacts::valueAt(ByteRange Name,
                                     Section::Index Place) const {
  std::optional<ByteRange> OldName = Offsets.toSource(Name);
  return OldName ? Data->valueDefinedAt(*OldName, Place) : Section::None;
}
