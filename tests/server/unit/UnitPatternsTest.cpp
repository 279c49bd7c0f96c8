//===- UnitPatternsTest.cpp - Units of functions of known patterns --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/unit/Unit.h"
#include "tests/server/CrashRecovery.h"
#include "tests/server/Histories.h"
#include "tests/server/unit/UnitComparison.h"
#include "tests/support/RandomSeed.h"
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using UnitPtr = std::shared_ptr<Unit>;

namespace {

/// Parses texts one after the other in one context.
class Reader {
public:
  Reader() : Shared(std::make_shared<Generation>(allDialects())) {}

  UnitPtr parse(const std::string &Text) {
    UnitPtr Result = Unit::parse(
        Shared, PieceKind::Operation, Outline::scan(Text).pieces()[0].Info,
        Text, std::make_shared<const Surroundings>(), "f.mlir", Later);
    // As the linker does.
    if (Result->isParsed() && !Result->isVerifiedAlone())
      Result->verify("f.mlir");
    return Result;
  }

  void recover(Unit &Broken, const std::string &Text) {
    Broken.recover(Text, "f.mlir", Later, [] { return false; });
    if (Broken.isParsed() && !Broken.isVerifiedAlone())
      Broken.verify("f.mlir");
  }

private:
  std::shared_ptr<Generation> Shared;
  TaskQueue Later{WorkKind::Disposal};
};

} // namespace

/// A unit that MLIR has parsed whole: nothing is known to its context.
static UnitPtr parseWhole(const std::string &Text) {
  Reader Fresh;
  UnitPtr Result = Fresh.parse(Text);
  REQUIRE_FALSE(Result->hasOldPlaces());
  return Result;
}

/// Checks the unit of a text where all of its patterns were met, and returns
/// true if it was made by these.
static bool check(const std::string &Text, Reader &Trained) {
  INFO(Text);
  UnitPtr Fresh = parseWhole(Text);
  UnitPtr New = Trained.parse(Text);
  if (!Fresh->isParsed()) {
    CHECK_FALSE(New->isParsed());
    CHECK(describeProblems(*New) == describeProblems(*Fresh));
    return false;
  }
  INFO(describeProblems(*Fresh));
  bool IsPatterned = New->hasOldPlaces();
  if (Fresh->isValid())
    compare(*New, *Fresh);
  else
    CHECK(describeProblems(*New) == describeProblems(*Fresh));
  return IsPatterned;
}

/// True if the second time a text is parsed by its patterns.
static bool checkTwice(const std::string &Text) {
  Reader Trained;
  Trained.parse(Text);
  return check(Text, Trained);
}

static std::string repeat(const std::string &Line, unsigned Count) {
  std::string Result;
  for (unsigned I = 0; I < Count; ++I) {
    std::string Next = Line;
    for (size_t At; (At = Next.find('$')) != std::string::npos;)
      Next.replace(At, 1, std::to_string(I));
    Result += Next;
  }
  return Result;
}

static const std::string Begin =
    "func.func @f(%a: !noisy.i32, %i: i32) -> !noisy.i32 {\n";
static const std::string Adds = repeat("  %s$ = noisy.add %a, %a : "
                                       "!noisy.i32\n",
                                       40);
static const std::string End = "  return %s1 : !noisy.i32\n}";

TEST_CASE("UnitPatterns: the same unit as of the whole text", "[patterns]") {
  CHECK(checkTwice(Begin + Adds + End));
  // Other lines between.
  CHECK(checkTwice(Begin + Adds +
                   "  %p:2 = arith.addui_extended %i, %i : i32, i1\n"
                   "  %d = arith.muli %p#0, %p#1 : i32\n" +
                   Adds.substr(0, 0) +
                   "  %t = noisy.add %s3, %s4 : !noisy.i32\n" + End) == false);
  CHECK(checkTwice(Begin + "  // A comment with a %s1.\n\n" + Adds +
                   "  %p:2 = arith.addui_extended %i, %i : i32, i1\n"
                   "  %d = arith.muli %p#0, %i : i32 // and here\n"
                   "  %t = noisy.mul %s3, %s4\n      {noisy.cost = 2} : "
                   "!noisy.i32\n" +
                   "  %u = noisy.mul %t, %s4 : !noisy.i32\n" + End));
  // Regions, whose names are their own.
  CHECK(checkTwice(Begin + Adds +
                   "  %lo = arith.constant 0 : index\n"
                   "  %hi = arith.constant 4 : index\n"
                   "  %r = scf.for %k = %lo to %hi step %hi\n"
                   "      iter_args(%x = %s7) -> !noisy.i32 {\n"
                   "    %s$ = noisy.add %x, %s9 : !noisy.i32\n"
                   "    scf.yield %s$ : !noisy.i32\n"
                   "  }\n"
                   "  %u = noisy.add %r, %s4 : !noisy.i32\n" +
                   End));
}

