//===- PowerCalls.h - Programs that call a recursion ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_ANALYSIS_INTEGERS_POWERCALLS_H
#define NOISY_TESTS_ANALYSIS_INTEGERS_POWERCALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace mlir::noisy::test {

/// Functions, and `@main` with constants, a fresh value %e, and this body.
inline std::string withMain(llvm::StringRef functions, llvm::StringRef body,
                            llvm::StringRef arguments = "") {
  return (functions + "\nfunc.func @main(%x: i5, %p: i1" + arguments + R"() {
      %false = arith.constant false
      %true = arith.constant true
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c5 = arith.constant 5 : index
      %e = noisy.encode %x : i5 -> !noisy.i32
)" + body +
          "return\n}\n")
      .str();
}

/// A line that calls `@power` with a value and an index.
inline std::string callPower(llvm::StringRef result, llvm::StringRef value,
                             llvm::StringRef number) {
  return (result + " = func.call @power(" + value + ", " + number +
          ") : (!noisy.i32, index) -> !noisy.i32\n")
      .str();
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_ANALYSIS_INTEGERS_POWERCALLS_H
