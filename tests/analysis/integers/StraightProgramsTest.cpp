//===- StraightProgramsTest.cpp - Programs without control flow -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of straight programs without the solver is what the solver says.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/ConstantAnalysis.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/integers/RangeAnalysis.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include "tests/support/SourceRoot.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// All that is asked of control flow.
static std::string printControl(ProgramFlow &flow) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "solved " << flow.isSolved() << ", loops " << flow.hasEmptyLoops();
  flow.getRoot()->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        os << "\nlive " << flow.isLive(&block);
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || function.isExternal())
      return;
    auto calls = flow.getCalls(function);
    os << "\n" << function.getName();
    if (calls)
      os << " called " << calls->known.size() << " " << calls->areAllKnown;
  });
  return text;
}

/// The states of control flow and integers by MLIR's own dead code analysis.
struct Reference {
  explicit Reference(Operation *root) : uses(root, symbols) {
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<ConstantAnalysis>(stop);
    ranges = solver.load<RangeAnalysis>(symbols, uses, stop);
    REQUIRE(succeeded(solver.initializeAndRun(root)));
  }

  SymbolTableCollection symbols;
  StopCheck stop{nullptr};
  FunctionUses uses;
  DataFlowSolver solver;
  RangeAnalysis *ranges;
};

static std::string printControl(DataFlowSolver &solver, Operation *root) {
  std::string text;
  llvm::raw_string_ostream os(text);
  root->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (const auto *live = solver.lookupState<dataflow::Executable>(
                solver.getProgramPointBefore(&block)))
          os << "live " << live->isLive() << "\n";
    const auto *state = solver.lookupState<dataflow::PredecessorState>(
        solver.getProgramPointAfter(op));
    // Of a function without body, nobody asks.
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (state && !(function && function.isExternal()))
      os << op->getName() << " " << state->getKnownPredecessors().size() << " "
         << state->allPredecessorsKnown() << "\n";
  });
  return text;
}

/// The constant of a value that is no integer.
static Attribute findConstant(DataFlowSolver &solver, Value value) {
  const auto *lattice =
      solver.lookupState<dataflow::Lattice<dataflow::ConstantValue>>(value);
  return lattice && !lattice->getValue().isUninitialized()
             ? lattice->getValue().getConstantValue()
             : Attribute();
}

/// The facts on noise, with values as numbers.
static std::string printNoise(const NoiseFacts &facts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto number = [&](Value value) { return value ? facts.getIndex(value) : -1; };
  for (const NoiseFact &fact : facts.getFacts()) {
    os << fact.bound << "/" << fact.model.max << " kind " << int(fact.source)
       << " " << fact.isAssumed << fact.unknown << fact.perRun << " on "
       << number(fact.restsOn) << " " << number(fact.unreliableCause) << ":";
    for (Value input : fact.inputs)
      os << " " << number(input);
    os << "\n";
  }
  for (auto [from, to] : facts.getFlows())
    os << from << "->" << to << "\n";
  for (const NoiseContractUse &use : facts.getContractUses())
    os << "use " << number(use.value) << " " << use.limit << " " << use.operand
       << use.isLimit << use.isHeld << "\n";
  for (const NoiseFinding &finding : facts.getFindings())
    os << "finding " << int(finding.kind) << " " << number(finding.value) << " "
       << finding.bound << " " << finding.limit << "\n";
  return text;
}

/// Compares the answers for everything below `root`. Returns true if it is
/// straight.
static bool check(Operation *root) {
  Reference reference(root);
  ProgramFlow flow(root), solvedFlow(root);
  solvedFlow.run();
  REQUIRE(printControl(solvedFlow.getSolver(), root) ==
          printControl(reference.solver, root));
  REQUIRE(printControl(flow) == printControl(solvedFlow));
  REQUIRE(printNoise(NoiseFacts::compute(flow)) ==
          printNoise(NoiseFacts::compute(solvedFlow)));
  // The solver runs when an integer is asked for.
  auto compareRange = [&](Value value) {
    REQUIRE(flow.getRange(value) == solvedFlow.getRange(value));
    REQUIRE(findConstant(solvedFlow.getSolver(), value) ==
            findConstant(reference.solver, value));
    if (!flow.getRange(value))
      return;
    REQUIRE(flow.isReached(value) == solvedFlow.isReached(value));
    const ConstantIntRanges *range = reference.ranges->find(value);
    REQUIRE(solvedFlow.isReached(value) == (range != nullptr));
    if (range)
      REQUIRE(*solvedFlow.getRange(value) == *range);
  };
  root->walk([&](Block *block) {
    llvm::for_each(block->getArguments(), compareRange);
    for (Operation &op : *block)
      llvm::for_each(op.getResults(), compareRange);
  });
  REQUIRE(printControl(flow) == printControl(solvedFlow));
  return flow.getUses().isStraight();
}

