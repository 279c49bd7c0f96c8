//===- CrashMemoryTest.cpp - What MLIR crashed on -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/unit/CrashMemory.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "tests/server/CrashRecovery.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"
#include <atomic>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

TEST_CASE("CrashMemory: what crashed in which step", "[crashes]") {
  CrashMemory Crashes;
  unsigned CallCount = 0;
  auto texts = [&] {
    ++CallCount;
    return uint64_t(5);
  };
  CHECK_FALSE(Crashes.contains(BuildStep::Link, texts));
  Crashes.remember(BuildStep::Parse, 5);
  Crashes.remember(BuildStep::Container, 5);
  CHECK_FALSE(Crashes.contains(BuildStep::Link, texts));
  CHECK(CallCount == 0);
  CHECK(Crashes.contains(BuildStep::Parse, texts));
  CHECK(Crashes.contains(BuildStep::Container, texts));
  Crashes.remember(BuildStep::Link, 6);
  CHECK_FALSE(Crashes.contains(BuildStep::Link, texts));
}

static std::atomic<unsigned> VerifierRuns = 0;
static std::atomic<unsigned> AnalysisRuns = 0;

namespace {
/// Looks `@callee` up, and crashes when that is a declaration that says so.
struct CrashingUser : SymbolUserOpInterface::FallbackModel<CrashingUser> {
  LogicalResult verifySymbolUses(Operation *Op,
                                 SymbolTableCollection &Symbols) const {
    ++VerifierRuns;
    auto Name = Op->getAttrOfType<FlatSymbolRefAttr>("callee");
    Operation *SymbolOp =
        Name ? Symbols.lookupNearestSymbolFrom(Op, Name) : nullptr;
    if (SymbolOp && SymbolOp->hasAttr("test.crash"))
      std::abort();
    return success();
  }
};

/// Crashes in a program with a function that says so.
struct CrashingRange : InferIntRangeInterface::FallbackModel<CrashingRange> {
  void inferResultRangesFromOptional(Operation *Op, ArrayRef<IntegerValueRange>,
                                     SetIntLatticeFn Set) const {
    ++AnalysisRuns;
    Operation *Program = Op;
    while (Operation *ParentOp = Program->getParentOp())
      Program = ParentOp;
    Program->walk([](FunctionOpInterface Function) {
      if (Function->hasAttr("test.crash"))
        std::abort();
    });
    Set(Op->getResult(0), ConstantIntRanges::constant(APInt(32, 7)));
  }
  void inferResultRanges(Operation *Op, ArrayRef<ConstantIntRanges>,
                         SetIntRangeFn Set) const {
    inferResultRangesFromOptional(
        Op, {}, [&](Value Result, const IntegerValueRange &Range) {
          Set(Result, Range.getValue());
        });
  }
};
} // namespace

/// A dialect that crashes: the verifier of `crash.now` always, that of
/// `crash.use` when its `callee` has the attribute `test.crash`, and the
/// analysis of `crash.range` when a function has that in the program that is
/// analysed.
static const DialectRegistry &crashingDialects() {
  static const DialectRegistry *Registry = [] {
    auto *New = new DialectRegistry();
    registerAllDialects(*New);
    New->insertDynamic("crash", [](MLIRContext *, DynamicDialect *Home) {
      auto Accept = [](Operation *) { return success(); };
      auto Verify = [](Operation *) -> LogicalResult {
        ++VerifierRuns;
        std::abort();
      };
      Home->registerDynamicOp(
          DynamicOpDefinition::get("now", Home, Verify, Accept));
      Home->registerDynamicOp(
          DynamicOpDefinition::get("use", Home, Accept, Accept));
      RegisteredOperationName::lookup("crash.use", Home->getContext())
          ->attachInterface<CrashingUser>();
      Home->registerDynamicOp(
          DynamicOpDefinition::get("range", Home, Accept, Accept));
      RegisteredOperationName::lookup("crash.range", Home->getContext())
          ->attachInterface<CrashingRange>();
    });
    return New;
  }();
  return *Registry;
}

