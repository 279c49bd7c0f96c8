//===- PassesTest.cpp - Passes on noise -----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Passes.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/Builders.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static unsigned countReductions(Program &program) {
  unsigned count = 0;
  program.module().walk([&](ReduceNoiseOp) { ++count; });
  return count;
}

static const char *const chain = R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32)";

TEST_CASE("verifying reports each finding with where it comes from") {
  Program program(withFresh(chain));
  std::string oldText = program.print();
  CHECK_FALSE(program.run("noisy-verify-noise"));
  CHECK(program.diagnostics() ==
        "11: error: noise overflow: the result of 'noisy.mul' can have "
        "48 = 24 + 24 bits of noise, limit 26\n"
        "10: note: the result of 'noisy.mul' has 24 = 12 + 12\n"
        "6: note: the result of 'noisy.encode' has 12 (fresh encryption)\n"
        "7: note: the result of 'noisy.encode' has 12 (fresh encryption)");
  CHECK(program.print() == oldText);
}

TEST_CASE("verifying is silent on what is legal") {
  Program program(withFresh("%1 = noisy.mul %a, %b : !noisy.i32"));
  CHECK(program.run("noisy-verify-noise"));
  CHECK(program.diagnostics() == "");
}

TEST_CASE("verifying fails on the unknown, on growth and on contracts") {
  const char *const bodies[] = {
      R"(%u = "strange.operation"() : () -> !noisy.i32)",
      R"(%r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
           %1 = noisy.add %v, %b : !noisy.i32
           scf.yield %1 : !noisy.i32
         })",
      R"(%m = noisy.mul %a, %b : !noisy.i32
         call @g(%m) : (!noisy.i32) -> ())"};
  const char *const texts[] = {"unknown noise", "unbounded noise",
                               "broken contract"};
  for (auto [body, text] : llvm::zip_equal(bodies, texts)) {
    Program program(
        withFresh(body) +
        "func.func private @g(!noisy.i32 {noisy.bound = 20 : i64})");
    CHECK_FALSE(program.run("noisy-verify-noise"));
    CHECK_THAT(program.diagnostics(), Catch::Contains(text));
  }
}

TEST_CASE("the optimizer's result passes verification") {
  Program program(withFresh(chain));
  CHECK(program.run("noisy-reduce-noise-optimizer,noisy-verify-noise"));
  CHECK(program.diagnostics() == "");
  CHECK(countReductions(program) == 3);
}

TEST_CASE("the optimizer leaves what is legal as it is") {
  Program program(withFresh("%1 = noisy.mul %a, %b : !noisy.i32"));
  std::string oldText = program.print();
  CHECK(program.run("noisy-reduce-noise-optimizer"));
  CHECK(program.print() == oldText);
}

TEST_CASE(
    "where there is no solution the optimizer fails and changes nothing") {
  Program program(withFresh(std::string(chain) + R"(
    %s = noisy.scale %a by 100000 : !noisy.i32)"));
  std::string oldText = program.print();
  CHECK_FALSE(program.run("noisy-reduce-noise-optimizer"));
  CHECK(program.diagnostics() ==
        "14: error: cannot reduce the noise: the result of 'noisy.scale': it "
        "passes the limit of 26 bits even if all its operands are reduced");
  CHECK(program.print() == oldText);
}

TEST_CASE("without time the optimizer says that it may not be the least") {
  Program program(withFresh(chain));
  CHECK(program.run("noisy-reduce-noise-optimizer{time-limit=0}"));
  CHECK_THAT(program.diagnostics(), Catch::Contains("stopped after"));
  CHECK(countReductions(program) > 0);
  CHECK(program.findings() == "");
}

TEST_CASE("messages stand at the function that they are about") {
  std::string text = R"(func.func @idle() {
  return
}
func.func @f(%x: !noisy.i32) {
  %1 = noisy.mul %x, %x : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  return
})";
  for (std::string_view options : {"", "function=@f "}) {
    Program program(text);
    CHECK(program.run("noisy-reduce-noise-optimizer{" + std::string(options) +
                      "time-limit=0}"));
    CHECK_THAT(program.diagnostics(), Catch::StartsWith("4: warning: "));
  }
}

TEST_CASE("where one function is fixed, what is left elsewhere is said") {
  std::string callee = R"(func.func private @g(%y: !noisy.i32) {
  %1 = noisy.mul %y, %y : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  return
}
func.func @main(%x: !noisy.i32) {
  call @g(%x) : (!noisy.i32) -> ()
)";
  Program unchangedProgram(callee + "  return\n}");
  std::string oldText = unchangedProgram.print();
  CHECK(unchangedProgram.run("noisy-reduce-noise-optimizer{function=@main}"));
  CHECK(unchangedProgram.print() == oldText);
  CHECK_THAT(unchangedProgram.diagnostics(),
             Catch::StartsWith("6: remark: noisy-reduce-noise-optimizer: only "
                               "this function was to be fixed; 1 problem is "
                               "left in the program"));
  CHECK_THAT(unchangedProgram.diagnostics(),
             Catch::Contains("3: note: noise overflow: the result of "
                             "'noisy.mul' can have 48"));

  // Changed, and legal but for the other function; then all of it.
  Program changedProgram(callee + R"(
  %3 = noisy.mul %x, %x : !noisy.i32
  %4 = noisy.mul %3, %3 : !noisy.i32
  return
})");
  CHECK(changedProgram.run("noisy-reduce-noise-optimizer{function=@main}"));
  CHECK(countReductions(changedProgram) == 1);
  CHECK_THAT(changedProgram.diagnostics(),
             Catch::Contains("1 problem is left"));
  Program whole(callee + "  return\n}");
  CHECK(whole.run("noisy-reduce-noise-optimizer{function=@g}"));
  CHECK(whole.diagnostics() == "");
}

