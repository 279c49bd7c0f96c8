//===- CheckFeatures.h - The features that --check tries --------*- C++ -*-===//
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

/// A feature, and the function that tries it.
struct CheckedFeature {
  /// The path in a server's capabilities that announces it.
  std::string Provider;
  /// Tries the feature on an open document. The number of requests is bounded,
  /// for any size of the text.
  std::function<void(Examination &)> Try;
};

/// All features of a server with these capabilities, and the features that need
/// none. A capability that is not in the table is tried at positions, as
/// "textDocument/foo" for `fooProvider`. A test fails if a request of our
/// server is tried by none of them.
std::vector<CheckedFeature> checkedFeatures(const json &Capabilities);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_CHECKFEATURES_H
