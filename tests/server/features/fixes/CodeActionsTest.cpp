//===- CodeActionsTest.cpp - What can be mended at a place ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/CodeActions.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "tests/server/Histories.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The fixes at a range of a text, one a line: `!` before the preferred one,
/// and why it is refused behind.
static std::string listed(const Snapshot &State, ByteRange Asked,
                          const FixFilter &Wanted = {}) {
  std::string Result;
  for (const OfferedFix &Offer : listFixes(State, Asked, Wanted)) {
    Result += Offer.IsPreferred ? "!" : "";
    Result += Offer.Title;
    if (!Offer.Refusal.empty())
      Result += ": " + Offer.Refusal;
    Result += "\n";
  }
  return Result;
}

/// The same at the only mark of a text, a place or a range.
static std::string listed(const std::string &Marked,
                          const FixFilter &Wanted = {}) {
  AnnotatedText T(Marked);
  ByteRange Asked = T.Ranges.empty() ? ByteRange{T.Places.at(0), T.Places.at(0)}
                                     : T.Ranges[0];
  return listed(*snapshotOf(T.Text), Asked, Wanted);
}

static FixFilter only(FixGroup Group) {
  FixFilter Wanted;
  Wanted.QuickFixes = Group == FixGroup::QuickFix;
  Wanted.Rewrites = Group == FixGroup::Rewrite;
  Wanted.FixAll = Group == FixGroup::FixAll;
  return Wanted;
}
static const FixFilter QuickFixes = only(FixGroup::QuickFix);
static const FixFilter Rewrites = only(FixGroup::Rewrite);
static const FixFilter FixAll = only(FixGroup::FixAll);

/// A function in which the first `%c` overflows.
static std::string overflowIn(const std::string &Name,
                              const std::string &C = "%c") {
  return "func.func @" + Name +
         "(%a: !noisy.i32) -> !noisy.i32 {\n"
         "  %b = noisy.mul %a, %a : !noisy.i32\n  " +
         C +
         " = noisy.mul %b, %b : !noisy.i32\n"
         "  return %a : !noisy.i32\n}\n";
}
static const std::string Marked = "[|%c|]";

//===----------------------------------------------------------------------===//
// Quick fixes
//===----------------------------------------------------------------------===//

TEST_CASE("Actions: one function, one way to mend it", "[actions]") {
  std::string Ways = "!Insert optimal reduce_noise\n"
                     "Reduce %c here: its noise is over the limit already; "
                     "reduce what it is made of\n";
  CHECK(listed(overflowIn("f", Marked)) == Ways);
  // Declarations are no functions that could be mended.
  CHECK(listed("func.func private @g()\n" + overflowIn("f", Marked)) == Ways);
  // No function at all.
  CHECK(listed("%x = arith.constant 1 : i5\n"
               "%a = noisy.encode %x : i5 -> !noisy.i32\n"
               "%b = noisy.mul %a, %a : !noisy.i32\n"
               "[|%c|] = noisy.mul %b, %b : !noisy.i32\n",
               QuickFixes) == "!Insert optimal reduce_noise\n");
}

TEST_CASE("Actions: the function before the document", "[actions]") {
  std::string Other = "func.func @g() {\n  return\n}\n";
  CHECK(listed(Other + overflowIn("f", Marked), QuickFixes) ==
        "!Insert optimal reduce_noise in @f\n"
        "Insert optimal reduce_noise in the document\n");
  CHECK(listed("module {\n" + overflowIn("f", Marked) + "}\nmodule {\n" +
                   Other + "}\n",
               QuickFixes) == "!Insert optimal reduce_noise in @f\n"
                              "Insert optimal reduce_noise in the document\n");
  // Several at once: what is outside of them counts as well.
  std::string Both = overflowIn("f") + overflowIn("g");
  CHECK(listed("[|" + Both + "|]", QuickFixes) ==
        "!Insert optimal reduce_noise in the document\n");
}

