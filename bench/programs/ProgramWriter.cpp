//===- ProgramWriter.cpp - Straight-line programs as text -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/ProgramWriter.h"
#include <numeric>

using namespace mlir::noisy::bench;

static std::string name(Wire wire) { return "%" + std::to_string(wire); }

Wire ProgramWriter::binary(const char *operation, Wire a, Wire b) {
  ++operations;
  text += "  " + name(next) + " = noisy." + operation + " " + name(a) + ", " +
          name(b) + " : !noisy.i32\n";
  return next++;
}

Wire ProgramWriter::scale(Wire a, int factor) {
  ++operations;
  text += "  " + name(next) + " = noisy.scale " + name(a) + " by " +
          std::to_string(factor) + " : !noisy.i32\n";
  return next++;
}

Wire ProgramWriter::encode(unsigned constant) {
  auto [entry, isNew] = constants.try_emplace(constant, next);
  if (isNew) {
    std::string plain = "%plain" + std::to_string(constant);
    constantText += "  " + plain + " = arith.constant " +
                    std::to_string(constant) + " : i5\n  " + name(next) +
                    " = noisy.encode " + plain + " : i5 -> !noisy.i32\n";
    ++next;
  }
  return entry->second;
}

Program ProgramWriter::finish(std::string programName,
                              const Wires &results) const {
  Program program{std::move(programName), operations, "func.func @main("};
  for (Wire argument = 0; argument < arguments; ++argument)
    program.text += (argument ? ", " : "") + name(argument) + ": !noisy.i32";
  std::string types, values;
  for (size_t i = 0; i < results.size(); ++i) {
    types += i ? ", !noisy.i32" : "!noisy.i32";
    values += (i ? ", " : "") + name(results[i]);
  }
  program.text += ") -> (" + types + ") {\n" + constantText + text +
                  "  return " + values + " : " + types + "\n}\n";
  return program;
}

Wires mlir::noisy::bench::wiresFrom(Wire first, unsigned count) {
  Wires wires(count);
  std::iota(wires.begin(), wires.end(), first);
  return wires;
}
