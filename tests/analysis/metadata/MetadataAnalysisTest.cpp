//===- MetadataAnalysisTest.cpp - Where metadata flows --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analysis against a reference on programs by chance, in any order of
// visits. What each rule gives by hand is in MetadataFactsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "analysis/metadata/MetadataAnalysis.h"
#include "analysis/integers/ProgramFlow.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// The rules, plain and slow
//===----------------------------------------------------------------------===//

namespace {

/// Nothing has arrived, or entries by name, or anything may have.
struct MetadataState {
  bool isReached = false, unknown = false;
  std::map<std::string, Attribute> entries;

  bool operator==(const MetadataState &) const = default;

  static MetadataState unknownState() { return {true, true, {}}; }

  void meetWith(const MetadataState &otherState) {
    if (!otherState.isReached || unknown)
      return;
    if (!isReached || otherState.unknown) {
      *this = otherState;
      return;
    }
    for (auto it = entries.begin(); it != entries.end();) {
      auto match = otherState.entries.find(it->first);
      bool agree =
          match != otherState.entries.end() && match->second == it->second;
      it = agree ? std::next(it) : entries.erase(it);
    }
  }

  void override(DictionaryAttr statedEntries) {
    if (!statedEntries || !isReached)
      return;
    unknown = false;
    for (NamedAttribute entry : statedEntries)
      entries[entry.getName().str()] = entry.getValue();
  }

  std::string text() const {
    if (!isReached || unknown)
      return isReached ? "unknown" : "not executed";
    std::string text;
    llvm::raw_string_ostream os(text);
    for (auto &[name, value] : entries)
      os << (text.empty() ? "{" : ", ") << name << " = " << value;
    return text.empty() ? "{}" : text + "}";
  }
};

/// Sweeps over programs as `makeProgram` makes them, with conditions that may
/// be constants, until nothing changes.
class Rules {
public:
  explicit Rules(ModuleOp module) : module(module) {
    enterFunctions();
    do {
      isChanged = false;
      for (auto function : module.getOps<func::FuncOp>())
        if (enteredFunctions.count(function))
          sweep(function);
    } while (isChanged);
  }

  std::string operator[](Value value) { return states[value].text(); }

private:
  using States = std::vector<MetadataState>;

  void enterFunctions();
  std::set<Operation *> reach(std::vector<Operation *> roots);
  void sweep(func::FuncOp function);
  void sweep(Block &block);
  void sweep(Operation &op);
  void sweepBranch(Operation &op);
  void sweepCall(func::CallOp call, States &results);
  void sweepIf(scf::IfOp conditional, States &results);
  void sweepFor(scf::ForOp loop, States &results);
  void sweepWhile(scf::WhileOp loop, States &results);
  /// Of arithmetic, which waits for all of its operands; others are unknown.
  MetadataState meetOperands(Operation &op);

  void set(Value value, const MetadataState &newState) {
    isChanged |= !(states[value] == newState);
    states[value] = newState;
  }
  template <typename T> void mark(std::set<T> &markedSet, T element) {
    isChanged |= markedSet.insert(element).second;
  }
  static std::optional<bool> decide(Value condition) {
    if (auto constant = condition.getDefiningOp<arith::ConstantOp>())
      return !cast<IntegerAttr>(constant.getValue()).getValue().isZero();
    return std::nullopt;
  }

  ModuleOp module;
  bool isChanged = false;
  std::map<Value, MetadataState, bool (*)(Value, Value)> states{
      [](Value lhs, Value rhs) {
        return lhs.getAsOpaquePointer() < rhs.getAsOpaquePointer();
      }};
  /// Functions that are entered at all, and those from out of sight.
  std::set<Operation *> enteredFunctions, open;
  std::set<Block *> live;
  /// Of two edges between the same blocks MLIR does not tell which is live.
  std::set<std::pair<Block *, Block *>> liveEdges;
  std::map<Operation *, std::vector<func::CallOp>> liveCalls;
};

} // namespace

std::set<Operation *> Rules::reach(std::vector<Operation *> roots) {
  std::set<Operation *> reachedFunctions;
  while (!roots.empty()) {
    Operation *function = roots.back();
    roots.pop_back();
    if (reachedFunctions.insert(function).second)
      function->walk([&](func::CallOp call) {
        roots.push_back(module.lookupSymbol(call.getCallee()));
      });
  }
  return reachedFunctions;
}

/// Public functions are called from out of sight, private ones that no other
/// calls as well, and of those that are left the first that nothing reaches.
void Rules::enterFunctions() {
  std::set<Operation *> calledFunctions;
  for (auto function : module.getOps<func::FuncOp>())
    function.walk([&](func::CallOp call) {
      Operation *callee = module.lookupSymbol(call.getCallee());
      if (callee != function)
        calledFunctions.insert(callee);
    });
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() || !calledFunctions.count(function))
      open.insert(function);
  for (auto function : module.getOps<func::FuncOp>())
    if (!reach({open.begin(), open.end()}).count(function))
      open.insert(function);
  enteredFunctions = open;
}

