//===- NoiseLoopsTest.cpp - Loops with a test, and their lowering ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that is counted is run as often in each form: as it is written, as an
// `scf.while`, and as a loop of blocks.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "tests/interpreter/Interpreter.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/NumberedProgram.h"
#include "tests/support/RandomSeed.h"
#include "tests/support/RunVerdict.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

//===----------------------------------------------------------------------===//
// By hand
//===----------------------------------------------------------------------===//

/// A loop of blocks: %i from `first` while it is less than `last`, and %v,
/// first %a. `header` and `body` stand in front of the test and behind it, %w
/// is passed back; `rest` comes behind the loop.
static std::string blockLoop(std::string first, std::string last,
                             std::string header, std::string body,
                             std::string rest) {
  return withFresh("cf.br ^head(" + first + ", %a : index, !noisy.i32)\n" +
                   "^head(%i: index, %v: !noisy.i32):\n" + header +
                   "\n%q = arith.cmpi slt, %i, " + last + " : index\n" +
                   "cf.cond_br %q, ^body, ^end\n^body:\n" + body +
                   "\n%j = arith.addi %i, %c1 : index\n"
                   "cf.br ^head(%j, %w : index, !noisy.i32)\n^end:\n" +
                   rest);
}

TEST_CASE("a loop of blocks with a counter is run as often as it says",
          "[loops]") {
  Program program(blockLoop("%c0", "%c4", "",
                            "%w = noisy.add %v, %b : !noisy.i32",
                            "%z = noisy.add %v, %b : !noisy.i32"));
  CHECK(program.bound("%v") == 16);
  CHECK(program.bound("%w") == 16);
  CHECK(program.bound("%z") == 17);
  CHECK(program.fact("%v").source == NoiseFlowKind::Counted);
  CHECK(program.findings() == "");
}

TEST_CASE("what stands in front of the test is run once more", "[loops]") {
  Program program(blockLoop("%c0", "%c4", "%h = noisy.mul %v, %b : !noisy.i32",
                            "%w = noisy.add %v, %b : !noisy.i32",
                            "%z = noisy.add %h, %b : !noisy.i32"));
  CHECK(program.bound("%h") == 28);
  CHECK(program.bound("%z") == 29);
  CHECK(program.findings() == "overflow %h 28");
}

TEST_CASE("a loop that ends at once runs its test", "[loops]") {
  Program program(blockLoop("%c4", "%c4", "%h = noisy.mul %v, %b : !noisy.i32",
                            "%w = noisy.mul %h, %h : !noisy.i32",
                            "%z = noisy.add %h, %v : !noisy.i32"));
  CHECK(program.bound("%v") == 12);
  CHECK(program.bound("%h") == 24);
  CHECK(program.bound("%w") == unreachable);
  CHECK(program.bound("%z") == 25);
}

TEST_CASE("behind a loop values are as in its last iteration", "[loops]") {
  // Very noisy at first, and reduced in each iteration.
  std::string text = blockLoop("%c0", "%c4", "",
                               "%o = noisy.reduce_noise %v : !noisy.i32\n"
                               "%w = noisy.add %o, %b : !noisy.i32",
                               "%z = noisy.mul %v, %b : !noisy.i32");
  text.replace(text.find("%a : index, !noisy"), 2, "%m");
  text.insert(text.find("cf.br"), "%m = noisy.mul %a, %b : !noisy.i32\n");
  Program program(text);
  CHECK(program.bound("%v") == 24);
  CHECK(program.bound("%z") == 25);
  CHECK(program.findings() == "");
}

TEST_CASE("a loop of blocks that may end early has the most of all ends",
          "[loops]") {
  std::string text =
      blockLoop("%c0", "%few", "", "%w = noisy.add %v, %b : !noisy.i32",
                "%z = noisy.add %v, %b : !noisy.i32");
  text.insert(text.find("cf.br"), "%few = arith.minui %n, %c4 : index\n");
  Program few(text);
  CHECK(few.bound("%v") == 16);
  CHECK(few.bound("%z") == 17);
  // Negative, or anything.
  Program any(blockLoop("%c0", "%n", "", "%w = noisy.add %v, %b : !noisy.i32",
                        "%z = noisy.add %v, %b : !noisy.i32"));
  CHECK(any.findings() == "unbounded %v by 1");
}

