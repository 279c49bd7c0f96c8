//===- RandomIndirectCalls.cpp - Calls of values by chance ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomIndirectCalls.h"
#include "tests/random/RandomChoice.h"
#include <set>

using namespace mlir::noisy::test;

namespace {
constexpr const char *kType = "(!noisy.i32) -> !noisy.i32";
/// The functions that call what they get.
constexpr unsigned kAppliers = 2;

class Writer : RandomChoice {
public:
  Writer(std::mt19937 &random, unsigned functions, bool states)
      : RandomChoice(random), functions(functions), states(states) {}

  IndirectProgram write();

private:
  std::string name() { return "%h" + std::to_string(number++); }
  void both(const std::string &text) {
    program.indirect += text;
    program.direct += text;
  }
  static std::string call(unsigned function, const std::string &operand) {
    return "func.call @f" + std::to_string(function) + "(" + operand +
           ") : " + kType + "\n";
  }
  static std::string callValue(const std::string &value,
                               const std::string &operand) {
    return "func.call_indirect " + value + "(" + operand + ") : " + kType +
           "\n";
  }
  std::string address(unsigned function);
  std::string chooseCall(const std::vector<unsigned> &callees,
                         const std::string &operand, const std::string &result,
                         std::string isFirst = "");
  std::string throwCondition();
  void makeOp();
  void makeCall(unsigned caller);
  void makeLoop(unsigned caller);
  void makeBody(unsigned caller);
  void makeApplier(unsigned applier);

  const unsigned functions;
  const bool states;
  unsigned number = 0;
  IndirectProgram program;
  /// The values that are visible.
  std::vector<std::string> visible;
  /// What is passed to each of the functions that call it.
  std::set<unsigned> passed[kAppliers];
};
} // namespace

/// The address of a function, which only the first text needs.
std::string Writer::address(unsigned function) {
  std::string value = name();
  program.indirect += value + " = func.constant @f" + std::to_string(function) +
                      " : " + kType + "\n";
  return value;
}

/// A call of one of several functions, as conditionals: of the first one if
/// `isFirst`, or by chance.
std::string Writer::chooseCall(const std::vector<unsigned> &callees,
                               const std::string &operand,
                               const std::string &result, std::string isFirst) {
  if (callees.size() == 1)
    return result + " = " + call(callees.front(), operand);
  std::string first = name(), rest = name(), flip;
  if (isFirst.empty()) {
    isFirst = name();
    flip = isFirst + " = func.call @flip() : () -> i1\n";
  }
  return flip + result + " = scf.if " + isFirst + " -> (!noisy.i32) {\n" +
         first + " = " + call(callees.front(), operand) + "scf.yield " + first +
         " : !noisy.i32\n} else {\n" +
         chooseCall({callees.begin() + 1, callees.end()}, operand, rest) +
         "scf.yield " + rest + " : !noisy.i32\n}\n";
}

/// A condition, of which only the first text needs to know.
std::string Writer::throwCondition() {
  std::string condition = name();
  program.indirect += condition + " = func.call @flip() : () -> i1\n";
  return condition;
}

void Writer::makeOp() {
  std::string value = "%v" + std::to_string(number++);
  std::string a = pick(visible), b = pick(visible);
  switch (below(5)) {
  case 0:
    both(value + " = noisy.reduce_noise " + a);
    break;
  case 1:
    both(value + " = noisy.scale " + a + " by 4");
    break;
  case 2:
    both(value + " = noisy.mul " + a + ", " + b);
    break;
  default:
    both(value + " = noisy.add " + a + ", " + b);
  }
  both(" : !noisy.i32\n");
  visible.push_back(value);
  program.values.push_back(value);
}

