//===- ProgramWriter.cpp - Functions in the noisy dialect as text ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/ProgramWriter.h"
#include <numeric>

using namespace mlir::noisy::bench;

/// `count` times the type of an encrypted value.
static std::string types(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += i ? ", !noisy.i32" : "!noisy.i32";
  return text;
}

std::string ProgramWriter::name(Wire wire) const {
  auto call = resultsOfCalls.upper_bound(wire);
  if (call != resultsOfCalls.begin()) {
    --call;
    if (wire - call->first < call->second)
      return "%" + std::to_string(call->first) + "#" +
             std::to_string(wire - call->first);
  }
  return "%" + std::to_string(wire);
}

std::string ProgramWriter::names(const Wires &wires) const {
  std::string text;
  for (size_t i = 0; i < wires.size(); ++i)
    text += (i ? ", " : "") + name(wires[i]);
  return text;
}

Wires ProgramWriter::exclusiveOr(const Wires &a, const Wires &b) {
  Wires results;
  for (size_t i = 0; i < a.size(); ++i)
    results.push_back(exclusiveOr(a[i], b[i]));
  return results;
}

Wires ProgramWriter::call(const std::string &function, const Wires &operands,
                          unsigned results) {
  text += "  %" + std::to_string(next) + ":" + std::to_string(results) +
          " = call @" + function + "(" + names(operands) + ") : (" +
          types(operands.size()) + ") -> (" + types(results) + ")\n";
  Wires wires = wiresFrom(next, results);
  resultsOfCalls[next] = results;
  next += results;
  return wires;
}

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

/// The function behind its name.
std::string ProgramWriter::writeBody(const Wires &results) const {
  std::string body = "(";
  for (Wire argument = 0; argument < arguments; ++argument)
    body += (argument ? ", " : "") + name(argument) + ": !noisy.i32";
  return body + ") -> (" + types(results.size()) + ") {\n" + constantText +
         text + "  return " + names(results) + " : " + types(results.size()) +
         "\n}\n";
}

Program ProgramWriter::finish(std::string programName,
                              const Wires &results) const {
  return {std::move(programName), operations,
          "func.func @main" + writeBody(results)};
}

std::string ProgramWriter::finishFunction(const std::string &function,
                                          const Wires &results) const {
  return "func.func private @" + function + writeBody(results);
}

Wires mlir::noisy::bench::wiresFrom(Wire first, unsigned count) {
  Wires wires(count);
  std::iota(wires.begin(), wires.end(), first);
  return wires;
}
