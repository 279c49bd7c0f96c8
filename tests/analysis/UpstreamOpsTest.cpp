//===- UpstreamOpsTest.cpp - Every way that MLIR has to go on -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The snippets in upstream-ops/ hold every upstream operation with control flow
// of its own, and integers at the edges of what is allowed. What is never
// executed there has a name that begins with "%dead": nothing else may be taken
// for it.
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/SymbolicBounds.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/metadata/MetadataFacts.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "system/ChildProcess.h"
#include "tests/support/Program.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <filesystem>
#include <fstream>
#include <map>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
struct Snippet {
  /// "scf.mlir:12", where it begins.
  std::string place;
  std::string text;
};
} // namespace

/// The folder of the snippets. The name of this file is relative to the folder
/// in which the tests were built.
static std::filesystem::path getFolder() {
  std::filesystem::path sourceFile =
      std::filesystem::path(executableFolder()) / __FILE__;
  return sourceFile.parent_path() / "upstream-ops";
}

static std::vector<Snippet> readSnippets() {
  std::vector<Snippet> snippets;
  for (const auto &entry : std::filesystem::directory_iterator(getFolder())) {
    std::ifstream file(entry.path());
    REQUIRE(file);
    unsigned number = 0;
    auto begin = [&] {
      std::string name = entry.path().filename();
      snippets.push_back({name + ":" + std::to_string(number + 1), ""});
    };
    begin();
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line == "// -----")
        begin();
      else
        snippets.back().text += line + "\n";
    }
  }
  return snippets;
}

namespace {
/// Crash recovery for one test: Catch has signal handlers of its own, which
/// come after these.
struct WithCrashRecovery {
  WithCrashRecovery() { llvm::CrashRecoveryContext::Enable(); }
  ~WithCrashRecovery() { llvm::CrashRecoveryContext::Disable(); }
};
} // namespace

/// Runs the analyses over `root`; false when they crash.
static bool survives(Operation *root) {
  llvm::CrashRecoveryContext recovery;
  return recovery.RunSafely([&] {
    ProgramFlow flow(root);
    NoiseFacts::compute(flow);
    MetadataFacts::compute(flow);
    IntegerFacts::compute(flow);
    root->walk([](Operation *op) {
      decideComparison(op);
      for (Value result : op->getResults())
        getSymbolicBounds(result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            getSymbolicBounds(argument);
    });
  });
}

/// Whether operations of this name have control flow that the analyses ask
/// them for.
static bool hasControlFlow(OperationName name) {
  return name.hasInterface<RegionBranchOpInterface>() ||
         name.hasInterface<BranchOpInterface>() ||
         name.hasInterface<LoopLikeOpInterface>() ||
         name.hasInterface<CallOpInterface>() ||
         name.hasInterface<CallableOpInterface>();
}

TEST_CASE("each upstream operation with control flow has a snippet") {
  llvm::StringSet<> present;
  for (const Snippet &snippet : readSnippets()) {
    Program program(snippet.text);
    INFO(snippet.place << "\n" << program.diagnostics());
    REQUIRE(program.isParsed());
    program.module()->walk(
        [&](Operation *op) { present.insert(op->getName().getStringRef()); });
  }
  Program emptyProgram("");
  emptyProgram.context()->loadAllAvailableDialects();
  unsigned count = 0;
  for (OperationName name : emptyProgram.context()->getRegisteredOperations()) {
    if (!hasControlFlow(name))
      continue;
    ++count;
    CAPTURE(name.getStringRef().str());
    CHECK(present.contains(name.getStringRef()));
  }
  CHECK(count >= 60);
}

TEST_CASE("the analysis goes through each of them without a crash") {
  WithCrashRecovery recovery;
  for (const Snippet &snippet : readSnippets()) {
    CAPTURE(snippet.place, snippet.text);
    auto program = std::make_unique<Program>(snippet.text);
    INFO(program->diagnostics());
    REQUIRE(program->isParsed());
    // The whole, and each function alone.
    std::vector<Operation *> roots = {program->module()};
    for (Operation &op : *program->module().getBody())
      roots.push_back(&op);
    for (Operation *root : roots)
      if (!survives(root)) {
        // Whatever the crash left there is not fit to be cleaned up.
        program.release();
        FAIL("the analysis crashes");
      }
  }
}

TEST_CASE("what they do not tell is not taken for safe, nor for dead") {
  for (const Snippet &snippet : readSnippets()) {
    Program program(snippet.text);
    CAPTURE(snippet.place, snippet.text);
    const NoiseFacts &facts = program.facts();
    // Without noise the analysis would not have looked.
    REQUIRE_FALSE(facts.getValues().empty());
    llvm::DenseSet<Value> reportedValues;
    for (const NoiseFinding &finding : facts.getFindings()) {
      reportedValues.insert(finding.value);
      reportedValues.insert_range(finding.others);
    }
    for (auto [value, fact] :
         llvm::zip_equal(facts.getValues(), facts.getFacts())) {
      std::string name = program.name(value);
      CAPTURE(name, fact.bound);
      if (fact.bound.isUnreachable())
        CHECK(llvm::StringRef(name).starts_with("%dead"));
      if (fact.bound.exceeds(26))
        CHECK((fact.unreliableCause || reportedValues.contains(value)));
    }
  }
}
