//===- DocumentHighlight.h - The same name elsewhere ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTHIGHLIGHT_H
#define NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTHIGHLIGHT_H

#include "server/features/navigation/Occurrences.h"

namespace mlir::noisy::lsp {

/// The places that name the same as the name at `Offset`, in the order of the
/// text. Unlike references they tell `%r#0` from `%r#1`. Nothing at the name of
/// an operation: its results are named otherwise.
std::vector<Occurrence> findHighlights(const Snapshot &State, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTHIGHLIGHT_H
