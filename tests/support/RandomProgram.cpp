//===- RandomProgram.cpp - Programs by chance -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/RandomProgram.h"
#include <algorithm>
#include <utility>

using namespace mlir::noisy::test;

namespace {
/// Of each value, how many elements it has; 0 for what is no tensor.
using Types = std::vector<unsigned>;

/// Where a statement stands.
struct Place {
  /// How deep statements may still nest.
  unsigned depth;
  bool inCounted = false;
  /// Whether calls may stand here.
  bool calls = true;

  Place bodyPlace() const { return {depth - 1, inCounted, calls}; }
};

class Maker {
public:
  Maker(std::mt19937 &random, const Shape &shape)
      : random(random), shape(shape) {}

  RandomProgram make();

private:
  /// The size of all tensors but slices.
  static constexpr unsigned tensorSize = 3;

  unsigned randomBelow(unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  }
  bool chance(unsigned percent) { return randomBelow(100) < percent; }

  /// One of those values that are tensors, or are none; -1 when there are none.
  /// The later a value, the likelier: chains grow long.
  int pickOne(const std::vector<int> &visible, bool isTensor = false) {
    std::vector<int> fit;
    for (int value : visible)
      if ((program.elements[value] != 0) == isTensor)
        fit.push_back(value);
    size_t n = fit.size();
    if (n == 0)
      return -1;
    size_t distance =
        chance(60) ? randomBelow(std::min<size_t>(n, 3)) : randomBelow(n);
    return fit[n - 1 - distance];
  }
  std::vector<int> pick(const std::vector<int> &visible, size_t count) {
    std::vector<int> values(count);
    for (int &value : values)
      value = pickOne(visible);
    return values;
  }
  /// Values, tensors among them where there are tensors.
  std::vector<int> pickAny(const std::vector<int> &visible, size_t count) {
    std::vector<int> values = pick(visible, count);
    for (int &value : values)
      if (int tensor; shape.tensors && chance(30) &&
                      (tensor = pickOne(visible, /*isTensor=*/true)) >= 0)
        value = tensor;
    return values;
  }
  /// Values of these types, of each of which one is visible.
  std::vector<int> pickTyped(const std::vector<int> &visible,
                             const Types &types) {
    std::vector<int> values;
    for (unsigned elements : types)
      values.push_back(pickOne(visible, elements != 0));
    return values;
  }
  Types typesOf(const std::vector<int> &values) const {
    Types types;
    for (int value : values)
      types.push_back(program.elements[value]);
    return types;
  }
  int makeValue(unsigned elements = 0) {
    program.elements.push_back(elements);
    return program.elements.size() - 1;
  }
  std::vector<int> fresh(const Types &types) {
    std::vector<int> values;
    for (unsigned elements : types)
      values.push_back(makeValue(elements));
    return values;
  }
  std::vector<int> fresh(size_t count) { return fresh(Types(count)); }

  bool isFree(const Place &place) const {
    return !place.inCounted || shape.anythingInCountedLoops;
  }

  void fill(Body &body, std::vector<int> &visible, unsigned statements,
            const Place &place);
  Statement makeStatement(std::vector<int> &visible, const Place &place);
  std::optional<Statement> makeNested(std::vector<int> &visible,
                                      const Place &place);
  std::optional<Statement>
  makeChoice(StatementKind kind, std::vector<int> &visible, const Place &place);
  std::optional<Statement> makeLoop(std::vector<int> &visible,
                                    const Place &place);
  Statement makeParallel(std::vector<int> &visible, const Place &place);
  std::optional<Statement> makeForall(std::vector<int> &visible,
                                      const Place &place);
  std::optional<Statement> makeTensorOp(std::vector<int> &visible);
  Statement makeOp(std::vector<int> &visible);
  std::vector<BasicBlock> makeBlocks(unsigned numBlocks,
                                     std::vector<int> arguments,
                                     const std::vector<int> &visible,
                                     const Types &results, const Place &place);

