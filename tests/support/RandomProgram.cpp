//===- RandomProgram.cpp - Programs by chance, and what they mean ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/RandomProgram.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>
#include <utility>

using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// Making programs
//===----------------------------------------------------------------------===//

namespace {
class Maker {
public:
  Maker(std::mt19937 &random, const Shape &shape)
      : random(random), shape(shape) {}

  RandomProgram make();

private:
  unsigned below(unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  /// The later a value, the likelier: chains grow long.
  int pick(const std::vector<int> &visible) {
    size_t n = visible.size();
    size_t back = chance(60) ? below(std::min<size_t>(n, 3)) : below(n);
    return visible[n - 1 - back];
  }
  std::vector<int> pick(const std::vector<int> &visible, size_t count) {
    std::vector<int> values(count);
    for (int &value : values)
      value = pick(visible);
    return values;
  }
  int fresh() { return program.numValues++; }
  std::vector<int> fresh(size_t count) {
    std::vector<int> values(count);
    for (int &value : values)
      value = fresh();
    return values;
  }

  void fill(Body &body, std::vector<int> &visible, unsigned statements,
            unsigned depth, bool inCounted);
  Statement makeStatement(std::vector<int> &visible, unsigned depth,
                          bool inCounted);
  void makeBlocks(Function &function);

  std::mt19937 &random;
  const Shape &shape;
  RandomProgram program;
};
} // namespace

void Maker::fill(Body &body, std::vector<int> &visible, unsigned statements,
                 unsigned depth, bool inCounted) {
  visible.insert(visible.end(), body.arguments.begin(), body.arguments.end());
  if (visible.empty()) {
    body.statements.push_back({StatementKind::Encode, {fresh()}});
    visible.push_back(body.statements.back().results[0]);
  }
  for (unsigned i = 0; i < statements; ++i) {
    body.statements.push_back(makeStatement(visible, depth, inCounted));
    const auto &results = body.statements.back().results;
    visible.insert(visible.end(), results.begin(), results.end());
  }
}

Statement Maker::makeStatement(std::vector<int> &visible, unsigned depth,
                               bool inCounted) {
  bool isFree = !inCounted || shape.anythingInCountedLoops;
  if (depth > 0 && chance(35)) {
    Statement statement{StatementKind::If};
    size_t count = 1 + below(2);
    switch (below(4)) {
    case 0:
      if (!shape.conditionals)
        break;
      statement.results = fresh(count);
      program.numMerges += count;
      for (int i = 0; i < 2; ++i) {
        std::vector<int> inner = visible;
        Body &body = statement.bodies.emplace_back();
        fill(body, inner, below(shape.statements / 2 + 1), depth - 1,
             inCounted);
        body.yields = pick(inner, count);
      }
      return statement;
    case 1:
    case 2: {
      bool counted = shape.countedLoops && (!isFree || chance(60));
      if (!counted && (!shape.otherLoops || !isFree))
        break;
      bool isWhile = !counted && chance(30);
      statement.kind = isWhile ? StatementKind::While : StatementKind::For;
      if (counted)
        statement.turns = below(6);
      count = 1 + below(3);
      statement.operands = pick(visible, count);
      statement.results = fresh(count);
      program.numMerges += 2 * count;
      std::vector<int> inner = visible;
      statement.bodies.emplace_back().arguments = fresh(count);
      fill(statement.bodies[0], inner, 1 + below(shape.statements / 2 + 1),
           depth - 1, inCounted || counted);
      statement.bodies[0].yields = pick(inner, count);
      return statement;
    }
    case 3: {
      if (!shape.calls || !isFree || program.functions.size() < 2)
        break;
      statement.kind = StatementKind::Call;
      statement.callee = 1 + below(program.functions.size() - 1);
      const Function &callee = program.functions[statement.callee];
      statement.operands = pick(visible, callee.numArguments());
      statement.results = fresh(callee.numResults());
      return statement;
    }
    }
  }
  Statement statement{StatementKind::Add};
  unsigned kind = below(100);
  if (kind < 8) {
    statement.kind = StatementKind::Encode;
  } else if (kind < 55) {
    statement.kind = kind < 45 ? StatementKind::Add : StatementKind::Sub;
    statement.operands = pick(visible, 2);
  } else if (kind < 75) {
    statement.kind = StatementKind::Mul;
    statement.operands = pick(visible, 2);
  } else if (kind < 85) {
    statement.kind = StatementKind::Scale;
    statement.operands = pick(visible, 1);
    const int64_t factors[] = {1, -1, 2, 3, 4, -5, 1000, INT64_MIN};
    statement.factor = factors[below(chance(90) ? 6 : 8)];
  } else if (kind < 93) {
    statement.kind = StatementKind::Reduce;
    statement.operands = pick(visible, 1);
  } else {
    statement.kind = StatementKind::Select;
    statement.operands = pick(visible, 2);
  }
  statement.results = {fresh()};
  return statement;
}

void Maker::makeBlocks(Function &function) {
  function.blocks.resize(shape.blocks && chance(40) ? 2 + below(4) : 1);
  unsigned numBlocks = function.blocks.size();
  for (unsigned i = 0; i < numBlocks; ++i) {
    function.blocks[i].body.arguments =
        fresh(i == 0 ? function.numArguments() : below(3));
    program.numMerges += function.blocks[i].body.arguments.size();
  }
  std::vector<int> ofEntry;
  for (unsigned i = 0; i < numBlocks; ++i) {
    BasicBlock &block = function.blocks[i];
    // What the first block defines, all others see.
    std::vector<int> visible = ofEntry;
    fill(block.body, visible,
         1 + below(numBlocks > 1 ? shape.statements / 2 + 1 : shape.statements),
         shape.depth, /*inCounted=*/false);
    if (i == 0)
      ofEntry = visible;
    unsigned count = numBlocks == 1 || (i > 0 && chance(30)) ? 0 : 1 + below(2);
    for (unsigned j = 0; j < count; ++j) {
      unsigned to = 1 + below(numBlocks - 1);
      block.successors.push_back(
          {int(to), pick(visible, function.blocks[to].body.arguments.size())});
    }
    if (count == 0)
      block.body.yields = pick(visible, function.numResults());
  }
}

RandomProgram Maker::make() {
  auto makeContracts = [&](size_t count) {
    Contracts contracts(count);
    for (auto &contract : contracts)
      if (shape.contracts && chance(40))
        contract = initialNoise + below(maxNoise - initialNoise + 1);
    return contracts;
  };
  program.functions.resize(shape.calls ? 1 + below(3) : 1);
  for (size_t i = 0; i < program.functions.size(); ++i) {
    Function &function = program.functions[i];
    function.isPrivate = i > 0 && chance(80);
    function.argumentContracts = makeContracts(below(3));
    function.resultContracts = makeContracts(i == 0 ? below(2) : 1 + below(2));
  }
  for (Function &function : program.functions)
    makeBlocks(function);
  return std::move(program);
}

Shape mlir::noisy::test::makeOptimizableShape(std::mt19937 &random,
                                              unsigned spread) {
  Shape shape;
  unsigned bits = random();
  shape.statements = 3 + random() % spread;
  shape.depth = random() % 3;
  shape.conditionals = bits & 1;
  shape.countedLoops = false;
  shape.otherLoops = bits & 2;
  shape.blocks = bits & 4;
  shape.calls = bits & 8;
  shape.contracts = bits & 16;
  return shape;
}

RandomProgram mlir::noisy::test::makeProgram(std::mt19937 &random,
                                             const Shape &shape) {
  return Maker(random, shape).make();
}

//===----------------------------------------------------------------------===//
// Writing them down
//===----------------------------------------------------------------------===//

namespace {
class Writer {
public:
  explicit Writer(const RandomProgram &program) : program(program) {}

