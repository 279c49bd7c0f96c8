//===- BuilderGuardTest.cpp - Builds that survive crashes -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/BuilderGuard.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/CrashRecovery.h"
#include <catch2/catch.hpp>
#include <csignal>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Program = "func.func @f() {\n  return\n}\n"
                                   "func.func @g() {\n  return\n}\n";

namespace {
/// Builds a text, with crashes in so many of the first attempts.
struct Builds {
  std::shared_ptr<const Snapshot> build(const std::string &Contents,
                                        unsigned Crashes) {
    // It is asked whether it was stopped in the middle of a build.
    auto ShouldStop = [&] {
      if (Crashes != 0) {
        --Crashes;
        ::raise(SIGSEGV);
      }
      return false;
    };
    std::shared_ptr<const Snapshot> NewSnapshot;
    OffsetMap Edits;
    if (Last)
      Edits = OffsetMap(TextChange::diff(Last->text().bytes(), Contents));
    (void)surviveOnLargeStack([&] {
      NewSnapshot = Guard.build(Text(Contents), ++Version, Edits, Effort::Full,
                                ShouldStop);
    });
    REQUIRE(NewSnapshot);
    CHECK(NewSnapshot->version() == Version);
    return Last = NewSnapshot;
  }

  std::vector<std::string> Messages;
  BuilderGuard Guard{allDialects(), "a.mlir", [this](const std::string &Text) {
                       Messages.push_back(Text);
                     }};
  int64_t Version = 0;
  std::shared_ptr<const Snapshot> Last;
};
} // namespace

TEST_CASE("Builder: after a crash the text is built from nothing",
          "[builder]") {
  CrashRecovery Recovery;
  Builds B;
  CHECK(B.build(Program, 0)->parts().size() == 2);
  CHECK(B.build("// x\n" + Program, 1)->parts().size() == 2);
  CHECK(
      B.build(Program + "func.func @h() {\n  return\n}\n", 0)->parts().size() ==
      3);
  CHECK(B.Messages.empty());
}

TEST_CASE("Builder: a text that it crashes on twice is given up until it "
          "changes",
          "[builder]") {
  CrashRecovery Recovery;
  Builds B;
  std::shared_ptr<const Snapshot> CrashedState = B.build(Program, 2);
  std::vector<std::string> Problems;
  CrashedState->forEachProblem(
      [&](const Snapshot::Part &, const Problem &Issue) {
        CHECK(Issue.Severity == Problem::Level::Error);
        CHECK(Issue.Range == ByteRange{0, Program.find('\n')});
        Problems.push_back(Issue.Message);
      });
  CHECK(Problems ==
        std::vector<std::string>{"the server crashed on this document; there "
                                 "are no results until it changes"});
  REQUIRE(B.Messages.size() == 1);
  CHECK(B.Messages[0].find("a.mlir") != std::string::npos);
  CHECK(B.build("// x\n" + Program, 0)->parts().size() == 2);
  CHECK(B.Messages.size() == 1);
}