  std::mt19937 &random;
  const Shape &shape;
  RandomProgram program;
};
} // namespace

void Maker::fill(Body &body, std::vector<int> &visible, unsigned statements,
                 const Place &place) {
  visible.insert(visible.end(), body.arguments.begin(), body.arguments.end());
  if (visible.empty()) {
    body.statements.push_back({StatementKind::Encode, {makeValue()}});
    visible.push_back(body.statements.back().results[0]);
  }
  for (unsigned i = 0; i < statements; ++i) {
    body.statements.push_back(makeStatement(visible, place));
    const auto &results = body.statements.back().results;
    visible.insert(visible.end(), results.begin(), results.end());
  }
}

Statement Maker::makeStatement(std::vector<int> &visible, const Place &place) {
  if (place.depth > 0 && chance(35))
    if (std::optional<Statement> statement = makeNested(visible, place))
      return *statement;
  if (shape.tensors && chance(25))
    if (std::optional<Statement> statement = makeTensorOp(visible))
      return *statement;
  return makeOp(visible);
}

//===----------------------------------------------------------------------===//
// Statements with bodies, and calls
//===----------------------------------------------------------------------===//

std::optional<Statement> Maker::makeNested(std::vector<int> &visible,
                                           const Place &place) {
  std::vector<StatementKind> kinds = {StatementKind::If, StatementKind::For,
                                      StatementKind::For, StatementKind::Call};
  if (shape.switches)
    kinds.push_back(StatementKind::IndexSwitch);
  if (shape.regions)
    kinds.push_back(StatementKind::ExecuteRegion);
  if (shape.parallels)
    kinds.push_back(StatementKind::Parallel);
  if (shape.foralls)
    kinds.push_back(StatementKind::Forall);

  StatementKind kind = kinds[randomBelow(kinds.size())];
  switch (kind) {
  default:
    if (kind == StatementKind::If && !shape.conditionals)
      return std::nullopt;
    return makeChoice(kind, visible, place);
  case StatementKind::For:
    return makeLoop(visible, place);
  case StatementKind::Parallel:
    return makeParallel(visible, place);
  case StatementKind::Forall:
    return makeForall(visible, place);
  case StatementKind::Call: {
    if (!shape.calls || !isFree(place) || !place.calls ||
        program.functions.size() < 2)
      return std::nullopt;
    Statement statement{kind};
    statement.callee = 1 + randomBelow(program.functions.size() - 1);
    const Function &callee = program.functions[statement.callee];
    statement.operands = pick(visible, callee.numArguments());
    statement.results = fresh(callee.numResults());
    return statement;
  }
  }
}

/// An `If`, an `IndexSwitch` or an `ExecuteRegion`.
std::optional<Statement> Maker::makeChoice(StatementKind kind,
                                           std::vector<int> &visible,
                                           const Place &place) {
  Statement statement{kind};
  Types types = typesOf(pickAny(visible, 1 + randomBelow(2)));
  program.numMerges += types.size();
  if (kind == StatementKind::ExecuteRegion) {
    unsigned numBlocks =
        shape.blocks && isFree(place) && chance(50) ? 2 + randomBelow(3) : 1;
    statement.blocks =
        makeBlocks(numBlocks, {}, visible, types, place.bodyPlace());
  } else {
    unsigned count = kind == StatementKind::If ? 2 : 1 + randomBelow(3);
    if (shape.constants && chance(20))
      statement.takenBody = randomBelow(count);
    else if (kind == StatementKind::If)
      statement.isAffine = shape.affine && chance(30);
    for (unsigned i = 0; i < count; ++i) {
      std::vector<int> inner = visible;
      Body &body = statement.bodies.emplace_back();
      fill(body, inner, randomBelow(shape.statements / 2 + 1),
           place.bodyPlace());
      body.yields = pickTyped(inner, types);
    }
  }
  statement.results = fresh(types);
  return statement;
}