TEST_CASE("options that mean nothing are refused before anything runs") {
  const std::pair<const char *, const char *> wrong[] = {
      {"gap=-0.5", "the gap must be 0 or more"},
      {"gap=nan", "the gap must be 0 or more"},
      {"workers=0", "there must be at least one worker"},
      {"assumed-iterations=0", "at least once"}};
  for (auto [option, text] : wrong) {
    Program program(withFresh(chain));
    std::string oldText = program.print();
    CHECK_FALSE(program.run(std::string("noisy-reduce-noise-optimizer{") +
                            option + "}"));
    CHECK_THAT(program.diagnostics(), Catch::Contains(text));
    CHECK(program.print() == oldText);
  }
}

TEST_CASE("the optimizer takes all its options at once") {
  Program program(withFresh(chain));
  CHECK(program.run("noisy-reduce-noise-optimizer{time-limit=60000 gap=0.01 "
                    "max-rounds=100 max-nodes=1000 assumed-iterations=3 "
                    "remove-existing=true function=f workers=1}"));
  CHECK(program.diagnostics() == "");
  CHECK(countReductions(program) == 3);
}

TEST_CASE("the function to be mended is one that is there, with a body") {
  std::string source = withFresh(chain) + R"(
    func.func private @g(!noisy.i32)
    module @inner {
      func.func @h(%a: !noisy.i32) { return }
    })";
  const std::pair<const char *, const char *> wrong[] = {
      {"nowhere", "there is no function 'nowhere'"},
      {"@", "there is no function '@'"},
      {"h", "there is no function 'h'"},
      {"inner", "there is no function 'inner'"},
      {"@inner::@f", "there is no function '@inner::@f'"},
      {"@g", "the function '@g' has no body"}};
  for (auto [name, text] : wrong) {
    Program program(source);
    std::string oldText = program.print();
    CHECK_FALSE(program.run(
        std::string("noisy-reduce-noise-optimizer{function=") + name + "}"));
    CHECK_THAT(program.diagnostics(), Catch::Contains(text));
    CHECK(program.print() == oldText);
  }
  for (const char *name : {"f", "@f"}) {
    Program program(source);
    CHECK(program.run(std::string("noisy-reduce-noise-optimizer{function=") +
                      name + "}"));
    CHECK(countReductions(program) == 3);
  }
}

//===----------------------------------------------------------------------===//
// Writing down what is known
//===----------------------------------------------------------------------===//

TEST_CASE("annotations follow what the program becomes") {
  Program program(withFresh(chain));
  CHECK(program.run("noisy-annotate-noise"));
  CHECK_THAT(program.print(), Catch::Contains("{noise = 48 : i64}"));
  CHECK_THAT(program.print(), Catch::Contains("{noise = \"96, unreliable\"}"));
  CHECK(program.run("noisy-reduce-noise-optimizer,noisy-annotate-noise"));
  CHECK_THAT(program.print(), !Catch::Contains("48") &&
                                  !Catch::Contains("unreliable") &&
                                  Catch::Contains("{noise = 24 : i64}"));
}

TEST_CASE("annotated programs are read again, and mean the same") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    Shape shape;
    shape.contracts = true;
    Program program(makeProgram(random, shape).text());
    REQUIRE(program.isParsed());
    Builder builder(program.context());
    program.module().walk([&](Operation *op) {
      if (op->getNumResults() > 0 && random() % 4 == 0)
        op->setAttr("metadata",
                    builder.getDictionaryAttr(builder.getNamedAttr(
                        "key", builder.getI64IntegerAttr(random() % 2))));
    });
    INFO("seed " << seed << "\n" << program.print());
    std::string oldText = program.print(), findings = program.findings();
    REQUIRE(program.run("noisy-annotate-noise"));
    std::string annotatedText = program.print();
    REQUIRE(annotatedText != oldText);

    // Read again, nothing of it counts.
    Program reparsedProgram(annotatedText);
    INFO(reparsedProgram.diagnostics());
    REQUIRE(reparsedProgram.isParsed());
    REQUIRE(llvm::count(reparsedProgram.findings(), '\n') ==
            llvm::count(findings, '\n'));
    REQUIRE(reparsedProgram.run("noisy-annotate-noise"));
    REQUIRE(reparsedProgram.print() == annotatedText);

    // And nothing else was changed.
    reparsedProgram.module().walk([](Operation *op) {
      for (const char *name :
           {"noise", "argument_noise", "range", "argument_range",
            "known_metadata", "known_argument_metadata", "bounds",
            "argument_bounds"})
        op->removeDiscardableAttr(name);
    });
    REQUIRE(reparsedProgram.print() == oldText);
  }
}
