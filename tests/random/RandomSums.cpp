//===- RandomSums.cpp - Programs of long sums -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomSums.h"
#include <vector>

std::string mlir::noisy::test::makeSums(std::mt19937 &random) {
  unsigned number = 0;
  auto sumOf = [&](std::vector<std::string> values, unsigned count,
                   std::string &body) {
    std::string last = values[random() % values.size()];
    for (unsigned i = 0; i < count; ++i) {
      std::string name = "%t" + std::to_string(number++),
                  term = values[random() % values.size()];
      if (random() % 6 == 0) {
        std::string scaled = "%t" + std::to_string(number++);
        body += scaled + " = noisy.scale " + term + " by " +
                std::to_string(2 + random() % 5) + " : !noisy.i32\n";
        term = scaled;
      }
      const char *op = random() % 3 == 0 ? "sub" : "add";
      bool isLeft = random() % 3 == 0;
      body += name + " = noisy." + op + " " + (isLeft ? term : last) + ", " +
              (isLeft ? last : term) + " : !noisy.i32\n";
      last = name;
    }
    return last;
  };
  std::vector<std::string> values = {"%a", "%b", "%c", "%d"};
  std::string helper, body;
  std::string result = sumOf(values, 3 + random() % 14, helper);
  helper = "func.func private @g(%a: !noisy.i32, %b: !noisy.i32, "
           "%c: !noisy.i32, %d: !noisy.i32) -> !noisy.i32 {\n" +
           helper + "return " + result + " : !noisy.i32\n}\n";
  body += "%from = arith.constant 0 : index\n%to = arith.constant " +
          std::to_string(1 + random() % 5) +
          " : index\n%one = arith.constant 1 : index\n";
  for (unsigned part = 0; part < 3; ++part) {
    std::string name = "%p" + std::to_string(part);
    switch (random() % 4) {
    case 0: {
      std::vector<std::string> inner = values;
      inner.push_back("%carried" + std::to_string(part));
      std::string loop, last = sumOf(inner, 2 + random() % 12, loop);
      body += name + " = scf.for %i = %from to " +
              (random() % 3 ? "%to" : "%n") + " step %one iter_args(%carried" +
              std::to_string(part) + " = " + values[random() % values.size()] +
              ") -> (!noisy.i32) {\n" + loop;
      if (random() % 2) {
        body += "%r" + name.substr(1) + " = noisy.reduce_noise " + last +
                " : !noisy.i32\n";
        last = "%r" + name.substr(1);
      }
      body += "scf.yield " + last + " : !noisy.i32\n}\n";
      break;
    }
    case 1: {
      body += name + " = func.call @g(";
      for (unsigned i = 0; i < 4; ++i)
        body += (i ? ", " : "") + values[random() % values.size()];
      body += ") : (!noisy.i32, !noisy.i32, !noisy.i32, !noisy.i32) -> "
              "!noisy.i32\n";
      break;
    }
    default: {
      std::string last = sumOf(values, 1 + random() % 16, body);
      if (random() % 2) {
        body += name + " = noisy.mul " + last + ", " +
                values[random() % values.size()] + " : !noisy.i32\n";
      } else {
        name = last;
      }
    }
    }
    values.push_back(name);
  }
  std::string sum = sumOf(values, 4 + random() % 10, body);
  return helper +
         "func.func @f(%a: !noisy.i32, %b: !noisy.i32, %c: !noisy.i32 "
         "{noisy.bound = " +
         std::to_string(12 + random() % 14) +
         " : i64}, %d: !noisy.i32, %n: index) -> !noisy.i32 {\n" + body +
         "return " + sum + " : !noisy.i32\n}\n";
}
