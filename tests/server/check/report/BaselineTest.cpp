//===- BaselineTest.cpp - The findings that are known ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/check/CheckRun.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
struct BaselineRun : CheckRun {
  BaselineRun() { Options.TryFeatures = false; }

  /// Checks a file of this text, with the baseline of an earlier text.
  CheckStatus after(const std::string &Old, const std::string &New) {
    std::string File = write("in/a.mlir", Old);
    Options.Baseline.clear();
    Options.NewBaseline = path("known.json");
    CHECK(run({File}) == CheckStatus::Fine);
    Options.Baseline = std::exchange(Options.NewBaseline, "");
    write("in/a.mlir", New);
    return run({File});
  }
};
} // namespace

static const std::string Other =
    "func.func @other(%x: !noisy.i32) -> !noisy.i32 {\n"
    "  %0 = noisy.mul %x, %x : !noisy.i32\n"
    "  %1 = noisy.mul %0, %0 : !noisy.i32\n"
    "  return %1 : !noisy.i32\n"
    "}\n";

TEST_CASE("Baseline: what is known is left out", "[check]") {
  BaselineRun Files;
  CHECK(Files.after(Overflow, Overflow) == CheckStatus::Fine);
  CHECK(Files.Findings.empty());
  CHECK_THAT(Files.Notes, Catch::StartsWith("in/a.mlir: 0 errors, 0 warnings, "
                                            "1 known finding; "));

  // Lines above and below.
  CHECK(Files.after(Overflow, std::string("// A comment.\n\n") + Overflow +
                                  "// The end.\n") == CheckStatus::Fine);
  // A new finding in another function, above.
  CHECK(Files.after(Overflow, Other + Overflow) == CheckStatus::Errors);
  CHECK(Files.finds("%1 can have"));
  CHECK_FALSE(Files.finds("%c can have"));
  // The numbers of values, and the noise on the way.
  std::string Longer = Other;
  Longer.replace(Longer.find("  %0"), 0,
                 "  %0 = noisy.add %x, %x : !noisy.i32\n");
  Longer.replace(Longer.find("  %0 = noisy.mul %x, %x"), 23,
                 "  %1 = noisy.mul %0, %x");
  Longer.replace(Longer.find("  %1 = noisy.mul %0, %0"), 23,
                 "  %2 = noisy.mul %1, %1");
  Longer.replace(Longer.find("return %1"), 9, "return %2");
  INFO(Longer);
  CHECK(Files.after(Other, Longer) == CheckStatus::Fine);
  // The same line once more is new.
  std::string Twice = Overflow;
  Twice.replace(Twice.find("  return"), 0,
                "  %d = noisy.mul %b, %b : !noisy.i32\n");
  CHECK(Files.after(Overflow, Twice) == CheckStatus::Errors);
  CHECK(Files.finds("%d can have"));
}

TEST_CASE("Baseline: problems of MLIR are told apart by their message",
          "[check]") {
  BaselineRun Files;
  CHECK(Files.after("func.func @f() { oops }\n",
                    "\nfunc.func @f() { oops }\n") == CheckStatus::Fine);
  CHECK(Files.after("func.func @f() -> i1 { return }\n",
                    "func.func @f() -> i1 { return %x : i1 }\n") ==
        CheckStatus::Errors);
}

TEST_CASE("Baseline: a file that is none", "[check]") {
  BaselineRun Files;
  std::string File = Files.write("a.mlir", "module {}\n");
  Files.Options.Baseline = Files.path("none.json");
  CHECK(Files.run({File}) == CheckStatus::Unreadable);
  CHECK_THAT(Files.Notes, Catch::Contains("cannot be read") &&
                              Catch::Contains("--write-baseline makes one"));
  for (const char *Text :
       {"{", "[]", "{\"version\": 7}", "{\"version\": 1, \"findings\": 3}",
        "{\"version\": 1, \"findings\": [{}]}"}) {
    Files.Options.Baseline = Files.write("bad.json", Text);
    INFO(Text);
    CHECK(Files.run({File}) == CheckStatus::Unreadable);
    CHECK_THAT(Files.Notes, Catch::StartsWith("the baseline "));
  }
  Files.Options.Baseline.clear();
  Files.Options.NewBaseline = Files.path("nowhere/b.json");
  CHECK(Files.run({File}) == CheckStatus::Unreadable);
  CHECK_THAT(Files.Notes, Catch::Contains("cannot be written"));
}
