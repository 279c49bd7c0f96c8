//===- FunctionCases.cpp - Functions by their integers --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/FunctionCases.h"
#include "analysis/flow/Components.h"
#include "analysis/integers/GuardedRanges.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/ReachedCode.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::noisy;

/// The values of an argument that are told apart where the call may pass any of
/// them; the same in a recursion, or if each is of some iterations of a loop.
static constexpr uint64_t kFewValues = 8, kMostOfLoop = 64;
/// The cases that one call may reach.
static constexpr size_t kMostAtOnce = 64;
/// The cases of a function, and of one in a recursion.
static constexpr size_t kMostCases = 256, kMostRecursions = 1024;
/// The units that running all cases of a call may take, about.
static constexpr uint64_t kMostUnits = 1u << 18;
/// The calls in all cases together, and the blocks that lead to them.
static constexpr uint64_t kMostSteps = 1u << 18;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// The integers that an operation decides by; of a call the function that it
/// calls.
static SmallVector<Value> getDecidingValues(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op))
    if (auto callee = dyn_cast_if_present<Value>(call.getCallableForCallee()))
      return {callee};
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return {whileOp.getConditionOp().getCondition()};
  SmallVector<Value> values = getDecidingOperands(op);
  return values.empty() ? getBoundOperands(op) : values;
}

/// True if a value can be an input: its bits fit into a number.
static bool mayBeInput(Value value) {
  unsigned width = getDecidingWidth(value.getType());
  return width > 0 && width <= 64;
}

/// The arguments of `function` that values are computed from.
static SmallVector<BlockArgument, 2> findArgumentsOf(ArrayRef<Value> values,
                                                     Operation *function) {
  SmallVector<BlockArgument, 2> arguments;
  for (Value source : findIntegerSources(values))
    if (auto argument = dyn_cast<BlockArgument>(source);
        argument && argument.getOwner()->isEntryBlock() &&
        argument.getOwner()->getParentOp() == function && mayBeInput(source))
      arguments.push_back(argument);
  return arguments;
}

/// The function around an operation that has cases; `kNone` if it has none.
unsigned FunctionCases::findFunction(Operation *op) const {
  Operation *callable = op->getParentOfType<CallableOpInterface>();
  auto function = functionOfOp.find(callable);
  return function == functionOfOp.end() || functions[function->second].isBlocked
             ? kNone
             : function->second;
}

/// Finds the arguments that decide, or are passed on to callees for such ones.
void FunctionCases::findArguments(ArrayRef<Operation *> deciders) {
  llvm::SetVector<unsigned> worklist;
  std::vector<llvm::SmallDenseSet<Value, 2>> known(functions.size());
  auto decide = [&](unsigned function, ArrayRef<Value> values) {
    Family &family = families[function];
    for (BlockArgument argument :
         findArgumentsOf(values, functions[function].op)) {
      if (known[function].insert(argument).second) {
        family.arguments.push_back(argument);
        worklist.insert(function);
      } else {
        family.sharedArguments.insert(argument);
      }
    }
  };
  for (Operation *op : deciders)
    if (unsigned function = findFunction(op); function != kNone)
      decide(function, getDecidingValues(op));
  // Calls decide by what their callees do. The operands for one argument count
  // once.
  llvm::DenseSet<std::pair<Operation *, unsigned>> done;
  while (!worklist.empty()) {
    unsigned callee = worklist.pop_back_val();
    for (unsigned index : callsTo[callee]) {
      const Call &call = calls[index];
      if (call.caller == kNone)
        continue;
      CallOpInterface op = call.op;
      SmallVector<BlockArgument, 2> arguments = families[callee].arguments;
      for (BlockArgument argument : arguments)
        if (done.insert({op, argument.getArgNumber()}).second)
          decide(call.caller,
                 {Value(op.getArgOperands()[argument.getArgNumber()])});
    }
  }
}