  std::string write();

private:
  static std::string name(int value) { return RandomProgram::name(value); }
  static std::string list(const std::vector<int> &values) {
    std::string text;
    for (int value : values)
      text += (text.empty() ? "" : ", ") + name(value);
    return text;
  }
  static std::string types(size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i)
      text += i == 0 ? "!noisy.i32" : ", !noisy.i32";
    return text;
  }
  static std::string assign(const std::vector<int> &results) {
    return results.empty() ? "" : list(results) + " = ";
  }
  static std::string typed(const std::vector<int> &values,
                           const Contracts *contracts = nullptr) {
    std::string text;
    for (size_t i = 0; i < values.size(); ++i) {
      text += ", " + name(values[i]) + ": !noisy.i32";
      if (contracts)
        text += attribute((*contracts)[i]);
    }
    return text;
  }
  static std::string attribute(std::optional<unsigned> contract) {
    return contract ? " {noisy.bound = " + std::to_string(*contract) + " : i64}"
                    : "";
  }

  void write(const Body &body, std::string indent);
  void write(const Statement &statement, std::string indent);
  void write(const Function &function, size_t index);

  const RandomProgram &program;
  std::ostringstream os;
};
} // namespace

void Writer::write(const Body &body, std::string indent) {
  for (const Statement &statement : body.statements)
    write(statement, indent);
}