TEST_CASE("UnitPatterns: what MLIR's parser has to see", "[patterns]") {
  // A name that is defined twice, or not before its use, or not at all.
  CHECK_FALSE(checkTwice(Begin + Adds +
                         "  %s1 = noisy.add %a, %a : "
                         "!noisy.i32\n" +
                         End));
  CHECK_FALSE(checkTwice(Begin + "  %z = noisy.add %s1, %a : !noisy.i32\n" +
                         Adds + End));
  CHECK_FALSE(checkTwice(Begin + Adds +
                         "  %z = noisy.add %none, %a : !noisy.i32\n" + End));
  // A line that goes on in the next one, and one that is cut by another.
  Reader Trained;
  Trained.parse(Begin + Adds + End);
  check(Begin + Adds +
            "  %x = noisy.add %a, %a : !noisy.i32\n"
            "    loc(\"other\":1:2)\n" +
            End,
        Trained);
  check(Begin + Adds + "  %x = arith.constant dense<\n" +
            "  %y = noisy.add %a, %a : !noisy.i32\n" +
            "  [1, 2]> : tensor<2xi32>\n" + End,
        Trained);
  check(Begin + Adds + "  %x = noisy.add %a,\n" +
            "  %y = noisy.add %a, %a : !noisy.i32\n" + End,
        Trained);
  check(Begin + Adds + "  %x =\n  %y = noisy.add %a, %a : !noisy.i32\n" + End,
        Trained);
  // What does not verify.
  CHECK_FALSE(check(Begin + Adds +
                        "  %b = arith.constant true\n"
                        "  %v = arith.addi %b, %i : i32\n" +
                        End,
                    Trained));
  CHECK_FALSE(check(Begin + Adds + "}", Trained));
}

TEST_CASE("UnitPatterns: what is before and behind known lines", "[patterns]") {
  Reader Trained;
  Trained.parse(Begin + Adds + End);
  Trained.parse(Begin + "  vector.print\n" + Adds + End);
  const std::string Next = "  %k = noisy.add %a, %a : !noisy.i32\n";
  // The operand is optional: the line takes the name behind it.
  check(Begin + Adds + "  vector.print\n" + Next + End, Trained);
  check(Begin + Adds + "  vector.print %i : i32\n" + Next + End, Trained);
  // The braces of attributes end with lines of the body, too.
  Trained.parse("func.func @f(%a: !noisy.i32) {\n" + Adds + "}");
  check("func.func @f(%a: !noisy.i32) attributes {\n" + Adds +
            "} {\n  return\n}",
        Trained);
  check("func.func @f(%a: !noisy.i32) attributes {\n  a.b = 1\n} {\n" + Adds +
            "  return\n}",
        Trained);
  // A carriage return is a blank, and the end of a comment.
  for (std::string Line :
       {"  // note\r  garbage here\n", "  \r  noisy.none %a\n",
        "  \r  %s1 = noisy.add %a, %a : !noisy.i32\n", "\r\n", "  // note\r\n",
        "  %r = noisy.add %a, %a : !noisy.i32\r\n"})
    check(Begin + Adds + Line + Next + End, Trained);
  // Comments and empty lines in an operation of several lines.
  CHECK(check(Begin + Adds +
                  "  affine.for %k = 0 to 4 {\n    // Of nothing.\n\n"
                  "    %in = noisy.add %s2, %a : !noisy.i32\n  }\n"
                  "  %t =\n\n    // What comes.\n    noisy.mul %a, %s3 : "
                  "!noisy.i32\n" +
                  Next + End,
              Trained));
  // A location of the function is not that of its lines.
  CHECK(check(Begin + Adds + End + " loc(unknown)", Trained));
}

