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

std::string RandomCalls::write(const Call &call, const std::string &indent) {
  std::string type = "(" + call.types + ") -> (" + call.results + ")";
  std::string text;
  auto line = [&](const std::string &content) {
    text += indent + content + "\n";
  };
  auto name = [&] { return "%h" + std::to_string(numHelpers++); };
  auto address = [&] {
    std::string function = name();
    line(function + " = func.constant " + call.callee + " : " + type);
    return function;
  };
  auto callAddress = [&](const std::string &function) {
    line(call.assignment + "func.call_indirect " + function + "(" +
         call.arguments + ") : " + type);
  };
  auto callName = [&](const std::string &attributes) {
    line(call.assignment + "func.call " + call.callee + "(" + call.arguments +
         ")" + attributes + " : " + type);
  };
  auto getOutOfSight = [&](const std::string &signature,
                           const std::string &attributes = "") {
    auto [entry, isNew] = outOfSight.try_emplace(
        {signature, attributes}, "@out" + std::to_string(outOfSight.size()));
    return entry->second;
  };
  std::string operandText, givenTypes;
  auto makeGiven = [&] {
    operandText = number();
    givenTypes = "index";
    for (const auto &[value, type] : call.encryptedValues) {
      bool isNoisier = type == "!noisy.i32" && randomBelow(2);
      std::string product = isNoisier ? name() : value;
      if (isNoisier)
        line(product + " = noisy.mul " + value + ", " + value + " : " + type);
      operandText += ", " + product;
      givenTypes += ", " + type;
    }
  };
  switch (randomBelow(10)) {
  case 0:
    callAddress(address());
    break;
  case 1: {
    std::string first = address(), second = address(), chosenAddress = name();
    line(chosenAddress + " = arith.select %p, " + first + ", " + second +
         " : " + type);
    callAddress(chosenAddress);
    break;
  }
  case 2: {
    std::string first = address(), chosenAddress = name();
    line(chosenAddress + " = scf.if %p -> (" + type + ") {");
    line("  scf.yield " + first + " : " + type);
    line("} else {");
    line("  scf.yield " + first + " : " + type);
    line("}");
    callAddress(chosenAddress);
    break;
  }
  case 3: {
    makeGiven();
    std::string function = address();
    std::string signature = "(" + type + ", " + givenTypes + ")";
    line("func.call " + getOutOfSight(signature) + "(" + function + ", " +
         operandText + ") : " + signature + " -> ()");
    callName("");
    break;
  }
  case 4: {
    makeGiven();
    std::string signature = "(" + givenTypes + ")";
    line("func.call " + getOutOfSight(signature) + "(" + operandText +
         ") {callback = " + call.callee + "} : " + signature + " -> ()");
    callName("");
    break;
  }
  case 5: {
    // It may call it with what another one gets.
    std::string function = address();
    std::string signature = "(" + type + ")";
    line("func.call " + getOutOfSight(signature) + "(" + function +
         ") : " + signature + " -> ()");
    callName("");
    break;
  }
  case 6: {
    makeGiven();
    std::string signature = "(" + givenTypes + ")";
    std::string callbackAttribute =
        " attributes {callback = " + call.callee + "}";
    line("func.call " + getOutOfSight(signature, callbackAttribute) + "(" +
         operandText + ") : " + signature + " -> ()");
    callName("");
    break;
  }
  default:
    callName("");
  }
  return text;
}

std::string RandomCalls::declarations() const {
  std::string text;
  for (const auto &[type, name] : outOfSight)
    text += "func.func private " + name + type.first + type.second + "\n";
  return text;
}
