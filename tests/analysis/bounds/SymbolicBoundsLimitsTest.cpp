//===- SymbolicBoundsLimitsTest.cpp - Bounds of odd programs --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "tests/analysis/bounds/BoundsSubject.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("divisions by 0 and products of variables", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %a = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%n)
    %b = affine.apply affine_map<(d0) -> (d0 mod 0)>(%n)
    %c = affine.apply affine_map<(d0) -> (d0 ceildiv -2)>(%n)
    %d = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%n)[%m]
    %e = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%n)[%m]
    %f = affine.min affine_map<(d0) -> (d0, d0 floordiv 0)>(%n)
    %g = arith.floordivsi %n, %c0 : index
    %h = arith.remui %n, %c0 : index
    %i = index.divs %n, %c-2
    affine.for %j = 0 to affine_map<(d0) -> (d0 floordiv 0)>(%n) {
    }
    %k:2 = affine.delinearize_index %n into (%m) : index, index)"));
  for (const char *name : {"%a", "%b", "%c", "%d", "%e", "%f", "%g", "%h", "%i",
                           "%j", "%k#0", "%k#1"}) {
    INFO(name);
    CHECK(subject.bounds(name) == "");
  }
}

TEST_CASE("dimensions that are not there", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %d1 = memref.dim %u, %c10 : memref<?xi8>
    %d2 = memref.dim %u, %c-2 : memref<?xi8>
    %d3 = memref.dim %u, %n : memref<?xi8>
    %w = memref.cast %u : memref<?xi8> to memref<*xi8>
    %d4 = memref.dim %w, %c-2 : memref<*xi8>
    %d5 = memref.dim %w, %c4 : memref<*xi8>
    %z = tensor.cast %t : tensor<?x?xi8> to tensor<*xi8>
    %d6 = tensor.dim %z, %c4 : tensor<*xi8>
    %y = tensor.cast %z : tensor<*xi8> to tensor<?xi8>
    %rank = memref.rank %w : memref<*xi8>)"));
  for (const char *name :
       {"%d1", "%d2", "%d3", "%w", "%d4", "%d5", "%z", "%d6", "%y", "%rank"}) {
    INFO(name);
    CHECK(subject.bounds(name) == "");
  }
}

