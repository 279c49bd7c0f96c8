//===- Snippets.h - The programs of a folder --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_SNIPPETS_H
#define NOISY_TESTS_SUPPORT_SNIPPETS_H

#include <string>
#include <vector>

namespace mlir::noisy::test {

/// A part of an IR file between `// -----` lines.
struct Snippet {
  /// "scf.mlir:12", where it begins.
  std::string place;
  std::string text;
};

/// The snippets of all files of a folder below tests/
/// ("analysis/upstream-ops"), file by file in the order of their names. Fails
/// the test when one cannot be read.
std::vector<Snippet> readSnippets(const std::string &folder);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_SNIPPETS_H