TEST_CASE("Actions: parts of a document", "[actions]") {
  std::string Line = "// -----\n", Other = "func.func @g() {\n  return\n}\n";
  // The other one has nothing to mend.
  CHECK(listed(Other + Line + overflowIn("f", Marked), QuickFixes) ==
        "!Insert optimal reduce_noise\n");
  CHECK(listed(overflowIn("f") + Line + overflowIn("f", Marked), QuickFixes) ==
        "!Insert optimal reduce_noise\n"
        "Insert optimal reduce_noise in all parts of the document\n");
  CHECK(listed(overflowIn("f") + Line + Other + overflowIn("f", Marked),
               QuickFixes) ==
        "!Insert optimal reduce_noise in @f\n"
        "Insert optimal reduce_noise in all of this part\n"
        "Insert optimal reduce_noise in all parts of the document\n");
}

TEST_CASE("Actions: a fix knows what it mends", "[actions]") {
  AnnotatedText T(overflowIn("f", Marked) + overflowIn("g"));
  auto State = snapshotOf(T.Text);
  std::vector<OfferedFix> Found = listFixes(*State, T.Ranges[0], QuickFixes);
  REQUIRE(Found.size() == 2);
  for (const OfferedFix &Offer : Found) {
    REQUIRE(Offer.Problems.size() == 1);
    CHECK(Offer.Problems[0].Code == "noise-overflow");
    CHECK(Offer.Problems[0].Where == T.Ranges[0]);
    CHECK(Offer.Place == T.Ranges[0].Begin);
  }
  CHECK(Found[0].Kind == &fixes::ReduceFunction);
  CHECK(Found[1].Kind == &fixes::ReduceChunk);
}

TEST_CASE("Actions: problems at a place are those of the document",
          "[actions]") {
  std::string Text = overflowIn("f") + "// -----\n" + overflowIn("g") +
                     "func.func @h() {\n  func.call @none() : () -> ()\n"
                     "  return\n}\nfunc.func @broken() {\n  %0 = \n}\n" +
                     overflowIn("i");
  auto State = snapshotOf(Text);
  std::vector<Problem> All, Here;
  State->forEachProblem([&](const Snapshot::Part &, Problem Found) {
    All.push_back(std::move(Found));
  });
  REQUIRE(All.size() >= 5);
  auto collect = [&](const Snapshot::Part &, const Problem &Found) {
    Here.push_back(Found);
    return true;
  };
  State->forEachProblemAt({0, Text.size()}, collect);
  CHECK(Here == All);
  for (size_t Offset = 0; Offset <= Text.size(); ++Offset) {
    Here.clear();
    State->forEachProblemAt({Offset, Offset}, collect);
    std::vector<Problem> Expected;
    for (const Problem &Found : All)
      if (Found.Where.touches({Offset, Offset}))
        Expected.push_back(Found);
    CAPTURE(Offset);
    REQUIRE(Here == Expected);
  }
  // As many as are wanted.
  Here.clear();
  State->forEachProblemAt({0, Text.size()},
                          [&](const Snapshot::Part &, const Problem &Found) {
                            Here.push_back(Found);
                            return Here.size() < 2;
                          });
  CHECK(Here == std::vector<Problem>(All.begin(), All.begin() + 2));
}

TEST_CASE("Actions: a reduction that does nothing can go", "[actions]") {
  AnnotatedText T("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                  "  [|%b|] = noisy.reduce_noise %a : !noisy.i32\n"
                  "  return %b : !noisy.i32\n}\n");
  auto State = snapshotOf(T.Text);
  auto Facts =
      std::make_shared<SectionFacts>(*State->parts()[0].Sections[0].Facts);
  Problem Useless;
  Useless.Severity = Problem::Level::Hint;
  Useless.Source = "noisy";
  Useless.Code = "noise-no-effect";
  Useless.Where = T.Ranges[0];
  Useless.IsUnnecessary = true;
  Facts->Problems = {Useless};
  std::vector<Snapshot::Part> Parts = State->parts().vec();
  Parts[0].Sections[0].Facts = Facts;
  Snapshot With(State->text(), 1, Parts);
  CHECK(listed(With, T.Ranges[0]) == "!Remove this reduce_noise\n");
}

