//===- ExpectedErrors.cpp - The errors that a test expects ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/dialects/ExpectedErrors.h"
#include <regex>
#include <sstream>

using namespace mlir::noisy::bench;

std::set<unsigned>
mlir::noisy::bench::findExpectedErrors(const std::string &text) {
  static const std::regex comment(
      R"(expected-error(?:-re)?\s*(@(?:([+-])(\d+)|above|below))?)");
  std::set<unsigned> lines;
  // Comments with @above and @below may stand in a row.
  std::set<unsigned> waiting;
  std::istringstream stream(text);
  std::string line;
  unsigned lastCode = 0;
  for (unsigned number = 0; std::getline(stream, line); ++number) {
    size_t begin = line.find_first_not_of(" \t");
    bool isCode = begin != std::string::npos && line.compare(begin, 2, "//");
    if (isCode) {
      if (!waiting.empty())
        lines.insert(number);
      waiting.clear();
    }
    for (std::sregex_iterator it(line.begin(), line.end(), comment), end;
         it != end; ++it) {
      std::string place = (*it)[1];
      if (place.empty())
        lines.insert(number);
      else if (place == "@above")
        lines.insert(isCode ? number : lastCode);
      else if (place == "@below")
        waiting.insert(number);
      else if (unsigned distance = std::stoul((*it)[3]); (*it)[2] == "+")
        lines.insert(number + distance);
      else if (distance <= number)
        lines.insert(number - distance);
    }
    if (isCode)
      lastCode = number;
  }
  return lines;
}
