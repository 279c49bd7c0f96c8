//===- Differences.h - Differences between answers --------------*- C++ -*-===//
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

/// The kind of difference between our answer and that of LLVM's server. See
/// `isFailure` for the kinds that fail a comparison.
enum class DifferenceKind {
  /// An error of ours in a chunk, or a text, in which LLVM finds none.
  False,
  /// An error of LLVM's that we do not have.
  Missing,
  /// An error of LLVM's in a chunk in which we have no error at all.
  Silent,
  /// Our server crashed, or did not answer in time.
  Crash,
  Hang,
  /// An error with the same message at another line.
  Moved,
  /// An error with another message at the same line; or at a bracket that is
  /// not closed, instead of further on.
  Wording,
  /// An error of ours after the one at which LLVM's server stopped. LLVM
  /// reports it too once the code around the first is removed (`Additional`),
  /// or that
  /// is unknown (`Unconfirmed`).
  Additional,
  Unconfirmed,
  /// An answer that LLVM's server gives and ours does not.
  HoverLost,
  DefinitionLost,
  ReferencesLost,
  SymbolLost,
  /// LLVM's server crashed, or did not answer in time; its output up to then is
  /// compared.
  LlvmCrash,
  LlvmHang
};
inline constexpr size_t DifferenceKinds = size_t(DifferenceKind::LlvmHang) + 1;

/// The name of a kind: "false", "missing", ...
const char *nameOf(DifferenceKind Kind);
std::optional<DifferenceKind> differenceKindNamed(llvm::StringRef Name);
/// True if differences of this kind are failures unless intended.
bool isFailure(DifferenceKind Kind);

struct Difference {
  DifferenceKind Kind;
  /// The line, from 0.
  uint32_t Line;
  std::string Message;

  friend bool operator==(const Difference &, const Difference &) = default;
};

/// True if a message of ours says what one of LLVM's does: ours are in words
/// for users, with advice behind them.
bool saysSame(llvm::StringRef Theirs, llvm::StringRef Ours);

/// Compares errors, chunk by chunk. Our errors after LLVM's first one are
/// `Unconfirmed` here.
std::vector<Difference>
compareErrors(const SplitText &Text,
              const std::vector<lsp::Diagnostic> &LlvmErrors,
              const std::vector<lsp::Diagnostic> &OurErrors);

/// Returns LLVM's errors of a text; nullopt if its server fails.
using ErrorSource =
    llvm::function_ref<std::optional<std::vector<lsp::Diagnostic>>(
        const std::string &Text)>;

/// Removes the code around LLVM's errors from the text, again and again, until
/// there are none, and so decides whether each `Unconfirmed` error is
/// `Additional` or `False`. Returns the text that LLVM accepts, with blanks for
/// the removed code; nullopt if there is none.
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
