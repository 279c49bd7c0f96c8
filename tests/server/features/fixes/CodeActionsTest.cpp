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
static std::string listTitles(const Snapshot &State, ByteRange Range,
                              const FixFilter &Filter = {}) {
  std::string Result;
  for (const OfferedFix &Offer : listFixes(State, Range, Filter)) {
    Result += Offer.IsPreferred ? "!" : "";
    Result += Offer.Title;
    if (!Offer.Refusal.empty())
      Result += ": " + Offer.Refusal;
    Result += "\n";
  }
  return Result;
}

/// The same at the only mark of a text, a place or a range.
static std::string listTitles(const std::string &MarkedText,
                              const FixFilter &Filter = {}) {
  AnnotatedText T(MarkedText);
  ByteRange Range = T.Ranges.empty() ? ByteRange{T.Places.at(0), T.Places.at(0)}
                                     : T.Ranges[0];
  return listTitles(*snapshotOf(T.Text), Range, Filter);
}

static FixFilter filterFor(FixGroup Group) {
  FixFilter Filter;
  Filter.QuickFixes = Group == FixGroup::QuickFix;
  Filter.Rewrites = Group == FixGroup::Rewrite;
  Filter.FixAll = Group == FixGroup::FixAll;
  return Filter;
}
static const FixFilter QuickFixes = filterFor(FixGroup::QuickFix);
static const FixFilter Rewrites = filterFor(FixGroup::Rewrite);
static const FixFilter FixAll = filterFor(FixGroup::FixAll);

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
static const std::string MarkedName = "[|%c|]";

//===----------------------------------------------------------------------===//
// Quick fixes
//===----------------------------------------------------------------------===//

TEST_CASE("Actions: one function, one way to mend it", "[actions]") {
  std::string Ways = "!Insert optimal reduce_noise\n"
                     "Rewrite, then insert optimal reduce_noise\n"
                     "Reduce %c here: its noise is over the limit already; "
                     "reduce its operands\n";
  CHECK(listTitles(overflowIn("f", MarkedName)) == Ways);
  // Declarations are no functions that could be mended.
  CHECK(listTitles("func.func private @g()\n" + overflowIn("f", MarkedName)) ==
        Ways);
  // No function at all.
  CHECK(listTitles("%x = arith.constant 1 : i5\n"
                   "%a = noisy.encode %x : i5 -> !noisy.i32\n"
                   "%b = noisy.mul %a, %a : !noisy.i32\n"
                   "[|%c|] = noisy.mul %b, %b : !noisy.i32\n",
                   QuickFixes) ==
        "!Insert optimal reduce_noise\n"
        "Rewrite, then insert optimal reduce_noise\n");
}

TEST_CASE("Actions: an overflow is mended from anywhere in its lines",
          "[actions]") {
  const std::string Ways = "!Insert optimal reduce_noise\n"
                           "Rewrite, then insert optimal reduce_noise\n";
  for (const char *Line :
       {"|  %c = noisy.mul %b, %b : !noisy.i32",
        " | %c = noisy.mul %b, %b : "
        "!noisy.i32",
        "  %c = noisy.|mul %b, %b : !noisy.i32",
        "  %c = noisy.mul %b, %|b : !noisy.i32",
        "  %c = noisy.mul %b, %b : !noisy.i32|",
        "  %c = noisy.mul %b, %b : !noisy.i32   // why|",
        "  %c =\n    noisy.mul %b,\n      %b :|\n    !noisy.i32",
        "  %c =\n    noisy.mul %b,\n  |    %b :\n    !noisy.i32"}) {
    CAPTURE(Line);
    CHECK(listTitles(replaceOnce(overflowIn("f"),
                                 "  %c = noisy.mul %b, %b : !noisy.i32", Line),
                     QuickFixes) == Ways);
  }
  // Not from other lines, nor from those inside.
  CHECK(listTitles(replaceOnce(overflowIn("f"), "!noisy.i32\n  return",
                               "!noisy.i32\n  return|"),
                   QuickFixes) == "");
  CHECK(listTitles(replaceOnce(overflowIn("f"), "%a, %a :", "%a, %a| :"),
                   QuickFixes) == "");
  // The one at the cursor, if there are several in the line.
  AnnotatedText Two("func.func @f(%a: !noisy.i32) {\n"
                    "  %b = noisy.mul %a, %a : !noisy.i32\n"
                    "  %c| = noisy.mul %b, %b : !noisy.i32  "
                    "%d = noisy.mul %b|, %b : !noisy.i32\n  return\n}\n");
  auto State = snapshotOf(Two.Text);
  auto problemsAt = [&](size_t Place) {
    return listFixes(*State, {Place, Place}, QuickFixes).at(0).Problems.size();
  };
  CHECK(problemsAt(Two.Places[0]) == 1);
  CHECK(problemsAt(Two.Places[1]) == 2);
}