TEST_CASE("an element that is read behind a loop is that of its last iteration",
          "[loops]") {
  // Of the last one, and not of the iteration run last: with 1 there is another
  // one. The loop around is run, too, so that there is no join of all.
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %few = arith.minui %n, %c1 : index
    %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%u = %a) -> !noisy.i32 {
      %q = scf.execute_region -> !noisy.i32 {
        cf.br ^head(%c0, %m : index, !noisy.i32)
      ^head(%i: index, %v: !noisy.i32):
        %t = tensor.from_elements %v, %a : tensor<2x!noisy.i32>
        %o = arith.cmpi slt, %i, %few : index
        cf.cond_br %o, ^body, ^end
      ^body:
        %w = noisy.reduce_noise %v : !noisy.i32
        %j = arith.addi %i, %c1 : index
        cf.br ^head(%j, %w : index, !noisy.i32)
      ^end:
        %e = tensor.extract %t[%c0] : tensor<2x!noisy.i32>
        scf.yield %e : !noisy.i32
      }
      %z = noisy.mul %q, %b : !noisy.i32
      scf.yield %b : !noisy.i32
    })"));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%q") == 24);
  CHECK(program.findings() == "overflow %z 36");

  std::string text = blockLoop(
      "%c0", "%c4", "%t = tensor.from_elements %v : tensor<1x!noisy.i32>",
      "%w = noisy.reduce_noise %v : !noisy.i32",
      "%e = tensor.extract %t[%c0] : tensor<1x!noisy.i32>");
  text.replace(text.find("%a : index, !noisy"), 2, "%m");
  text.insert(text.find("cf.br"), "%m = noisy.mul %a, %b : !noisy.i32\n");
  Program last(text);
  CHECK(last.bound("%v") == 24);
  CHECK(last.bound("%e") == 12);
}

TEST_CASE("an scf.while with a counter is run, its test once more", "[loops]") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %r:3 = scf.while (%i = %c0, %v = %a, %u = %m)
        : (index, !noisy.i32, !noisy.i32)
        -> (!noisy.i32, index, !noisy.i32) {
      %h = noisy.add %v, %b : !noisy.i32
      %q = arith.cmpi ult, %i, %c4 : index
      scf.condition(%q) %h, %i, %b : !noisy.i32, index, !noisy.i32
    } do {
    ^bb0(%g: !noisy.i32, %j: index, %t: !noisy.i32):
      %s = noisy.add %g, %t : !noisy.i32
      %k = arith.addi %j, %c1 : index
      scf.yield %k, %s, %t : index, !noisy.i32, !noisy.i32
    })"));
  CHECK(program.bound("%v") == 20);
  CHECK(program.bound("%u") == 24);
  CHECK(program.bound("%h") == 21);
  CHECK(program.bound("%g") == 19);
  CHECK(program.bound("%s") == 20);
  CHECK(program.bound("%r#0") == 21);
  CHECK(program.bound("%r#2") == 12);
}