std::optional<Statement> Maker::makeLoop(std::vector<int> &visible,
                                         const Place &place) {
  bool isCounted = shape.countedLoops && (!isFree(place) || chance(60));
  if (!isCounted && (!shape.otherLoops || !isFree(place)))
    return std::nullopt;
  bool isWhile = !isCounted && chance(30);
  Statement statement{isWhile ? StatementKind::While : StatementKind::For};
  statement.isAffine = !isWhile && shape.affine && chance(30);
  if (isCounted) {
    const unsigned long_[] = {7, 100, 1000};
    statement.turns = shape.longLoops && !place.inCounted && chance(30)
                          ? long_[randomBelow(3)]
                          : randomBelow(6);
  }
  statement.operands = pickAny(visible, 1 + randomBelow(3));
  statement.results = fresh(typesOf(statement.operands));
  program.numMerges += 2 * statement.results.size();
  std::vector<int> inner = visible;
  Body &body = statement.bodies.emplace_back();
  body.arguments = fresh(typesOf(statement.operands));
  Place innerPlace = place.bodyPlace();
  if (isCounted)
    innerPlace.inCounted = innerPlace.calls = true;
  fill(body, inner, 1 + randomBelow(shape.statements / 2 + 1), innerPlace);
  body.yields = pickTyped(inner, typesOf(body.arguments));
  return statement;
}

/// The rules say nothing of whether a call in the body of a parallel loop is
/// one call or several: there are none but within counted loops.
Statement Maker::makeParallel(std::vector<int> &visible, const Place &place) {
  Statement statement{StatementKind::Parallel};
  if (shape.otherLoops && isFree(place) && chance(20)) {
    // Of unknown length.
  } else {
    statement.columns = 1 + randomBelow(2);
    statement.turns = statement.columns * randomBelow(4);
  }
  size_t count = 1 + randomBelow(2);
  statement.operands = pick(visible, count);
  Place innerPlace = place.bodyPlace();
  innerPlace.calls &= place.inCounted;
  std::vector<int> inner = visible;
  Body &body = statement.bodies.emplace_back();
  fill(body, inner, randomBelow(shape.statements / 2 + 1), innerPlace);
  body.yields = pick(inner, count);
  for (size_t i = 0; i < count; ++i) {
    Body reduction;
    reduction.arguments = fresh(2);
    int combinedValue = makeValue();
    reduction.statements.push_back(
        {chance(60) ? StatementKind::Add : StatementKind::Mul,
         {combinedValue},
         reduction.arguments});
    reduction.yields = {combinedValue};
    statement.bodies.push_back(std::move(reduction));
  }
  statement.results = fresh(count);
  program.numMerges += 3 * count;
  return statement;
}

