//===- Ranges.h - A program and the ranges of its integers ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_ANALYSIS_INTEGERS_RANGES_H
#define NOISY_TESTS_ANALYSIS_INTEGERS_RANGES_H

#include "analysis/integers/ProgramFlow.h"
#include "tests/support/Program.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::noisy::test {

/// A program that was solved.
struct Ranges {
  explicit Ranges(llvm::StringRef source) : program(source) {
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    flow.emplace(program.module());
    REQUIRE(flow->isSolved());
  }

  ConstantIntRanges get(llvm::StringRef name) {
    std::optional<ConstantIntRanges> range =
        flow->getRange(program.value(name));
    REQUIRE(range);
    return *range;
  }

  /// "[0, 63]" where the signed and the unsigned bounds are the same,
  /// "[-1, 3]" where the signed say more, "u[1, 255]" where the unsigned do,
  /// "any" where nothing is known, "[-3, 3] u[0, 253]" for all else.
  std::string operator()(llvm::StringRef name) {
    ConstantIntRanges range = get(name);
    unsigned width = range.umin().getBitWidth();
    auto text = [](const llvm::APInt &low, const llvm::APInt &high, bool sign) {
      return "[" + llvm::toString(low, 10, sign) + ", " +
             llvm::toString(high, 10, sign) + "]";
    };
    std::string s = text(range.smin(), range.smax(), true);
    std::string u = text(range.umin(), range.umax(), false);
    bool fullS =
        range.smin().isMinSignedValue() && range.smax().isMaxSignedValue();
    bool fullU = range.umin().isZero() && range.umax().isMaxValue();
    if (fullS && fullU)
      return "any";
    if (range.smin() == range.umin() && range.smax() == range.umax() &&
        (!range.smin().isNegative() || width == 1))
      return u;
    return fullU ? s : fullS ? "u" + u : s + " u" + u;
  }

  /// Whether the block that defines the value may be executed.
  bool isLive(llvm::StringRef name) {
    return flow->isLive(program.value(name).getParentBlock());
  }

  /// Whether the solver came to a result for the value.
  bool isInitialized(llvm::StringRef name) {
    return flow->isReached(program.value(name));
  }

  Program program;
  std::optional<ProgramFlow> flow;
};

/// A function `@f` of %n : index, %p and %q : i1, and %x : i8, around `body`.
inline std::string withIntegers(llvm::StringRef body) {
  return ("func.func @f(%n: index, %p: i1, %q: i1, %x: i8) {\n"
          "  %c0 = arith.constant 0 : index\n"
          "  %c1 = arith.constant 1 : index\n"
          "  %c4 = arith.constant 4 : index\n"
          "  %c63 = arith.constant 63 : index\n" +
          body +
          "\n  return\n"
          "}\n")
      .str();
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_ANALYSIS_INTEGERS_RANGES_H