void Writer::write(const Statement &statement, std::string indent) {
  const auto &operands = statement.operands;
  size_t count = statement.results.size();
  os << indent << assign(statement.results);
  auto writeYield = [&](const Body &body) {
    os << indent << "  scf.yield " << list(body.yields) << " : " << types(count)
       << "\n";
  };
  auto writeInits = [&](const std::vector<int> &names) {
    for (size_t i = 0; i < count; ++i)
      os << (i == 0 ? "(" : ", ") << name(names[i]) << " = "
         << name(operands[i]);
    os << ")";
  };
  switch (statement.kind) {
  case StatementKind::Encode:
    os << "noisy.encode %x : i5 -> !noisy.i32\n";
    return;
  case StatementKind::Add:
  case StatementKind::Sub:
  case StatementKind::Mul:
    os << (statement.kind == StatementKind::Add   ? "noisy.add "
           : statement.kind == StatementKind::Sub ? "noisy.sub "
                                                  : "noisy.mul ")
       << list(operands) << " : !noisy.i32\n";
    return;
  case StatementKind::Scale:
    os << "noisy.scale " << list(operands) << " by " << statement.factor
       << " : !noisy.i32\n";
    return;
  case StatementKind::Reduce:
    os << "noisy.reduce_noise " << list(operands) << " : !noisy.i32\n";
    return;
  case StatementKind::Select:
    os << "arith.select %p, " << list(operands) << " : !noisy.i32\n";
    return;
  case StatementKind::Call:
    os << "func.call @f" << statement.callee << "(%x, %n, %p"
       << (operands.empty() ? "" : ", ") << list(operands)
       << ") : (i5, index, i1" << (operands.empty() ? "" : ", ")
       << types(operands.size()) << ") -> (" << types(count) << ")\n";
    return;
  case StatementKind::If:
    os << "scf.if %p -> (" << types(count) << ") {\n";
    write(statement.bodies[0], indent + "  ");
    writeYield(statement.bodies[0]);
    os << indent << "} else {\n";
    write(statement.bodies[1], indent + "  ");
    writeYield(statement.bodies[1]);
    os << indent << "}\n";
    return;
  case StatementKind::For:
    os << "scf.for %i" << statement.results[0] << " = %c0 to "
       << (statement.turns ? "%c" + std::to_string(*statement.turns) : "%n")
       << " step %c1 iter_args";
    writeInits(statement.bodies[0].arguments);
    os << " -> (" << types(count) << ") {\n";
    write(statement.bodies[0], indent + "  ");
    writeYield(statement.bodies[0]);
    os << indent << "}\n";
    return;
  case StatementKind::While: {
    // The work is done behind the condition.
    const Body &body = statement.bodies[0];
    std::vector<std::string> before;
    std::string inits, passed, after;
    for (size_t i = 0; i < count; ++i) {
      std::string in = "%w" + std::to_string(body.arguments[i]);
      std::string comma = i == 0 ? "" : ", ";
      inits += comma + in + " = " + name(operands[i]);
      passed += comma + in;
      after += comma + name(body.arguments[i]) + ": !noisy.i32";
    }
    os << "scf.while (" << inits << ") : (" << types(count) << ") -> ("
       << types(count) << ") {\n"
       << indent << "  scf.condition(%p) " << passed << " : " << types(count)
       << "\n"
       << indent << "} do {\n"
       << indent << "^bb0(" << after << "):\n";
    write(body, indent + "  ");
    writeYield(body);
    os << indent << "}\n";
    return;
  }
  }
}

