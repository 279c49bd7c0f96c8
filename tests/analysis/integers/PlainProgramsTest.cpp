//===- PlainProgramsTest.cpp - Programs without control flow --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of plain programs without the solver is what the solver says.
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

static void print(llvm::raw_ostream &os, StringRef what,
                  ArrayRef<Operation *> known, bool areAllKnown) {
  std::vector<Operation *> sorted = known.vec();
  llvm::sort(sorted);
  os << "\n" << what << (areAllKnown ? " all" : " some");
  for (Operation *op : sorted)
    os << " " << op;
}

/// All that is asked of control flow.
static std::string printControl(ProgramFlow &flow) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "solved " << flow.isSolved() << ", loops " << flow.hasEmptyLoops();
  flow.getRoot()->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        os << "\nlive " << flow.isLive(&block);
    if (isa<CallOpInterface>(op))
      if (auto returns = flow.getReturns(op))
        print(os, "returns", returns->known, returns->areAllKnown);
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || function.isExternal())
      return;
    if (auto calls = flow.getCalls(function))
      print(os, function.getName(), calls->known, calls->areAllKnown);
  });
  return text;
}

/// The states of control flow and integers by MLIR's own dead code analysis.
struct Reference {
  explicit Reference(Operation *root) : uses(root, symbols) {
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<ConstantAnalysis>(stop);
    ranges = solver.load<RangeAnalysis>(symbols, uses, stop);
    do
      REQUIRE(succeeded(solver.initializeAndRun(root)));
    while (ranges->dropRefuted(/*atOnce=*/false));
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
      print(os, op->getName().getStringRef(), state->getKnownPredecessors(),
            state->allPredecessorsKnown());
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

/// Compares the answers for everything below `root`. Returns true if its
/// control flow is known without the solver.
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
  return PlainControl::find(root, flow.getUses(), flow.getSymbols())
      .has_value();
}

/// The same of a program, and of each of its functions alone.
static unsigned checkAll(ModuleOp module) {
  unsigned plain = check(module);
  module.walk([&](FunctionOpInterface function) { plain += check(function); });
  return plain;
}

TEST_CASE("a plain program needs no solver, on programs by chance",
          "[random]") {
  std::mt19937 random(randomSeed(20261122));
  unsigned plain = 0;
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
    plain += checkAll(program.module());
    countChecked("plain programs, against the solver");
  }
  CHECK(plain > 500);
}

TEST_CASE("nor do the programs of the tests and examples") {
  unsigned plain = 0;
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
        plain += checkAll(program.module());
      }
    }
  CHECK(plain > 100);
}

TEST_CASE("programs that are plain, and programs that are not") {
  auto isPlain = [](StringRef source) {
    Program program(source);
    INFO(program.diagnostics() << source.str());
    REQUIRE(program.isParsed());
    checkAll(program.module());
    ProgramFlow flow(program.module());
    return PlainControl::find(program.module(), flow.getUses(),
                              flow.getSymbols())
        .has_value();
  };
  CHECK(isPlain(""));
  CHECK(isPlain("func.func private @f(!noisy.i32)"));
  CHECK(isPlain(R"(
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
  CHECK(isPlain(R"(
    %0 = "strange.op"(%1) : (!noisy.i32) -> !noisy.i32
    %1 = noisy.add %0, %0 : !noisy.i32
    func.func @f(%a: !noisy.i32) { "strange.end"(%a) : (!noisy.i32) -> () })"));
  // Calls: of private, public and nested functions, of some that do not
  // return or are out of sight, and from some that nothing calls.
  CHECK(isPlain(R"(
    func.func private @f(%a: !noisy.i32) -> !noisy.i32 {
      return %a : !noisy.i32
    }
    func.func @g(%a: !noisy.i32) -> !noisy.i32 {
      %0 = call @f(%a) : (!noisy.i32) -> !noisy.i32
      %1 = call @f(%0) : (!noisy.i32) -> !noisy.i32
      return %1 : !noisy.i32
    }
    func.func private @alone(%a: !noisy.i32, %n: i8) -> i8 {
      %0 = call @g(%a) : (!noisy.i32) -> !noisy.i32
      %1 = call @number(%n) : (i8) -> i8
      return %1 : i8
    }
    func.func private @number(%n: i8) -> i8 {
      %c3 = arith.constant 3 : i8
      %0 = arith.andi %n, %c3 : i8
      return %0 : i8
    }
    func.func nested @sum(%n: i8) -> i8 {
      %0 = func.call @number(%n) : (i8) -> i8
      %1 = arith.addi %0, %0 : i8
      return %1 : i8
    })"));
  CHECK(isPlain(R"(
    func.func private @outside(!noisy.i32, i8) -> (!noisy.i32, i8)
    func.func private @end(%a: !noisy.i32) -> !noisy.i32 {
      "strange.end"(%a) : (!noisy.i32) -> ()
    }
    func.func @g(%a: !noisy.i32, %n: i8) -> (!noisy.i32, i8) {
      %0:2 = call @outside(%a, %n) : (!noisy.i32, i8) -> (!noisy.i32, i8)
      %1 = call @end(%0#0) : (!noisy.i32) -> !noisy.i32
      %2:2 = call @outside(%1, %0#1) : (!noisy.i32, i8) -> (!noisy.i32, i8)
      return %2#0, %2#1 : !noisy.i32, i8
    }
    module @inner {
      func.func nested @f(%a: !noisy.i32) { return }
      func.func @h(%a: !noisy.i32) {
        func.call @f(%a) : (!noisy.i32) -> ()
        return
      }
    })"));
  // Circles, calls of values, names, and regions of all other kinds.
  CHECK_FALSE(isPlain(R"(
    func.func private @f(%a: !noisy.i32) {
      call @f(%a) : (!noisy.i32) -> ()
      return
    })"));
  CHECK_FALSE(isPlain(R"(
    func.func private @f(%a: !noisy.i32) {
      call @g(%a) : (!noisy.i32) -> ()
      return
    }
    func.func private @g(%a: !noisy.i32) {
      call @f(%a) : (!noisy.i32) -> ()
      return
    }
    func.func @h(%a: !noisy.i32) {
      call @g(%a) : (!noisy.i32) -> ()
      return
    })"));
  CHECK_FALSE(isPlain(R"(
    func.func @f(%a: !noisy.i32, %g: (!noisy.i32) -> ()) {
      call_indirect %g(%a) : (!noisy.i32) -> ()
      return
    })"));
  CHECK_FALSE(isPlain(R"(
    func.func private @f(%a: !noisy.i32) attributes {strange.uses = @f} {
      return
    })"));
  CHECK_FALSE(isPlain(R"(
    func.func @f(%a: !noisy.i32) {
      cf.br ^end
    ^end:
      return
    })"));
  CHECK_FALSE(isPlain(R"(
    "strange.op"() ({ "strange.end"() : () -> () }) : () -> ())"));
  CHECK_FALSE(isPlain(R"(
    func.func @f(%a: !noisy.i32, %n: index) {
      %c0 = arith.constant 0 : index
      %r = scf.for %i = %c0 to %c0 step %n iter_args(%s = %a) -> !noisy.i32 {
        scf.yield %s : !noisy.i32
      }
      return
    })"));
}
