//===- RandomDocument.h - Documents by chance -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RANDOMDOCUMENT_H
#define NOISY_TESTS_SUPPORT_RANDOMDOCUMENT_H

#include <random>
#include <string>

namespace mlir::noisy::test {

/// A valid text with all that an outline has to know: chunks, modules, aliases,
/// resources, locations, comments with brackets, around functions that call
/// each other.
/// With `HasHiddenFlow`, functions are handed out and values given away, so
/// that values get to functions that nobody names where they come from.
std::string makeDocument(std::mt19937 &Random, bool HasHiddenFlow = false);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RANDOMDOCUMENT_H