void Writer::makeCall(unsigned caller) {
  if (caller + 1 >= functions)
    return makeOp();
  auto callee = [&] { return caller + 1 + below(functions - caller - 1); };
  std::string operand = pick(visible);
  std::string value = "%v" + std::to_string(number++);
  unsigned one = callee(), other = callee();
  std::vector<unsigned> callees = {one};
  if (other != one)
    callees.push_back(other);
  switch (below(7)) {
  case 0:
    both(value + " = " + call(one, operand));
    break;
  case 1:
    program.indirect += value + " = " + callValue(address(one), operand);
    program.direct += value + " = " + call(one, operand);
    break;
  case 2: {
    std::string first = address(one), second = address(other), chosen = name();
    std::string condition = throwCondition();
    program.indirect += chosen + " = arith.select " + condition + ", " + first +
                        ", " + second + " : " + kType + "\n" + value + " = " +
                        callValue(chosen, operand);
    program.direct += chooseCall(callees, operand, value);
    break;
  }
  case 3: {
    std::string first = address(one), second = address(other), chosen = name();
    std::string condition = throwCondition();
    program.indirect += chosen + " = scf.if " + condition + " -> (" + kType +
                        ") {\nscf.yield " + first + " : " + kType +
                        "\n} else {\nscf.yield " + second + " : " + kType +
                        "\n}\n" + value + " = " + callValue(chosen, operand);
    program.direct += chooseCall(callees, operand, value);
    break;
  }
  case 4: {
    // Merged blocks.
    std::string first = address(one), second = address(other);
    std::string condition = throwCondition(), argument = name();
    std::string label = "^x" + std::to_string(number++);
    program.indirect += value + " = scf.execute_region -> !noisy.i32 {\n" +
                        "cf.cond_br " + condition + ", " + label + "(" + first +
                        " : " + kType + "), " + label + "(" + second + " : " +
                        kType + ")\n" + label + "(" + argument + ": " + kType +
                        "):\n";
    std::string inner = name();
    program.indirect += inner + " = " + callValue(argument, operand) +
                        "scf.yield " + inner + " : !noisy.i32\n}\n";
    program.direct += chooseCall(callees, operand, value);
    break;
  }
  default: {
    // Only functions behind all callers of the applier are passed to it: there
    // is no circle of calls. The second text passes a number in place of the
    // function.
    unsigned applier = below(kAppliers);
    std::string target = address(functions + one % 2), number = name();
    passed[applier].insert(functions + one % 2);
    std::string callee = "func.call @apply" + std::to_string(applier);
    program.indirect += value + " = " + callee + "(" + target + ", " + operand +
                        ") : (" + kType + ", !noisy.i32) -> !noisy.i32\n";
    program.direct += number + " = arith.constant " + std::to_string(one % 2) +
                      " : index\n" + value + " = " + callee + "(" + number +
                      ", " + operand +
                      ") : (index, !noisy.i32) -> !noisy.i32\n";
  }
  }
  visible.push_back(value);
  program.values.push_back(value);
}

/// A loop that carries a value and the function that is called for it.
void Writer::makeLoop(unsigned caller) {
  if (caller + 1 >= functions)
    return makeOp();
  unsigned one = caller + 1 + below(functions - caller - 1);
  unsigned other = caller + 1 + below(functions - caller - 1);
  std::vector<unsigned> callees = {one};
  if (other != one)
    callees.push_back(other);
  std::string first = address(one), second = address(other);
  std::string result = "%v" + std::to_string(number++), iteration = name(),
              function = name(), carried = name(), next = name(),
              reduced = name();
  std::string end = oneOf(3) ? "%n" : "%c" + std::to_string(1 + below(3));
  std::string init = pick(visible);
  std::string head =
      "scf.for " + iteration + " = %c0 to " + end + " step %c1 iter_args(";
  program.indirect += result + ":2 = " + head + carried + " = " + init + ", " +
                      function + " = " + first + ") -> (!noisy.i32, " + kType +
                      ") {\n" + next + " = " + callValue(function, carried);
  program.direct += result + " = " + head + carried + " = " + init +
                    ") -> (!noisy.i32) {\n" +
                    chooseCall(callees, carried, next);
  both(reduced + " = noisy.reduce_noise " + next + " : !noisy.i32\n");
  // What grows without end tells little.
  std::string yielded = end == "%n" ? reduced : next;
  program.indirect += "scf.yield " + yielded + ", " + second +
                      " : !noisy.i32, " + kType + "\n}\n";
  program.direct += "scf.yield " + yielded + " : !noisy.i32\n}\n";
  std::string value = "%v" + std::to_string(number++);
  program.indirect +=
      value + " = noisy.scale " + result + "#0 by 2 : !noisy.i32\n";
  program.direct += value + " = noisy.scale " + result + " by 2 : !noisy.i32\n";
  visible.push_back(value);
  program.values.push_back(value);
}

