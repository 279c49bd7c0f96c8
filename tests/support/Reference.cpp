//===- Reference.cpp - The bounds of a program, by the book ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Reference.h"
#include "tests/support/ProgramStructure.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

using namespace mlir::noisy::test;

static constexpr double endless = std::numeric_limits<double>::infinity();
/// Above this, sums are not to be told from growth any more.
static constexpr double tooLarge = 1e12;
/// Far from the infinity that numbers overflow to.
static constexpr double largest = 1e300;

//===----------------------------------------------------------------------===//
// Sweeping
//===----------------------------------------------------------------------===//

/// Whether something that goes in or out has no contract.
static bool passesNoise(const Function &function) {
  auto isFree = [](auto contract) { return !contract; };
  return std::any_of(function.argumentContracts.begin(),
                     function.argumentContracts.end(), isFree) ||
         std::any_of(function.resultContracts.begin(),
                     function.resultContracts.end(), isFree);
}

Reference::Reference(const RandomProgram &program, const NoiseModel &model)
    : program(program), model(model), bounds(program.numValues()),
      cells(program.numValues()), inCounted(program.numValues()),
      loose(program.numValues()) {
  size_t numFunctions = program.functions.size();
  // Public functions are entered from out of sight, and so are private ones
  // that no other function calls.
  std::vector<std::set<int>> callees(numFunctions), liveCallees(numFunctions);
  std::set<int> calledFunctions;
  for (size_t i = 0; i < numFunctions; ++i) {
    collectCallees(program.functions[i].blocks, /*live=*/false, callees[i]);
    collectCallees(program.functions[i].blocks, /*live=*/true, liveCallees[i]);
    for (int callee : callees[i])
      if (callee != int(i))
        calledFunctions.insert(callee);
  }
  enteredFlags.resize(numFunctions);
  std::vector<int> worklist;
  for (size_t i = 0; i < numFunctions; ++i) {
    enteredFlags[i] =
        !program.functions[i].isPrivate || !calledFunctions.count(i);
    if (enteredFlags[i])
      worklist.push_back(i);
    returnValues.emplace_back(program.functions[i].numResults());
  }
  auto passingCallees = liveCallees;
  for (std::set<int> &list : passingCallees)
    for (size_t i = 0; i < numFunctions; ++i)
      if (!passesNoise(program.functions[i]))
        list.erase(i);
  for (size_t i = 0; i < numFunctions; ++i)
    joined.push_back(isRecursive(passingCallees, i));
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t i = 0; i < numFunctions; ++i)
      for (int callee : passingCallees[i])
        if (joined[callee] && !joined[i])
          joined[i] = isChanged = true;
  }
  live = enteredFlags;
  std::set<int> reachedFunctions;
  while (!worklist.empty()) {
    int function = worklist.back();
    worklist.pop_back();
    if (reachedFunctions.insert(function).second)
      worklist.insert(worklist.end(), callees[function].begin(),
                      callees[function].end());
  }
  conclusive = reachedFunctions.size() == numFunctions && allEnd(program);

  // Without growth, nothing changes once news has come through every merge.
  int enough = program.numMerges + 8;
  auto sweepAgain = [&] {
    for (int i = 0; i < enough && conclusive; ++i) {
      auto oldState = std::pair(bounds, returnValues);
      sweep();
      if (oldState == std::pair(bounds, returnValues))
        return;
    }
  };
  sweepAgain();
  auto settledBounds = bounds;
  sweepAgain();
  for (size_t i = 0; i < bounds.size(); ++i)
    if (bounds[i] > settledBounds[i])
      bounds[i] = endless;
  sweepAgain();
  for (double bound : bounds)
    conclusive &= bound <= tooLarge || bound == endless;
  // What only dead code calls may be taken for live, and call others.
  if (std::count(live.begin(), live.end(), false))
    std::fill(loose.begin(), loose.end(), true);
}

void Reference::sweep() {
  for (size_t i = 0; i < program.functions.size(); ++i) {
    if (!live[i])
      continue;
    const Function &function = program.functions[i];
    Environment env = bounds;
    const std::vector<int> &arguments = function.blocks[0].body.arguments;
    if (!joined[i]) {
      // The calls out of sight, or those that are all the same.
      auto isFree = [](auto contract) { return !contract; };
      if (!enteredFlags[i] &&
          std::any_of(function.argumentContracts.begin(),
                      function.argumentContracts.end(), isFree))
        continue;
      Values values(arguments.size(), model.initial);
      evaluate(function, values, env);
      continue;
    }
    for (size_t j = 0; j < arguments.size(); ++j) {
      double &bound = bounds[arguments[j]];
      if (auto contract = function.argumentContracts[j])
        bound = *contract;
      else if (enteredFlags[i])
        bound = std::max(bound, double(model.initial));
      env[arguments[j]] = bound;
    }
    Values results = runBlocks(function.blocks, env, {});
    for (size_t j = 0; j < results.size(); ++j)
      returnValues[i][j] = std::max(returnValues[i][j], results[j]);
  }
}