std::optional<Statement> Maker::makeForall(std::vector<int> &visible,
                                           const Place &place) {
  int init = pickOne(visible, /*isTensor=*/true);
  if (init < 0)
    return std::nullopt;
  Statement statement{StatementKind::Forall};
  if (!shape.otherLoops || !isFree(place) || chance(80))
    statement.turns = randomBelow(tensorSize + 1);
  statement.isPrivate = statement.turns && chance(40);
  statement.operands = {init};
  statement.results = {makeValue(tensorSize)};
  program.numMerges += 2;
  Body &body = statement.bodies.emplace_back();
  Place innerPlace = place.bodyPlace();
  innerPlace.calls &= place.inCounted;
  innerPlace.inCounted |= statement.turns.has_value();
  std::vector<int> inner = visible;
  int sharedTensor = makeValue(tensorSize);
  if (statement.isPrivate) {
    int element = makeValue();
    body.statements.push_back(
        {StatementKind::Extract, {element}, {sharedTensor}, 1, {-1}});
    inner.push_back(element);
  } else {
    inner.push_back(sharedTensor);
  }
  fill(body, inner, randomBelow(shape.statements / 2 + 1), innerPlace);
  body.arguments = {sharedTensor};
  for (unsigned i = 0, n = 1 + randomBelow(2); i < n; ++i) {
    int slice = makeValue(1);
    body.statements.push_back(
        {StatementKind::FromElements, {slice}, {pickOne(inner)}});
    body.yields.push_back(slice);
    bool isOwnTurn = statement.isPrivate || (statement.turns && chance(50));
    statement.positions.push_back(isOwnTurn ? -1
                                            : int(randomBelow(tensorSize)));
  }
  return statement;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::optional<Statement> Maker::makeTensorOp(std::vector<int> &visible) {
  int tensor = pickOne(visible, /*isTensor=*/true);
  unsigned kind = tensor < 0 ? randomBelow(2) : randomBelow(6);
  Statement statement{StatementKind::FromElements};
  if (kind == 0) {
    statement.operands = pick(visible, tensorSize);
  } else if (kind == 1) {
    statement.kind = StatementKind::Splat;
    statement.operands = pick(visible, 1);
  } else if (kind < 5) {
    statement.kind = StatementKind::Extract;
    statement.operands = {tensor};
  } else {
    statement.kind = StatementKind::Insert;
    statement.operands = {pickOne(visible), tensor};
  }
  statement.positions = {int(randomBelow(tensorSize))};
  bool isScalar = statement.kind == StatementKind::Extract;
  statement.results = {makeValue(isScalar ? 0 : tensorSize)};
  return statement;
}

Statement Maker::makeOp(std::vector<int> &visible) {
  Statement statement{StatementKind::Add};
  unsigned kind = randomBelow(100);
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
    statement.factor = factors[randomBelow(chance(90) ? 6 : 8)];
  } else if (kind < 93) {
    statement.kind = StatementKind::Reduce;
    statement.operands = pick(visible, 1);
  } else if (!shape.selects) {
    statement.operands = pick(visible, 2);
  } else {
    statement.kind = StatementKind::Select;
    statement.operands = pickAny(visible, 1);
    Types types = typesOf(statement.operands);
    statement.operands.push_back(pickTyped(visible, types)[0]);
    statement.results = fresh(types);
    return statement;
  }
  statement.results = {makeValue()};
  return statement;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Blocks that see `visible` and give values of the types of `results`.
std::vector<BasicBlock> Maker::makeBlocks(unsigned numBlocks,
                                          std::vector<int> arguments,
                                          const std::vector<int> &visible,
                                          const Types &results,
                                          const Place &place) {
  std::vector<BasicBlock> blocks(numBlocks);
  for (unsigned i = 0; i < numBlocks; ++i) {
    Body &body = blocks[i].body;
    body.arguments = i == 0 ? std::move(arguments) : fresh(randomBelow(3));
    program.numMerges += body.arguments.size();
  }
  std::vector<int> ofEntry = visible;
  for (unsigned i = 0; i < numBlocks; ++i) {
    BasicBlock &block = blocks[i];
    // What the first block defines, all others see.
    std::vector<int> inner = ofEntry;
    fill(block.body, inner,
         1 + randomBelow(numBlocks > 1 ? shape.statements / 2 + 1
                                       : shape.statements),
         place);
    if (i == 0)
      ofEntry = inner;
    unsigned maxSuccessors = shape.switches ? 3 : 2;
    unsigned count = numBlocks == 1 || (i > 0 && chance(30))
                         ? 0
                         : 1 + randomBelow(maxSuccessors);
    for (unsigned j = 0; j < count; ++j) {
      unsigned target = 1 + randomBelow(numBlocks - 1);
      block.successors.push_back(
          {int(target), pick(inner, blocks[target].body.arguments.size())});
    }
    if (count == 0)
      block.body.yields = pickTyped(inner, results);
  }
  return blocks;
}

RandomProgram Maker::make() {
  auto makeContracts = [&](size_t count) {
    Contracts contracts(count);
    for (auto &contract : contracts)
      if (shape.contracts && chance(40))
        contract = initialNoise + randomBelow(maxNoise - initialNoise + 1);
    return contracts;
  };
  program.functions.resize(shape.calls ? 1 + randomBelow(3) : 1);
  for (size_t i = 0; i < program.functions.size(); ++i) {
    Function &function = program.functions[i];
    function.isPrivate = i > 0 && chance(80);
    function.argumentContracts = makeContracts(randomBelow(3));
    function.resultContracts =
        makeContracts(i == 0 ? randomBelow(2) : 1 + randomBelow(2));
  }
  for (Function &function : program.functions) {
    unsigned numBlocks = shape.blocks && chance(40) ? 2 + randomBelow(4) : 1;
    std::vector<int> arguments = fresh(function.numArguments());
    function.blocks = makeBlocks(numBlocks, arguments, {},
                                 Types(function.numResults()), {shape.depth});
  }
  return std::move(program);
}

using namespace mlir::noisy;

/// A random maximum of terms, which need not be one of a valid model.
static NoiseTransfer makeTransfer(std::mt19937 &random, bool isUnary,
                                  unsigned unit) {
  auto below = [&](unsigned count) { return int32_t(random() % count); };
  if (random() % 12 == 0) // a reset
    return NoiseTransfer::of(NoiseTerm{below(16 * unit) + 1, 0, 0}, isUnary);
  std::vector<NoiseTerm> terms;
  for (unsigned i = 0, count = 1 + random() % 4; i < count; ++i) {
    NoiseTerm term{below(9 * unit) - below(4 * unit), 0, 0};
    unsigned kind = random() % 8;
    term.lhs = kind == 0 ? 2 : kind < 6;
    term.rhs = kind == 1 ? 2 : kind >= 4;
    if (kind == 7) // a floor
      term = {below(20 * unit) + 1, 0, 0};
    if (term.lhs + term.rhs > 1 && random() % 2)
      term.added -= below(12 * unit);
    terms.push_back(term);
  }
  // What every operand needs, mostly.
  if (random() % 4)
    terms.push_back({below(3) * below(int(unit) + 1), 1, 0});
  if (!isUnary && random() % 4)
    terms.push_back({below(3) * below(int(unit) + 1), 0, 1});
  return NoiseTransfer::of(terms, isUnary);
}

NoiseModel mlir::noisy::test::makeModel(std::mt19937 &random) {
  constexpr unsigned units[] = {1, 1, 10, 16};
  while (true) {
    NoiseModel model;
    model.unit = units[random() % 4];
    auto fraction = [&] { return random() % model.unit; };
    model.initial = (4 + random() % 8) * model.unit + fraction();
    model.max = (26 + random() % 20) * model.unit + fraction();
    model.add = model.sub = NoiseTransfer::max(model.unit);
    if (random() % 2) {
      uint32_t reduced = (3 + random() % 14) * model.unit + fraction();
      model.reduced = reduced == model.initial ? 0 : reduced;
    }
    for (auto [name, member] : kModelTransfers)
      if (random() % 2)
        model.*member = makeTransfer(random, isUnary(member), model.unit);
    if (!model.findError())
      return model;
  }
}

Shape mlir::noisy::test::makeOptimizableShape(std::mt19937 &random,
                                              unsigned spread) {
  Shape shape;
  unsigned bits = random();
  shape.statements = 3 + random() % spread;
  shape.depth = random() % 3;
  shape.conditionals = bits & 1;
  shape.otherLoops = bits & 2;
  shape.blocks = bits & 4;
  shape.calls = bits & 8;
  shape.contracts = bits & 16;
  shape.countedLoops = bits & 32;
  shape.anythingInCountedLoops = bits & 64;
  shape.parallels = bits & 128;
  shape.switches = bits & 256;
  shape.regions = bits & 512;
  shape.affine = bits & 1024;
  shape.tensors = bits & 2048;
  shape.foralls = bits & 4096;
  shape.constants = bits & 8192;
  return shape;
}

RandomProgram mlir::noisy::test::makeProgram(std::mt19937 &random,
                                             const Shape &shape) {
  return Maker(random, shape).make();
}