void Writer::write(const Function &function, size_t index) {
  os << "func.func " << (function.isPrivate ? "private " : "") << "@f" << index
     << "(%x: i5, %n: index, %p: i1"
     << typed(function.blocks[0].body.arguments, &function.argumentContracts)
     << ") -> (";
  for (size_t i = 0; i < function.numResults(); ++i)
    os << (i == 0 ? "" : ", ") << "!noisy.i32"
       << attribute(function.resultContracts[i]);
  os << ") {\n";
  for (int i = 0; i < 6; ++i)
    os << "  %c" << i << " = arith.constant " << i << " : index\n";
  for (size_t i = 0; i < function.blocks.size(); ++i) {
    const BasicBlock &block = function.blocks[i];
    if (i > 0) {
      os << "^bb" << i;
      if (!block.body.arguments.empty())
        os << "(" << typed(block.body.arguments).substr(2) << ")";
      os << ":\n";
    }
    write(block.body, "  ");
    auto writeSuccessor = [&](const Successor &successor) {
      os << "^bb" << successor.block;
      if (!successor.operands.empty())
        os << "(" << list(successor.operands) << " : "
           << types(successor.operands.size()) << ")";
    };
    if (block.successors.empty()) {
      os << "  return";
      if (!block.body.yields.empty())
        os << " " << list(block.body.yields) << " : "
           << types(block.body.yields.size());
    } else if (block.successors.size() == 1) {
      os << "  cf.br ";
      writeSuccessor(block.successors[0]);
    } else {
      os << "  cf.cond_br %p, ";
      writeSuccessor(block.successors[0]);
      os << ", ";
      writeSuccessor(block.successors[1]);
    }
    os << "\n";
  }
  os << "}\n";
}

std::string Writer::write() {
  for (size_t i = 0; i < program.functions.size(); ++i)
    write(program.functions[i], i);
  return os.str();
}

std::string RandomProgram::text() const { return Writer(*this).write(); }

//===----------------------------------------------------------------------===//
// The bounds by the book
//===----------------------------------------------------------------------===//

static constexpr double endless = std::numeric_limits<double>::infinity();

static double transfer(const Statement &statement, double lhs, double rhs) {
  if (statement.kind == StatementKind::Encode)
    return initialNoise;
  if (lhs == 0 || rhs == 0)
    return 0;
  switch (statement.kind) {
  case StatementKind::Add:
  case StatementKind::Sub:
    return 1 + std::max(lhs, rhs);
  case StatementKind::Mul:
    return lhs + rhs;
  case StatementKind::Scale:
    return lhs + std::ceil(std::log2(std::abs(double(statement.factor))));
  default: // reduce_noise
    return initialNoise;
  }
}

/// The functions that `body` calls.
static void collectCallees(const Body &body, std::set<int> &callees) {
  for (const Statement &statement : body.statements) {
    if (statement.kind == StatementKind::Call)
      callees.insert(statement.callee);
    for (const Body &inner : statement.bodies)
      collectCallees(inner, callees);
  }
}

/// Whether control can come to the end of `body`, when of the functions those
/// in `returning` return.
static bool canEnd(const Body &body, const std::set<int> &returning) {
  return std::all_of(
      body.statements.begin(), body.statements.end(),
      [&](const Statement &statement) {
        auto ends = [&](const Body &inner) { return canEnd(inner, returning); };
        switch (statement.kind) {
        case StatementKind::Call:
          return returning.count(statement.callee) > 0;
        case StatementKind::If:
          return ends(statement.bodies[0]) || ends(statement.bodies[1]);
        case StatementKind::For:
          return statement.turns.value_or(0) == 0 || ends(statement.bodies[0]);
        default:
          return true;
        }
      });
}