TEST_CASE("Actions: findings about integers", "[actions]") {
  AnnotatedText T("func.func @f(%a: i32) -> i32 {\n"
                  "  [|%b|] = arith.addi %a, %a : i32\n"
                  "  return %b : i32\n}\n");
  auto State = snapshotOf(T.Text);
  auto listWith = [&](const char *Code, const FixFilter &Wanted) {
    auto Details = std::make_shared<SectionDetails>();
    Problem Found;
    Found.Severity = Problem::Level::Hint;
    Found.Source = "noisy";
    Found.Code = Code;
    Found.Where = T.Ranges[0];
    Details->Problems = {Found};
    std::vector<Snapshot::Part> Parts = State->parts().vec();
    Parts[0].Sections[0].Details = Details;
    return listed(Snapshot(State->text(), 1, Parts), T.Ranges[0], Wanted);
  };
  CHECK(listWith("int-constant", QuickFixes) == "!Replace by the constant\n");
  CHECK(listWith("int-comparison", QuickFixes) == "!Replace by the constant\n");
  CHECK(listWith("int-unsigned", QuickFixes) == "!Use the unsigned form\n");
  CHECK(listWith("int-division", QuickFixes) == "");
  // Not where they are not shown.
  FixFilter Hidden = QuickFixes;
  Hidden.Ranges = false;
  CHECK(listWith("int-constant", Hidden) == "");
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

static std::string rewritesIn(const std::string &Body) {
  return listed("func.func @f(%a: !noisy.i32, %t: tensor<2x!noisy.i32>, %i: "
                "index) -> !noisy.i32 {\n" +
                    Body + "\n  return %a : !noisy.i32\n}\n",
                Rewrites);
}

TEST_CASE("Actions: any noisy value can be reduced", "[actions]") {
  CHECK(rewritesIn("  %b| = noisy.mul %a, %a : !noisy.i32") ==
        "Reduce %b here\n");
  CHECK(rewritesIn("  %b = noisy.|mul %a, %a : !noisy.i32") ==
        "Reduce %b here\n");
  CHECK(rewritesIn("  %b = noisy.mul |%a, %a : !noisy.i32") ==
        "Reduce %a here\n");
  CHECK(rewritesIn("  %b = noisy.mul %a, %a| : !noisy.i32") ==
        "Reduce %a here\n");
  CHECK(rewritesIn("  %r:2 = \"a.b\"(%a) : (!noisy.i32) -> (!noisy.i32, "
                   "!noisy.i32)\n  %s = noisy.add %a, %r#1| : !noisy.i32") ==
        "Reduce %r#1 here: nothing is known of its noise, and a reduction "
        "cannot mend that\n");
  // The name of several stands for none of them.
  CHECK(rewritesIn("  %r|:2 = \"a.b\"(%a) : (!noisy.i32) -> (!noisy.i32, "
                   "!noisy.i32)") == "");
  // Not what is no scalar, carries no noise, or is fresh.
  CHECK(rewritesIn("  %e = tensor.extract %t|[%i] : tensor<2x!noisy.i32>") ==
        "");
  CHECK(rewritesIn("  %e = tensor.extract %t[%i|] : tensor<2x!noisy.i32>") ==
        "");
  CHECK(rewritesIn("  %x = arith.constant 3 : i5\n"
                   "  %e| = noisy.encode %x : i5 -> !noisy.i32") == "");
  CHECK(rewritesIn("  %b = noisy.mul %a, %a :| !noisy.i32") == "");
}

TEST_CASE("Actions: what a reduction cannot mend says so", "[actions]") {
  CHECK(rewritesIn("  %b = noisy.scale %a by 100000 : !noisy.i32\n"
                   "  %c = noisy.add %b|, %a : !noisy.i32") ==
        "Reduce %b here: its noise is over the limit already; reduce what it "
        "is made of\n");
  // Not where nobody asked.
  FixFilter Automatic = Rewrites;
  Automatic.IsAutomatic = true;
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  [|%b|] = noisy.scale %a by 100000 : !noisy.i32\n"
                     "  return %a : !noisy.i32\n}\n";
  CHECK(listed(Text, Automatic) == "");
}

TEST_CASE("Actions: a reduction can be removed", "[actions]") {
  for (const char *Line :
       {"  |%r = noisy.reduce_noise %a : !noisy.i32",
        "  %r = noisy.reduce_noise| %a : !noisy.i32",
        "  %r = noisy.reduce_noise %a :| !noisy.i32",
        "  %r = \"noisy.reduce_noise\"(%a)| : (!noisy.i32) -> !noisy.i32"})
    CHECK(rewritesIn(Line) == "Remove this reduce_noise\n");
  CHECK(rewritesIn("  %r = noisy.reduce_noise %a| : !noisy.i32") ==
        "Reduce %a here\nRemove this reduce_noise\n");
}

TEST_CASE("Actions: bounds of arguments and results", "[actions]") {
  auto at = [](const std::string &Text) { return listed(Text, Rewrites); };
  CHECK(at("func.func @f(%a|: !noisy.i32) {\n  return\n}\n") ==
        "Reduce %a here\nDeclare noisy.bound\n");
  CHECK(at("func.func private @f(i1, |!noisy.i32)\n") ==
        "Declare noisy.bound\n");
  CHECK(at("func.func private @f(i1) -> !noisy.i32|\n") ==
        "Declare noisy.bound\n");
  CHECK(at("func.func @f(%a: !noisy.i32) -> !noi|sy.i32 {\n"
           "  return %a : !noisy.i32\n}\n") == "Declare noisy.bound\n");
  // Not where one is, nor on what is no argument of a function.
  CHECK(at("func.func private @f(!nois|y.i32 {func.x, noisy.bound = 20 : "
           "i64})\n") == "");
  CHECK(at("func.func private @f(!nois|y.i32 {func.x = 1 : i64})\n") ==
        "Declare noisy.bound\n");
  CHECK(at("func.func private @f(i|1, !noisy.i32)\n") == "");
  CHECK(at("func.func private @f(tensor<2x!noisy|.i32>)\n") == "");
  CHECK(at("func.func @f(%a: !noisy.i32) {\n  cf.br ^b(%a : !noisy.i32)\n"
           "^b(%b|: !noisy.i32):\n  return\n}\n") == "Reduce %b here\n");
}

TEST_CASE("Actions: a light only where there is something to mend",
          "[actions]") {
  FixFilter Automatic;
  Automatic.IsAutomatic = true;
  std::string Fine = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %b| = noisy.mul %a, %a : !noisy.i32\n"
                     "  return %b : !noisy.i32\n}\n";
  CHECK(listed(Fine) == "Reduce %b here\n");
  CHECK(listed(Fine, Automatic) == "");
  // Whoever selects something wants something.
  CHECK(listed(replaced(Fine, "%b|", "[|%b|]"), Automatic) ==
        "Reduce %b here\n");
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

TEST_CASE("Actions: everything at once, wherever it is", "[actions]") {
  CHECK(listed("|" + overflowIn("f"), FixAll) ==
        "Insert optimal reduce_noise wherever it is needed\n");
  CHECK(listed("|func.func @f() {\n  return\n}\n", FixAll) == "");
  CHECK(listed("|" + overflowIn("f")) == "");
}

TEST_CASE("Actions: what cannot be parsed cannot be mended", "[actions]") {
  std::string Broken = "func.func @g() {\n  %0 = \n}\n";
  CHECK(listed(Broken + "// -----\n" + overflowIn("f", Marked), QuickFixes) ==
        "!Insert optimal reduce_noise\n");
  // A function may be, alone.
  CHECK(listed(Broken + overflowIn("f", Marked), QuickFixes) ==
        "!Insert optimal reduce_noise in @f\n"
        "Insert optimal reduce_noise in the document: the text has errors; "
        "mend these first\n");
  std::string Before = overflowIn("f"),
              After = replaced(Before, "%b, %b", "%b");
  auto State = snapshotAfter({Before, After});
  size_t At = After.find("%b");
  CHECK(listed(*State, {At, At}, Rewrites) ==
        "Reduce %b here: the text has errors; mend these first\n");
}
