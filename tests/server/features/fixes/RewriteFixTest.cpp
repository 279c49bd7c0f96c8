//===- RewriteFixTest.cpp - Rewritten programs as texts -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts are compared by what they compute and what they cost, which the
// interpreter and the analysis say, not the code that wrote them.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "server/features/fixes/ReductionFix.h"
#include "tests/interpreter/ComparedRuns.h"
#include "tests/random/RandomAccumulators.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/features/fixes/SmallFixes.h"
#include "tests/server/features/fixes/TextLayouts.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static Fix rewriteFix(const std::string &OldText,
                      ReductionScope Scope = ReductionScope::Chunk,
                      size_t Offset = 0, Rewriting Choice = Rewriting::Only) {
  OptimizerOptions Options;
  Options.timeLimit = std::chrono::seconds(60);
  return fixOrReason(computeReductionFix(allDialects(), Text(OldText), Offset,
                                         Options, Scope, {}, Choice));
}

/// The comments of a text, in its order.
static std::vector<std::string> commentsOf(const std::string &Text) {
  std::vector<std::string> Comments;
  for (const Lexeme &Token : lsp::test::lex(Text))
    if (llvm::StringRef(Token.Text).starts_with("//"))
      Comments.push_back(Token.Text);
  return Comments;
}

static unsigned countReductions(const Chunk &Program) {
  unsigned Count = 0;
  Program.module()->walk([&](ReduceNoiseOp) { ++Count; });
  return Count;
}

