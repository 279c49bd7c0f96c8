//===- RandomProgram.h - Programs by chance, and what they mean -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs as trees of our own, from which come three things that know
// nothing of each other: the text that the tools get, the bounds by the book
// (`Reference`), and runs in which every choice is thrown (`execute`).
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RANDOMPROGRAM_H
#define NOISY_TESTS_SUPPORT_RANDOMPROGRAM_H

#include <cstdint>
#include <functional>
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

enum class StatementKind {
  Encode,
  Add,
  Sub,
  Mul,
  Scale,
  Reduce,
  Select,
  If,
  For,
  While,
  Call
};

struct Statement {
  StatementKind kind = StatementKind::Encode;
  std::vector<int> results = {};
  /// Operands of operations, initial values of loops, arguments of calls.
  std::vector<int> operands = {};
  int64_t factor = 1;
  /// How often a `For` turns; none where that is not known.
  std::optional<unsigned> turns = {};
  /// Two of an `If`, one of a loop.
  std::vector<Body> bodies = {};
  int callee = -1;
};

struct Successor {
  int block;
  std::vector<int> operands = {};
};

/// A block of a function; `body.yields` are returned where there are no
/// successors.
struct BasicBlock {
  Body body;
  std::vector<Successor> successors;
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

struct RandomProgram {
  std::vector<Function> functions;
  int numValues = 0;
  /// Blocks and results at which values meet.
  int numMerges = 0;

  std::string text() const;
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
  bool contracts = false;
  /// Calls and loops of unknown length inside counted loops, which the
  /// analysis takes for loops of unknown length as a whole.
  bool anythingInCountedLoops = false;
};

RandomProgram makeProgram(std::mt19937 &random, const Shape &shape);

/// A shape of small programs of all that the optimizer follows, with 3 to
/// `spread + 2` statements.
Shape makeOptimizableShape(std::mt19937 &random, unsigned spread);

/// The bounds of a program, straight from the table of the operations and the
/// rules for control flow: sweeps over the program from bottom up until nothing
/// changes, counted loops turn by turn. Slow, and of no use but this.
class Reference {
public:
  explicit Reference(const RandomProgram &program);

  /// Bits; 0 where nothing arrives, infinity where it grows without end.
  double bound(int value) const { return bounds[value]; }
  /// Whether the value is inside of a counted loop, and not carried by an
  /// outermost one.
  bool isInCountedLoop(int value) const { return inCounted[value]; }
  /// False where the book says nothing: numbers became too large to be told
  /// from growth, private functions call each other in a circle that nothing
  /// enters, or a call never returns.
  bool isConclusive() const { return conclusive; }

private:
  using Environment = std::vector<double>;

  void sweep();
  void define(int value, double bound, Environment &env);
  void run(const Body &body, Environment &env, bool counted);
  void run(const Statement &statement, Environment &env, bool counted);

  const RandomProgram &program;
  std::vector<double> bounds;
  std::vector<char> inCounted;
  std::vector<std::vector<double>> returned;
  std::vector<char> entered, live;
  std::vector<std::vector<char>> liveBlocks;
  bool conclusive = true;
};

/// A value as one run has it.
struct RunValue {
  unsigned noise = 0;
  /// It has too much noise, or was computed from such a value.
  bool junk = false;
};

/// Runs function 0 once, with fresh arguments, or any noise that a contract
/// allows, and throws every condition and every unknown number of turns. Tells
/// `visit` each value as it is defined. Gives up after some steps, and where a
/// value that breaks a contract is passed on: then returns false.
bool execute(const RandomProgram &program, std::mt19937 &random,
             const std::function<void(int, RunValue)> &visit);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RANDOMPROGRAM_H