/// Finds the conditions that decide together. (Arguments do, too, but these are
/// inputs already.)
void FunctionCases::findConditions(ArrayRef<Operation *> deciders) {
  std::vector<llvm::MapVector<Value, unsigned>> counts(functions.size());
  auto decide = [&](unsigned function, Value value) {
    if (standsForCondition(value) ||
        (value.getType().isInteger(1) &&
         !isa<BlockArgument>(withoutNegations(value).first)))
      ++counts[function][value];
  };
  for (Operation *op : deciders)
    if (Value condition = getCondition(op))
      if (unsigned function = findFunction(op); function != kNone)
        decide(function, condition);
  for (const Call &call : calls)
    if (call.caller != kNone)
      for (BlockArgument argument : families[call.callee].arguments) {
        CallOpInterface op = call.op;
        decide(call.caller, op.getArgOperands()[argument.getArgNumber()]);
      }
  for (auto [i, count] : llvm::enumerate(counts)) {
    Operation *function = functions[i].op;
    Family &family = families[i];
    family.conditions = SharedConditions(
        count,
        [function](Value value) { return isFixedInRun(value, function); },
        rangeOf,
        std::min<uint64_t>(kMostUnits / (functions[i].size + 1), kMostAtOnce));
    llvm::SetVector<Value> sources =
        findIntegerSources(family.conditions.getSources());
    for (auto [number, argument] : llvm::enumerate(family.arguments))
      if (sources.contains(argument))
        family.usedArguments.push_back(number);
  }
}

void FunctionCases::findInputs(ArrayRef<Operation *> deciders) {
  findArguments(deciders);
  findConditions(deciders);
  for (Family &family : families) {
    llvm::append_range(family.inputs, family.arguments);
    llvm::append_range(family.inputs, family.conditions.getValues());
  }
}

FunctionCases::Case FunctionCases::getKnown(unsigned function,
                                            unsigned number) const {
  const Family &family = families[function];
  const Case &known = family.cases[number];
  size_t numArguments = family.arguments.size();
  Case result(known.begin(), known.begin() + numArguments);
  if (family.conditions.isEmpty())
    return result;
  if (std::optional<IntegerSpan> combination = known[numArguments])
    append(result, family.conditions.get(combination->first));
  else
    result.append(family.conditions.getValues().size(), std::nullopt);
  return result;
}

