//===- Programs.cpp - Programs to measure on ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/Programs.h"
#include <random>
#include <vector>

using namespace mlir::noisy::bench;

static std::string number(unsigned n) { return std::to_string(n); }

Program mlir::noisy::bench::makeFunctions(unsigned functions,
                                          unsigned operations) {
  Program program{number(functions) + " functions of " + number(operations),
                  functions * operations, ""};
  std::string &text = program.text;
  for (unsigned f = 0; f < functions; ++f) {
    text += "func.func @f" + number(f) +
            "(%a: !noisy.i32, %v0: !noisy.i32) -> !noisy.i32 {\n";
    for (unsigned i = 1; i <= operations; ++i) {
      std::string before = "%v" + number(i - 1);
      text += "  %v" + number(i) + " = noisy.";
      text += i % 4 == 0   ? "reduce_noise " + before
              : i % 4 == 1 ? "mul " + before + ", %a"
                           : "add " + before + ", %a";
      text += " : !noisy.i32\n";
    }
    text += "  return %v" + number(operations) + " : !noisy.i32\n}\n";
  }
  return program;
}

Program mlir::noisy::bench::makeArithFunctions(unsigned functions,
                                               unsigned operations) {
  Program program{number(functions) + " functions of " + number(operations),
                  functions * operations, ""};
  std::string &text = program.text;
  for (unsigned f = 0; f < functions; ++f) {
    text += "func.func @f" + number(f) + "(%a: i32, %v0: i32) -> i32 {\n";
    for (unsigned i = 1; i <= operations; ++i)
      text += "  %v" + number(i) + " = arith." +
              (i % 4 == 1 ? "muli" : "addi") + " %v" + number(i - 1) +
              ", %a : i32\n";
    text += "  return %v" + number(operations) + " : i32\n}\n";
  }
  return program;
}

Program mlir::noisy::bench::makeLoops(unsigned loops, unsigned length) {
  Program program{number(loops) + " loops of " + number(length), loops * length,
                  ""};
  std::string &text = program.text;
  text += "func.func @f(%a: !noisy.i32, %v0: !noisy.i32, %n: index) -> "
          "!noisy.i32 {\n"
          "  %c0 = arith.constant 0 : index\n"
          "  %c1 = arith.constant 1 : index\n"
          "  %c9 = arith.constant 9 : index\n";
  for (unsigned l = 1; l <= loops; ++l) {
    std::string s = number(l);
    text += "  %v" + s + " = scf.for %i" + s + " = %c0 to " +
            (l % 2 ? "%c9" : "%n") + " step %c1 iter_args(%x" + s + "_0 = %v" +
            number(l - 1) + ") -> (!noisy.i32) {\n";
    for (unsigned i = 1; i <= length; ++i) {
      std::string before = "%x" + s + "_" + number(i - 1);
      text +=
          "    %x" + s + "_" + number(i) + " = noisy." +
          (i == length ? "reduce_noise " + before : "add " + before + ", %a") +
          " : !noisy.i32\n";
    }
    text +=
        "    scf.yield %x" + s + "_" + number(length) + " : !noisy.i32\n  }\n";
  }
  text += "  return %v" + number(loops) + " : !noisy.i32\n}\n";
  return program;
}

Program mlir::noisy::bench::makeNests(unsigned nests, unsigned depth) {
  Program program{number(nests) + " nests of " + number(depth) + " loops",
                  2 * nests * depth, ""};
  std::string &text = program.text;
  text += "func.func @f(%a: !noisy.i32, %n: index) {\n"
          "  %c0 = arith.constant 0 : index\n"
          "  %c1 = arith.constant 1 : index\n"
          "  %c9 = arith.constant 9 : index\n";
  for (unsigned nest = 0; nest < nests; ++nest) {
    std::string before = "%a", end;
    for (unsigned d = 0; d < depth; ++d) {
      std::string s = number(nest) + "_" + number(d);
      text += "%r" + s + " = scf.for %i" + s + " = %c0 to " +
              (d % 2 ? "%n" : "%c9") + " step %c1 iter_args(%x" + s + " = " +
              before + ") -> (!noisy.i32) {\n";
      before = "%x" + s;
      end =
          "%y" + s + " = noisy.reduce_noise " +
          (d + 1 < depth ? "%r" + number(nest) + "_" + number(d + 1) : before) +
          " : !noisy.i32\nscf.yield %y" + s + " : !noisy.i32\n}\n" + end;
    }
    text += end;
  }
  text += "  return\n}\n";
  return program;
}

Program mlir::noisy::bench::makeAdder(unsigned bits) {
  Program program{"adder of " + number(bits) + " bits", 5 * bits, ""};
  std::string &text = program.text;
  text += "func.func @adder(";
  for (unsigned i = 0; i < bits; ++i)
    text += (i ? ", %a" : "%a") + number(i) + ": !noisy.i32, %b" + number(i) +
            ": !noisy.i32";
  text += ", %c0: !noisy.i32) -> !noisy.i32 {\n";
  // A full adder: s = a + b + c, carry = a b + c (a + b).
  for (unsigned i = 0; i < bits; ++i) {
    std::string s = number(i);
    text += "  %x" + s + " = noisy.add %a" + s + ", %b" + s +
            " : !noisy.i32\n  %s" + s + " = noisy.add %x" + s + ", %c" + s +
            " : !noisy.i32\n  %g" + s + " = noisy.mul %a" + s + ", %b" + s +
            " : !noisy.i32\n  %p" + s + " = noisy.mul %x" + s + ", %c" + s +
            " : !noisy.i32\n  %c" + number(i + 1) + " = noisy.add %g" + s +
            ", %p" + s + " : !noisy.i32\n";
  }
  text += "  return %c" + number(bits) + " : !noisy.i32\n}\n";
  return program;
}

Program mlir::noisy::bench::makeRandom(unsigned operations, unsigned seed) {
  Program program{"random of " + number(operations), operations, ""};
  std::string &text = program.text;
  std::mt19937 random(seed);
  text += "func.func @f(%v0: !noisy.i32, %v1: !noisy.i32) -> !noisy.i32 {\n";
  for (unsigned i = 2; i < operations + 2; ++i) {
    // Operands from near by, as in programs that people write.
    auto pick = [&] { return number(i - 1 - random() % std::min(i, 16u)); };
    text += "  %v" + number(i) + " = noisy." +
            (random() % 5 == 0 ? "mul %v" : "add %v") + pick() + ", %v" +
            pick() + " : !noisy.i32\n";
  }
  text += "  return %v" + number(operations + 1) + " : !noisy.i32\n}\n";
  return program;
}
