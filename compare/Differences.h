//===- Differences.h - How the answers of two servers differ ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_COMPARE_DIFFERENCES_H
#define NOISY_COMPARE_DIFFERENCES_H

#include "compare/FileAnswers.h"
#include "compare/SplitText.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <optional>

namespace mlir::noisy::compare {

/// How our answer differs from that of LLVM's server. Which of them fail a
/// comparison is said by `isFailure`.
enum class DifferenceKind {
  /// An error of ours in a chunk, or a text, that LLVM takes without any.
  False,
  /// An error of LLVM's that we do not have.
  Missing,
  /// The same, in a chunk where we have no error at all.
  Silent,
  /// Our server ended, or did not answer in time.
  Crash,
  Hang,
  /// The same message at another line.
  Moved,
  /// Another message at the same line; or where a bracket opens that is never
  /// closed, instead of where the text ends.
  Wording,
  /// An error of ours behind the one that LLVM's server stopped at. LLVM's says
  /// the same once what is around the first is taken out, or it stays open.
  More,
  Unconfirmed,
  /// An answer that LLVM's server gives and ours does not.
  HoverLost,
  DefinitionLost,
  ReferencesLost,
  SymbolLost,
  /// LLVM's server ended, or did not answer in time: what it had said is
  /// compared.
  LlvmCrash,
  LlvmHang
};
inline constexpr size_t DifferenceKinds = size_t(DifferenceKind::LlvmHang) + 1;

/// "false", "missing", ...
const char *nameOf(DifferenceKind Kind);
std::optional<DifferenceKind> differenceKindNamed(llvm::StringRef Name);
/// Whether it must not be, unless it is meant.
bool isFailure(DifferenceKind Kind);

struct Difference {
  DifferenceKind Kind;
  /// From 0.
  uint32_t Line;
  std::string Message;

  friend bool operator==(const Difference &, const Difference &) = default;
};

/// Compares errors, chunk by chunk. What we say behind the first error of
/// LLVM's is `Unconfirmed` here.
std::vector<Difference>
compareErrors(const SplitText &Text,
              const std::vector<lsp::Diagnostic> &LlvmErrors,
              const std::vector<lsp::Diagnostic> &OurErrors);

/// LLVM's errors of a text; nothing when its server fails.
using ErrorSource =
    llvm::function_ref<std::optional<std::vector<lsp::Diagnostic>>(
        const std::string &Text)>;

/// Takes what is around the errors that LLVM says out of the text, again and
/// again, until it says no more, and tells by that of what is `Unconfirmed`
/// whether it is `More` or `False`. Gives the text that LLVM takes, with blanks
/// for what was taken out; nothing when it comes to none.
std::optional<std::string>
confirmErrors(const SplitText &Text,
              const std::vector<lsp::Diagnostic> &LlvmErrors,
              ErrorSource AskLlvm, std::vector<Difference> &Differences);

/// Compares symbols and the answers at places.
std::vector<Difference> compareAnswers(const FileInput &File,
                                       const FileAnswers &Llvm,
                                       const FileAnswers &Ours);

} // namespace mlir::noisy::compare

#endif // NOISY_COMPARE_DIFFERENCES_H