TEST_CASE("Crashes: a crash of a verifier is one operation's", "[crashes]") {
  CrashRecovery Recovery;
  Typist T("module {\n" + function("a", "add") + function("b", "mul") + "}\n",
           crashingDialects());
  SnapshotPtr First = T.build();
  CHECK(bitsOf(First, "%b_2") == 24);

  VerifierRuns = 0;
  SnapshotPtr CrashedState =
      T.type("    %a_2", "    \"crash.now\"() : () -> ()\n    %a_2");
  // Once for all, and once to find it.
  CHECK(VerifierRuns == 2);
  CHECK(problemsOf(CrashedState) ==
        Lines{"\"crash.now\": MLIR's verifier of 'crash.now' crashes on this; "
              "the operation counts as broken"});
  // All others are as they were, also in its function.
  CHECK(bitsOf(CrashedState, "%b_2") == 24);
  CHECK_FALSE(partWith(CrashedState, "@b").Sections[0].isStale());
  CHECK(bitsOf(CrashedState, "%a_2") == 13);
  CHECK_FALSE(partWith(CrashedState, "@a").Sections[0].isStale());

  // It is not tried again, whatever else is typed.
  SnapshotPtr Later = T.type("noisy.mul", "noisy.sub");
  CHECK(VerifierRuns == 2);
  CHECK(problemsOf(Later) == problemsOf(CrashedState));
  CHECK(bitsOf(Later, "%b_2") == 13);
  // But when it changes.
  T.type("\"crash.now\"() :", "\"crash.now\"()  :");
  CHECK(VerifierRuns == 4);
  SnapshotPtr FixedState = T.type("\"crash.now\"()  : () -> ()", "");
  CHECK(problemsOf(FixedState).empty());
  CHECK(bitsOf(FixedState, "%a_2") == 13);
  CHECK_FALSE(partWith(FixedState, "@a").Sections[0].isStale());
}

TEST_CASE("Crashes: a crash in a verifier of symbols", "[crashes]") {
  CrashRecovery Recovery;
  Typist T("func.func private @callee()\n" + function("a", "add") +
               "func.func @user() {\n"
               "  \"crash.use\"() {callee = @callee} : () -> ()\n"
               "  return\n}\n",
           crashingDialects());
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());
  // The user is as it was; what it names is not.
  SnapshotPtr CrashedState =
      T.type("@callee()\n", "@callee() attributes {test.crash}\n");
  CHECK(problemsOf(CrashedState) ==
        Lines{"func.func @user() {: MLIR crashed on this text together with "
              "the definitions that it uses; it will be tried again when one "
              "of them changes"});
  CHECK(bitsOf(CrashedState, "%a_2") == 13);
  CHECK_FALSE(partWith(CrashedState, "@a").Sections[0].isStale());
  // Both new at once.
  SnapshotPtr Scratch = Typist(T.text(), crashingDialects()).build();
  CHECK(problemsOf(Scratch) == problemsOf(CrashedState));

  // It is not tried again, whatever else is typed; but when what it uses is
  // mended.
  VerifierRuns = 0;
  T.type("noisy.add", "noisy.sub");
  CHECK(VerifierRuns == 0);
  SnapshotPtr FixedState =
      T.type("@callee() attributes {test.crash}", "@callee()");
  CHECK(problemsOf(FixedState).empty());
  CHECK(VerifierRuns == 1);
  // What crashed once is known; and so is what did not.
  VerifierRuns = 0;
  SnapshotPtr SecondCrash =
      T.type("@callee()\n", "@callee() attributes {test.crash}\n");
  CHECK(problemsOf(SecondCrash) == problemsOf(CrashedState));
  CHECK(VerifierRuns == 0);
}

TEST_CASE("Crashes: a crash in a verifier that follows names", "[crashes]") {
  CrashRecovery Recovery;
  const std::string Resolver = "llvm.func @resolver() -> !llvm.ptr {\n"
                               "  %0 = llvm.mlir.zero : !llvm.ptr\n"
                               "  llvm.return %0 : !llvm.ptr\n}\n";
  // MLIR does not ask whether there is a resolver.
  Typist T("llvm.mlir.ifunc @ifunc : !llvm.func<f32 (i64)>, !llvm.ptr "
           "@resolver\n");
  SnapshotPtr CrashedState = T.build();
  REQUIRE(problemsOf(CrashedState).size() == 1);
  CHECK_THAT(problemsOf(CrashedState)[0],
             Catch::Contains("MLIR crashed on this"));
  T.edit({T.text().size(), T.text().size()}, Resolver);
  CHECK(problemsOf(T.build()).empty());
  CHECK(problemsOf(T.type("func @resolver", "func @other")) ==
        problemsOf(CrashedState));
  CHECK(problemsOf(T.type("func @other", "func @resolver")).empty());
}

/// In more than one block, so that noise needs the ranges of integers.
static std::string rangeUser(const std::string &Value) {
  return R"mlir(func.func @user(%x: i5) -> !noisy.i32 {
  func.call @callee() : () -> ()
  cf.br ^next
^next:
  %n = "crash.range"() : () -> i32
)mlir" + Value +
         "}\n";
}

