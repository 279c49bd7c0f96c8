//===- BoundsSubject.h - A program and its bounds ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_ANALYSIS_BOUNDS_BOUNDSSUBJECT_H
#define NOISY_TESTS_ANALYSIS_BOUNDS_BOUNDSSUBJECT_H

#include "analysis/bounds/SymbolicBounds.h"
#include "tests/support/Program.h"

namespace mlir::noisy::test {

/// A program, and what is known of its values in words.
class BoundsSubject : public Program {
public:
  explicit BoundsSubject(const std::string &source) : Program(source) {
    INFO(diagnostics());
    REQUIRE(isParsed());
  }

  /// "%i >= 0; %i < %n".
  std::string bounds(llvm::StringRef name, bool withConstants = true) {
    Value queriedValue = value(name);
    std::string text;
    for (const SymbolicBound &bound :
         getSymbolicBounds(queriedValue, withConstants)) {
      if (!text.empty())
        text += "; ";
      text += describe(bound, queriedValue,
                       [&](Value value) { return this->name(value); });
    }
    return text;
  }

  /// "always", "never", each with "?" when it assumes something, or "?".
  std::string decision(llvm::StringRef name) {
    auto comparison = decideComparison(value(name).getDefiningOp());
    if (!comparison)
      return "?";
    return std::string(comparison->result ? "always" : "never") +
           (comparison->assumesNoOverflow ? "?" : "");
  }
};

/// A function with arguments, and the constants %c0, %c1, ..., around `body`.
inline std::string inFunction(const std::string &body) {
  return "func.func @f(%n: index, %m: index, %p: i1, %t: tensor<?x?xi8>,\n"
         "            %u: memref<?xi8>, %x: i8) {\n"
         "  %c-2 = arith.constant -2 : index\n"
         "  %c0 = arith.constant 0 : index\n"
         "  %c1 = arith.constant 1 : index\n"
         "  %c4 = arith.constant 4 : index\n"
         "  %c10 = arith.constant 10 : index\n" +
         body + "\n  return\n}\n";
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_ANALYSIS_BOUNDS_BOUNDSSUBJECT_H