TEST_CASE("UnitPatterns: large functions with broken operations",
          "[patterns]") {
  std::string Many = repeat("  %s$ = noisy.add %a, %a : !noisy.i32\n", 1200);
  Reader Trained;
  Trained.parse(Begin + Many + End);
  for (std::string Line : {"  %x = noisy.mul %s7, \n", "  %s7 = noisy.add\n",
                           "  %x = noisy.mul %none, %s7 : !noisy.i32\n",
                           "  %x = noisy.mul %s7, %s8 {a = \n"}) {
    const std::string Use = "  %y = noisy.mul %x, %s9 : !noisy.i32\n";
    std::string Text = Begin + Many + Line + Use + End;
    INFO(Line);
    Reader Fresh;
    UnitPtr Whole = Fresh.parse(Text), New = Trained.parse(Text);
    Fresh.recover(*Whole, Text);
    Trained.recover(*New, Text);
    REQUIRE(Whole->isParsed());
    CHECK_FALSE(Whole->hasOldPlaces());
    if (Whole->isValid())
      compare(*New, *Whole);
    CHECK(describeProblems(*New) == describeProblems(*Whole));
  }
}

TEST_CASE("UnitPatterns: operands of another type", "[patterns]") {
  // Nothing in such a line tells the types of the operands.
  std::string Text =
      "func.func @f(%t: tensor<4xf32>, %m: tensor<8xf32>, "
      "%i: index) {\n" +
      repeat("  %s$ = tensor.extract %t[%i] : tensor<4xf32>\n", 40) +
      "  %u = tensor.extract %m[%i] : tensor<4xf32>\n"
      "  return\n}";
  CHECK_FALSE(checkTwice(Text));
}

TEST_CASE("UnitPatterns: equal operands are another pattern", "[patterns]") {
  std::string Text = "func.func @f(%m: memref<9x9xf32>, %i: index, %j: index) "
                     "{\n" +
                     repeat("  %s$ = affine.load %m[%i + %j, %i] : "
                            "memref<9x9xf32>\n",
                            20) +
                     repeat("  %t$ = affine.load %m[%i + %i, %i] : "
                            "memref<9x9xf32>\n",
                            20) +
                     repeat("  %u$ = affine.load %m[%i + %j, %j] : "
                            "memref<9x9xf32>\n",
                            20) +
                     "  return\n}";
  (void)checkTwice(Text);
}

TEST_CASE("UnitPatterns: a large function knows its own patterns",
          "[patterns]") {
  std::string Text =
      Begin + repeat("  %s$ = noisy.add %a, %a : !noisy.i32\n", 8000) + End;
  Reader Fresh;
  UnitPtr New = Fresh.parse(Text);
  CHECK(New->hasOldPlaces());
  CHECK(New->isValid());
  CHECK(New->Data->operations().size() == 8002);
}

TEST_CASE("UnitPatterns: a large function that begins with its inputs",
          "[patterns]") {
  // 100 KB of lines that come once each, and of others between them. The last
  // new pattern is followed by a value, and by another operation.
  const std::string Add = "  %s$ = arith.addi %i0, %i1 : index\n"
                          "  %u$ = arith.addi %i0, %i1 : index\n"
                          "  %v$ = arith.addi %i0, %i1 : index\n";
  for (const std::string &Row :
       {Add, Add + "  memref.store %i0, %m[%i1] : memref<9xindex>\n"}) {
    std::string Text = "func.func @f(%t: tensor<9xi32>, %m: memref<9xindex>) "
                       "{\n";
    for (unsigned I = 0; I < 1000; ++I) {
      std::string N = std::to_string(I);
      Text += "  %i" + N + " = arith.constant " + N + " : index\n  %e" + N +
              " = tensor.extract %t[%i" + N + "] : tensor<9xi32>\n";
    }
    Text += repeat(Row, 3000) + "  return\n}";
    INFO(Row);
    Reader Fresh;
    UnitPtr New = Fresh.parse(Text);
    CHECK(New->hasOldPlaces());
    CHECK(New->isValid());
  }
}

