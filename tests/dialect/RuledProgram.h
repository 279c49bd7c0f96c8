//===- RuledProgram.h - A program of another dialect ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_DIALECT_RULEDPROGRAM_H
#define NOISY_TESTS_DIALECT_RULEDPROGRAM_H

#include "tests/support/Program.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::test {

/// Rules for `toy`, which is the dialect noisy under another name, with
/// operations that change objects in place.
extern const char toyRules[];

/// A text of another dialect in generic form, in a context with rules. Fails
/// the test if one of them cannot be read.
class RuledProgram {
public:
  explicit RuledProgram(const std::string &text,
                        const std::string &yaml = toyRules);
  ~RuledProgram();

  ModuleOp module() { return *moduleOp; }
  const NoiseFacts &facts() const { return *noiseFacts; }
  /// The bounds of all values that carry noise, in their order.
  std::vector<NoiseBound> bounds();
  std::vector<NoiseFindingKind> findings();
  /// The findings in words, a line each.
  std::string messages();

  /// The bound of the last value of a function with this body, whose arguments
  /// %a and %b are fresh.
  static NoiseBound last(const std::string &body);
  static std::string inFunction(const std::string &body);

private:
  MLIRContext context;
  OwningOpRef<ModuleOp> moduleOp;
  std::optional<NoiseFacts> noiseFacts;
};

/// A program of noisy operations as one of `toy`, in generic form; nothing if
/// it has one that rules cannot have: a factor is a number that they do not
/// see. Makes `isExact` false if rules know less of it.
std::optional<std::string> asToy(ModuleOp module, bool &isExact);

/// All values that carry noise, in the order of RuledProgram::bounds.
std::vector<Value> valuesOf(ModuleOp module);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_DIALECT_RULEDPROGRAM_H
