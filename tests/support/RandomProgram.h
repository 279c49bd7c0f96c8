//===- RandomProgram.h - Programs by chance ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs as trees of our own, from which come two things that know
// nothing of each other: the text that the tools get, and that the interpreter
// runs, and the bounds by the book (`Reference`).
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RANDOMPROGRAM_H
#define NOISY_TESTS_SUPPORT_RANDOMPROGRAM_H

#include "dialect/NoiseModel.h"
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace mlir::noisy::test {

/// The model of all these programs.
inline constexpr unsigned initialNoise = 12, maxNoise = 26;

struct Statement;

/// A list of statements with arguments in front and values passed on behind.
/// Values are numbers, each defined once in the whole program: 7 is "%v7".
struct Body {
  std::vector<int> arguments;
  std::vector<Statement> statements;
  std::vector<int> yields;
};

struct Successor {
  int block;
  std::vector<int> operands = {};
};

/// A block of a function or of an `scf.execute_region`; `body.yields` are
/// returned where there are no successors.
struct BasicBlock {
  Body body;
  std::vector<Successor> successors;
};

enum class StatementKind {
  Encode,
  Add,
  Sub,
  Mul,
  Scale,
  Reduce,
  Select,
  FromElements,
  Splat,
  Extract,
  Insert,
  If,
  IndexSwitch,
  ExecuteRegion,
  For,
  While,
  Parallel,
  Forall,
  Call
};

struct Statement {
  StatementKind kind = StatementKind::Encode;
  std::vector<int> results = {};
  /// Operands of operations, initial values of loops, arguments of calls.
  std::vector<int> operands = {};
  int64_t factor = 1;
  /// Where an `Extract` or an `Insert` finds its element; for each value that
  /// a `Forall` puts back, where. Below 0: where the turn of the forall is.
  std::vector<int> positions = {};
  /// How often a loop turns; none where that is not known.
  std::optional<unsigned> turns = {};
  /// A `Parallel` loop is two loops in one: this many of its turns are one of
  /// the outer.
  unsigned columns = 1;
  /// The body that a conditional is known to take.
  std::optional<unsigned> takenBody = {};
  /// Each thread of a `Forall` keeps to a slice of its own.
  bool isPrivate = false;
  /// Written in the affine dialect.
  bool isAffine = false;
  /// Two of an `If`; of an `IndexSwitch` one for each case, and the default;
  /// one of a loop. Behind that of a `Parallel`, for each of its results, the
  /// operation that combines two values.
  std::vector<Body> bodies = {};
  /// Of an `ExecuteRegion`.
  std::vector<BasicBlock> blocks = {};
  int callee = -1;
};

using Contracts = std::vector<std::optional<unsigned>>;

struct Function {
  bool isPrivate = false;
  Contracts argumentContracts, resultContracts;
  /// The arguments of the first are those of the function.
  std::vector<BasicBlock> blocks;

  unsigned numArguments() const { return argumentContracts.size(); }
  unsigned numResults() const { return resultContracts.size(); }
};

/// How a program is written down.
struct TextOptions {
  /// Conditions and numbers of turns come out of functions out of sight, a new
  /// one for each use; otherwise all of a function are its arguments.
  bool thrown = false;
  /// Loops of unknown length carry a number, 0 at first, and a condition, false
  /// at first, which stand for what is unknown in their bodies. So loops in
  /// them turn zero times as far as is seen at first.
  bool hasCarried = false;
  /// Puts functions, and blocks behind the first, in another order.
  std::mt19937 *shuffle = nullptr;
  /// Calls functions in all ways, and states ranges (`RandomCalls`).
  std::mt19937 *calls = nullptr;
};

struct RandomProgram {
  std::vector<Function> functions;
  /// For each value the number of its elements, 0 for what is no tensor.
  std::vector<unsigned> elements;
  /// Blocks and results at which values meet.
  int numMerges = 0;

  int numValues() const { return elements.size(); }
  std::string text(const TextOptions &options = {}) const;
  static std::string name(int value) { return "%v" + std::to_string(value); }
};

/// What programs may hold.
struct Shape {
  unsigned statements = 8;
  unsigned depth = 2;
  bool conditionals = true;
  bool countedLoops = true;
  bool otherLoops = true;
  bool blocks = true;
  bool calls = true;
  bool selects = true;
  bool contracts = false;
  /// `scf.index_switch`, and `cf.switch` where there are blocks.
  bool switches = false;
  /// `scf.execute_region`, with blocks where there are blocks.
  bool regions = false;
  /// Loops and conditionals of the affine dialect beside those of scf.
  bool affine = false;
  /// Conditions that are constants.
  bool constants = false;
  /// Tensors of encrypted values.
  bool tensors = false;
  /// `scf.parallel` with reductions by one addition or one multiplication.
  bool parallels = false;
  /// `scf.forall`, where there are tensors.
  bool foralls = false;
  /// Loops with hundreds of turns.
  bool longLoops = false;
  /// Calls and loops of unknown length inside counted loops.
  bool anythingInCountedLoops = false;
};

RandomProgram makeProgram(std::mt19937 &random, const Shape &shape);

/// A shape of small programs of all that the optimizer follows, with 3 to
/// `spread + 2` statements.
Shape makeOptimizableShape(std::mt19937 &random, unsigned spread);

/// `text` in a module with a model of its own.
inline std::string inModel(const NoiseModel &model, const std::string &text) {
  return "module attributes {noisy.model = #noisy.model<" + model.str(" ") +
         ">} {\n" + text + "\n}";
}

/// Any valid model: of terms, fractions of a bit, resets, with more noise in
/// reduced values than in fresh ones or less. The contracts of random programs
/// can be in it.
NoiseModel makeModel(std::mt19937 &random);

/// `model` with random transfer functions, each as usual by chance.
inline NoiseModel withTransfers(NoiseModel model, std::mt19937 &random) {
  for (auto [name, member] : kModelTransfers)
    if (unsigned chance = random() % 3) {
      auto added = static_cast<uint16_t>(random() % 9);
      model.*member = chance == 1 ? NoiseTransfer::max(added)
                                  : NoiseTransfer::sum(added / 3);
    }
  return model;
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RANDOMPROGRAM_H