void FunctionCases::append(Case &known,
                           ArrayRef<std::optional<uint64_t>> values) {
  for (std::optional<uint64_t> value : values)
    known.push_back(value ? std::optional(IntegerSpan::of(*value))
                          : std::nullopt);
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// The number of values in a range; 0 if that is too large.
static uint64_t countValues(const ConstantIntRanges &range) {
  llvm::APInt distance = llvm::APIntOps::umin(range.umax() - range.umin(),
                                              range.smax() - range.smin());
  return distance.getActiveBits() > 32 ? 0 : distance.getZExtValue() + 1;
}

/// True if no integer is in a range.
static bool isEmpty(const ConstantIntRanges &range) {
  return range.umin().ugt(range.umax()) || range.smin().sgt(range.smax());
}

/// The range that a call passes for an argument, in the one that the argument
/// has in general.
static std::optional<ConstantIntRanges>
getPassed(const std::optional<ConstantIntRanges> &passed,
          const std::optional<ConstantIntRanges> &general) {
  if (!passed || !general)
    return passed;
  // (It is empty if the call breaks what is stated, or is never executed.)
  ConstantIntRanges both = passed->intersection(*general);
  return isEmpty(both) ? *passed : both;
}

/// The cases of a function by the ranges of the arguments among its inputs.
/// `isOfLoop`: those that differ between iterations of a loop.
std::vector<FunctionCases::Case>
FunctionCases::list(unsigned function, const Ranges &ranges,
                    ArrayRef<char> isOfLoop) const {
  const Family &family = families[function];
  bool isRecursive = functions[function].isRecursive;
  std::vector<Case> cases(1);
  uint64_t most = std::max<uint64_t>(1, kMostAtOnce / family.conditions.size());
  auto extend = [&](const Case &values) {
    std::vector<Case> next;
    for (const Case &known : cases)
      for (std::optional<IntegerSpan> value : values) {
        next.push_back(known);
        next.back().push_back(value);
      }
    cases = std::move(next);
  };
  for (auto [i, argument] : llvm::enumerate(family.arguments)) {
    Case values;
    std::optional<ConstantIntRanges> general = rangeOf(argument);
    std::optional<ConstantIntRanges> range = getPassed(ranges[i], general);
    uint64_t count = range ? countValues(*range) : 0;
    bool isFew = count > 0 &&
                 (isRecursive ? count <= kMostOfLoop
                              : count <= kFewValues &&
                                    family.sharedArguments.contains(argument));
    bool isFewOfLoop = !isRecursive && !isOfLoop.empty() && isOfLoop[i] &&
                       count > 0 && count <= kMostOfLoop;
    if (count == 1 ||
        ((isFew || isFewOfLoop) && cases.size() * count <= most)) {
      llvm::APInt distance = range->umax() - range->umin();
      llvm::APInt first = distance.ult(count) ? range->umin() : range->smin();
      for (uint64_t k = 0; k < count; ++k)
        values.push_back(IntegerSpan::of((first + k).getZExtValue()));
    }
    if (values.empty() || (isFewOfLoop && !isFew && count > 1))
      values.push_back(family.hasSpans && range && range != general
                           ? std::optional(IntegerSpan::of(*range))
                           : std::nullopt);
    extend(values);
  }
  if (!family.conditions.isEmpty())
    addCombinations(family, cases);
  return cases;
}

/// Adds the combinations of conditions to cases that have the arguments alone.
void FunctionCases::addCombinations(const Family &family,
                                    std::vector<Case> &cases) const {
  std::vector<Case> all;
  IterationRanges ranges({}, rangeOf,
                         llvm::to_vector_of<Value>(family.arguments));
  for (const Case &known : cases) {
    ranges.setState({}, known);
    auto rangeInCase = [&](Value value) { return ranges.getRange(value); };
    bool mayExclude = llvm::any_of(family.usedArguments, [&](unsigned number) {
      return known[number].has_value();
    });
    size_t begin = all.size();
    for (bool isEach : {false, true}) {
      for (unsigned i = 0; i < family.conditions.size(); ++i) {
        if (!isEach && mayExclude && !family.conditions.mayBe(i, rangeInCase))
          continue;
        all.push_back(known);
        all.back().push_back(IntegerSpan::of(i));
      }
      // A call that is never executed may exclude each of them.
      if (all.size() > begin)
        break;
    }
  }
  cases = std::move(all);
}

/// True if the arguments of a case can have values in these ranges.
bool FunctionCases::mayBe(unsigned function, unsigned number,
                          const Ranges &ranges) const {
  const Case &known = families[function].cases[number];
  return llvm::all_of(llvm::enumerate(ranges), [&](auto entry) {
    auto [i, range] = entry;
    if (!range || !known[i])
      return true;
    ConstantIntRanges both =
        known[i]->getRange(range->umin().getBitWidth()).intersection(*range);
    return !isEmpty(both);
  });
}

SmallVector<unsigned, 1>
FunctionCases::find(unsigned function, const Ranges &ranges, Operation *call,
                    std::optional<unsigned> callerCase) const {
  const Family &family = families[function];
  llvm::SetVector<unsigned> all, some;
  if (auto known = reached.find({call, function}); known != reached.end())
    for (const auto &[inCase, reachedThere] : known->second)
      if (!callerCase || *callerCase == inCase)
        all.insert(reachedThere.begin(), reachedThere.end());
  // A call that was not followed in this case might lead back to it.
  unsigned caller = call ? findFunction(call) : kNone;
  if (all.empty() && callerCase && caller != kNone && isFollowed(function) &&
      functions[caller].component == functions[function].component)
    return {};
  SmallVector<unsigned, 1> numbers;
  bool areKnown =
      llvm::all_of(list(function, ranges, {}), [&](const Case &known) {
        auto number = family.numbers.find(known);
        // (What was not followed might lead back to the caller.)
        if (number == family.numbers.end() ||
            (!all.empty() && !all.contains(number->second)))
          return false;
        numbers.push_back(number->second);
        return true;
      });
  if (areKnown)
    return numbers;
  // The calls were followed with other ranges, perhaps wider: those of all
  // iterations. So what was reached covers this call; of that, what has other
  // values does not.
  for (unsigned number : all)
    if (mayBe(function, number, ranges))
      some.insert(number);
  const auto &result = some.empty() ? all : some;
  return SmallVector<unsigned, 1>(result.begin(), result.end());
}

void FunctionCases::giveUp(unsigned function) {
  Family &family = families[function];
  family = Family();
  family.isGivenUp = true;
}

/// The same for the ranges of a function, in which its cases have constants
/// only then; false if that is so already.
bool FunctionCases::giveUpSpans(unsigned function) {
  return std::exchange(families[function].hasSpans, false);
}

/// Follows the calls in all cases. Returns false if something was given up, so
/// that it has to be done again.
bool FunctionCases::explore() {
  std::vector<Node> nodes;
  std::map<std::pair<unsigned, unsigned>, unsigned> nodeOf;
  // The functions that have too many cases.
  llvm::SetVector<unsigned> overLimit;
  reached.clear();
  for (Family &family : families) {
    family.numbers.clear();
    family.cases.clear();
  }
  auto reach = [&](unsigned function,
                   const Case &known) -> std::optional<unsigned> {
    if (overLimit.contains(function))
      return std::nullopt;
    Family &family = families[function];
    auto [number, isNew] =
        family.numbers.try_emplace(known, family.cases.size());
    if (!isNew)
      return nodeOf.at({function, number->second});
    if (family.cases.size() >=
        (functions[function].isRecursive ? kMostRecursions : kMostCases)) {
      overLimit.insert(function);
      return std::nullopt;
    }
    family.cases.push_back(known);
    nodeOf[{function, number->second}] = nodes.size();
    nodes.push_back({function, number->second, {}});
    return nodes.size() - 1;
  };
  // The nodes of the cases that a call may reach; null for calls out of sight.
  auto reachAll = [&](unsigned function, const Ranges &ranges,
                      ArrayRef<char> isOfLoop, Operation *call,
                      unsigned callerCase) {
    SmallVector<unsigned, 2> result;
    SmallVector<unsigned, 1> &numbers = reached[{call, function}][callerCase];
    for (const Case &known : list(function, ranges, isOfLoop))
      if (std::optional<unsigned> node = reach(function, known)) {
        result.push_back(*node);
        numbers.push_back(nodes[*node].number);
      }
    return result;
  };
  uint64_t steps = 0;
  auto followCall = [&](const Call &call, RangeOf rangeOfCaller,
                        unsigned callerCase) {
    CallOpInterface op = call.op;
    Ranges ranges;
    SmallVector<char> isOfLoop;
    GuardedRanges guarded(op, rangeOfCaller, dominance);
    for (BlockArgument argument : families[call.callee].arguments) {
      Value operand = op.getArgOperands()[argument.getArgNumber()];
      llvm::SetVector<Value> sources = findIntegerSources({operand});
      // What is told of all cases of the caller together must be the same in
      // each, so it is not narrowed by what is compared in one.
      bool isOfCase = call.caller != kNone &&
                      llvm::any_of(getInputs(call.caller), [&](Value input) {
                        return sources.contains(input);
                      });
      ranges.push_back(isOfCase ? guarded.getRange(operand)
                                : rangeOfCaller(operand));
      isOfLoop.push_back(!findVariableLoops(sources).empty());
    }
    return reachAll(call.callee, ranges, isOfLoop, op, callerCase);
  };
  for (auto [i, function] : llvm::enumerate(functions)) {
    if (!function.hasEntry)
      continue;
    Ranges ranges;
    for (BlockArgument argument : families[i].arguments)
      ranges.push_back(rangeOf(argument));
    reachAll(i, ranges, {}, nullptr, 0);
  }
  for (const Call &call : calls)
    if (call.caller == kNone)
      followCall(call, rangeOf, 0);
  probed.assign(probes.size(), {});
  for (auto [probe, numbers] : llvm::zip_equal(probes, probed)) {
    auto entry = functionOfOp.find(probe.function);
    if (entry == functionOfOp.end())
      continue;
    unsigned function = entry->second;
    const Family &family = families[function];
    if (family.inputs.empty() || !family.hasSpans ||
        probe.arguments.size() != family.arguments.size())
      continue;
    std::vector<Case> cases = {probe.arguments};
    if (!family.conditions.isEmpty())
      addCombinations(family, cases);
    for (const Case &known : cases)
      if (std::optional<unsigned> node = reach(function, known))
        numbers.push_back(nodes[*node].number);
    // All, or none.
    if (numbers.size() < cases.size())
      numbers.clear();
  }
  std::vector<std::optional<IterationRanges>> rangesIn(functions.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    auto [caller, number, callees] = nodes[i];
    if (overLimit.contains(caller))
      continue;
    std::optional<IterationRanges> &ranges = rangesIn[caller];
    if (!ranges)
      ranges.emplace(ArrayRef<Operation *>(), rangeOf, getInputs(caller));
    ranges->setState({}, getKnown(caller, number));
    auto rangeInCase = [&](Value value) { return ranges->getRange(value); };
    ReachedCode code(functions[caller].op, rangeInCase, dominance, steps);
    for (unsigned call : callsIn[caller]) {
      if (++steps > kMostSteps) {
        bool hadSpans = false;
        for (unsigned function = 0; function < functions.size(); ++function)
          hadSpans |= giveUpSpans(function);
        for (unsigned function = 0; function < functions.size() && !hadSpans;
             ++function)
          giveUp(function);
        return false;
      }
      if (code.contains(calls[call].op))
        llvm::append_range(callees,
                           followCall(calls[call], rangeInCase, number));
    }
    nodes[i].callees = std::move(callees);
  }
  if (!overLimit.empty()) {
    for (unsigned function : overLimit)
      if (!giveUpSpans(function))
        giveUp(function);
    return false;
  }
  return !giveUpRecursions(nodes);
}

/// Gives recursions up in which a case reaches itself, and finds the depth of
/// others.
bool FunctionCases::giveUpRecursions(ArrayRef<Node> nodes) {
  Graph graph;
  for (const Node &node : nodes) {
    graph.addNode();
    for (unsigned callee : node.callees)
      if (functions[nodes[callee].function].component ==
          functions[node.function].component)
        graph.addEdge(callee);
  }
  std::vector<unsigned> depth(nodes.size(), 0);
  llvm::DenseSet<unsigned> endless;
  for (Family &family : families)
    family.depth = 0;
  visitComponents(graph, [&](ArrayRef<unsigned> component) {
    unsigned node = component.front();
    const Function &function = functions[nodes[node].function];
    ArrayRef<unsigned> callees = graph.getTargets(node);
    if (component.size() > 1 || llvm::is_contained(callees, node)) {
      endless.insert(function.component);
      return;
    }
    for (unsigned callee : callees)
      depth[node] = std::max(depth[node], depth[callee] + 1);
    unsigned &most = families[nodes[node].function].depth;
    most = std::max(most, depth[node]);
  });
  bool isChanged = false;
  for (unsigned i = 0; i < functions.size(); ++i)
    if (functions[i].isRecursive && !families[i].isGivenUp &&
        (functions[i].isBlocked || endless.contains(functions[i].component))) {
      giveUp(i);
      isChanged = true;
    }
  return isChanged;
}

FunctionCases::FunctionCases(std::vector<Function> allFunctions,
                             std::vector<Call> allCalls,
                             ArrayRef<Operation *> deciders,
                             IterationRanges::GeneralRange rangeOf,
                             ArrayRef<Probe> probes)
    : functions(std::move(allFunctions)), calls(std::move(allCalls)),
      rangeOf(std::move(rangeOf)), probes(probes), probed(probes.size()),
      families(functions.size()), callsIn(functions.size()),
      callsTo(functions.size()) {
  for (auto [i, function] : llvm::enumerate(functions))
    functionOfOp[function.op] = i;
  for (auto [i, call] : llvm::enumerate(calls)) {
    if (call.caller != kNone && functions[call.caller].isBlocked)
      call.caller = kNone;
    if (call.caller != kNone)
      callsIn[call.caller].push_back(i);
    callsTo[call.callee].push_back(i);
  }
  findInputs(deciders);
  // A recursion is followed as a whole.
  auto spreadGivenUp = [&] {
    llvm::DenseSet<unsigned> components;
    for (auto [function, family] : llvm::zip_equal(functions, families))
      if (function.isRecursive && family.isGivenUp)
        components.insert(function.component);
    for (unsigned i = 0; i < functions.size(); ++i)
      if (functions[i].isRecursive &&
          components.contains(functions[i].component))
        giveUp(i);
  };
  auto isDone = [&] {
    return llvm::all_of(families,
                        [](Family &family) { return family.inputs.empty(); });
  };
  while (!isDone() && !explore())
    spreadGivenUp();
  if (isDone())
    for (unsigned i = 0; i < functions.size(); ++i)
      giveUp(i);
  // Functions that nothing reaches.
  for (Family &family : families)
    if (family.cases.empty()) {
      family.cases.push_back(
          Case(family.arguments.size() + !family.conditions.isEmpty()));
      family.numbers[family.cases.front()] = 0;
    }
}