/// Whether every function can return.
static bool allReturn(const RandomProgram &program) {
  std::set<int> returning;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < program.functions.size(); ++i) {
      const Function &function = program.functions[i];
      std::vector<int> worklist = {0};
      std::set<int> reached;
      while (!worklist.empty() && !returning.count(i)) {
        int index = worklist.back();
        worklist.pop_back();
        const BasicBlock &block = function.blocks[index];
        if (!reached.insert(index).second || !canEnd(block.body, returning))
          continue;
        for (const Successor &successor : block.successors)
          worklist.push_back(successor.block);
        if (block.successors.empty()) {
          returning.insert(i);
          changed = true;
        }
      }
    }
  }
  return returning.size() == program.functions.size();
}

Reference::Reference(const RandomProgram &program)
    : program(program), bounds(program.numValues),
      inCounted(program.numValues) {
  size_t numFunctions = program.functions.size();
  // Public functions are entered from out of sight, and so are private ones
  // that no other function calls.
  std::vector<std::set<int>> callees(numFunctions);
  std::set<int> called;
  for (size_t i = 0; i < numFunctions; ++i) {
    for (const BasicBlock &block : program.functions[i].blocks)
      collectCallees(block.body, callees[i]);
    for (int callee : callees[i])
      if (callee != int(i))
        called.insert(callee);
  }
  entered.resize(numFunctions);
  std::vector<int> worklist;
  for (size_t i = 0; i < numFunctions; ++i) {
    entered[i] = !program.functions[i].isPrivate || !called.count(i);
    if (entered[i])
      worklist.push_back(i);
    returned.emplace_back(program.functions[i].numResults());
    liveBlocks.emplace_back(program.functions[i].blocks.size());
  }
  live = entered;
  std::set<int> reached;
  while (!worklist.empty()) {
    int function = worklist.back();
    worklist.pop_back();
    if (reached.insert(function).second)
      worklist.insert(worklist.end(), callees[function].begin(),
                      callees[function].end());
  }
  conclusive = reached.size() == numFunctions;

  // Without growth, nothing changes once news has come through every merge.
  int enough = program.numMerges + 8;
  auto sweepAgain = [&] {
    for (int i = 0; i < enough; ++i) {
      auto before = bounds;
      sweep();
      if (bounds == before)
        return;
    }
  };
  sweepAgain();
  auto settled = bounds;
  sweepAgain();
  for (size_t i = 0; i < bounds.size(); ++i)
    if (bounds[i] > settled[i])
      bounds[i] = endless;
  sweepAgain();
  for (double bound : bounds)
    if (bound != endless && bound > 1e12)
      conclusive = false;
  if (!allReturn(program))
    conclusive = false;
}

void Reference::sweep() {
  for (size_t i = 0; i < program.functions.size(); ++i) {
    if (!live[i])
      continue;
    const Function &function = program.functions[i];
    liveBlocks[i][0] = true;
    Environment env = bounds;
    const Body &entry = function.blocks[0].body;
    for (size_t j = 0; j < entry.arguments.size(); ++j) {
      int argument = entry.arguments[j];
      if (auto contract = function.argumentContracts[j])
        bounds[argument] = *contract;
      else if (entered[i])
        bounds[argument] = std::max(bounds[argument], double(initialNoise));
      env[argument] = bounds[argument];
    }
    for (size_t b = 0; b < function.blocks.size(); ++b) {
      if (!liveBlocks[i][b])
        continue;
      const BasicBlock &block = function.blocks[b];
      for (int argument : block.body.arguments)
        env[argument] = bounds[argument];
      run(block.body, env, /*counted=*/false);
      for (const Successor &successor : block.successors) {
        liveBlocks[i][successor.block] = true;
        const Body &to = function.blocks[successor.block].body;
        for (size_t j = 0; j < to.arguments.size(); ++j)
          bounds[to.arguments[j]] =
              std::max(bounds[to.arguments[j]], env[successor.operands[j]]);
      }
      if (block.successors.empty())
        for (size_t j = 0; j < block.body.yields.size(); ++j)
          returned[i][j] = std::max(returned[i][j], env[block.body.yields[j]]);
    }
  }
}

/// Gives `value` a bound here and now; over all it has the largest.
void Reference::define(int value, double bound, Environment &env) {
  env[value] = bound;
  bounds[value] = std::max(bounds[value], bound);
}

