//===- DocumentHighlight.h - Other occurrences of a name --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTHIGHLIGHT_H
#define NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTHIGHLIGHT_H

#include "server/features/navigation/Occurrences.h"

namespace mlir::noisy::lsp {

/// Returns the occurrences of the name at `Offset`, in the order of the text.
/// Unlike references, `%r#0` and `%r#1` are different names here. Nothing at
/// the name of an operation: its results have other names.
std::vector<Occurrence> findHighlights(const Snapshot &State, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTHIGHLIGHT_H
