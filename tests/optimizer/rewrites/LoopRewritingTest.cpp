//===- LoopRewritingTest.cpp - Loops whose turns are grouped anew ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/LoopRewriting.h"
#include "mlir/IR/Verifier.h"
#include "tests/interpreter/ComparedRuns.h"
#include "tests/random/RandomCarriedLoops.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The program in a model of 12 and 26 bits after its loops were rewritten,
/// with the notes behind it. Checks that it computes the same plain texts.
static std::string rewrite(const std::string &text, std::mt19937 &random,
                           unsigned &finished, bool *isDone = nullptr,
                           RewriteLoops loops = RewriteLoops::Nests,
                           const NoiseModel &model = {}) {
  CAPTURE(text);
  Program program(inModel(model, text));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  RewriteOptions options;
  options.explains = true;
  options.loops = loops;
  std::vector<RewriteNote> notes =
      rewriteLoops(program.module(), program.facts(), options);
  moveInvariants(program.module());
  std::string after = program.print();
  CAPTURE(after);
  REQUIRE(succeeded(verify(program.module())));
  if (size_t stated = after.find(" attributes {noisy.model");
      stated != std::string::npos)
    after.erase(stated, after.find('}', stated) + 1 - stated);
  // Without reductions only another limit lets them run.
  auto unlimit = [](std::string text) {
    size_t module = text.find("module {");
    if (module == std::string::npos)
      return inModel({12, 60000}, text);
    // Behind aliases of affine maps.
    return text.replace(module, 7,
                        "module attributes {noisy.model = "
                        "#noisy.model<initial = 12, max = 60000>}");
  };
  Program left(unlimit(text)), right(unlimit(after));
  REQUIRE(left.isParsed());
  INFO(right.diagnostics());
  REQUIRE(right.isParsed());
  CHECK(compareRuns(left.module(), right.module(), random, 3, finished) == "");
  for (const RewriteNote &note : notes) {
    after += (note.isDone ? "done: " : "not: ") + note.text + "\n";
    if (isDone)
      *isDone |= note.isDone;
  }
  return after;
}

static std::string rewrite(const std::string &text) {
  std::mt19937 random(1);
  unsigned finished = 0;
  std::string result = rewrite(text, random, finished);
  CHECK(finished > 0);
  return result;
}

/// A function of %x and %y, with a loop that carries %a.
static std::string makeLoop(const char *bounds, const std::string &body,
                            const char *attributes = "") {
  return R"(
    func.func @f(%x: !noisy.i32, %y: !noisy.i32, %n: index) -> !noisy.i32 {
      %r = affine.for %i = )" +
         std::string(bounds) + " iter_args(%a = %y) -> (!noisy.i32) {" + body +
         "affine.yield %s : !noisy.i32 }" + attributes +
         "return %r : !noisy.i32 }";
}

