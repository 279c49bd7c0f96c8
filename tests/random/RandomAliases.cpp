//===- RandomAliases.cpp - Texts with aliases by chance -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/random/RandomAliases.h"
#include "tests/random/RandomChoice.h"
#include <cctype>

using namespace mlir::noisy::test;

namespace {
/// Writes one chunk.
class AliasWriter : RandomChoice {
public:
  explicit AliasWriter(std::mt19937 &random) : RandomChoice(random) {}

  std::string write(const std::string &chunk);

private:
  std::string defineLocation();
  std::string chooseLocation();
  void addLocation(std::string &line);
  void replaceType(std::string &line);
  void replaceConstant(std::string &line);

  /// The definitions at the beginning and at the end of the chunk.
  std::string before, after;
  /// The locations that are defined there.
  std::vector<std::string> locations;
  bool hasType = false;
};
} // namespace

/// Defines a location, which may be made of earlier ones; returns its name.
std::string AliasWriter::defineLocation() {
  std::string name = "#loc" + std::to_string(10 + locations.size()), value;
  auto place = [&] {
    return "\"dir/circuit.mlir\":" + std::to_string(1 + below(40)) + ":" +
           std::to_string(1 + below(9));
  };
  switch (locations.size() < 2 ? 0 : below(8)) {
  case 0:
    value = "\"step\"";
    break;
  case 1:
    value = "callsite(" + pick(locations) + " at " + pick(locations) + ")";
    break;
  case 2:
    value = "fused<\"x\">[" + pick(locations) + ", " + pick(locations) + "]";
    break;
  case 3:
    value = "\"name\"(" + pick(locations) + ")";
    break;
  default:
    value = place();
  }
  after += name + " = loc(" + value + ")\n";
  locations.push_back(name);
  return name;
}

std::string AliasWriter::chooseLocation() {
  if (oneOf(12))
    return oneOf(2) ? "\"other.mlir\":7:3" : "unknown";
  return locations.empty() || !oneOf(4) ? defineLocation() : pick(locations);
}

/// Adds a location to an operation that ends with its line.
void AliasWriter::addLocation(std::string &line) {
  size_t begin = line.find_first_not_of(" \t"),
         end = line.find_last_not_of(" \t");
  if (begin == std::string::npos || line.find("//") != std::string::npos ||
      line.find(" loc(") != std::string::npos)
    return;
  std::string first = line.substr(begin, 7);
  bool isOperation = line[begin] == '%' || first == "return " ||
                     first == "memref." || first == "scf.yie" ||
                     first == "call @f";
  bool endsHere = std::isalnum((unsigned char)line[end]) || line[end] == '>' ||
                  line[end] == ')';
  bool isEnd = begin == end && line[end] == '}';
  if ((isOperation && endsHere && !oneOf(8)) || (isEnd && oneOf(2)))
    line.insert(end + 1, " loc(" + chooseLocation() + ")");
}

void AliasWriter::replaceType(std::string &line) {
  static const std::string type = "!noisy.i32";
  size_t place = line.rfind(type);
  if (place == std::string::npos || !oneOf(6))
    return;
  if (!hasType)
    before += "!cipher = !noisy.i32\n";
  hasType = true;
  line.replace(place, type.size(), "!cipher");
}

void AliasWriter::replaceConstant(std::string &line) {
  static const std::string operation = "arith.constant ", type = " : index";
  size_t begin = line.find(operation), end = line.find(type);
  if (begin == std::string::npos || end == std::string::npos || !oneOf(3))
    return;
  begin += operation.size();
  std::string value = line.substr(begin, end - begin);
  if (value.find_first_not_of("0123456789") != std::string::npos)
    return;
  std::string name = "#c" + value;
  if (before.find(name + " =") == std::string::npos)
    before += name + " = " + value + type + "\n";
  line.replace(begin, end + type.size() - begin, name);
}

std::string AliasWriter::write(const std::string &chunk) {
  std::string result;
  bool isInMetadata = false;
  for (size_t begin = 0; begin < chunk.size();) {
    size_t end = std::min(chunk.find('\n', begin), chunk.size());
    std::string line = chunk.substr(begin, end - begin);
    isInMetadata |= line.rfind("{-#", 0) == 0;
    if (!isInMetadata && !line.empty() && line[0] != '#' && line[0] != '!' &&
        line.back() != '\r') {
      replaceConstant(line);
      replaceType(line);
      addLocation(line);
    }
    result += line;
    if (end < chunk.size())
      result += '\n';
    begin = end + 1;
  }
  if (!result.empty() && result.back() != '\n')
    result += '\n';
  return oneOf(4) ? before + after + result : before + result + after;
}

std::string mlir::noisy::test::addAliases(const std::string &text,
                                          std::mt19937 &random) {
  static const std::string marker = "// -----\n";
  std::string result;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = text.find(marker, begin);
    bool isLast = end == std::string::npos;
    result += AliasWriter(random).write(
        text.substr(begin, isLast ? end : end - begin));
    if (isLast)
      break;
    result += marker;
    begin = end + marker.size();
  }
  return result;
}
