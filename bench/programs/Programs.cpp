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

/// Bits of noise above those of %h0 that values of a program have.
static constexpr unsigned levels = 15;

/// Values %h1, %h2, ... with one bit more each.
static std::string writeLevels(unsigned count) {
  std::string text;
  for (unsigned i = 1; i < count; ++i)
    text += "  %h" + number(i) + " = noisy.scale %h" + number(i - 1) +
            " by 2 : !noisy.i32\n";
  return text;
}

/// Additions of three values in turn, and reductions; returns the last result.
static std::string writeSums(std::string &text, unsigned operations,
                             const std::string &prefix,
                             const std::string (&arguments)[3]) {
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
}

Program mlir::noisy::bench::makeCalls(unsigned calls, unsigned operations,
                                      bool isInlined) {
  Program program{number(calls) + " calls of " + number(operations) +
                      (isInlined ? ", inlined" : ""),
                  calls * operations, ""};
  std::string &text = program.text;
  if (!isInlined) {
    text += "func.func private @f(%a: !noisy.i32, %b: !noisy.i32, %c: "
            "!noisy.i32) -> !noisy.i32 {\n";
    std::string last = writeSums(text, operations, "%v", {"%a", "%b", "%c"});
    text += "  return " + last + " : !noisy.i32\n}\n";
  }
  text += "func.func @main(%h0: !noisy.i32) {\n" + writeLevels(levels);
  for (unsigned call = 0; call < calls; ++call) {
    std::string arguments[3] = {"%h" + number(call % levels),
                                "%h" + number(call / levels % levels),
                                "%h" + number(call / levels / levels % levels)};
    if (isInlined)
      writeSums(text, operations, "%r" + number(call) + "_", arguments);
    else
      text += "  %r" + number(call) + " = call @f(" + arguments[0] + ", " +
              arguments[1] + ", " + arguments[2] +
              ") : (!noisy.i32, !noisy.i32, !noisy.i32) -> !noisy.i32\n";
  }
  text += "  return\n}\n";
  return program;
}

Program mlir::noisy::bench::makeCallTree(unsigned fanOut, unsigned operations,
                                         bool isInlined) {
  constexpr unsigned depth = 3;
  unsigned calls = fanOut * fanOut * fanOut;
  Program program{"tree of " + number(calls) + " calls of " +
                      number(operations) + (isInlined ? ", inlined" : ""),
                  calls * operations, ""};
  std::string &text = program.text;
  // The callers choose one argument each; the others are passed on.
  std::string types;
  for (unsigned level = 0; level < depth; ++level)
    types += std::string(level ? ", " : "") + "!noisy.i32";
  if (isInlined) {
    text += "func.func @main(%h0: !noisy.i32) {\n" + writeLevels(fanOut);
    for (unsigned call = 0; call < calls; ++call)
      writeSums(text, operations, "%r" + number(call) + "_",
                {"%h" + number(call % fanOut),
                 "%h" + number(call / fanOut % fanOut),
                 "%h" + number(call / fanOut / fanOut)});
    text += "  return\n}\n";
    return program;
  }
  text += "func.func private @f0(%a: !noisy.i32, %b: !noisy.i32, %c: "
          "!noisy.i32) {\n";
  writeSums(text, operations, "%v", {"%a", "%b", "%c"});
  text += "  return\n}\n";
  for (unsigned level = 1; level <= depth; ++level) {
    bool isMain = level == depth;
    text += isMain ? "func.func @main(%h0: !noisy.i32) {\n"
                   : "func.func private @f" + number(level) +
                         "(%a: !noisy.i32, %b: !noisy.i32, %c: !noisy.i32) {\n"
                         "  %h0 = noisy.reduce_noise %a : !noisy.i32\n";
    text += writeLevels(fanOut);
    for (unsigned i = 0; i < fanOut; ++i) {
      std::string h = "%h" + number(i);
      text += "  call @f" + number(level - 1) + "(" +
              (isMain       ? "%h0, %h0, " + h
               : level == 2 ? "%a, " + h + ", %c"
                            : h + ", %b, %c") +
              ") : (" + types + ") -> ()\n";
    }
    text += "  return\n}\n";
  }
  return program;
}

Program mlir::noisy::bench::makeNetwork(unsigned layers, unsigned width,
                                        bool isInlined) {
  Program program{"network of " + number(layers) + " layers of " +
                      number(width) + (isInlined ? ", inlined" : ""),
                  layers * width, ""};
  std::string &text = program.text;
  static const char *kinds[] = {"sum", "square", "clean"};
  // The operations of a layer, from values to others, which are numbered.
  auto writeLayer = [&](unsigned kind, const std::string &argument,
                        const std::string &result) {
    for (unsigned i = 0; i < width; ++i) {
      std::string own = argument + number(i);
      text += "  " + result + number(i) + " = noisy.";
      text += kind == 0
                  ? "add " + own + ", " + argument + number((i + 1) % width)
              : kind == 1 ? "mul " + own + ", " + own
                          : "reduce_noise " + own;
      text += " : !noisy.i32\n";
    }
  };
  auto list = [&](const std::string &prefix, const std::string &suffix) {
    std::string text;
    for (unsigned i = 0; i < width; ++i)
      text +=
          (i ? ", " : "") + prefix + (prefix.empty() ? "" : number(i)) + suffix;
    return text;
  };
  std::string types = list("", "!noisy.i32");
  if (!isInlined)
    for (unsigned kind = 0; kind < 3; ++kind) {
      text += std::string("func.func private @") + kinds[kind] + "(" +
              list("%a", ": !noisy.i32") + ") -> (" + types + ") {\n";
      writeLayer(kind, "%a", "%r");
      text += "  return " + list("%r", "") + " : " + types + "\n}\n";
    }
  text += "func.func @main(" + list("%v0_", ": !noisy.i32") + ") -> (" + types +
          ") {\n";
  for (unsigned layer = 1; layer <= layers; ++layer) {
    std::string before = "%v" + number(layer - 1) + "_";
    std::string after = "%v" + number(layer) + "_";
    unsigned kind = layer % 3 == 1 ? 0 : layer % 3 == 2 ? 1 : 2;
    if (isInlined) {
      writeLayer(kind, before, after);
      continue;
    }
    text += "  " + list(after, "") + " = call @" + kinds[kind] + "(" +
            list(before, "") + ") : (" + types + ") -> (" + types + ")\n";
  }
  text += "  return " + list("%v" + number(layers) + "_", "") + " : " + types +
          "\n}\n";
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