void Writer::makeBody(unsigned caller) {
  for (int i = 0; i < 2; ++i)
    both("%c" + std::to_string(i) + " = arith.constant " + std::to_string(i) +
         " : index\n");
  both("%c2 = arith.constant 2 : index\n%c3 = arith.constant 3 : index\n"
       "%n = func.call @count() : () -> index\n");
  for (unsigned i = 2 + below(4); i > 0; --i)
    switch (below(5)) {
    case 0:
      makeLoop(caller);
      break;
    case 1:
    case 2:
      makeCall(caller);
      break;
    default:
      makeOp();
    }
  both("return " + visible.back() + " : !noisy.i32\n}\n");
}

/// A function that calls what it gets.
void Writer::makeApplier(unsigned applier) {
  const std::set<unsigned> &callees = passed[applier];
  if (callees.empty())
    return;
  std::string head = "func.func private @apply" + std::to_string(applier) + "(";
  std::string value = "%v" + std::to_string(number++), inner = name();
  std::string target = name(), argument = "%v" + std::to_string(number++);
  program.indirect += head + target + ": " + kType + ", " + argument +
                      ": !noisy.i32) -> !noisy.i32 {\n";
  program.direct += head + target + ": index, " + argument +
                    ": !noisy.i32) -> !noisy.i32 {\n";
  both(inner + " = noisy.add " + argument + ", " + argument +
       " : !noisy.i32\n");
  program.indirect += value + " = " + callValue(target, inner);
  std::string zero = name(), isFirst = name();
  if (callees.size() == 2)
    program.direct += zero + " = arith.constant 0 : index\n" + isFirst +
                      " = arith.cmpi eq, " + target + ", " + zero +
                      " : index\n";
  program.direct +=
      chooseCall({callees.begin(), callees.end()}, inner, value, isFirst);
  both("return " + value + " : !noisy.i32\n}\n");
  program.values.push_back(argument);
  program.values.push_back(value);
}

IndirectProgram Writer::write() {
  both("func.func private @flip() -> i1\n"
       "func.func private @count() -> index\n");
  // Two more, which call none, are passed to others.
  for (unsigned i = 0; i < functions + 2; ++i) {
    bool isStated = states && i > 0 && oneOf(3);
    std::string head = std::string("func.func ") + (i == 0 ? "" : "private ") +
                       "@f" + std::to_string(i) + "(";
    std::string type = "!noisy.i32";
    if (isStated)
      type = "(!noisy.i32 {noisy.bound = " + std::to_string(12 + below(15)) +
             " : i64})";
    // Of some nothing else is known; of a few, nothing.
    if (i > 0 && states && oneOf(isStated ? 2 : 8)) {
      both(head + "!noisy.i32) -> " + type + "\n");
      continue;
    }
    std::string argument = "%v" + std::to_string(number++);
    both(head + argument + ": !noisy.i32) -> " + type + " {\n");
    visible = {argument};
    program.values.push_back(argument);
    makeBody(i);
  }
  for (unsigned i = 0; i < kAppliers; ++i)
    makeApplier(i);
  return std::move(program);
}

IndirectProgram mlir::noisy::test::makeIndirectCalls(std::mt19937 &random,
                                                     unsigned functions,
                                                     bool states) {
  return Writer(random, functions, states).write();
}
