//===- StructuredPrograms.cpp - Programs with loops and functions ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/StructuredPrograms.h"

using namespace mlir::noisy::bench;

static std::string number(unsigned n) { return std::to_string(n); }

Program mlir::noisy::bench::makeAdderCalls(unsigned bits) {
  Program program{"adder of calls, " + number(bits) + " bits", 5 + bits, R"(
func.func private @full_adder(%a: !noisy.i32, %b: !noisy.i32, %c: !noisy.i32) -> (!noisy.i32, !noisy.i32) {
  %either = noisy.add %a, %b : !noisy.i32
  %sum = noisy.add %either, %c : !noisy.i32
  %both = noisy.mul %a, %b : !noisy.i32
  %passed = noisy.mul %either, %c : !noisy.i32
  %carry = noisy.add %both, %passed : !noisy.i32
  return %sum, %carry : !noisy.i32, !noisy.i32
}
func.func @main()"};
  std::string &text = program.text;
  std::string types, results;
  for (unsigned i = 0; i < 2 * bits; ++i)
    text += "%a" + number(i) + ": !noisy.i32, ";
  for (unsigned i = 0; i < bits; ++i) {
    types += "!noisy.i32, ";
    results += "%s" + number(i) + "#0, ";
  }
  text += "%c: !noisy.i32) -> (" + types + "!noisy.i32) {\n";
  std::string carry = "%c";
  for (unsigned i = 0; i < bits; ++i) {
    text += "  %s" + number(i) + ":2 = call @full_adder(%a" + number(i) +
            ", %a" + number(bits + i) + ", " + carry +
            ") : (!noisy.i32, !noisy.i32, !noisy.i32) -> (!noisy.i32, "
            "!noisy.i32)\n";
    carry = "%s" + number(i) + "#1";
  }
  text += "  return " + results + carry + " : " + types + "!noisy.i32\n}\n";
  return program;
}

/// Horner's rule with coefficients 1 in loops of `bound` iterations.
static std::string writeHornerLoops(unsigned loops, const std::string &bound) {
  std::string text = "  %zero = arith.constant 0 : index\n"
                     "  %step = arith.constant 1 : index\n"
                     "  %plain = arith.constant 1 : i5\n"
                     "  %one = noisy.encode %plain : i5 -> !noisy.i32\n";
  for (unsigned i = 0; i < loops; ++i) {
    std::string operand = "%v" + number(i), result = "%v" + number(i + 1),
                s = number(i);
    text += "  " + result + " = scf.for %i" + s + " = %zero to " + bound +
            " step %step iter_args(%sum" + s + " = %one) -> (!noisy.i32) {\n" +
            "    %p" + s + " = noisy.mul %sum" + s + ", " + operand +
            " : !noisy.i32\n    %n" + s + " = noisy.add %p" + s +
            ", %one : !noisy.i32\n    scf.yield %n" + s +
            " : !noisy.i32\n  }\n";
  }
  return text + "  return %v" + number(loops) + " : !noisy.i32\n}\n";
}

Program mlir::noisy::bench::makeHornerLoops(unsigned loops,
                                            unsigned iterations) {
  return {number(loops) + " loops of Horner's rule, " + number(iterations) +
              " iterations each",
          2 * loops,
          "func.func @main(%v0: !noisy.i32) -> !noisy.i32 {\n"
          "  %iterations = arith.constant " +
              number(iterations) + " : index\n" +
              writeHornerLoops(loops, "%iterations")};
}

Program mlir::noisy::bench::makeUnknownLoops(unsigned loops) {
  return {
      number(loops) + " loops of Horner's rule, unknown trip count", 2 * loops,
      "func.func @main(%v0: !noisy.i32, %iterations: index) -> !noisy.i32 {\n" +
          writeHornerLoops(loops, "%iterations")};
}

Program mlir::noisy::bench::makeSumLoops(unsigned lines, unsigned iterations) {
  Program program{number(lines) + " sums of " + number(iterations) +
                      " iterations",
                  2 * lines,
                  "func.func @main(%v0: !noisy.i32) -> !noisy.i32 {\n"
                  "  %zero = arith.constant 0 : index\n"
                  "  %step = arith.constant 1 : index\n"
                  "  %iterations = arith.constant " +
                      number(iterations) + " : index\n"};
  std::string &text = program.text;
  for (unsigned i = 0; i < lines; ++i) {
    std::string operand = "%v" + number(i), s = number(i);
    text += "  %s" + s + " = scf.for %i" + s +
            " = %zero to %iterations step %step iter_args(%sum" + s +
            " = %v0) -> " + "(!noisy.i32) {\n    %n" + s + " = noisy.add %sum" +
            s + ", %v0 : !noisy.i32\n    scf.yield %n" + s +
            " : !noisy.i32\n  }\n  %v" + number(i + 1) + " = noisy.mul %s" + s +
            ", " + operand + " : !noisy.i32\n";
  }
  text += "  return %v" + number(lines) + " : !noisy.i32\n}\n";
  return program;
}
