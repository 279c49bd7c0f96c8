//===- SourceRoot.h - Where the sources are ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_SOURCEROOT_H
#define NOISY_TESTS_SUPPORT_SOURCEROOT_H

#include <filesystem>

namespace mlir::noisy::test {

/// The root of the sources that the tests were built from.
std::filesystem::path sourceRoot();

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_SOURCEROOT_H
