//===- ErrorPhrases.h - Words that several errors share ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORPHRASES_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORPHRASES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp::phrase {

/// What the words for an error are, or begin or end with, where the text around
/// it shows more that can be said.
inline constexpr llvm::StringLiteral
    UndefinedValue = "undefined value",
    UndefinedBlock = "undefined block", NoOperation = "expected an operation",
    NoValue = "expected a value, such as '%0'", NoType = "expected a type",
    NoAttribute = "expected the value of an attribute, such as 1 or \"text\"",
    NoAttributeName = "expected the name of an attribute",
    NoResult = "this operation has no result that could have a name",
    NoResultCount = "expected the number of results, such as '%0:2 = ...'",
    UnendedBlock = "the block does not end: a return, a yield or a branch is "
                   "missing there",
    EarlyEnd = "' ends its block, so nothing can follow it there",
    NotFloat = "a number with a point needs a floating point type, such as f32",
    NotAffine = "an index or a bound of an affine operation must be the "
                "variable of a loop, a value from outside of all loops, or "
                "computed from such by 'affine.apply'";

} // namespace mlir::noisy::lsp::phrase

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORPHRASES_H
