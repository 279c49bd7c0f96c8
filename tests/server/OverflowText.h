//===- OverflowText.h - A function that overflows ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_OVERFLOWTEXT_H
#define NOISY_TESTS_SERVER_OVERFLOWTEXT_H

#include <string>

namespace mlir::noisy::lsp::test {

/// A function in which %c overflows, with 48 of 26 bits.
inline const std::string OverflowText =
    R"mlir(func.func @f(%a: !noisy.i32) -> !noisy.i32 {
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  return %c : !noisy.i32
}
)mlir";

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_OVERFLOWTEXT_H
