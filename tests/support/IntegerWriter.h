//===- IntegerWriter.h - Writes random programs of integers -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_INTEGERWRITER_H
#define NOISY_TESTS_SUPPORT_INTEGERWRITER_H

#include "tests/support/RandomIntegers.h"
#include "llvm/ADT/StringExtras.h"
#include <initializer_list>
#include <utility>
#include <vector>

namespace mlir::noisy::test {

/// Writes a program. The operations are in RandomIntegers.cpp, control flow is
/// in RandomIntegerControl.cpp.
class IntegerWriter {
public:
  IntegerWriter(std::mt19937 &random, const IntegerShape &shape)
      : random(random), shape(shape) {}
  std::string write();

private:
  using Type = std::string;
  using Value = std::pair<std::string, Type>;
  using Scope = std::vector<Value>;
  using APInt = llvm::APInt;
  struct Signature {
    std::vector<Type> arguments, results;
  };

  unsigned upTo(unsigned n) { return random() % n; }
  bool chance(unsigned percent) { return upTo(100) < percent; }
  template <typename T> const T &oneOf(const std::vector<T> &list) {
    return list[upTo(list.size())];
  }
  template <typename T> T oneOf(std::initializer_list<T> list) {
    return *(list.begin() + upTo(list.size()));
  }

  Type makeType() {
    return oneOf({"i4", "i4", "i4", "i8", "i8", "i1", "i13", "i32", "i64",
                  "index", "index"});
  }
  static unsigned widthOf(const Type &type) {
    return type == "index" ? 64 : std::stoi(type.substr(1));
  }
  std::vector<Type> makeTypes(unsigned maxCount) {
    std::vector<Type> types(upTo(maxCount + 1));
    for (Type &type : types)
      type = makeType();
    return types;
  }
  std::string name() { return "%v" + std::to_string(numValues++); }
  std::string label() { return "^b" + std::to_string(numBlocks++); }

  std::string constant(const Type &type, const APInt &number);
  /// A value of the type that is in scope, or a constant.
  std::string use(const Scope &scope, const Type &type);
  std::vector<std::string> use(const Scope &scope,
                               const std::vector<Type> &types);
  static std::string join(const std::vector<std::string> &list) {
    return llvm::join(list, ", ");
  }
  static std::string typedList(const std::vector<std::string> &values,
                               const std::vector<Type> &types);
  std::string define(Scope &scope, const std::vector<Type> &types);

  void arithmetic(Scope &scope);
  void convert(Scope &scope);
  void affineArithmetic(Scope &scope);
  void writeStructured(Scope &scope, unsigned depth);
  void count(Scope &scope, unsigned depth, const Value *upperBound = nullptr);
  void share(Scope &scope, unsigned depth);
  void grow(Scope &scope, unsigned depth);
  void growInLoop(Scope &scope, unsigned depth, const Type &type);
  void growInBlocks(Scope &scope, unsigned depth, const Type &type,
                    const std::string &end);
  void growInCall(Scope &scope, unsigned depth, const Type &type);
  std::string addTo(const Value &bound);
  void call(Scope &scope);
  void statement(Scope &scope, unsigned depth);
  void statements(Scope &scope, unsigned depth);
  void region(Scope scope, unsigned depth, const std::string &end,
              const std::vector<Type> &types,
              const std::string &conditionType = "");
  void blocks(Scope scope, const std::string &end,
              const std::vector<Type> &types);
  void function(unsigned number, bool isPrivate);

  std::mt19937 &random;
  const IntegerShape &shape;
  std::string text;
  unsigned numValues = 0, numBlocks = 0;
  std::vector<Signature> functions;
  /// The text of functions that were made up on the way, and their number.
  std::string helpers;
  unsigned numHelpers = 0;
  /// What affine operations take in the current function: its arguments.
  Scope symbols;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_INTEGERWRITER_H
