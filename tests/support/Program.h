//===- Program.h - A program to be tested, from its text --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_PROGRAM_H
#define NOISY_TESTS_SUPPORT_PROGRAM_H

#include "analysis/noise/NoiseFacts.h"
#include "dialect/units/NoiseBound.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace mlir::noisy {

/// How Catch shows a bound.
inline std::ostream &operator<<(std::ostream &os, NoiseBound bound) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  bound.print(stream);
  return os << text;
}

/// So that tests say `bound("%4") == 48`.
inline bool operator==(NoiseBound bound, int bits) {
  return bound.isBits() && bound.getBits() == static_cast<uint32_t>(bits);
}

namespace test {

inline constexpr NoiseBound unreachable = NoiseBound::unreachable();
inline constexpr NoiseBound moreThanCap = NoiseBound::moreThanCap();
inline constexpr NoiseBound unbounded = NoiseBound::unbounded();
inline constexpr NoiseBound unknown = NoiseBound::unknown();

/// A program in a context of its own, with every dialect, in which values have
/// the names that they have in the text.
class Program {
public:
  /// Parses and verifies `source`; see `isParsed` and `diagnostics`.
  explicit Program(llvm::StringRef source);
  ~Program();

  bool isParsed() const { return bool(moduleOp); }
  ModuleOp module() { return *moduleOp; }
  MLIRContext *context() { return &ctx; }

  /// "3: error: 'noisy.scale' op has ...": one line each, notes included.
  std::string diagnostics() const;

  /// The value with this name, "%4" or "%r#1". Where several functions have
  /// one, the name of the function comes first: "@f %4".
  Value value(llvm::StringRef name);
  /// The name of a value; of an unnamed one (in no program here), "?".
  std::string name(Value value) const;

  /// The facts of the program as parsed, computed once.
  const NoiseFacts &facts();
  NoiseBound bound(llvm::StringRef name) {
    return facts().getBound(value(name));
  }
  const NoiseFact &fact(llvm::StringRef name);
  /// "overflow %4", "unbounded %x", "unknown %m", "contract %x 20 of 24": the
  /// findings in a line each.
  std::string findings();

  /// The program as text, as `mlir-opt` prints it.
  std::string print();
  /// Runs passes on the module: "cse,func.func(...)".
  bool run(llvm::StringRef pipeline);

private:
  void collectNames();
  void addName(Value value, SMRange range, std::optional<unsigned> number);

  MLIRContext ctx;
  std::unique_ptr<llvm::SourceMgr> sources;
  std::vector<std::string> messages;
  AsmParserState state;
  OwningOpRef<ModuleOp> moduleOp;
  std::vector<std::pair<std::string, Value>> names;
  llvm::DenseMap<Value, std::string> nameOf;
  std::optional<NoiseFacts> cachedFacts;
};

/// A function `@f` that has the fresh values %a, %b, %c and the plain %n :
/// index and %p : i1, around `body`.
std::string withFresh(llvm::StringRef body);

} // namespace test
} // namespace mlir::noisy

#endif // NOISY_TESTS_SUPPORT_PROGRAM_H