TEST_CASE("a loop that gets its values by two ways, or is left by two, is not "
          "counted",
          "[loops]") {
  Program program(withFresh(R"(
    cf.br ^head(%c0, %a : index, !noisy.i32)
  ^head(%i: index, %v: !noisy.i32):
    %q = arith.cmpi slt, %i, %c4 : index
    cf.cond_br %q, ^body, ^end
  ^body:
    %w = noisy.add %v, %b : !noisy.i32
    %j = arith.addi %i, %c1 : index
    cf.cond_br %p, ^head(%j, %w : index, !noisy.i32), ^end
  ^end:)"));
  CHECK(program.findings() == "unbounded %v by 1");
}

TEST_CASE("a loop with a test that stores encrypted values is counted if it "
          "is known where",
          "[loops]") {
  std::string text = blockLoop("%c0", "%c4", "",
                               "memref.store %v, %m[] : memref<!noisy.i32>\n"
                               "%w = noisy.add %v, %b : !noisy.i32",
                               "");
  text.insert(text.find("cf.br"), "%m = memref.alloc() : memref<!noisy.i32>\n");
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  CHECK(program.bound("%v") == 16);
  CHECK(program.findings() == "");
  // What is stored where others may read it, may be read in a later iteration.
  text.insert(text.find("cf.br"),
              "\"my.use\"(%m) : (memref<!noisy.i32>) -> ()\n");
  Program shared(text);
  REQUIRE(shared.isParsed());
  CHECK(shared.findings() == "unbounded %v by 1");

  // Behind the loop there is what the last iteration has stored.
  Program overwritten(withFresh(R"(
    %m = memref.alloc() : memref<!noisy.i32>
    memref.store %a, %m[] : memref<!noisy.i32>
    %r:2 = scf.while (%i = %c0, %v = %a)
        : (index, !noisy.i32) -> (index, !noisy.i32) {
      %q = arith.cmpi ult, %i, %c4 : index
      scf.condition(%q) %i, %v : index, !noisy.i32
    } do {
    ^bb0(%j: index, %g: !noisy.i32):
      %s = noisy.add %b, %b : !noisy.i32
      memref.store %s, %m[] : memref<!noisy.i32>
      %k = arith.addi %j, %c1 : index
      scf.yield %k, %b : index, !noisy.i32
    }
    %l = memref.load %m[] : memref<!noisy.i32>)"));
  CHECK(overwritten.bound("%l") == 13);
  CHECK(overwritten.findings() == "");
}

//===----------------------------------------------------------------------===//
// By chance
//===----------------------------------------------------------------------===//

/// Has functions return what an operation makes of the value that they return:
/// of a value carried by a loop, its last one.
static void addReaders(Program &program) {
  program.module().walk([](func::ReturnOp end) {
    for (OpOperand &operand : end->getOpOperands()) {
      Value value = operand.get();
      if (!isa<NoisyI32Type>(value.getType()))
        continue;
      OpBuilder builder(end);
      auto reader =
          AddOp::create(builder, end.getLoc(), value.getType(), value, value);
      reader->setDiscardableAttr("reader", builder.getUnitAttr());
      operand.set(reader);
    }
  });
}

static std::vector<NoiseBound> getRead(Program &program) {
  NoiseFacts facts = NoiseFacts::compute(program.module());
  std::vector<NoiseBound> bounds;
  program.module().walk([&](AddOp op) {
    if (op->hasAttr("reader"))
      bounds.push_back(facts.getBound(op.getResult()));
  });
  return bounds;
}

static const char *pipelines[] = {
    "lower-affine,func.func(scf-for-to-while)",
    "lower-affine,convert-scf-to-cf",
    "lower-affine,func.func(scf-for-to-while),convert-scf-to-cf",
};

TEST_CASE("counted loops have the same noise in each form", "[loops][random]") {
  std::mt19937 random(randomSeed(31));
  unsigned checked = 0, bounded = 0;
  for (unsigned i = 0; i < 500; ++i) {
    Shape maxShape;
    maxShape.otherLoops = maxShape.blocks = maxShape.calls = false;
    maxShape.affine = maxShape.longLoops = true;
    Shape shape = makeShape(random, 4 * i, maxShape);
    shape.countedLoops = true;
    NumberedProgram source(makeProgram(random, shape));
    addReaders(source.program);
    std::vector<NoiseBound> expected = getRead(source.program);
    for (const char *pipeline : pipelines) {
      Program lowered(source.text);
      INFO(source.text);
      addReaders(lowered);
      REQUIRE(lowered.run(pipeline));
      INFO(lowered.print());
      std::vector<NoiseBound> bounds = getRead(lowered);
      REQUIRE(bounds == expected);
      ++checked;
    }
    bounded += llvm::any_of(expected, [](NoiseBound bound) {
      return bound.isBits() && bound.getBits() > 13;
    });
    countChecked("noise, against lowered loops");
  }
  CHECK(checked == 1500);
  CHECK(bounded > 60);
}

TEST_CASE("no run of a lowered program passes the bounds, or makes junk that "
          "is called safe",
          "[loops][random]") {
  std::mt19937 random(randomSeed(37));
  unsigned runs = 0, values = 0, counted = 0;
  for (unsigned i = 0; i < 1200; ++i) {
    NumberedProgram source(
        makeProgram(random, makeShape(random, 2 * i, makeFullShape())),
        {/*thrown=*/true, /*carried=*/i % 2 == 1});
    Program program(source.text);
    if (!program.run(pipelines[i % 3]))
      continue;
    INFO(program.print());
    NoiseFacts facts = NoiseFacts::compute(program.module());
    for (const NoiseFact &fact : facts.getFacts())
      counted += fact.source == NoiseFlowKind::Counted;
    bool isRight = true;
    std::string wrong;
    for (auto function : program.module().getOps<func::FuncOp>()) {
      if (function.isPrivate())
        continue;
      for (unsigned run = 0; run < 3; ++run) {
        RunOptions options;
        options.worstCase = run % 2;
        options.maxSteps = 1500;
        ++runs;
        Interpreter(random, options)
            .run(function, [&](Value value, const RuntimeValue &content) {
              const NoiseFact *fact = facts.find(value);
              if (!fact)
                return;
              content.forEachCipher([&](const Cipher &cipher) {
                ++values;
                auto [holds, honest] =
                    judge(facts, *fact, cipher.noise, cipher.junk);
                if (isRight && (!holds || !honest)) {
                  isRight = false;
                  llvm::raw_string_ostream os(wrong);
                  os << value << " has " << cipher.noise << ", bound "
                     << fact->bound << ", junk " << cipher.junk;
                }
              });
            });
      }
    }
    INFO(wrong);
    REQUIRE(isRight);
    countChecked("noise of lowered programs, against runs");
  }
  WARN(runs << " runs, with " << values << " values; " << counted
            << " values carried by counted loops");
  CHECK(values > 10000);
  CHECK(counted > 200);
}