TEST_CASE("Actions: an overflow is mended from what depends on it",
          "[actions]") {
  const std::string Text =
      replaceOnce(overflowIn("f"), "  return",
                  "  %d = noisy.add %c, %a : !noisy.i32|\n  return");
  CHECK(listTitles(Text, QuickFixes) ==
        "!Insert optimal reduce_noise\n"
        "Rewrite, then insert optimal reduce_noise\n");
  // Nobody has asked at a stop of the cursor.
  FixFilter Automatic = QuickFixes;
  Automatic.IsAutomatic = true;
  CHECK(listTitles(Text, Automatic) == "");
}

TEST_CASE("Actions: an overflow in one of several calls is mended from both "
          "its places",
          "[actions]") {
  const std::string Text =
      "func.func private @relu(%z: !noisy.i32) -> !noisy.i32 {\n"
      "  %u = noisy.mul %z, %z : !noisy.i32\n"
      "  return %u : !noisy.i32\n}\n"
      "func.func @main(%a: !noisy.i32) -> !noisy.i32 {\n"
      "  %1 = call @relu(%a) : (!noisy.i32) -> !noisy.i32\n"
      "  %h = noisy.scale %a by 64 : !noisy.i32\n"
      "  %2 = call @relu(%h) : (!noisy.i32) -> !noisy.i32\n"
      "  %3 = noisy.add %1, %2 : !noisy.i32\n"
      "  return %3 : !noisy.i32\n}\n";
  std::string AtCall =
      listTitles(replaceOnce(Text, "%2 =", "%2| ="), QuickFixes);
  CHECK(llvm::StringRef(AtCall).contains("!Insert optimal reduce_noise in "
                                         "@main\n"));
  CHECK(listTitles(replaceOnce(Text, "%u = noisy.mul", "%u = noisy.|mul"),
                   QuickFixes) == AtCall);
  // What does not overflow is not mended.
  CHECK(listTitles(replaceOnce(Text, "%h =", "%h| ="), QuickFixes) == "");
}

TEST_CASE("Actions: the lines of a loop are those of its head", "[actions]") {
  const std::string Loop =
      "func.func @f(%a: !noisy.i32, %n: index, %i: index) {\n"
      "  %b = noisy.mul %a, %a : !noisy.i32\n"
      "  %c = scf.for %k = %i\n"
      "      to %n step %i iter_args(%d = %b) -> (!noisy.i32) {\n"
      "    %e = noisy.mul %d, %d : !noisy.i32\n"
      "    scf.yield %a : !noisy.i32\n"
      "  }\n"
      "  return\n}\n";
  auto isOfferedAt = [&](const char *Line, const char *Marked) {
    return listTitles(replaceOnce(Loop, Line, Marked), QuickFixes) != "";
  };
  CHECK(isOfferedAt("%d, %d :", "%d, %d| :"));
  CHECK_FALSE(isOfferedAt("scf.yield", "|scf.yield"));
  CHECK_FALSE(isOfferedAt("  }", "  }|"));
  CHECK_FALSE(isOfferedAt("to %n", "|to %n"));
}

TEST_CASE("Actions: the function before the document", "[actions]") {
  std::string OtherFunction = "func.func @g() {\n  return\n}\n";
  CHECK(listTitles(OtherFunction + overflowIn("f", MarkedName), QuickFixes) ==
        "!Insert optimal reduce_noise in @f\n"
        "Insert optimal reduce_noise in the document\n"
        "Rewrite, then insert optimal reduce_noise in @f\n"
        "Rewrite, then insert optimal reduce_noise in the document\n");
  CHECK(listTitles("module {\n" + overflowIn("f", MarkedName) +
                       "}\nmodule {\n" + OtherFunction + "}\n",
                   QuickFixes) ==
        "!Insert optimal reduce_noise in @f\n"
        "Insert optimal reduce_noise in the document\n"
        "Rewrite, then insert optimal reduce_noise in @f\n"
        "Rewrite, then insert optimal reduce_noise in the document\n");
  // Several at once: what is outside of them counts as well.
  std::string BothFunctions = overflowIn("f") + overflowIn("g");
  CHECK(listTitles("[|" + BothFunctions + "|]", QuickFixes) ==
        "!Insert optimal reduce_noise in the document\n"
        "Rewrite, then insert optimal reduce_noise in the document\n");
}