void Reference::run(const Body &body, Environment &env, bool counted) {
  for (const Statement &statement : body.statements) {
    for (int result : statement.results)
      inCounted[result] |= counted;
    run(statement, env, counted);
  }
}

void Reference::run(const Statement &statement, Environment &env,
                    bool counted) {
  const auto &results = statement.results;
  const auto &operands = statement.operands;
  auto operand = [&](size_t i) {
    return i < operands.size() ? env[operands[i]] : double(initialNoise);
  };
  switch (statement.kind) {
  case StatementKind::Encode:
  case StatementKind::Add:
  case StatementKind::Sub:
  case StatementKind::Mul:
  case StatementKind::Scale:
  case StatementKind::Reduce:
    define(results[0], transfer(statement, operand(0), operand(1)), env);
    // Growth that has been found stays found.
    if (!counted && bounds[results[0]] == endless)
      env[results[0]] = endless;
    return;
  case StatementKind::Select:
    define(results[0], std::max(operand(0), operand(1)), env);
    return;
  case StatementKind::If:
    for (const Body &body : statement.bodies)
      run(body, env, counted);
    for (size_t i = 0; i < results.size(); ++i)
      define(results[i],
             std::max(env[statement.bodies[0].yields[i]],
                      env[statement.bodies[1].yields[i]]),
             env);
    return;
  case StatementKind::For:
  case StatementKind::While: {
    const Body &body = statement.bodies[0];
    for (int argument : body.arguments)
      inCounted[argument] |= counted;
    std::vector<double> carried;
    for (int init : operands)
      carried.push_back(env[init]);
    if (statement.turns) {
      for (unsigned turn = 0; turn < *statement.turns; ++turn) {
        for (size_t i = 0; i < carried.size(); ++i)
          define(body.arguments[i], carried[i], env);
        run(body, env, /*counted=*/true);
        for (size_t i = 0; i < carried.size(); ++i)
          carried[i] = env[body.yields[i]];
      }
      for (size_t i = 0; i < carried.size(); ++i)
        define(results[i], carried[i], env);
      return;
    }
    for (size_t i = 0; i < carried.size(); ++i)
      define(body.arguments[i], std::max(carried[i], bounds[body.arguments[i]]),
             env);
    run(body, env, counted);
    for (size_t i = 0; i < carried.size(); ++i) {
      define(body.arguments[i],
             std::max(env[body.arguments[i]], env[body.yields[i]]), env);
      define(results[i], env[body.arguments[i]], env);
    }
    return;
  }
  case StatementKind::Call: {
    const Function &callee = program.functions[statement.callee];
    live[statement.callee] = true;
    for (size_t i = 0; i < operands.size(); ++i)
      if (!callee.argumentContracts[i]) {
        double &bound = bounds[callee.blocks[0].body.arguments[i]];
        bound = std::max(bound, operand(i));
      }
    for (size_t i = 0; i < results.size(); ++i)
      define(results[i],
             callee.resultContracts[i] ? *callee.resultContracts[i]
                                       : returned[statement.callee][i],
             env);
    return;
  }
  }
}

//===----------------------------------------------------------------------===//
// Running them
//===----------------------------------------------------------------------===//

namespace {
struct GaveUp {};

class Machine {
public:
  Machine(const RandomProgram &program, std::mt19937 &random,
          const std::function<void(int, RunValue)> &visit)
      : program(program), random(random), visit(visit) {}

  std::vector<RunValue> call(int index, const std::vector<RunValue> &arguments);

private:
  using Environment = std::vector<RunValue>;

