//===- RandomCallGraphs.cpp - Functions that call each other --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomCallGraphs.h"
#include "tests/random/RandomChoice.h"
#include <algorithm>

using namespace mlir::noisy::test;

namespace {
class Writer : RandomChoice {
public:
  Writer(std::mt19937 &random, const CallGraphShape &shape)
      : RandomChoice(random), shape(shape), arguments(shape.functions, 1) {}

  std::string write();

private:
  using Names = std::vector<std::string>;

  /// A call: of a function by its number, or of one out of sight.
  struct Call {
    unsigned callee = 0;
    bool isExternal = false;
    /// The callee calls back, so that a condition ends it.
    bool isConditional = false;
  };

  std::string makeName() { return "%v" + std::to_string(number++); }
  std::string signature(unsigned function) const {
    return arguments[function] == 2 ? "(!noisy.i32, !noisy.i32) -> !noisy.i32"
                                    : "(!noisy.i32) -> !noisy.i32";
  }
  void connect();
  std::string writeCall(const std::string &result, const Call &call,
                        const Names &visible);
  void writeStep(const Call *call, Names &visible);
  void writeFunction(unsigned function);

  const CallGraphShape shape;
  std::vector<unsigned> arguments;
  std::vector<std::vector<Call>> calls;
  unsigned number = 0;
  std::string text;
};
} // namespace

/// Decides who calls whom.
void Writer::connect() {
  const unsigned functions = shape.functions;
  calls.resize(functions);
  auto add = [&](unsigned caller, unsigned callee) {
    calls[caller].push_back({callee});
  };
  for (unsigned f = 1; f < functions; ++f)
    switch (shape.kind) {
    case CallGraphKind::Tree:
      add(below(f), f);
      break;
    case CallGraphKind::Chain:
      add(f - 1, f);
      break;
    case CallGraphKind::Diamond:
      if (f + 1 < functions)
        add(0, f);
      if (f > 1 && f + 1 == functions)
        for (unsigned caller = 1; caller < f; ++caller)
          add(caller, f);
      else if (functions == 2)
        add(0, f);
      break;
    case CallGraphKind::Acyclic:
    case CallGraphKind::Recursive:
      for (unsigned count = 1 + below(2); count > 0; --count)
        add(below(f), f);
    }
  if (shape.kind == CallGraphKind::Recursive) {
    unsigned caller = functions > 1 ? 1 + below(functions - 1) : 0;
    unsigned callee = functions > 1 ? 1 + below(caller) : 0;
    calls[caller].push_back({callee, /*isExternal=*/false,
                             /*isConditional=*/true});
  }
  if (shape.hasExternal)
    calls[below(functions)].push_back({0, /*isExternal=*/true});
  for (std::vector<Call> &list : calls)
    std::shuffle(list.begin(), list.end(), random);
}

std::string Writer::writeCall(const std::string &result, const Call &call,
                              const Names &visible) {
  // What was computed last counts most.
  std::string operand = visible.back(), operands = operand;
  if (call.isExternal)
    return result + " = func.call @outside(" + operand +
           ") : (!noisy.i32) -> !noisy.i32\n";
  const unsigned callee = call.callee;
  if (arguments[callee] == 2)
    operands += ", " + pick(visible);
  const std::string rest = "(" + operands + ") : " + signature(callee) + "\n";
  const std::string direct = " = func.call @f" + std::to_string(callee) + rest;
  if (call.isConditional) {
    std::string condition = makeName(), inner = makeName();
    return condition + " = func.call @flip() : () -> i1\n" + result +
           " = scf.if " + condition + " -> (!noisy.i32) {\n" + inner + direct +
           "scf.yield " + inner + " : !noisy.i32\n} else {\nscf.yield " +
           operand + " : !noisy.i32\n}\n";
  }
  if (!shape.hasIndirect || oneOf(3))
    return result + direct;
  auto address = [&](const std::string &name, unsigned function) {
    return name + " = func.constant @f" + std::to_string(function) + " : " +
           signature(function) + "\n";
  };
  std::string first = makeName();
  std::string callText = address(first, callee);
  // Another one behind all callers of this one may be called instead.
  const unsigned other = callee + below(shape.functions - callee);
  if (other == callee || arguments[other] != arguments[callee])
    return callText + result + " = func.call_indirect " + first + rest;
  std::string second = makeName(), condition = makeName(), chosen = makeName();
  return callText + address(second, other) + condition +
         " = func.call @flip() : () -> i1\n" + chosen + " = arith.select " +
         condition + ", " + first + ", " + second + " : " + signature(callee) +
         "\n" + result + " = func.call_indirect " + chosen + rest;
}

/// Writes a call, or an operation.
void Writer::writeStep(const Call *call, Names &visible) {
  std::string result = makeName();
  if (call) {
    text += writeCall(result, *call, visible);
  } else {
    std::string last = visible.back(), other = pick(visible);
    text += result + " = ";
    switch (below(6)) {
    case 0:
      text += "noisy.scale " + last + " by " + std::to_string(2 << below(4));
      break;
    case 1:
    case 2:
      text += "noisy.add " + last + ", " + other;
      break;
    default:
      text += "noisy.mul " + last + ", " + other;
    }
    text += " : !noisy.i32\n";
  }
  visible.push_back(result);
}

void Writer::writeFunction(unsigned function) {
  std::string name = std::to_string(function), own;
  bool isPublic = function == 0 || (shape.hasPublic && oneOf(3));
  if (shape.hasModels && oneOf(2))
    own = " attributes {noisy.model = #noisy.model<initial = 12, max = " +
          std::to_string(26 + below(8)) + ">}";
  Names visible;
  text += std::string("func.func ") + (isPublic ? "" : "private ") + "@f" +
          name + "(";
  for (unsigned i = 0; i < arguments[function]; ++i) {
    visible.push_back("%a" + name + "_" + std::to_string(i));
    text += (i ? ", " : "") + visible.back() + ": !noisy.i32";
  }
  text += ") -> !noisy.i32" + own + " {\n";
  const std::vector<Call> &list = calls[function];
  unsigned operations = 1 + below(shape.operations);
  for (size_t next = 0; operations > 0 || next < list.size();) {
    bool isCall =
        next < list.size() && (operations == 0 || below(2 + list.size()) != 0);
    writeStep(isCall ? &list[next] : nullptr, visible);
    if (isCall)
      ++next;
    else
      --operations;
  }
  text += "return " + visible.back() + " : !noisy.i32\n}\n";
}

std::string Writer::write() {
  for (unsigned &count : arguments)
    count = oneOf(4) ? 2 : 1;
  connect();
  if (shape.hasIndirect || shape.kind == CallGraphKind::Recursive)
    text += "func.func private @flip() -> i1\n";
  if (shape.hasExternal)
    text += std::string("func.func private @outside(!noisy.i32") +
            (oneOf(2) ? " {noisy.bound = " + std::to_string(12 + below(15)) +
                            " : i64}"
                      : "") +
            ") -> (!noisy.i32 {noisy.bound = " + std::to_string(12 + below(9)) +
            " : i64})\n";
  for (unsigned function = 0; function < shape.functions; ++function)
    writeFunction(function);
  return std::move(text);
}

std::string mlir::noisy::test::makeCallGraph(std::mt19937 &random,
                                             const CallGraphShape &shape) {
  return Writer(random, shape).write();
}