/// The same of a program, and of each of its functions alone.
static unsigned checkAll(ModuleOp module) {
  unsigned straight = check(module);
  module.walk(
      [&](FunctionOpInterface function) { straight += check(function); });
  return straight;
}

TEST_CASE("a straight program needs no solver, on programs by chance",
          "[random]") {
  std::mt19937 random(randomSeed(20261122));
  unsigned straight = 0;
  for (unsigned i = 0; i < 1500; ++i) {
    Shape shape;
    shape.statements = 2 + random() % 30;
    shape.conditionals = shape.countedLoops = shape.otherLoops = false;
    shape.blocks = random() % 4 == 0;
    shape.calls = random() % 2;
    shape.contracts = random() % 2;
    shape.tensors = random() % 2;
    TextOptions options;
    options.calls = random() % 4 ? nullptr : &random;
    Program program(makeProgram(random, shape).text(options));
    REQUIRE(program.isParsed());
    INFO("program " << i << "\n" << program.print());
    straight += checkAll(program.module());
    countChecked("straight programs, against the solver");
  }
  CHECK(straight > 500);
}

TEST_CASE("nor do the programs of the tests and examples") {
  unsigned straight = 0;
  for (const char *folder : {"tests", "examples"})
    for (const auto &file :
         std::filesystem::recursive_directory_iterator(sourceRoot() / folder)) {
      if (file.path().extension() != ".mlir")
        continue;
      auto buffer = llvm::MemoryBuffer::getFile(file.path().string());
      REQUIRE(buffer);
      SmallVector<StringRef> chunks;
      (*buffer)->getBuffer().split(chunks, "// -----");
      for (StringRef chunk : chunks) {
        Program program(chunk);
        if (!program.isParsed())
          continue;
        INFO(file.path().string() << "\n" << chunk.str());
        straight += checkAll(program.module());
      }
    }
  CHECK(straight > 100);
}

TEST_CASE("programs that are straight, and programs that are not") {
  auto isStraight = [](StringRef source) {
    Program program(source);
    INFO(program.diagnostics() << source.str());
    REQUIRE(program.isParsed());
    checkAll(program.module());
    ProgramFlow flow(program.module());
    return flow.getUses().isStraight();
  };
  CHECK(isStraight(""));
  CHECK(isStraight("func.func private @f(!noisy.i32)"));
  CHECK(isStraight(R"(
    func.func private @f(%a: !noisy.i32, %n: i8 {noisy.range = [1, 3]})
        -> !noisy.i32 {
      %0 = noisy.mul %a, %a : !noisy.i32
      %1 = arith.addi %n, %n : i8
      return %0 : !noisy.i32
    }
    module @inner {
      func.func private @f(%a: !noisy.i32 {noisy.bound = 20}) {
        %0 = "strange.op"(%a) : (!noisy.i32) -> !noisy.i32
        return
      }
      func.func nested @g(%a: !noisy.i32) { return }
    })"));
  CHECK(isStraight(R"(
    %0 = "strange.op"(%1) : (!noisy.i32) -> !noisy.i32
    %1 = noisy.add %0, %0 : !noisy.i32
    func.func @f(%a: !noisy.i32) { "strange.end"(%a) : (!noisy.i32) -> () })"));
  // Calls, names, and regions of all other kinds.
  CHECK_FALSE(isStraight(R"(
    func.func private @f(%a: !noisy.i32) { return }
    func.func @g(%a: !noisy.i32) {
      call @f(%a) : (!noisy.i32) -> ()
      return
    })"));
  CHECK_FALSE(isStraight(R"(
    func.func private @f(%a: !noisy.i32) attributes {strange.uses = @f} {
      return
    })"));
  CHECK_FALSE(isStraight(R"(
    func.func @f(%a: !noisy.i32) {
      cf.br ^end
    ^end:
      return
    })"));
  CHECK_FALSE(isStraight(R"(
    "strange.op"() ({ "strange.end"() : () -> () }) : () -> ())"));
  CHECK_FALSE(isStraight(R"(
    func.func @f(%a: !noisy.i32, %n: index) {
      %c0 = arith.constant 0 : index
      %r = scf.for %i = %c0 to %c0 step %n iter_args(%s = %a) -> !noisy.i32 {
        scf.yield %s : !noisy.i32
      }
      return
    })"));
}