/// The rewritten text, which has to be legal, with all comments, and no more
/// reductions than the fix says; and to compute what the text with reductions
/// alone does. Empty where nothing is rewritten.
static std::string rewriteText(const std::string &OldText,
                               std::mt19937 &Random) {
  INFO(OldText);
  Fix Repair = rewriteFix(OldText);
  INFO(Repair.Message);
  REQUIRE(Repair.Message.find("please report") == std::string::npos);
  if (Repair.Edits.empty())
    return "";
  size_t PreviousEnd = 0;
  for (const ByteEdit &Edit : Repair.Edits) {
    REQUIRE(PreviousEnd <= Edit.Range.Begin);
    REQUIRE(Edit.Range.Begin <= Edit.Range.End);
    PreviousEnd = Edit.Range.End;
  }
  REQUIRE(PreviousEnd <= OldText.size());
  std::string NewText = applyEdits(OldText, Repair.Edits);
  INFO(NewText);
  CHECK(commentsOf(NewText) == commentsOf(OldText));
  auto Old = chunkOf(OldText), New = chunkOf(NewText);
  for (const Problem &Issue : New->problems())
    UNSCOPED_INFO(Issue.Message);
  REQUIRE(New->isValid());
  REQUIRE(llvm::all_of(New->facts().getFindings(), isBeyondReductions));
  if (!llvm::StringRef(Repair.Message).contains("cost"))
    // Rewriting takes out reductions that change nothing.
    CHECK(countReductions(*New) <= countReductions(*Old) + Repair.Cost);

  Fix Inserting = rewriteFix(OldText, ReductionScope::Chunk, 0, Rewriting::No);
  bool IsInserted = !Inserting.Edits.empty();
  if (!IsInserted &&
      !llvm::all_of(Old->facts().getFindings(), isBeyondReductions))
    return NewText;
  if (IsInserted)
    CHECK(Repair.Cost <= Inserting.Cost);
  auto Inserted = chunkOf(applyEdits(OldText, Inserting.Edits));
  unsigned Finished = 0;
  CHECK(noisy::test::compareRuns(Inserted->module(), New->module(), Random, 4,
                                 Finished) == "");
  for (unsigned I = 0; I < Finished; ++I)
    noisy::test::countChecked("rewritten texts, by runs");
  return NewText;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static void check(const std::string &OldText, const std::string &NewText) {
  std::mt19937 Random(1);
  CHECK(rewriteText(OldText, Random) == NewText);
}

/// A function of %x, which is multiplied by itself.
static void checkBody(const std::string &OldText, const std::string &NewText,
                      const std::string &LineEnd = "\n") {
  std::string Head = "func.func @f(%x: !noisy.i32) -> !noisy.i32 {" + LineEnd;
  check(Head + OldText, Head + NewText);
}

TEST_CASE("Rewrite: comments stay, numbers are taken again", "[fix]") {
  checkBody("  // The powers.\n"
            "  %0 = noisy.mul %x, %x : !noisy.i32 // square\n"
            "  %1 = noisy.mul %0, %x : !noisy.i32 // cube\n"
            "  %2 = noisy.mul %1, %x : !noisy.i32\n"
            "\n"
            "  %3 = noisy.mul %2, %x : !noisy.i32\n"
            "  // Before the end.\n"
            "  %y = noisy.mul %3, %x : !noisy.i32 // the end\n"
            "  return %y : !noisy.i32\n}\n",
            "  // The powers.\n"
            "  %0 = noisy.mul %x, %x : !noisy.i32 // square\n"
            "  %reduced0 = noisy.reduce_noise %0 : !noisy.i32\n"
            "  // cube\n"
            "\n"
            "  // Before the end.\n"
            "  %1 = noisy.mul %reduced0, %reduced0 : !noisy.i32\n"
            "  %reduced1 = noisy.reduce_noise %1 : !noisy.i32\n"
            "  %y = noisy.mul %reduced1, %reduced0 : !noisy.i32 // the end\n"
            "  return %y : !noisy.i32\n}\n");
}

TEST_CASE("Rewrite: equal values are computed once", "[fix]") {
  check("func.func @f(%a: !noisy.i32, %b: !noisy.i32, %n: i1) -> "
        "(!noisy.i32, !noisy.i32) {\n"
        "  %one = noisy.mul %a, %b : !noisy.i32 // the first\n"
        "  %two = noisy.mul %b, %a : !noisy.i32 // the second\n"
        "  %p = noisy.mul %one, %a : !noisy.i32\n"
        "  %r = scf.if %n -> !noisy.i32 {\n"
        "    %three = noisy.mul %a, %b : !noisy.i32\n"
        "    %t = noisy.sub %three, %two : !noisy.i32\n"
        "    %q = noisy.mul %t, %b : !noisy.i32\n"
        "    scf.yield %q : !noisy.i32\n"
        "  } else {\n"
        "    scf.yield %two : !noisy.i32\n"
        "  }\n"
        "  return %p, %r : !noisy.i32, !noisy.i32\n}\n",
        "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %n: i1) -> "
        "(!noisy.i32, !noisy.i32) {\n"
        "  %one = noisy.mul %a, %b : !noisy.i32 // the first\n"
        "  %one_reduced = noisy.reduce_noise %one : !noisy.i32\n"
        "  // the second\n"
        "  %p = noisy.mul %one_reduced, %a : !noisy.i32\n"
        "  %r = scf.if %n -> !noisy.i32 {\n"
        "    %c0_i5 = arith.constant 0 : i5\n"
        "    %q = noisy.encode %c0_i5 : i5 -> !noisy.i32\n"
        "    scf.yield %q : !noisy.i32\n"
        "  } else {\n"
        "    scf.yield %one_reduced : !noisy.i32\n"
        "  }\n"
        "  return %p, %r : !noisy.i32, !noisy.i32\n}\n");
}

TEST_CASE("Rewrite: line ends, tabs, operations on one line", "[fix]") {
  checkBody("\t%a = noisy.mul %x, %x : !noisy.i32\r\n"
            "\t%b = noisy.mul %a, %x : !noisy.i32\r\n"
            "\t%y = noisy.mul %b, %x : !noisy.i32 \r\n"
            "\treturn %y : !noisy.i32\r\n}",
            "\t%a = noisy.mul %x, %x : !noisy.i32\r\n"
            "\t%a_reduced = noisy.reduce_noise %a : !noisy.i32\r\n"
            "\t%y = noisy.mul %a_reduced, %a_reduced : !noisy.i32 \r\n"
            "\treturn %y : !noisy.i32\r\n}",
            "\r\n");
  checkBody(" %a = noisy.mul %x, %x : !noisy.i32 %b = noisy.mul %a, %x : "
            "!noisy.i32 %y = noisy.mul %b, %x : !noisy.i32 return %y : "
            "!noisy.i32 }",
            " %a = noisy.mul %x, %x : !noisy.i32 %a_reduced = "
            "noisy.reduce_noise %a : !noisy.i32 %y = noisy.mul %a_reduced, "
            "%a_reduced : !noisy.i32 return %y : !noisy.i32 }");
}

TEST_CASE("Rewrite: generic form, aliases of types, locations", "[fix]") {
  check("!cipher = !noisy.i32\n"
        "func.func @f(%x: !cipher, %y: !cipher) -> !cipher {\n"
        "  %0 = \"noisy.mul\"(%x, %y) : (!cipher, !cipher) -> !cipher\n"
        "  %1 = \"noisy.mul\"(%x, %0) : (!cipher, !cipher) -> !cipher "
        "loc(\"a\")\n"
        "  %2 = noisy.mul %y, %x : !cipher loc(\"b\")\n"
        "  %s = \"noisy.add\"(%1, %2) : (!cipher, !cipher) -> !cipher "
        "loc( \"c\" )\n"
        "  return %s : !cipher\n}\n",
        "!cipher = !noisy.i32\n"
        "func.func @f(%x: !cipher, %y: !cipher) -> !cipher {\n"
        "  %0 = \"noisy.mul\"(%x, %x) : (!cipher, !cipher) -> !cipher "
        "loc(fused[\"a\", \"b\", \"c\"])\n"
        "  %reduced0 = noisy.reduce_noise %0 : !noisy.i32\n"
        "  %1 = \"noisy.add\"(%x, %reduced0) : (!cipher, !cipher) -> !cipher "
        "loc(fused[\"a\", \"b\", \"c\"])\n"
        "  %s = \"noisy.mul\"(%1, %y) : (!cipher, !cipher) -> !cipher "
        "loc(fused[\"a\", \"b\", \"c\"])\n"
        "  return %s : !cipher\n}\n");
}

TEST_CASE("Rewrite: new constants", "[fix]") {
  checkBody("  %a = noisy.add %x, %x : !noisy.i32\n"
            "  %b = noisy.mul %a, %a : !noisy.i32\n"
            "  %c = noisy.sub %b, %b : !noisy.i32\n"
            "  %d = noisy.mul %c, %x : !noisy.i32\n"
            "  %e = noisy.mul %d, %x : !noisy.i32\n"
            "  return %e : !noisy.i32\n}\n",
            "  %c0_i5 = arith.constant 0 : i5\n"
            "  %e = noisy.encode %c0_i5 : i5 -> !noisy.i32\n"
            "  return %e : !noisy.i32\n}\n");
}

//===----------------------------------------------------------------------===//
// Scopes, and what is left alone
//===----------------------------------------------------------------------===//

/// A function that adds `Count` values up, which takes a reduction.
static std::string sum(const std::string &Name, unsigned Count,
                       const std::string &Attributes = "") {
  std::string Text = "func.func @" + Name +
                     "(%a: !noisy.i32, %b: !noisy.i32) "
                     "-> !noisy.i32 {\n  %0 = noisy.mul %a, %b : !noisy.i32\n";
  for (unsigned I = 1; I <= Count; ++I)
    Text += "  %" + std::to_string(I) + " = noisy.add %" +
            std::to_string(I - 1) + (I % 2 ? ", %a" : ", %b") + Attributes +
            " : !noisy.i32\n";
  return Text + "  return %" + std::to_string(Count) + " : !noisy.i32\n}\n";
}

TEST_CASE("Rewrite: one function, the chunk, the document", "[fix]") {
  std::string F = sum("f", 3), G = sum("g", 3), Line = "// -----\n";
  std::string Text = F + G + Line + F;
  auto apply = [&](ReductionScope Scope, size_t Offset, const char *Message) {
    Fix Repair = rewriteFix(Text, Scope, Offset);
    CHECK(Repair.Message == Message);
    REQUIRE(!Repair.Edits.empty());
    return applyEdits(Text, Repair.Edits);
  };
  std::string NewText = apply(ReductionScope::Function, F.size() + 20,
                              "rewritten: 0 reductions instead of 1");
  CHECK(NewText.starts_with(F + G.substr(0, 60)));
  CHECK(NewText.ends_with(Line + F));
  CHECK(NewText != Text);
  NewText = apply(ReductionScope::Chunk, F.size() + 20,
                  "rewritten: 0 reductions instead of 2");
  CHECK(NewText.ends_with(Line + F));
  NewText = apply(ReductionScope::Document, 0,
                  "rewritten where that is cheaper: 0 reductions instead of 3, "
                  "in 2 parts");
  CHECK(NewText.find("reduce_noise") == std::string::npos);
}

TEST_CASE("Rewrite: reductions alone where nothing is cheaper", "[fix]") {
  std::string Product = "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c: "
                        "!noisy.i32) -> !noisy.i32 {\n"
                        "  %0 = noisy.mul %a, %b : !noisy.i32\n"
                        "  %1 = noisy.mul %0, %c : !noisy.i32\n"
                        "  return %1 : !noisy.i32\n}\n";
  CHECK(rewriteFix(Product).Message ==
        "not rewritten: nothing is cheaper than inserting alone, 1 reduction");
  auto fix = [](const std::string &Text, ReductionScope Scope) {
    return rewriteFix(Text, Scope, 0, Rewriting::IfCheaper);
  };
  CHECK(fix(Product, ReductionScope::Chunk).Message ==
        "inserted 1 reduction, the fewest possible");
  CHECK(fix(sum("f", 3), ReductionScope::Chunk).Message ==
        "rewritten: 0 reductions instead of 1");
  // Beside errors nothing is rewritten.
  Fix Repair = fix(sum("f", 3) + "func.func @g(", ReductionScope::Function);
  CHECK(Repair.Message == "inserted 1 reduction, the fewest possible; not "
                          "rewritten: other lines have errors");
  Repair = fix(Product + "// -----\n" + sum("f", 3), ReductionScope::Document);
  CHECK(Repair.Message ==
        "rewritten where that is cheaper: 0 reductions instead of 1; in all, "
        "inserted 1 reduction, the fewest possible, in 2 parts");
}

TEST_CASE("Rewrite: what has costs or metadata, and errors, stop it", "[fix]") {
  CHECK(rewriteFix(sum("f", 3, " {noisy.cost = 3 : i64}")).Message ==
        "not rewritten: nothing is cheaper than inserting alone, a cost of 1");
  CHECK(rewriteFix(sum("f", 3) + "func.func @g(").Message ==
        "the text has errors; fix the errors first");
}

//===----------------------------------------------------------------------===//
// Random programs
//===----------------------------------------------------------------------===//

/// `Usual` programs: more where NOISY_TEST_LAYOUTS asks for it, which is a
/// factor.
static unsigned countOf(unsigned Usual) {
  const char *Setting = std::getenv("NOISY_TEST_LAYOUTS");
  return Setting ? Usual * std::strtoul(Setting, nullptr, 10) : Usual;
}

TEST_CASE("Rewrite: random programs in every layout", "[fix][layouts]") {
  std::mt19937 Random(noisy::test::randomSeed(5));
  unsigned RewrittenCount = 0, Wanted = countOf(50);
  for (unsigned I = 0; RewrittenCount < Wanted && I < 40 * Wanted; ++I) {
    auto Shape = noisy::test::makeOptimizableShape(Random, 14);
    std::string Text =
        Random() % 4 == 0
            ? noisy::test::makeAccumulators(Random, 2 + Random() % 4)
            : noisy::test::makeProgram(Random, Shape).text();
    CAPTURE(I, Text);
    Text = layOut(rewrite(Text, Random), Random);
    // Other names may be taken twice.
    if (!chunkOf(Text)->isValid())
      continue;
    RewrittenCount += !rewriteText(Text, Random).empty();
  }
  CHECK(RewrittenCount == Wanted);
}
