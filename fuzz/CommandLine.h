//===- CommandLine.h - The command lines of fuzzers -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_COMMANDLINE_H
#define NOISY_FUZZ_COMMANDLINE_H

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mlir::noisy::fuzz {

/// A command line of options with a value (`--seed 7`, `--seed=7`) and paths.
class CommandLine {
public:
  /// Adds an option; `Set` throws std::exception if the value is invalid.
  void add(const std::string &Name,
           std::function<void(const std::string &)> Set);
  void addNumber(const std::string &Name, double &Value);
  template <typename T> void addCount(const std::string &Name, T &Value) {
    add(Name, [&Value](const std::string &Argument) {
      Value = std::stoull(Argument);
    });
  }
  void addText(const std::string &Name, std::string &Value);

  /// True if `--help` is among the arguments.
  static bool asksForHelp(int Count, char **Arguments);
  /// Returns the error message, or "".
  std::string parse(int Count, char **Arguments);

  std::vector<std::string> Paths;

private:
  std::map<std::string, std::function<void(const std::string &)>> Options;
};

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_COMMANDLINE_H