void Rules::sweep(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    MetadataState value;
    if (open.count(function))
      value = MetadataState::unknownState();
    for (func::CallOp call : liveCalls[function])
      value.meetWith(states[call.getOperand(argument.getArgNumber())]);
    value.override(function.getArgAttrOfType<DictionaryAttr>(
        argument.getArgNumber(), "noisy.metadata"));
    set(argument, value);
  }
  mark(live, &function.front());
  for (Block &block : function)
    if (live.count(&block))
      sweep(block);
}

void Rules::sweep(Block &block) {
  if (!block.isEntryBlock())
    for (BlockArgument argument : block.getArguments()) {
      MetadataState value;
      for (auto it = block.pred_begin(); it != block.pred_end(); ++it)
        if (liveEdges.count({*it, &block}))
          value.meetWith(
              states[cast<BranchOpInterface>((*it)->getTerminator())
                         .getSuccessorOperands(
                             it.getSuccessorIndex())[argument.getArgNumber()]]);
      set(argument, value);
    }
  for (Operation &op : block)
    sweep(op);
}

void Rules::sweepBranch(Operation &op) {
  std::optional<bool> decision;
  if (auto branch = dyn_cast<cf::CondBranchOp>(op))
    decision = decide(branch.getCondition());
  for (unsigned i = 0; i < op.getNumSuccessors(); ++i)
    if (!decision || *decision == (i == 0)) {
      mark(live, op.getSuccessor(i));
      mark(liveEdges, std::pair(op.getBlock(), op.getSuccessor(i)));
    }
}

void Rules::sweepCall(func::CallOp call, States &results) {
  auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
  mark(enteredFunctions, callee.getOperation());
  auto &calls = liveCalls[callee];
  if (llvm::find(calls, call) == calls.end()) {
    calls.push_back(call);
    isChanged = true;
  }
  for (unsigned i = 0; i < results.size(); ++i) {
    for (Block &block : callee)
      if (live.count(&block) && isa<func::ReturnOp>(block.back()))
        results[i].meetWith(states[block.back().getOperand(i)]);
    results[i].override(
        callee.getResultAttrOfType<DictionaryAttr>(i, "noisy.metadata"));
  }
}

void Rules::sweepIf(scf::IfOp conditional, States &results) {
  std::optional<bool> decision = decide(conditional.getCondition());
  for (unsigned i = 0; i < 2; ++i)
    if (!decision || *decision == (i == 0)) {
      Block &block = conditional->getRegion(i).front();
      sweep(block);
      for (unsigned j = 0; j < results.size(); ++j)
        results[j].meetWith(states[block.back().getOperand(j)]);
    }
}

void Rules::sweepFor(scf::ForOp loop, States &results) {
  set(loop.getInductionVar(), MetadataState::unknownState());
  Operation &end = loop.getBody()->back();
  for (unsigned i = 0; i < results.size(); ++i) {
    results[i] = states[loop.getInitArgs()[i]];
    results[i].meetWith(states[end.getOperand(i)]);
    set(loop.getRegionIterArg(i), results[i]);
  }
  sweep(*loop.getBody());
}

void Rules::sweepWhile(scf::WhileOp loop, States &results) {
  Operation &end = loop.getAfterBody()->back();
  for (auto [i, argument] : llvm::enumerate(loop.getBeforeArguments())) {
    MetadataState value = states[loop.getInits()[i]];
    if (live.count(loop.getAfterBody()))
      value.meetWith(states[end.getOperand(i)]);
    set(argument, value);
  }
  sweep(*loop.getBeforeBody());
  std::optional<bool> decision = decide(loop.getConditionOp().getCondition());
  for (unsigned i = 0; i < results.size(); ++i) {
    MetadataState passedState = states[loop.getConditionOp().getArgs()[i]];
    if (decision != true)
      results[i] = passedState;
    if (decision != false)
      set(loop.getAfterArguments()[i], passedState);
  }
  if (decision != false) {
    mark(live, loop.getAfterBody());
    sweep(*loop.getAfterBody());
  }
}

MetadataState Rules::meetOperands(Operation &op) {
  MetadataState value;
  // A cipher text is another thing than its plain text.
  if (op.getNumOperands() == 0 || isa<EncodeOp, DecodeOp>(op))
    value = MetadataState::unknownState();
  for (Value operand : op.getOperands())
    value.meetWith(states[operand]);
  for (Value operand : op.getOperands())
    if (!states[operand].isReached)
      value = MetadataState();
  return value;
}

void Rules::sweep(Operation &op) {
  States results(op.getNumResults());
  if (isa<cf::CondBranchOp, cf::BranchOp>(op))
    sweepBranch(op);
  else if (auto call = dyn_cast<func::CallOp>(op))
    sweepCall(call, results);
  else if (auto conditional = dyn_cast<scf::IfOp>(op))
    sweepIf(conditional, results);
  else if (auto forLoop = dyn_cast<scf::ForOp>(op))
    sweepFor(forLoop, results);
  else if (auto whileLoop = dyn_cast<scf::WhileOp>(op))
    sweepWhile(whileLoop, results);
  else
    results.assign(results.size(), meetOperands(op));
  for (auto [result, value] : llvm::zip_equal(op.getResults(), results)) {
    value.override(op.getAttrOfType<DictionaryAttr>("metadata"));
    set(result, value);
  }
}