namespace {

/// Functions of one block, by chance: mostly of lines of few patterns.
class RandomFunction {
public:
  explicit RandomFunction(unsigned Seed) : Random(Seed) {}

  std::string make() {
    std::string Result = "func.func @f(%a: i32, %b: i32, %m: memref<4x4xi32>, "
                         "%i: index, %e: !noisy.i32) {\n";
    Numbers = {"%a", "%b"};
    Ciphers = {"%e"};
    Indices = {"%i"};
    for (unsigned I = 0, Count = 30 + pick(60); I < Count; ++I)
      Result += line();
    return Result + "  return\n}";
  }
  /// A text with one token or line changed by chance.
  std::string damage(std::string Text) {
    size_t First = Text.find('\n');
    size_t At = First + pick(unsigned(Text.size() - First));
    static const char *const Pieces[] = {"%s1", "\n", "}", "{", ",",  " : i32",
                                         "//",  "=",  "(", ")", "\"", "%"};
    if (pick(2))
      return Text.erase(At, 1 + pick(6));
    return Text.insert(At, Pieces[pick(std::size(Pieces))]);
  }

private:
  unsigned pick(unsigned Count) { return unsigned(Random() % Count); }
  const std::string &any(const std::vector<std::string> &Names) {
    return Names[pick(unsigned(Names.size()))];
  }
  std::string define(std::vector<std::string> &Names) {
    static const char *const Roots[] = {"%", "%s", "%x_", "%v.w-"};
    return Names.emplace_back(Roots[pick(std::size(Roots))] +
                              std::to_string(NextName++));
  }
  std::string line() {
    std::string A = any(Numbers), B = any(Numbers), I = any(Indices),
                J = any(Indices), X = any(Ciphers), Y = any(Ciphers);
    // Mostly lines of a known pattern.
    unsigned Kind = pick(50);
    switch (Kind < 14 ? Kind : Kind % 6) {
    case 0:
    case 1:
    case 2:
      return "  " + define(Numbers) + " = arith.addi " + A + ", " + B +
             " : i32\n";
    case 3:
      return "  " + define(Numbers) + " = arith.muli " + A + ", " + B +
             " overflow<nsw> : i32\n";
    case 4:
    case 5:
      return "  " + define(Ciphers) + " = noisy.mul " + X + ", " + Y +
             " : !noisy.i32\n";
    case 6:
      return "  " + define(Ciphers) + " = noisy.scale " + X + " by 3" +
             " : !noisy.i32 // three times\n";
    case 7:
      return "  " + define(Numbers) + " = affine.load %m[" + I + " + " + J +
             ", " + J + "] : memref<4x4xi32>\n";
    case 8:
      return "  memref.store " + A + ", %m[" + I + ", " + J +
             "] : memref<4x4xi32>\n";
    case 9:
      return "  " + define(Indices) + " = arith.constant " +
             std::to_string(pick(3)) + " : index\n";
    case 10: {
      std::string Inner = "%in" + std::to_string(pick(3));
      return "  affine.for %k = 0 to 4 {\n    " + Inner + " = arith.addi " + A +
             ", " + B + " : i32\n    memref.store " + Inner + ", %m[%k, " + I +
             "] : memref<4x4xi32>\n  }\n";
    }
    case 11:
      return "\n  // " + A + " and " + B + "\n";
    case 12:
      return "  " + define(Numbers) + " =\n      arith.subi " + A +
             ",\n        " + B + " : i32\n";
    default:
      return "  %q" + std::to_string(NextName) + " = \"arith.xori\"(" + A +
             ", " + B + ") : (i32, i32) -> i32\n";
    }
  }

  std::mt19937 Random;
  std::vector<std::string> Numbers, Ciphers, Indices;
  unsigned NextName = 0;
};

} // namespace

TEST_CASE("UnitPatterns: random functions", "[patterns][random]") {
  unsigned Count = 0;
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    RandomFunction Random(mlir::noisy::test::randomSeed(Seed));
    Reader Trained;
    Trained.parse(Random.make());
    std::string Text = Random.make();
    Count += check(Text, Trained);
    for (unsigned I = 0; I < 4; ++I)
      check(Random.damage(Text), Trained);
  }
  // Most have enough lines of a known pattern.
  CHECK(Count > 30);
}