TEST_CASE("Actions: parts of a document", "[actions]") {
  std::string Line = "// -----\n",
              OtherFunction = "func.func @g() {\n  return\n}\n";
  // The other one has nothing to mend.
  CHECK(listTitles(OtherFunction + Line + overflowIn("f", MarkedName),
                   QuickFixes) ==
        "!Insert optimal reduce_noise\n"
        "Rewrite, then insert optimal reduce_noise\n");
  CHECK(listTitles(overflowIn("f") + Line + overflowIn("f", MarkedName),
                   QuickFixes) ==
        "!Insert optimal reduce_noise\n"
        "Insert optimal reduce_noise in all parts of the document\n"
        "Rewrite, then insert optimal reduce_noise\n"
        "Rewrite, then insert optimal reduce_noise in all parts of the "
        "document\n");
  CHECK(listTitles(overflowIn("f") + Line + OtherFunction +
                       overflowIn("f", MarkedName),
                   QuickFixes) ==
        "!Insert optimal reduce_noise in @f\n"
        "Insert optimal reduce_noise in all of this part\n"
        "Insert optimal reduce_noise in all parts of the document\n"
        "Rewrite, then insert optimal reduce_noise in @f\n"
        "Rewrite, then insert optimal reduce_noise in all of this part\n"
        "Rewrite, then insert optimal reduce_noise in all parts of the "
        "document\n");
}

TEST_CASE("Actions: nothing to rewrite", "[actions]") {
  CHECK(listTitles("func.func @f(%a: !noisy.i32 {noisy.bound = 30 : i64}) -> "
                   "!noisy.i32 {\n  [|return|] %a : !noisy.i32\n}\n",
                   QuickFixes) == "");
}

TEST_CASE("Actions: a fix knows what it mends", "[actions]") {
  AnnotatedText T(overflowIn("f", MarkedName) + overflowIn("g"));
  auto State = snapshotOf(T.Text);
  std::vector<OfferedFix> Offers = listFixes(*State, T.Ranges[0], QuickFixes);
  REQUIRE(Offers.size() == 4);
  for (const OfferedFix &Offer : Offers) {
    REQUIRE(Offer.Problems.size() == 1);
    CHECK(Offer.Problems[0].Code == "noise-overflow");
    CHECK(Offer.Problems[0].Range == T.Ranges[0]);
    CHECK(Offer.Place == T.Ranges[0].Begin);
  }
  CHECK(Offers[0].Kind == &fixes::ReduceFunction);
  CHECK(Offers[1].Kind == &fixes::ReduceChunk);
  CHECK(Offers[2].Kind == &fixes::RewriteFunction);
  CHECK(Offers[3].Kind == &fixes::RewriteChunk);
}

TEST_CASE("Actions: problems at a place are those of the document",
          "[actions]") {
  std::string Text = overflowIn("f") + "// -----\n" + overflowIn("g") +
                     "func.func @h() {\n  func.call @none() : () -> ()\n"
                     "  return\n}\nfunc.func @broken() {\n  %0 = \n}\n" +
                     overflowIn("i");
  auto State = snapshotOf(Text);
  std::vector<Problem> AllProblems, LocalProblems;
  State->forEachProblem([&](const Snapshot::Part &, Problem Issue) {
    AllProblems.push_back(std::move(Issue));
  });
  REQUIRE(AllProblems.size() >= 5);
  auto collect = [&](const Snapshot::Part &, const Problem &Issue) {
    LocalProblems.push_back(Issue);
    return true;
  };
  State->forEachProblemAt({0, Text.size()}, collect);
  CHECK(LocalProblems == AllProblems);
  for (size_t Offset = 0; Offset <= Text.size(); ++Offset) {
    LocalProblems.clear();
    State->forEachProblemAt({Offset, Offset}, collect);
    std::vector<Problem> ExpectedProblems;
    for (const Problem &Issue : AllProblems)
      if (Issue.Range.touches({Offset, Offset}))
        ExpectedProblems.push_back(Issue);
    CAPTURE(Offset);
    REQUIRE(LocalProblems == ExpectedProblems);
  }
  // As many as are wanted.
  LocalProblems.clear();
  State->forEachProblemAt({0, Text.size()},
                          [&](const Snapshot::Part &, const Problem &Issue) {
                            LocalProblems.push_back(Issue);
                            return LocalProblems.size() < 2;
                          });
  CHECK(LocalProblems ==
        std::vector<Problem>(AllProblems.begin(), AllProblems.begin() + 2));
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
  Useless.Range = T.Ranges[0];
  Useless.IsUnnecessary = true;
  Facts->Problems = {Useless};
  std::vector<Snapshot::Part> Parts = State->parts().vec();
  Parts[0].Sections[0].Facts = Facts;
  Snapshot ProblemState(State->text(), 1, Parts);
  CHECK(listTitles(ProblemState, T.Ranges[0]) == "!Remove this reduce_noise\n");
}