//===----------------------------------------------------------------------===//
// Programs with metadata
//===----------------------------------------------------------------------===//

namespace {

/// Writes dictionaries here and there, and decides some conditions.
class Sprinkler {
public:
  Sprinkler(std::mt19937 &random, ModuleOp module)
      : random(random), module(module), builder(module.getContext()) {}

  void sprinkle() {
    for (auto function : module.getOps<func::FuncOp>()) {
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (chance(40))
          function.setArgAttr(i, "noisy.metadata", makeDictionary());
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        if (chance(15))
          function.setResultAttr(i, "noisy.metadata", makeDictionary());
    }
    std::vector<Operation *> conditions;
    module.walk([&](Operation *op) {
      bool isSource = op->getNumOperands() == 0;
      if (op->getNumResults() > 0 && chance(isSource ? 70 : 15))
        op->setAttr("metadata", makeDictionary());
      if (isa<scf::IfOp, scf::ConditionOp, cf::CondBranchOp>(op) && chance(15))
        conditions.push_back(op);
    });
    for (Operation *op : conditions) {
      builder.setInsertionPoint(op);
      op->setOperand(
          0, arith::ConstantOp::create(builder, op->getLoc(),
                                       builder.getBoolAttr(chance(50))));
    }
  }

private:
  bool chance(unsigned percent) { return random() % 100 < percent; }
  /// Half of the entries are the same everywhere.
  DictionaryAttr makeDictionary() {
    NamedAttrList entries;
    for (const char *key : {"a", "b", "c", "d"})
      if (chance(70))
        entries.append(key, builder.getI64IntegerAttr(chance(75)));
    return entries.getDictionary(module.getContext());
  }

  std::mt19937 &random;
  ModuleOp module;
  OpBuilder builder;
};

/// The analysis, which puts half of its visits off, and is so visited in
/// another order.
class Dawdler : public MetadataAnalysis {
public:
  Dawdler(DataFlowSolver &solver, SymbolTableCollection &symbols,
          std::mt19937 &random)
      : MetadataAnalysis(solver, symbols), solver(solver), random(random) {}

  LogicalResult visit(ProgramPoint *point) override {
    if (random() % 2)
      return MetadataAnalysis::visit(point);
    solver.enqueue({point, this});
    return success();
  }

private:
  DataFlowSolver &solver;
  std::mt19937 &random;
};

} // namespace

static std::vector<std::string> solve(ProgramFlow &flow) {
  std::vector<std::string> texts;
  DataFlowSolver &solver = flow.getSolver();
  REQUIRE(succeeded(solver.initializeAndRun(flow.getRoot())));
  auto add = [&](Value value) {
    std::string text = "not executed";
    if (const auto *lattice = solver.lookupState<MetadataLattice>(value)) {
      text.clear();
      llvm::raw_string_ostream(text) << lattice->getValue();
    }
    texts.push_back(text);
  };
  flow.getRoot()->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
    llvm::for_each(op->getResults(), add);
  });
  return texts;
}

static std::vector<std::string> reference(ModuleOp module) {
  std::vector<std::string> texts;
  Rules rules(module);
  auto add = [&](Value value) { texts.push_back(rules[value]); };
  module.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
    llvm::for_each(op->getResults(), add);
  });
  return texts;
}

TEST_CASE("on programs by chance the reference says the same, in any order",
          "[random]") {
  std::map<std::string, unsigned> textCounts;
  for (unsigned seed = 0; seed < 600; ++seed) {
    std::mt19937 random(randomSeed(seed));
    Shape shape;
    shape.statements = 3 + random() % 10;
    shape.anythingInCountedLoops = true;
    Program program(makeProgram(random, shape).text());
    REQUIRE(program.isParsed());
    Sprinkler(random, program.module()).sprinkle();
    INFO("seed " << seed << "\n" << program.print());

    ProgramFlow flow(program.module());
    flow.getSolver().load<MetadataAnalysis>(flow.getSymbols());
    std::vector<std::string> texts = solve(flow);
    std::vector<std::string> expectedTexts = reference(program.module());
    for (size_t i = 0; i < expectedTexts.size(); ++i) {
      INFO("value " << i);
      REQUIRE(texts[i] == expectedTexts[i]);
    }

    for (int round = 0; round < 3; ++round) {
      ProgramFlow shuffledFlow(program.module());
      shuffledFlow.getSolver().load<Dawdler>(shuffledFlow.getSymbols(), random);
      REQUIRE(solve(shuffledFlow) == texts);
    }
    for (const std::string &text : texts)
      ++textCounts[text.find('=') == std::string::npos ? text : "entries"];
    countChecked("metadata, against the reference");
  }
  // All kinds of answers come often enough for this to mean something.
  for (const char *kind : {"not executed", "unknown", "{}", "entries"})
    CHECK(textCounts[kind] > 300);
}
