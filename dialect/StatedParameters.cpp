//===- StatedParameters.cpp - Models that programs state ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StatedParameters.h"
#include "dialect/NoisePresets.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mlir::noisy;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// The text of an attribute
//===----------------------------------------------------------------------===//

static bool isNameLetter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// What stands behind `name =` in a text; nothing if the name is not there.
static std::optional<StringRef> findValue(StringRef text, StringRef name) {
  for (size_t at = text.find(name); at != StringRef::npos;
       at = text.find(name, at + 1)) {
    StringRef rest = text.substr(at + name.size()).ltrim();
    if ((at == 0 || !isNameLetter(text[at - 1])) && rest.consume_front("="))
      return rest.ltrim();
  }
  return std::nullopt;
}

/// The digits that a text begins with.
static StringRef takeNumber(StringRef text) {
  return text.ltrim().take_while(llvm::isDigit);
}

/// log2 of each number in the list `name = [a, b]`; empty without such a list,
/// and for one with anything else in it.
static std::vector<double> findLogarithms(StringRef text, StringRef name) {
  std::optional<StringRef> value = findValue(text, name);
  if (!value || !value->consume_front("["))
    return {};
  auto [list, rest] = value->split(']');
  std::vector<double> result;
  while (!list.trim().empty()) {
    auto [number, others] = list.split(',');
    StringRef digits = takeNumber(number);
    llvm::APInt factor;
    // `123 : i64`, as lists of numbers may be printed.
    StringRef behind = number.ltrim().drop_front(digits.size()).ltrim();
    if (digits.getAsInteger(10, factor) || factor.ult(2) ||
        !(behind.empty() || behind.starts_with(":")))
      return {};
    result.push_back(std::log2(factor.roundToDouble()));
    list = others;
  }
  return result;
}

/// The number as it can be read again.
static void print(llvm::raw_ostream &os, double number) {
  os << llvm::format("%.17g", number);
}

std::optional<std::string> mlir::noisy::makePresetText(StringRef preset,
                                                       StringRef attribute,
                                                       std::string &error) {
  std::vector<double> factors = findLogarithms(attribute, "Q");
  if (factors.empty()) {
    error = "expected the factors of the modulus, such as 'Q = [1073750017, "
            "1073754113]'";
    return std::nullopt;
  }
  std::string result = preset.str();
  llvm::raw_string_ostream os(result);
  os << " logq=";
  llvm::interleave(factors, os, [&](double factor) { print(os, factor); }, ",");
  if (preset.ltrim().starts_with("ckks"))
    return result;

  StringRef logN = takeNumber(findValue(attribute, "logN").value_or(""));
  StringRef t =
      takeNumber(findValue(attribute, "plaintextModulus").value_or(""));
  unsigned exponent = 0;
  if (logN.getAsInteger(10, exponent) || exponent > 30 || t.empty()) {
    error = "expected 'logN' and 'plaintextModulus', each with a number";
    return std::nullopt;
  }
  // The formula has key switching with a modulus for each digit that is not
  // larger than that for key switching.
  double special = 0, largest = *llvm::max_element(factors);
  for (double factor : findLogarithms(attribute, "P"))
    special += factor;
  constexpr double tolerance = 0.01;
  if (largest > special + tolerance) {
    error = "the factors of the modulus must not be larger than that for key "
            "switching, 'P'";
    return std::nullopt;
  }
  os << " N=" << (1u << exponent) << " t=" << t;
  return result;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

StatedModels::StatedModels(MLIRContext *context,
                           std::vector<StatedParameters> parameters)
    : parameters(std::move(parameters)) {
  for (const StatedParameters &stated : this->parameters)
    names.push_back(StringAttr::get(context, stated.attribute));
}

const StatedModels::Made &StatedModels::make(size_t index,
                                             Attribute value) const {
  std::lock_guard lock(mutex);
  std::unique_ptr<Made> &entry = made[{index, value}];
  if (entry)
    return *entry;
  entry = std::make_unique<Made>();
  std::string text;
  llvm::raw_string_ostream(text) << value;
  if (std::optional<std::string> preset =
          makePresetText(parameters[index].preset, text, entry->error))
    if (std::optional<NoisePreset> result =
            makeNoisePreset(*preset, entry->error))
      entry->model = result->model;
  return *entry;
}

std::optional<NoiseModel> StatedModels::find(Operation *op) const {
  if (!isa<ModuleOp>(op))
    return std::nullopt;
  for (auto [index, name] : llvm::enumerate(names))
    if (Attribute value = op->getDiscardableAttr(name))
      if (std::optional<NoiseModel> model = make(index, value).model)
        return model;
  return std::nullopt;
}

std::optional<std::string>
StatedModels::findError(NamedAttribute attribute) const {
  for (auto [index, name] : llvm::enumerate(names))
    if (attribute.getName() == name)
      if (const Made &result = make(index, attribute.getValue()); !result.model)
        return result.error;
  return std::nullopt;
}