TEST_CASE("Actions: findings about integers", "[actions]") {
  AnnotatedText T("func.func @f(%a: i32) -> i32 {\n"
                  "  [|%b|] = arith.addi %a, %a : i32\n"
                  "  return %b : i32\n}\n");
  auto State = snapshotOf(T.Text);
  auto listWith = [&](const char *Code, const FixFilter &Filter) {
    auto Details = std::make_shared<SectionDetails>();
    Problem Issue;
    Issue.Severity = Problem::Level::Hint;
    Issue.Source = "noisy";
    Issue.Code = Code;
    Issue.Range = T.Ranges[0];
    Details->Problems = {Issue};
    std::vector<Snapshot::Part> Parts = State->parts().vec();
    Parts[0].Sections[0].Details = Details;
    return listTitles(Snapshot(State->text(), 1, Parts), T.Ranges[0], Filter);
  };
  CHECK(listWith("int-constant", QuickFixes) == "!Replace with the constant\n");
  CHECK(listWith("int-comparison", QuickFixes) ==
        "!Replace with the constant\n");
  CHECK(listWith("int-unsigned", QuickFixes) == "");
  FixFilter UnsignedFilter = QuickFixes;
  UnsignedFilter.Unsigned = true;
  CHECK(listWith("int-unsigned", UnsignedFilter) == "!Use the unsigned form\n");
  CHECK(listWith("int-division", QuickFixes) == "");
  // Not where they are not shown.
  FixFilter RangelessFilter = QuickFixes;
  RangelessFilter.Ranges = false;
  CHECK(listWith("int-constant", RangelessFilter) == "");
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

static std::string rewritesIn(const std::string &Body) {
  return listTitles(
      "func.func @f(%a: !noisy.i32, %t: tensor<2x!noisy.i32>, %i: "
      "index) -> !noisy.i32 {\n" +
          Body + "\n  return %a : !noisy.i32\n}\n",
      Rewrites);
}

TEST_CASE("Actions: a rewriting may save the reductions that stand",
          "[actions]") {
  const std::string Body = "  %0 = noisy.add %a, %a : !noisy.i32\n"
                           "  %1 = |noisy.reduce_noise %0 : !noisy.i32";
  CHECK(rewritesIn(Body) ==
        "Rewrite, then insert optimal reduce_noise in @f: fixes keep the "
        "reductions that are there; the setting "
        "noisy.optimizer.removeExisting lets them remove these\n"
        "Remove this reduce_noise\n");
  FixFilter Filter = Rewrites;
  Filter.RemoveExisting = true;
  CHECK(
      listTitles("func.func @f(%a: !noisy.i32) {\n" + Body + "\n  return\n}\n",
                 Filter) == "Rewrite, then insert optimal reduce_noise in @f\n"
                            "Remove this reduce_noise\n");
  // Nothing to rewrite.
  CHECK(rewritesIn("  %1 = |noisy.reduce_noise %a : !noisy.i32") ==
        "Remove this reduce_noise\n");
}

TEST_CASE("Actions: any noisy value can be reduced", "[actions]") {
  CHECK(rewritesIn("  %b| = noisy.mul %a, %a : !noisy.i32") ==
        "Reduce %b here\n");
  CHECK(rewritesIn("  %b = noisy.|mul %a, %a : !noisy.i32") ==
        "Reduce %b here\n");
  const std::string Product = "  %p = noisy.mul %a, %a : !noisy.i32\n";
  CHECK(rewritesIn(Product + "  %b = noisy.add |%p, %a : !noisy.i32") ==
        "Reduce %p here\n");
  CHECK(rewritesIn(Product + "  %b = noisy.add %a, %p| : !noisy.i32") ==
        "Reduce %p here\n");
  CHECK(rewritesIn("  %r:2 = \"a.b\"(%a) : (!noisy.i32) -> (!noisy.i32, "
                   "!noisy.i32)\n  %s = noisy.add %a, %r#1| : !noisy.i32") ==
        "Reduce %r#1 here: its noise is unknown, and a reduction does not fix "
        "that\n");
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
  CHECK(rewritesIn("  %b = noisy.mul |%a, %a : !noisy.i32") == "");
}

TEST_CASE("Actions: what a reduction cannot mend says so", "[actions]") {
  CHECK(rewritesIn("  %b = noisy.scale %a by 100000 : !noisy.i32\n"
                   "  %c = noisy.add %b|, %a : !noisy.i32") ==
        "Reduce %b here: its noise is over the limit already; reduce its "
        "operands\n");
  // Not where nobody asked.
  FixFilter Automatic = Rewrites;
  Automatic.IsAutomatic = true;
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  [|%b|] = noisy.scale %a by 100000 : !noisy.i32\n"
                     "  return %a : !noisy.i32\n}\n";
  CHECK(listTitles(Text, Automatic) == "");
}

TEST_CASE("Actions: a reduction can be removed", "[actions]") {
  for (const char *Line :
       {"  |%r = noisy.reduce_noise %a : !noisy.i32",
        "  %r = noisy.reduce_noise| %a : !noisy.i32",
        "  %r = noisy.reduce_noise %a :| !noisy.i32",
        "  %r = \"noisy.reduce_noise\"(%a)| : (!noisy.i32) -> !noisy.i32"})
    CHECK(rewritesIn(Line) == "Remove this reduce_noise\n");
  CHECK(rewritesIn("  %r = noisy.reduce_noise %a| : !noisy.i32") ==
        "Remove this reduce_noise\n");
}

TEST_CASE("Actions: bounds of arguments and results", "[actions]") {
  auto titlesAt = [](const std::string &Text) {
    return listTitles(Text, Rewrites);
  };
  CHECK(titlesAt("func.func @f(%a|: !noisy.i32) {\n  return\n}\n") ==
        "Declare noisy.bound\n");
  CHECK(titlesAt("func.func private @f(i1, |!noisy.i32)\n") ==
        "Declare noisy.bound\n");
  CHECK(titlesAt("func.func private @f(i1) -> !noisy.i32|\n") ==
        "Declare noisy.bound\n");
  CHECK(titlesAt("func.func @f(%a: !noisy.i32) -> !noi|sy.i32 {\n"
                 "  return %a : !noisy.i32\n}\n") == "Declare noisy.bound\n");
  // Not where one is, nor on what is no argument of a function.
  CHECK(titlesAt("func.func private @f(!nois|y.i32 {func.x, noisy.bound = 20 : "
                 "i64})\n") == "");
  CHECK(titlesAt("func.func private @f(!nois|y.i32 {func.x = 1 : i64})\n") ==
        "Declare noisy.bound\n");
  CHECK(titlesAt("func.func private @f(i|1, !noisy.i32)\n") == "");
  CHECK(titlesAt("func.func private @f(tensor<2x!noisy|.i32>)\n") == "");
  CHECK(titlesAt("func.func @f(%a: !noisy.i32) {\n  cf.br ^b(%a : !noisy.i32)\n"
                 "^b(%b|: !noisy.i32):\n  return\n}\n") == "");
}

TEST_CASE("Actions: a call of a declaration offers to declare its noise",
          "[actions]") {
  auto titlesAt = [](const std::string &Line) {
    return listTitles("func.func private @g() -> !noisy.i32\n"
                      "func.func private @h() -> (!noisy.i32 {noisy.bound = 20 "
                      ": i64})\n"
                      "func.func @f() -> !noisy.i32 {\n" +
                      Line + "\n}\n");
  };
  const std::string Call = "  %u = call @g() : () -> !noisy.i32\n";
  // As a quick fix of the warning, and around.
  CHECK(titlesAt("  [|%u|] = call @g() : () -> !noisy.i32\n"
                 "  return %u : !noisy.i32")
            .starts_with("!Declare noisy.bound\n"));
  for (const char *Line : {"  %u = ca|ll @g() : () -> !noisy.i32",
                           "  %u = call @g|() : () -> !noisy.i32"})
    CHECK_THAT(titlesAt(std::string(Line) + "\n  return %u : !noisy.i32"),
               Catch::Contains("Declare noisy.bound\n"));
  CHECK_THAT(titlesAt(Call + "  %v = noisy.add %u|, %u : !noisy.i32\n"
                             "  return %v : !noisy.i32"),
             Catch::Contains("Declare noisy.bound\n"));
  // Not where it is declared, or of no use.
  CHECK(titlesAt("  %u = ca|ll @h() : () -> !noisy.i32\n"
                 "  return %u : !noisy.i32") == "Reduce %u here\n");
  CHECK_THAT(titlesAt("  %u| = \"a.b\"() : () -> !noisy.i32\n"
                      "  return %u : !noisy.i32"),
             !Catch::Contains("Declare"));
}

TEST_CASE("Actions: a light only where there is something to mend",
          "[actions]") {
  FixFilter Automatic;
  Automatic.IsAutomatic = true;
  std::string Fine = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %b| = noisy.mul %a, %a : !noisy.i32\n"
                     "  return %b : !noisy.i32\n}\n";
  CHECK(listTitles(Fine) == "Reduce %b here\n");
  CHECK(listTitles(Fine, Automatic) == "");
  // Whoever selects something wants something.
  CHECK(listTitles(replaceOnce(Fine, "%b|", "[|%b|]"), Automatic) ==
        "Reduce %b here\n");
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

TEST_CASE("Actions: everything at once, wherever it is", "[actions]") {
  CHECK(listTitles("|" + overflowIn("f"), FixAll) ==
        "Insert optimal reduce_noise wherever it is needed\n");
  CHECK(listTitles("|func.func @f() {\n  return\n}\n", FixAll) == "");
  CHECK(listTitles("|" + overflowIn("f")) == "");
}

TEST_CASE("Actions: what cannot be parsed cannot be mended", "[actions]") {
  std::string BrokenFunction = "func.func @g() {\n  %0 = \n}\n";
  CHECK(listTitles(BrokenFunction + "// -----\n" + overflowIn("f", MarkedName),
                   QuickFixes) ==
        "!Insert optimal reduce_noise\n"
        "Rewrite, then insert optimal reduce_noise\n");
  // A function may be, alone.
  CHECK(listTitles(BrokenFunction + overflowIn("f", MarkedName), QuickFixes) ==
        "!Insert optimal reduce_noise in @f\n"
        "Insert optimal reduce_noise in the document: line 2 has errors; fix "
        "them first\n"
        "Rewrite, then insert optimal reduce_noise in @f: line 2 has errors; "
        "fix them first\n"
        "Rewrite, then insert optimal reduce_noise in the document: line 2 "
        "has errors; fix them first\n");
  // Which of two functions is meant nobody can tell.
  CHECK(
      listTitles("func.func @f() {\n  return\n}\n" +
                     overflowIn("f", MarkedName),
                 QuickFixes) ==
      "!Insert optimal reduce_noise in @f: line 4 has errors; fix them first\n"
      "Insert optimal reduce_noise in the document: line 4 has errors; fix "
      "them first\n"
      "Rewrite, then insert optimal reduce_noise in @f: line 4 has errors; "
      "fix them first\n"
      "Rewrite, then insert optimal reduce_noise in the document: line 4 has "
      "errors; fix them first\n");
  // Also while another line of it is typed.
  CHECK(listTitles(replaceOnce(overflowIn("f", MarkedName), "  return",
                               "  %d = noisy.add %a,\n  return"),
                   QuickFixes) ==
        "!Insert optimal reduce_noise in @f\n"
        "Insert optimal reduce_noise in the document: line 4 has errors; fix "
        "them first\n"
        "Rewrite, then insert optimal reduce_noise in @f: line 4 has errors; "
        "fix them first\n"
        "Rewrite, then insert optimal reduce_noise in the document: line 4 "
        "has errors; fix them first\n");
  std::string OldText = overflowIn("f"),
              NewText = replaceOnce(OldText, "%b, %b", "%b");
  auto State = snapshotAfter({OldText, NewText});
  size_t Offset = NewText.find("%b");
  CHECK(listTitles(*State, {Offset, Offset}, Rewrites) ==
        "Reduce %b here: line 3 has errors; fix them first\n");
}
