//===- NearNames.cpp - Names that are nearly the same ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/NearNames.h"
#include <algorithm>

using llvm::StringRef;

bool mlir::noisy::lsp::isSwapped(StringRef A, StringRef B) {
  if (A.size() != B.size())
    return false;
  size_t First = std::mismatch(A.begin(), A.end(), B.begin()).first - A.begin();
  return First + 1 < A.size() && A[First] == B[First + 1] &&
         A[First + 1] == B[First] && A.substr(First + 2) == B.substr(First + 2);
}

bool mlir::noisy::lsp::isNear(StringRef A, StringRef B) {
  return isSwapped(A, B) || A.edit_distance(B, /*AllowReplacements=*/true,
                                            /*MaxEditDistance=*/1) <= 1;
}