  unsigned below(unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  }
  void define(int value, RunValue content, Environment &env) {
    if (++steps > 3000 || content.noise > 100'000)
      throw GaveUp();
    env[value] = content;
    visit(value, content);
  }
  static void keep(std::optional<unsigned> contract, RunValue value) {
    if (contract && value.noise > *contract)
      throw GaveUp();
  }
  void run(const Body &body, Environment &env);
  void run(const Statement &statement, Environment &env);

  const RandomProgram &program;
  std::mt19937 &random;
  const std::function<void(int, RunValue)> &visit;
  unsigned steps = 0, depth = 0;
};
} // namespace

std::vector<RunValue> Machine::call(int index,
                                    const std::vector<RunValue> &arguments) {
  if (++depth > 20)
    throw GaveUp();
  const Function &function = program.functions[index];
  Environment env(program.numValues);
  std::vector<RunValue> incoming = arguments;
  for (size_t block = 0;;) {
    const BasicBlock &current = function.blocks[block];
    for (size_t i = 0; i < incoming.size(); ++i)
      define(current.body.arguments[i], incoming[i], env);
    run(current.body, env);
    if (current.successors.empty()) {
      std::vector<RunValue> results;
      for (size_t i = 0; i < current.body.yields.size(); ++i) {
        results.push_back(env[current.body.yields[i]]);
        keep(function.resultContracts[i], results.back());
      }
      --depth;
      return results;
    }
    const Successor &next =
        current.successors[below(current.successors.size())];
    incoming.clear();
    for (int operand : next.operands)
      incoming.push_back(env[operand]);
    block = next.block;
    if (++steps > 3000)
      throw GaveUp();
  }
}

void Machine::run(const Body &body, Environment &env) {
  for (const Statement &statement : body.statements)
    run(statement, env);
}

void Machine::run(const Statement &statement, Environment &env) {
  std::vector<RunValue> operands;
  for (int operand : statement.operands)
    operands.push_back(env[operand]);
  switch (statement.kind) {
  case StatementKind::Encode:
  case StatementKind::Add:
  case StatementKind::Sub:
  case StatementKind::Mul:
  case StatementKind::Scale:
  case StatementKind::Reduce: {
    RunValue result;
    for (RunValue operand : operands)
      result.junk |= operand.junk;
    operands.resize(2, {initialNoise});
    result.noise = static_cast<unsigned>(
        transfer(statement, operands[0].noise, operands[1].noise));
    result.junk |= result.noise > maxNoise;
    define(statement.results[0], result, env);
    return;
  }
  case StatementKind::Select:
    define(statement.results[0], operands[below(2)], env);
    return;
  case StatementKind::If: {
    const Body &body = statement.bodies[below(2)];
    run(body, env);
    for (size_t i = 0; i < body.yields.size(); ++i)
      define(statement.results[i], env[body.yields[i]], env);
    return;
  }
  case StatementKind::For:
  case StatementKind::While: {
    const Body &body = statement.bodies[0];
    unsigned turns = statement.turns ? *statement.turns : below(8);
    for (unsigned turn = 0; turn < turns; ++turn) {
      for (size_t i = 0; i < operands.size(); ++i)
        define(body.arguments[i], operands[i], env);
      run(body, env);
      for (size_t i = 0; i < operands.size(); ++i)
        operands[i] = env[body.yields[i]];
    }
    for (size_t i = 0; i < operands.size(); ++i)
      define(statement.results[i], operands[i], env);
    return;
  }
  case StatementKind::Call: {
    const Function &callee = program.functions[statement.callee];
    // What comes in under a contract is relied on inside; the caller sees that
    // what comes out was made from junk.
    bool junk = false;
    for (size_t i = 0; i < operands.size(); ++i) {
      keep(callee.argumentContracts[i], operands[i]);
      if (callee.argumentContracts[i])
        junk |= std::exchange(operands[i].junk, false);
    }
    std::vector<RunValue> results = call(statement.callee, operands);
    for (size_t i = 0; i < results.size(); ++i) {
      results[i].junk |= junk;
      define(statement.results[i], results[i], env);
    }
    return;
  }
  }
}

bool mlir::noisy::test::execute(
    const RandomProgram &program, std::mt19937 &random,
    const std::function<void(int, RunValue)> &visit) {
  std::vector<RunValue> arguments;
  for (std::optional<unsigned> contract :
       program.functions[0].argumentContracts) {
    unsigned extra = contract ? *contract - initialNoise : 0;
    arguments.push_back({initialNoise + std::uniform_int_distribution<unsigned>(
                                            0, extra)(random)});
  }
  try {
    Machine(program, random, visit).call(0, arguments);
    return true;
  } catch (const GaveUp &) {
    return false;
  }
}
