//===- RandomCalls.cpp - Calls in all ways by chance ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/RandomCalls.h"

using namespace mlir::noisy::test;

std::string RandomCalls::range() {
  if (randomBelow(2))
    return "";
  return " {noisy.range = [0, " + std::to_string(randomBelow(8)) + "]}";
}

std::string RandomCalls::number() {
  static constexpr unsigned constants[] = {0, 1, 2, 3, 4, 5, 7, 100};
  return randomBelow(2) ? "%n"
                        : "%c" + std::to_string(constants[randomBelow(8)]);
}

/// Writes the lines of one call.
class RandomCalls::Writer {
public:
  Writer(RandomCalls &calls, const Call &call, const std::string &indent)
      : calls(calls), call(call), indent(indent),
        type("(" + call.types + ") -> (" + call.results + ")") {}

  std::string write();

private:
  void line(const std::string &content) { text += indent + content + "\n"; }
  std::string helperName() { return "%h" + std::to_string(calls.numHelpers++); }
  /// Writes a constant with the address of the function, and returns its name.
  std::string address();
  /// The name of a function without a body.
  std::string outOfSightName(const std::string &signature,
                             const std::string &attributes = "");
  /// Chooses the operands that a function out of sight gets.
  void makeOperands();
  void callAddress(const std::string &function);
  void callName();
  void callSelected();
  void callYielded();
  void passAddress(bool withOperands);
  void passName(bool toDeclaration);

  RandomCalls &calls;
  const Call &call;
  const std::string &indent;
  std::string type;
  std::string text, operands, operandTypes;
};

std::string RandomCalls::Writer::address() {
  std::string function = helperName();
  line(function + " = func.constant " + call.callee + " : " + type);
  return function;
}

std::string RandomCalls::Writer::outOfSightName(const std::string &signature,
                                                const std::string &attributes) {
  auto [entry, isNew] = calls.outOfSight.try_emplace(
      {signature, attributes},
      "@out" + std::to_string(calls.outOfSight.size()));
  return entry->second;
}

void RandomCalls::Writer::makeOperands() {
  operands = calls.number();
  operandTypes = "index";
  for (const auto &[value, type] : call.encryptedValues) {
    bool isNoisier = type == "!noisy.i32" && calls.randomBelow(2);
    std::string product = isNoisier ? helperName() : value;
    if (isNoisier)
      line(product + " = noisy.mul " + value + ", " + value + " : " + type);
    operands += ", " + product;
    operandTypes += ", " + type;
  }
}

void RandomCalls::Writer::callAddress(const std::string &function) {
  line(call.assignment + "func.call_indirect " + function + "(" +
       call.arguments + ") : " + type);
}

void RandomCalls::Writer::callName() {
  line(call.assignment + "func.call " + call.callee + "(" + call.arguments +
       ") : " + type);
}

void RandomCalls::Writer::callSelected() {
  std::string first = address(), second = address(),
              chosenAddress = helperName();
  line(chosenAddress + " = arith.select %p, " + first + ", " + second + " : " +
       type);
  callAddress(chosenAddress);
}

void RandomCalls::Writer::callYielded() {
  std::string first = address(), chosenAddress = helperName();
  line(chosenAddress + " = scf.if %p -> (" + type + ") {");
  line("  scf.yield " + first + " : " + type);
  line("} else {");
  line("  scf.yield " + first + " : " + type);
  line("}");
  callAddress(chosenAddress);
}

/// Without operands, the function out of sight may call it with what another
/// one gets.
void RandomCalls::Writer::passAddress(bool withOperands) {
  if (withOperands)
    makeOperands();
  std::string function = address();
  std::string signature =
      "(" + type + (withOperands ? ", " + operandTypes : "") + ")";
  line("func.call " + outOfSightName(signature) + "(" + function +
       (withOperands ? ", " + operands : "") + ") : " + signature + " -> ()");
  callName();
}

void RandomCalls::Writer::passName(bool toDeclaration) {
  makeOperands();
  std::string signature = "(" + operandTypes + ")";
  std::string callback = "{callback = " + call.callee + "}";
  line("func.call " +
       outOfSightName(signature,
                      toDeclaration ? " attributes " + callback : "") +
       "(" + operands + ")" + (toDeclaration ? "" : " " + callback) + " : " +
       signature + " -> ()");
  callName();
}

std::string RandomCalls::Writer::write() {
  switch (calls.randomBelow(10)) {
  case 0:
    callAddress(address());
    break;
  case 1:
    callSelected();
    break;
  case 2:
    callYielded();
    break;
  case 3:
    passAddress(true);
    break;
  case 4:
    passName(false);
    break;
  case 5:
    passAddress(false);
    break;
  case 6:
    passName(true);
    break;
  default:
    callName();
  }
  return text;
}

std::string RandomCalls::write(const Call &call, const std::string &indent) {
  return Writer(*this, call, indent).write();
}

std::string RandomCalls::declarations() const {
  std::string text;
  for (const auto &[type, name] : outOfSight)
    text += "func.func private " + name + type.first + type.second + "\n";
  return text;
}