TEST_CASE("loops: sums are added up in parts", "[rewrites]") {
  std::string text = rewrite(makeLoop("3 to 259", R"(
    %k = arith.index_cast %i : index to i5
    %e = noisy.encode %k : i5 -> !noisy.i32
    %m = noisy.mul %e, %x : !noisy.i32
    %s = noisy.add %a, %m : !noisy.i32
  )"));
  CHECK_THAT(text, Catch::Contains("done: computed its 256 turns as 2 x 4 x 8 "
                                   "with 4 turns each: about 64 reductions in "
                                   "place of 256"));
  CHECK_THAT(text, Catch::Contains("affine.for %arg3 = 3 to 259 step 128"));
}

TEST_CASE("loops: some turns are left over", "[rewrites]") {
  std::string text = rewrite(makeLoop("0 to 127", R"(
    %k = arith.index_cast %i : index to i5
    %e = noisy.encode %k : i5 -> !noisy.i32
    %s = noisy.sub %a, %e : !noisy.i32
  )"));
  CHECK_THAT(text, Catch::Contains(", and 1 more: about 0 reductions in place "
                                   "of 127"));
  CHECK_THAT(text, Catch::Contains("= 126 to 127"));
}

TEST_CASE("loops: a sum through two loops", "[rewrites]") {
  std::string text = rewrite(makeLoop("0 to 16", R"(
    %s = affine.for %j = 0 to 16 iter_args(%b = %a) -> (!noisy.i32) {
      %k = arith.index_cast %j : index to i5
      %e = noisy.encode %k : i5 -> !noisy.i32
      %t = noisy.add %b, %e : !noisy.i32
      affine.yield %t : !noisy.i32
    }
  )"));
  CHECK_THAT(text, Catch::Contains("done: computed its 16 turns") &&
                       !Catch::Contains("not: "));
}

TEST_CASE("loops: why they stay as they are", "[rewrites]") {
  const std::string sum = "%s = noisy.add %a, %x : !noisy.i32\n";
  auto check = [&](const std::string &text, const char *reason) {
    CHECK_THAT(rewrite(text), Catch::Contains(std::string("not: ") + reason));
  };
  check(makeLoop("0 to %n", sum),
        "left as it is: its number of turns is not known");
  check(makeLoop("0 to 64", sum, "{noisy.cost = 3 : i64}"),
        "left as it is: it has attributes of its own");
  check(makeLoop("0 to 8", sum), "what it carries needs no reductions");
  check(makeLoop("0 to 64", "%s = noisy.mul %a, %x : !noisy.i32\n"),
        "no other order of its 64 turns needs fewer reductions");
}

TEST_CASE("loops: costs and metadata in a body stay", "[rewrites]") {
  std::string text = rewrite(makeLoop("0 to 64", R"(
    %m = noisy.mul %x, %y {metadata = {level = 3}} : !noisy.i32
    %e = noisy.scale %m by 3 {noisy.cost = 7 : i64} : !noisy.i32
    %s = noisy.add %a, %e : !noisy.i32
  )"));
  CHECK_THAT(text, Catch::Contains("done: ") && Catch::Contains("level = 3") &&
                       Catch::Contains("noisy.cost = 7"));
  // Not the sum itself: it states something of its value.
  CHECK_THAT(rewrite(makeLoop("0 to 64", R"(
    %s = noisy.add %a, %x {noisy.cost = 7 : i64} : !noisy.i32
  )")),
             Catch::Contains("done: computed its 64 turns as") &&
                 !Catch::Contains("noisy.encode"));
}

TEST_CASE("loops: what is the same in each turn is computed once",
          "[rewrites]") {
  Program program(R"(
    func.func @f(%x: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!noisy.i32) {
        %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a)
            -> (!noisy.i32) {
          %k = arith.constant 3 : i5
          %e = noisy.encode %k : i5 -> !noisy.i32
          %m = noisy.mul %x, %e : !noisy.i32
          %p = noisy.mul %x, %x {noisy.cost = 3 : i64} : !noisy.i32
          %t = noisy.add %b, %m : !noisy.i32
          %q = noisy.sub %t, %p : !noisy.i32
          scf.yield %q : !noisy.i32
        }
        scf.yield %s : !noisy.i32
      }
      return %r : !noisy.i32
    })");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  // Each out of two loops; not what states something.
  CHECK(moveInvariants(program.module()) == 6);
  REQUIRE(succeeded(verify(program.module())));
  std::string text = program.print();
  CHECK(text.find("noisy.encode") < text.find("scf.for"));
  CHECK(text.find("noisy.mul %arg0, %0") < text.find("scf.for"));
  CHECK(text.find("noisy.cost") > text.rfind("scf.for"));
}

TEST_CASE("loops: what is made is told", "[rewrites]") {
  Program program(makeLoop("0 to 64", "%s = noisy.add %a, %x : !noisy.i32\n"));
  llvm::DenseSet<Operation *> made, gone, before;
  program.module().walk([&](Operation *op) { before.insert(op); });
  RewriteOptions options;
  options.observer.onMade = [&](Operation *op, Operation *place) {
    made.insert(op);
    CHECK(before.contains(place));
  };
  options.observer.onErased = [&](Operation *op) {
    gone.insert(op);
    made.erase(op);
  };
  rewriteLoops(program.module(), program.facts(), options);
  program.module().walk([&](Operation *op) {
    CHECK((made.contains(op) || (before.contains(op) && !gone.contains(op))));
  });
  CHECK(!made.empty());
  CHECK(!gone.empty());
}

TEST_CASE("loops: random ones compute the same", "[rewrites][random]") {
  std::mt19937 random(randomSeed(7));
  unsigned rewritten = 0, finished = 0;
  for (int i = 0; i < 400; ++i) {
    bool isDone = false;
    NoiseModel model;
    // Products as trees, or several between two reductions.
    if (random() % 3 == 0)
      model.mul = NoiseTransfer::max(1 + random() % 5);
    else if (random() % 2)
      model.initial = 3 + random() % 8;
    rewrite(makeCarriedLoops(random), random, finished, &isDone,
            random() % 3 ? RewriteLoops::Nests : RewriteLoops::Joined, model);
    rewritten += isDone;
    if (isDone)
      countChecked("loops, rewritten");
  }
  CHECK(rewritten > 100);
  CHECK(finished > 400);
}
