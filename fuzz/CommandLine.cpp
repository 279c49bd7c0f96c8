//===- CommandLine.cpp - The command lines of fuzzers ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/CommandLine.h"
#include <algorithm>
#include <stdexcept>
#include <string_view>

using namespace mlir::noisy::fuzz;

void CommandLine::add(const std::string &Name,
                      std::function<void(const std::string &)> Set) {
  Options[Name] = std::move(Set);
}

void CommandLine::addNumber(const std::string &Name, double &Value) {
  add(Name,
      [&Value](const std::string &Argument) { Value = std::stod(Argument); });
}

void CommandLine::addText(const std::string &Name, std::string &Value) {
  add(Name, [&Value](const std::string &Argument) { Value = Argument; });
}

bool CommandLine::asksForHelp(int Count, char **Arguments) {
  return std::any_of(Arguments + 1, Arguments + Count,
                     [](const char *Argument) {
                       return std::string_view(Argument) == "--help";
                     });
}

std::string CommandLine::parse(int Count, char **Arguments) {
  for (int I = 1; I < Count; ++I) {
    std::string Name = Arguments[I];
    if (!Name.starts_with("--")) {
      Paths.push_back(Name);
      continue;
    }
    Name = Name.substr(2);
    std::string Value;
    size_t Sign = Name.find('=');
    bool HasValue = Sign != std::string::npos;
    if (HasValue) {
      Value = Name.substr(Sign + 1);
      Name.resize(Sign);
    }
    auto Option = Options.find(Name);
    if (Option == Options.end())
      return "unknown option '--" + Name + "'";
    if (!HasValue) {
      if (++I == Count)
        return "--" + Name + " needs a value";
      Value = Arguments[I];
    }
    try {
      Option->second(Value);
    } catch (const std::exception &) {
      return "--" + Name + " cannot be '" + Value + "'";
    }
  }
  return "";
}
