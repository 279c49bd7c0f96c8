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
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::noisy;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// The text of an attribute
//===----------------------------------------------------------------------===//

static bool isNameLetter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The text with blanks in place of comments and strings: dialects that are not
/// linked in keep an attribute as it is written.
static std::string blankOut(StringRef text) {
  std::string result = text.str();
  for (size_t i = 0; i < text.size(); ++i) {
    size_t end = i;
    if (text.substr(i).starts_with("//"))
      end = std::min(text.find('\n', i), text.size());
    else if (text[i] == '"')
      end = std::min(text.find('"', i + 1), text.size() - 1) + 1;
    std::fill(result.begin() + i, result.begin() + end, ' ');
    if (end > i)
      i = end - 1;
  }
  return result;
}

/// What stands behind `name =` in a text; nothing if the name is not there, or
/// twice.
static std::optional<StringRef> findValue(StringRef text, StringRef name) {
  std::optional<StringRef> result;
  for (size_t at = text.find(name); at != StringRef::npos;
       at = text.find(name, at + 1)) {
    StringRef rest = text.substr(at + name.size()).ltrim();
    if ((at != 0 && isNameLetter(text[at - 1])) || !rest.consume_front("="))
      continue;
    if (result)
      return std::nullopt;
    result = rest.ltrim();
  }
  return result;
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

/// log2 of the largest product of so many factors that are side by side: a
/// digit of key switching.
static double findLargestDigit(ArrayRef<double> factors, size_t count) {
  double largest = 0;
  for (size_t i = 0; i < factors.size(); i += count) {
    ArrayRef<double> digit = factors.drop_front(i).take_front(count);
    largest =
        std::max(largest, std::accumulate(digit.begin(), digit.end(), 0.0));
  }
  return largest;
}

std::optional<std::string> mlir::noisy::makePresetText(StringRef preset,
                                                       StringRef text,
                                                       std::string &error) {
  // An attribute may also be a string with the parameters in it.
  StringRef content = text.trim();
  if (content.consume_front("\""))
    content.consume_back("\"");
  const std::string attribute = blankOut(content);
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
  // The formula has key switching with digits that are not larger than `P`.
  size_t digit = 1;
  if (std::optional<StringRef> given = findValue(preset, "dnum"))
    takeNumber(*given).getAsInteger(10, digit);
  double special = 0;
  for (double factor : findLogarithms(attribute, "P"))
    special += factor;
  constexpr double tolerance = 0.01;
  if (findLargestDigit(factors, std::max<size_t>(digit, 1)) >
      special + tolerance) {
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
                           std::vector<StatedParameters> parameters,
                           NoiseModel defaultModel)
    : parameters(std::move(parameters)), defaultModel(defaultModel) {
  for (const StatedParameters &stated : this->parameters)
    names.push_back(StringAttr::get(context, stated.attribute));
}

/// A model in which any product passes the limit, and any sum, where sums add
/// noise.
static NoiseModel getModelWithoutRoom(StringRef preset) {
  NoiseModel model;
  model.initial = model.max = 1;
  model.mul = model.scale = NoiseTransfer::max(1);
  if (preset.ltrim().starts_with("ckks"))
    model.add = model.sub = NoiseTransfer::max(0);
  return model;
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
  std::optional<NoisePreset> made;
  if (std::optional<std::string> preset =
          makePresetText(parameters[index].preset, text, entry->error))
    made = makeNoisePreset(*preset, entry->error);
  if (!made) {
    entry->model = getModelWithoutRoom(parameters[index].preset);
    return *entry;
  }
  entry->model = made->model;
  if (entry->model == defaultModel && entry->model.max > entry->model.initial)
    --entry->model.max;
  return *entry;
}

std::optional<NoiseModel> StatedModels::find(Operation *op) const {
  if (!isa<ModuleOp>(op))
    return std::nullopt;
  for (auto [index, name] : llvm::enumerate(names))
    if (Attribute value = op->getDiscardableAttr(name))
      return make(index, value).model;
  return std::nullopt;
}

std::optional<std::string>
StatedModels::findError(NamedAttribute attribute) const {
  for (auto [index, name] : llvm::enumerate(names))
    if (attribute.getName() == name)
      if (const Made &result = make(index, attribute.getValue());
          !result.error.empty())
        return result.error;
  return std::nullopt;
}
