//===- Programs.cpp - Programs without any overflow -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/Programs.h"

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
      std::string operand = "%v" + number(i - 1);
      text += "  %v" + number(i) + " = noisy.";
      text += i % 4 == 0   ? "reduce_noise " + operand
              : i % 4 == 1 ? "mul " + operand + ", %a"
                           : "add " + operand + ", %a";
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

Program mlir::noisy::bench::makeCalls(unsigned calls, unsigned operations,
                                      bool isInlined) {
  constexpr unsigned levels = 15; // bits of noise above those of %h0
  Program program{number(calls) + " calls of " + number(operations) +
                      (isInlined ? ", inlined" : ""),
                  calls * operations, ""};
  std::string &text = program.text;
  auto writeBody = [&](const std::string &prefix,
                       const std::string(&arguments)[3]) {
    std::string last = arguments[0];
    for (unsigned i = 0; i < operations; ++i) {
      std::string result = prefix + number(i);
      text += "  " + result + " = noisy.";
      text += i % 6 == 5 ? "reduce_noise " + last
                         : "add " + last + ", " + arguments[i % 3];
      text += " : !noisy.i32\n";
      last = result;
    }
    return last;
  };
  if (!isInlined) {
    text += "func.func private @f(%a: !noisy.i32, %b: !noisy.i32, %c: "
            "!noisy.i32) -> !noisy.i32 {\n";
    std::string last = writeBody("%v", {"%a", "%b", "%c"});
    text += "  return " + last + " : !noisy.i32\n}\n";
  }
  text += "func.func @main(%h0: !noisy.i32) {\n";
  for (unsigned i = 1; i < levels; ++i)
    text += "  %h" + number(i) + " = noisy.scale %h" + number(i - 1) +
            " by 2 : !noisy.i32\n";
  for (unsigned call = 0; call < calls; ++call) {
    std::string arguments[3] = {"%h" + number(call % levels),
                                "%h" + number(call / levels % levels),
                                "%h" + number(call / levels / levels % levels)};
    if (isInlined)
      writeBody("%r" + number(call) + "_", arguments);
    else
      text += "  %r" + number(call) + " = call @f(" + arguments[0] + ", " +
              arguments[1] + ", " + arguments[2] +
              ") : (!noisy.i32, !noisy.i32, !noisy.i32) -> !noisy.i32\n";
  }
  text += "  return\n}\n";
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
      std::string operand = "%x" + s + "_" + number(i - 1);
      text += "    %x" + s + "_" + number(i) + " = noisy." +
              (i == length ? "reduce_noise " + operand
                           : "add " + operand + ", %a") +
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
    std::string operand = "%a", end;
    for (unsigned d = 0; d < depth; ++d) {
      std::string s = number(nest) + "_" + number(d);
      text += "%r" + s + " = scf.for %i" + s + " = %c0 to " +
              (d % 2 ? "%n" : "%c9") + " step %c1 iter_args(%x" + s + " = " +
              operand + ") -> (!noisy.i32) {\n";
      operand = "%x" + s;
      end = "%y" + s + " = noisy.reduce_noise " +
            (d + 1 < depth ? "%r" + number(nest) + "_" + number(d + 1)
                           : operand) +
            " : !noisy.i32\nscf.yield %y" + s + " : !noisy.i32\n}\n" + end;
    }
    text += end;
  }
  text += "  return\n}\n";
  return program;
}
