//===- CheckFeatures.h - The features that --check tries out ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_CHECKFEATURES_H
#define NOISY_SERVER_CHECK_CHECKFEATURES_H

#include "server/check/Examination.h"
#include <functional>

namespace mlir::noisy::lsp {

/// A feature, and how it is tried out.
struct CheckedFeature {
  /// By which a server announces that it has it: a path in its capabilities.
  std::string Provider;
  /// Tries it out on an open document. The number of requests is bounded,
  /// whatever the size of the text.
  std::function<void(Examination &)> Try;
};

/// All features of a server that says this with its `initialize`, and those
/// that it may have. One that has no line in the table is asked about
/// positions, as "textDocument/foo" for `fooProvider`. A request of our server
/// that none of them tries fails a test.
std::vector<CheckedFeature> checkedFeatures(const json &Capabilities);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_CHECKFEATURES_H
