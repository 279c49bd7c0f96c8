//===- RandomCalls.h - Calls in all ways by chance --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RANDOMCALLS_H
#define NOISY_TESTS_SUPPORT_RANDOMCALLS_H

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mlir::noisy::test {

/// Writes calls as programs may have them: by name, by an address that came
/// through control flow, and by handing the address, or the name, to a function
/// out of sight, which may call it with what it, or another one, gets: the
/// arguments of the call, or values with more noise, and a number. States
/// ranges of numbers, which the calls keep or break.
class RandomCalls {
public:
  explicit RandomCalls(std::mt19937 &random) : random(random) {}

  /// What is stated of the number that a function gets, or nothing.
  std::string range();
  /// The number that a call passes.
  std::string number();

  struct Call {
    /// "@f2", "%a, %b", and the types of these and of the results.
    std::string callee, arguments, types, results;
    /// The arguments that are encrypted, each with its type.
    std::vector<std::pair<std::string, std::string>> encryptedValues;
    /// "%v7 = ", or nothing.
    std::string assignment;
  };
  /// The lines of a call, after `indent`.
  std::string write(const Call &call, const std::string &indent);

  /// The functions out of sight that were used.
  std::string declarations() const;

private:
  class Writer;

  unsigned randomBelow(unsigned n) { return random() % n; }

  std::mt19937 &random;
  unsigned numHelpers = 0;
  /// By signature and attributes, the name.
  std::map<std::pair<std::string, std::string>, std::string> outOfSight;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RANDOMCALLS_H