/// Runs a function on these arguments alone.
Reference::Values Reference::evaluate(const Function &function,
                                      const Values &values, Environment &env) {
  const std::vector<int> &arguments = function.blocks[0].body.arguments;
  Place place;
  place.isCall = true;
  for (size_t i = 0; i < values.size(); ++i)
    define(arguments[i],
           function.argumentContracts[i] ? *function.argumentContracts[i]
                                         : values[i],
           env, place);
  return runBlocks(function.blocks, env, place);
}

/// Gives `value` a bound here and now; over all it has the largest.
void Reference::define(int value, double bound, Environment &env, Place place) {
  if (bound > largest && bound != endless)
    bound = largest;
  env[value] = bound;
  cells[value].clear();
  bounds[value] = std::max(bounds[value], bound);
  inCounted[value] |= place.isCounted;
}

Reference::Values Reference::get(const std::vector<int> &values,
                                 const Environment &env) const {
  Values bounds;
  for (int value : values)
    bounds.push_back(env[value]);
  return bounds;
}

static void joinInto(std::vector<double> &target,
                     const std::vector<double> &source) {
  for (size_t i = 0; i < target.size(); ++i)
    target[i] = std::max(target[i], source[i]);
}

/// Applies `turn`, which joins something into `state`, until nothing changes.
/// News needs as many turns as there are numbers; what changes later grows
/// without end.
static void iterate(std::vector<double> &state,
                    const std::function<void()> &turn) {
  auto settle = [&] {
    for (size_t i = 0; i < state.size() + 2; ++i) {
      auto oldState = state;
      turn();
      if (state == oldState)
        return;
    }
  };
  settle();
  auto settledState = state;
  settle();
  for (size_t i = 0; i < state.size(); ++i)
    if (state[i] > settledState[i])
      state[i] = endless;
  settle();
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Runs each block that is reached once, on these arguments, and joins what
/// they pass on into them.
Reference::Values
Reference::runBlocksOnce(const std::vector<BasicBlock> &blocks,
                         std::vector<Values> &arguments, Environment &env,
                         Place place) {
  Values results;
  for (int b : reachBlocks(blocks, [](const Body &) { return true; })) {
    const Body &body = blocks[b].body;
    for (size_t j = 0; j < body.arguments.size(); ++j)
      define(body.arguments[j], arguments[b][j], env, place);
    run(body, env, place);
    for (const Successor &successor : blocks[b].successors)
      joinInto(arguments[successor.block], get(successor.operands, env));
    if (blocks[b].successors.empty()) {
      results.resize(body.yields.size());
      joinInto(results, get(body.yields, env));
    }
  }
  return results;
}

Reference::Values Reference::runBlocks(const std::vector<BasicBlock> &blocks,
                                       Environment &env, Place place) {
  // What comes to each block; to the first once.
  std::vector<Values> arguments;
  for (const BasicBlock &block : blocks)
    arguments.push_back(place.isLocal() ? Values(block.body.arguments.size())
                                        : get(block.body.arguments, bounds));
  arguments[0] = get(blocks[0].body.arguments, env);
  if (!place.isLocal()) {
    Values results = runBlocksOnce(blocks, arguments, env, place);
    for (size_t b = 0; b < blocks.size(); ++b)
      for (size_t j = 0; j < arguments[b].size(); ++j)
        define(blocks[b].body.arguments[j], arguments[b][j], env, place);
    return results;
  }
  Values flat, results;
  size_t count = 0;
  for (const Values &values : arguments)
    count += values.size();
  flat.resize(count + blocks.size());
  iterate(flat, [&] {
    size_t index = 0;
    for (Values &values : arguments)
      for (double &value : values)
        value = std::max(value, flat[index++]);
    results = runBlocksOnce(blocks, arguments, env, place);
    index = 0;
    for (const Values &values : arguments)
      for (double value : values)
        flat[index++] = value;
  });
  return results;
}

void Reference::run(const Body &body, Environment &env, Place place) {
  for (const Statement &statement : body.statements)
    run(statement, env, place);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

double Reference::transfer(const Statement &statement, double lhs,
                           double rhs) const {
  if (statement.kind == StatementKind::Encode)
    return model.initial;
  if (lhs == 0 || rhs == 0)
    return 0;
  auto apply = [&](NoiseTransfer transfer, double first, double second) {
    using Form = NoiseTransfer::Form;
    if (transfer.form != Form::Terms)
      return transfer.added + (transfer.form == Form::Max
                                   ? std::max(first, second)
                                   : first + second);
    double most = 1;
    for (const NoiseTerm &term : transfer.getTerms())
      most = std::max(most, term.added + (term.lhs ? term.lhs * first : 0) +
                                (term.rhs ? term.rhs * second : 0));
    return most;
  };
  switch (statement.kind) {
  case StatementKind::Add:
    return apply(model.add, lhs, rhs);
  case StatementKind::Sub:
    return apply(model.sub, lhs, rhs);
  case StatementKind::Mul:
    return apply(model.mul, lhs, rhs);
  case StatementKind::Scale: {
    double bits = std::ceil(
        std::log2(std::abs(double(statement.factor))) * model.unit - 1e-9);
    // The maximum leaves the factor out.
    return apply(model.scale, lhs,
                 model.scale.form == NoiseTransfer::Form::Max ? 0 : bits);
  }
  default: // reduce_noise
    return model.getReduced();
  }
}

/// The elements of a tensor that is made of elements, or of another tensor and
/// one element; none for the other results.
Reference::Values Reference::makeElements(const Statement &statement,
                                          const Environment &env) const {
  size_t size = program.elements[statement.results[0]];
  Values operands = get(statement.operands, env);
  switch (statement.kind) {
  case StatementKind::FromElements:
    return operands;
  case StatementKind::Splat:
    return Values(size, operands[0]);
  case StatementKind::Insert: {
    Values elements = cells[statement.operands[1]];
    // What came in as a whole has elements of which each may be the noisiest.
    if (elements.empty())
      elements.assign(size, operands[1]);
    elements[statement.positions[0]] = operands[0];
    return elements;
  }
  default:
    return {};
  }
}

void Reference::run(const Statement &statement, Environment &env, Place place) {
  const auto &results = statement.results;
  const auto &operands = statement.operands;
  auto operand = [&](size_t i) {
    return i < operands.size() ? env[operands[i]] : double(model.initial);
  };
  switch (statement.kind) {
  case StatementKind::Encode:
  case StatementKind::Add:
  case StatementKind::Sub:
  case StatementKind::Mul:
  case StatementKind::Scale:
  case StatementKind::Reduce:
    define(results[0], transfer(statement, operand(0), operand(1)), env, place);
    // Growth that has been found stays found.
    if (!place.isLocal() && bounds[results[0]] == endless)
      env[results[0]] = endless;
    return;
  case StatementKind::Select:
  case StatementKind::FromElements:
  case StatementKind::Splat:
  case StatementKind::Insert: {
    Values values = get(operands, env);
    Values elements = makeElements(statement, env);
    define(results[0], *std::max_element(values.begin(), values.end()), env,
           place);
    cells[results[0]] = std::move(elements);
    return;
  }
  case StatementKind::Extract: {
    const Values &elements = cells[operands[0]];
    int position = statement.positions[0];
    define(results[0],
           position < 0 || elements.empty() ? operand(0) : elements[position],
           env, place);
    return;
  }
  case StatementKind::If:
  case StatementKind::IndexSwitch: {
    Values joinedValues(results.size());
    for (size_t i = 0; i < statement.bodies.size(); ++i) {
      if (statement.takenBody.value_or(i) != i)
        continue;
      run(statement.bodies[i], env, place);
      joinInto(joinedValues, get(statement.bodies[i].yields, env));
    }
    for (size_t i = 0; i < results.size(); ++i)
      define(results[i], joinedValues[i], env, place);
    return;
  }
  case StatementKind::ExecuteRegion: {
    Values values = runBlocks(statement.blocks, env, place);
    for (size_t i = 0; i < results.size(); ++i)
      define(results[i], values[i], env, place);
    return;
  }
  case StatementKind::For:
  case StatementKind::While:
    if (statement.turns)
      return runCountedLoop(statement, env, place);
    return runOtherLoop(statement, env, place);
  case StatementKind::Parallel:
    return runParallel(statement, env, place);
  case StatementKind::Forall:
    return runForall(statement, env, place);
  case StatementKind::Call:
    return runCall(statement, env, place);
  }
}

void Reference::runCountedLoop(const Statement &statement, Environment &env,
                               Place place) {
  const Body &body = statement.bodies[0];
  Values carriedValues = get(statement.operands, env);
  Place innerPlace = {/*counted=*/true, place.isCall};
  for (unsigned turn = 0; turn < *statement.turns; ++turn) {
    // What an outermost loop carries is told apart from what is inside.
    for (size_t i = 0; i < carriedValues.size(); ++i)
      define(body.arguments[i], carriedValues[i], env, place);
    run(body, env, innerPlace);
    carriedValues = get(body.yields, env);
  }
  for (size_t i = 0; i < carriedValues.size(); ++i)
    define(statement.results[i], carriedValues[i], env, place);
}

void Reference::runOtherLoop(const Statement &statement, Environment &env,
                             Place place) {
  const Body &body = statement.bodies[0];
  Values carriedValues = get(statement.operands, env);
  auto turn = [&] {
    for (size_t i = 0; i < carriedValues.size(); ++i)
      define(body.arguments[i], carriedValues[i], env, place);
    run(body, env, place);
    joinInto(carriedValues, get(body.yields, env));
  };
  if (place.isLocal()) {
    iterate(carriedValues, turn);
  } else {
    joinInto(carriedValues, get(body.arguments, bounds));
    turn();
  }
  for (size_t i = 0; i < carriedValues.size(); ++i) {
    define(body.arguments[i], carriedValues[i], env, place);
    define(statement.results[i], carriedValues[i], env, place);
  }
}

/// The order in which values are combined is free: the worst is a chain that
/// begins with the noisiest.
void Reference::runParallel(const Statement &statement, Environment &env,
                            Place place) {
  Values inits = get(statement.operands, env);
  if (statement.turns == 0u) {
    for (size_t i = 0; i < inits.size(); ++i)
      define(statement.results[i], inits[i], env, place);
    return;
  }
  const Body &body = statement.bodies[0];
  run(body, env, place);
  double n = statement.turns ? *statement.turns : endless;
  for (size_t i = 0; i < inits.size(); ++i) {
    const Body &reduction = statement.bodies[1 + i];
    double init = inits[i], elementBound = env[body.yields[i]];
    double operand, total;
    if (init == 0 || elementBound == 0) {
      operand = 0;
      total = statement.turns ? 0 : init;
    } else if (reduction.statements[0].kind == StatementKind::Add) {
      operand = std::max(init, elementBound) + (n - 1);
      total = std::max(init, elementBound) + n;
    } else {
      operand = n == 1 ? std::max(init, elementBound)
                       : std::max(init, elementBound) + (n - 1) * elementBound;
      total = init + n * elementBound;
    }
    for (int value : reduction.arguments) {
      define(value, operand, env, place);
      loose[value] = true;
    }
    define(reduction.yields[0], total, env, place);
    loose[reduction.yields[0]] = true;
    define(statement.results[i], total, env, place);
  }
}

/// The threads share a buffer, in which each may find what any others that have
/// already ended put there: at worst one after the other. So this is a loop
/// that carries the tensor, whatever the order; unless each keeps to a slice of
/// its own, in which it finds what was there before.
void Reference::runForall(const Statement &statement, Environment &env,
                          Place place) {
  const Body &body = statement.bodies[0];
  int sharedTensor = body.arguments[0];
  loose[sharedTensor] = true;
  Values carriedValues = get(statement.operands, env);
  const double initialBound = carriedValues[0];
  Place innerPlace = place;
  auto turn = [&] {
    define(sharedTensor, statement.isPrivate ? initialBound : carriedValues[0],
           env, place);
    run(body, env, innerPlace);
    for (int slice : body.yields)
      carriedValues[0] = std::max(carriedValues[0], env[slice]);
  };
  if (statement.isPrivate && statement.turns != 0u) {
    turn();
    // The whole tensor has what others put into their slices.
    if (statement.turns != 1u)
      define(sharedTensor, carriedValues[0], env, place);
  } else if (statement.turns) {
    innerPlace.isCounted = true;
    for (unsigned i = 0; i < *statement.turns; ++i)
      turn();
  } else if (place.isLocal()) {
    iterate(carriedValues, turn);
  } else {
    carriedValues[0] = std::max(carriedValues[0], bounds[sharedTensor]);
    turn();
    define(sharedTensor, carriedValues[0], env, place);
  }
  define(statement.results[0], carriedValues[0], env, place);
}

void Reference::runCall(const Statement &statement, Environment &env,
                        Place place) {
  const Function &callee = program.functions[statement.callee];
  const std::vector<int> &arguments = callee.blocks[0].body.arguments;
  Values operands = get(statement.operands, env);
  live[statement.callee] = true;
  Values results = returnValues[statement.callee];
  if (!joined[statement.callee] && passesNoise(callee)) {
    results = evaluate(callee, operands, env);
  } else if (joined[statement.callee]) {
    for (size_t i = 0; i < operands.size(); ++i)
      if (!callee.argumentContracts[i]) {
        double &bound = bounds[arguments[i]];
        bound = std::max(bound, operands[i]);
      }
    if (place.isLocal())
      std::fill(loose.begin(), loose.end(), true);
  }
  for (size_t i = 0; i < statement.results.size(); ++i)
    define(statement.results[i],
           callee.resultContracts[i] ? *callee.resultContracts[i] : results[i],
           env, place);
}