TEST_CASE("Crashes: a crash in the analysis of noise", "[crashes]") {
  CrashRecovery Recovery;
  const std::string Noise = "  %u = noisy.encode %x : i5 -> !noisy.i32\n"
                            "  return %u : !noisy.i32\n";
  Typist T("func.func private @callee()\n" + function("a", "add") +
               rangeUser(Noise),
           crashingDialects());
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());
  CHECK(bitsOf(First, "%u") == 12);
  SnapshotPtr CrashedState =
      T.type("@callee()\n", "@callee() attributes {test.crash}\n");
  CHECK(problemsOf(CrashedState) ==
        Lines{"func.func @user(%x: i5) -> !noisy.i32 {: MLIR crashed in the "
              "analysis of this, so its noise is unknown; it will be tried "
              "again when this, or what is analysed with it, changes"});
  // Names and types are known; of the noise nothing is.
  const PlacedSection &User = partWith(CrashedState, "@user").Sections[0];
  CHECK_FALSE(User.isStale());
  CHECK(bitsOf(CrashedState, "%u") == -1);
  CHECK(bitsOf(CrashedState, "%a_2") == 13);
  SnapshotPtr Scratch = Typist(T.text(), crashingDialects()).build();
  CHECK(problemsOf(Scratch) == problemsOf(CrashedState));

  // It is not tried again, whatever else is typed; but when what is analysed
  // with it changes.
  AnalysisRuns = 0;
  SnapshotPtr Later = T.type("noisy.add", "noisy.mul");
  CHECK(problemsOf(Later) == problemsOf(CrashedState));
  CHECK(bitsOf(Later, "%a_2") == 24);
  CHECK(AnalysisRuns == 0);
  SnapshotPtr FixedState =
      T.type("@callee() attributes {test.crash}", "@callee()");
  CHECK(problemsOf(FixedState).empty());
  CHECK(bitsOf(FixedState, "%u") == 12);
}

TEST_CASE("Crashes: a crash because of what is not there any more",
          "[crashes]") {
  CrashRecovery Recovery;
  // The last text of `@callee` that was valid is analysed with its user: the
  // user is fine without.
  const std::string Noise = "  %u = noisy.encode %x : i5 -> !noisy.i32\n"
                            "  return %u : !noisy.i32\n";
  Typist T("func.func private @callee() attributes {test.crash}\n" +
               rangeUser(Noise),
           crashingDialects());
  CHECK(problemsOf(T.build()).size() == 1);
  SnapshotPtr BrokenState = T.type("@callee() attr", "@callee( attr");
  REQUIRE(problemsOf(BrokenState).size() == 1);
  CHECK_THAT(problemsOf(BrokenState)[0], !Catch::Contains("crashed"));
  CHECK(bitsOf(BrokenState, "%u") == 12);
}

TEST_CASE("Crashes: a crash in the analysis of integers", "[crashes]") {
  CrashRecovery Recovery;
  Typist T("func.func private @callee()\n"
           "func.func @user(%x: i32) -> i32 {\n"
           "  func.call @callee() : () -> ()\n"
           "  %n = \"crash.range\"() : () -> i32\n"
           "  return %n : i32\n}\n",
           crashingDialects());
  SnapshotPtr First = T.complete(T.build());
  CHECK(problemsOf(First).empty());
  T.replace("@callee()\n", "@callee() attributes {test.crash}\n");
  SnapshotPtr CrashedState = T.complete(T.build());
  Lines Messages = problemsOf(CrashedState);
  REQUIRE(Messages.size() == 2);
  CHECK(Messages[1] ==
        "func.func @user(%x: i32) -> i32 {: MLIR crashed in the analysis of "
        "the integers here, so their ranges are unknown; it will be tried "
        "again when this, or what is analysed with it, changes");
  CHECK_FALSE(partWith(CrashedState, "@user").Sections[0].Details);
  CHECK(partWith(CrashedState, "@user").Sections[0].Facts);
  AnalysisRuns = 0;
  T.edit({0, 0}, "// more\n");
  SnapshotPtr Later = T.complete(T.build());
  CHECK(problemsOf(Later) == Messages);
  CHECK(AnalysisRuns == 0);
  T.replace("@callee() attributes {test.crash}", "@callee()");
  SnapshotPtr FixedState = T.complete(T.build());
  CHECK(problemsOf(FixedState).empty());
  CHECK(partWith(FixedState, "@user").Sections[0].Details);
}
