//===- GuessedTypes.h - Types that a text does not show ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FOREIGN_GUESSEDTYPES_H
#define NOISY_SERVER_FOREIGN_GUESSEDTYPES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <map>

namespace mlir::noisy::lsp {

/// The types of values that operations of unknown dialects define without
/// showing them. They are guessed, and learned from the first use that needs
/// another type; then the text is parsed again. All of it depends on that text
/// alone. On the thread of the context.
class GuessedTypes {
public:
  /// Forgets all, because another text is parsed.
  void begin(llvm::StringRef Text);
  /// The text that is parsed; another one may be, too.
  llvm::StringRef text() const { return Text; }

  /// Instead of the number of a value: it is used here, and defined later.
  static constexpr unsigned UseNumber = ~0u;

  /// The type of the value with the number `Number` in the group of names at
  /// `Place`: `Guess`, if nothing else was learned. Values of the same `Kind`
  /// (an operation, and the types that it shows) probably have the same type.
  Type typeOf(Location Place, unsigned Number, llvm::StringRef Kind,
              Type Guess);

  /// Takes the type that a use needs from the error about it. False if the type
  /// of the value is not a guess, or was learned before.
  bool learn(const Diagnostic &Error);
  /// True if something was learned since the last call.
  bool takeNews() { return std::exchange(HasNews, false); }

private:
  struct Guess {
    Type Assumed;
    std::string Kind;
    bool IsLearned = false;
  };

  bool learn(Location Definition, Type Used, Type Defined);

  llvm::StringRef Text;
  std::map<std::pair<const void *, unsigned>, Guess> Guesses;
  llvm::StringMap<Type> ByKind;
  bool HasNews = false;
};

/// Calls `Parse` until it teaches nothing new about the types of values. Each
/// call has to forget the one before, and its errors. `Types` may be null.
void parseLearning(MLIRContext &Context, GuessedTypes *Types,
                   llvm::function_ref<void()> Parse);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FOREIGN_GUESSEDTYPES_H