TEST_CASE("numbers that do not fit", "[symbolic]") {
  BoundsSubject subject(inFunction(R"(
    %max = arith.constant 9223372036854775807 : index
    %a = arith.muli %n, %max : index
    %b = arith.addi %max, %max : index
    %c = affine.apply affine_map<(d0) -> (d0 * 536870912)>(%n)
    %d = affine.apply affine_map<(d0) -> (d0 * 536870912)>(%c)
    %e = affine.apply affine_map<(d0) -> (d0 * 536870912)>(%d)
    %f = affine.apply affine_map<(d0) -> (d0 * 1099511627776)>(%n)
    affine.for %i = -9223372036854775807 to 9223372036854775807 {
    }
    scf.for %j = %c0 to %max step %max {
    }
    %t2 = tensor.empty() : tensor<9223372036854775807xi8>
    %lower = arith.cmpi slt, %d, %e : index)"));
  CHECK(subject.bounds("%max") == "");
  CHECK(subject.bounds("%a") == "");
  CHECK(subject.bounds("%b") == "");
  CHECK(subject.bounds("%c") == "%c = 536870912 * %n");
  CHECK(subject.bounds("%d") == "");
  CHECK(subject.bounds("%e") == "");
  CHECK(subject.bounds("%f") == "");
  CHECK(subject.bounds("%i") == "");
  CHECK(subject.bounds("%j") == "");
  CHECK(subject.bounds("%t2") == "dim 0 = 9223372036854775807");
  CHECK(subject.decision("%lower") == "?");
}

TEST_CASE("blocks that jump, and code that nothing reaches", "[symbolic]") {
  BoundsSubject subject(R"(
    func.func @f(%n: index) {
      %c1 = arith.constant 1 : index
      cf.br ^bb1(%n : index)
    ^bb1(%k: index):
      %next = arith.addi %k, %c1 overflow<nsw> : index
      %up = arith.cmpi slt, %k, %next : index
      cf.cond_br %up, ^bb1(%next : index), ^bb2
    ^bb2:
      return
    ^bb3:
      %a = arith.addi %b, %c1 overflow<nsw> : index
      %b = arith.addi %a, %c1 overflow<nsw> : index
      %e = arith.addi %e, %c1 overflow<nsw> : index
      %mad = arith.cmpi slt, %a, %b : index
      cf.br ^bb3
    })");
  CHECK(subject.bounds("%k") == "");
  CHECK(subject.bounds("%next") == "%next = %k + 1");
  CHECK(subject.decision("%up") == "always");
  for (const char *name : {"%a", "%b", "%e"})
    CHECK(subject.bounds(name) == "");
  CHECK(subject.decision("%mad") == "?");
}

TEST_CASE("regions without dominance", "[symbolic]") {
  BoundsSubject subject(R"(
    %c1 = arith.constant 1 : index
    %x = arith.addi %c1, %c1 : index
    "foo.graph"() ({
      %a = arith.addi %b, %c1 : index
      %b = arith.addi %a, %c1 : index
      %less = arith.cmpi slt, %a, %b : index
    }) : () -> ())");
  for (const char *name : {"%x", "%a", "%b"})
    CHECK(subject.bounds(name) == "");
  CHECK(subject.decision("%less") == "?");
}

TEST_CASE("a block that belongs to nothing", "[symbolic]") {
  Program program("func.func private @f()");
  Block block;
  Value argument = block.addArgument(IndexType::get(program.context()),
                                     UnknownLoc::get(program.context()));
  CHECK(getSymbolicBounds(argument).empty());
}

TEST_CASE("of a long chain the nearest part is looked at", "[symbolic]") {
  auto chain = [](const std::string &operation, unsigned length) {
    std::string text =
        "%v0 = " + operation + " %n, %c1 overflow<nsw> : index\n";
    for (unsigned i = 1; i < length; ++i)
      text += "%v" + std::to_string(i) + " = " + operation + " %v" +
              std::to_string(i - 1) + ", %c1 overflow<nsw> : index\n";
    return inFunction(text);
  };
  BoundsSubject shortChain(chain("arith.addi", 90));
  CHECK(shortChain.bounds("%v89") == "%v89 = %n + 90");
  BoundsSubject longChain(chain("arith.addi", 1000));
  CHECK(longChain.bounds("%v999") == "%v999 = %v903 + 96");
}

TEST_CASE("choices between choices end", "[symbolic]") {
  std::string text;
  std::string last = "%n";
  for (unsigned i = 0; i < 60; ++i) {
    std::string name = "%v" + std::to_string(i);
    text += name + " = scf.if %p -> index { scf.yield " + last +
            " : index } else { scf.yield " + last + " : index }\n";
    last = name;
  }
  BoundsSubject equalChain(inFunction(text));
  CHECK(equalChain.bounds("%v5") == "%v5 = %n");
  // Both sides go all the way, each time: too many steps.
  CHECK(equalChain.bounds("%v59") == "%v59 = %v55");
}

TEST_CASE("symbols that are not there", "[symbolic]") {
  Program contextProgram("func.func private @f()");
  ParserConfig config(contextProgram.context(), /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f(%n: index) {\n"
      "  %0 = func.call @missing(%n) : (index) -> index\n"
      "  %1 = index.add %0, %n\n"
      "  %2 = memref.get_global @missing : memref<4xi8>\n"
      "  return\n"
      "}",
      config);
  REQUIRE(module);
  unsigned boundCount = 0;
  module->walk([&](Operation *op) {
    for (Value result : op->getResults())
      boundCount += getSymbolicBounds(result).size();
  });
  CHECK(boundCount == 2);
}
