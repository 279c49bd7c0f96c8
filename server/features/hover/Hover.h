//===- Hover.h - The contents of a hover ------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_HOVER_H
#define NOISY_SERVER_FEATURES_HOVER_HOVER_H

#include "server/features/hover/OperationDocs.h"
#include "server/features/noise/NoiseLevel.h"
#include "server/protocol/Lsp.h"
#include "server/settings/Settings.h"
#include "server/snapshot/Snapshot.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The noise of one value.
struct NoiseHover : NoiseReasons {
  NoiseBound Bound;
  /// The limit, and the units in a bit.
  uint32_t Limit = 0;
  uint32_t Unit = 1;
  /// The name as in the text: "%a", "%r#1".
  std::string Name;

  std::string render(MarkupKind Kind) const;
};

/// The facts about one value besides its noise.
struct DetailsHover {
  /// The name as in the text.
  std::string Name;
  ValueDetails Details;
  /// The facts date from before an edit.
  bool IsStale = false;

  /// Prints a paragraph for each fact, with the name of the value if
  /// `WithName`.
  std::string render(MarkupKind Kind, bool WithName) const;
};

/// A summary of the noise in a function.
struct FunctionHover {
  /// The name of the worst value; empty if no value has known noise.
  std::string Name;
  NoiseBound Bound;
  uint32_t Limit = 0, Unit = 1;
  /// The first value that is over the limit or unknown: the place to fix. Empty
  /// if the function has none.
  std::string Origin;
  NoiseLevel Level = NoiseLevel::Safe;
  unsigned Reductions = 0;
  /// The number of encrypted values without a computed noise.
  unsigned NotAnalysed = 0;
  /// The number of calls and returns that break a contract.
  unsigned BrokenContracts = 0;
  bool IsAssumed = false;
  bool IsStale = false;

  std::string render(MarkupKind Kind) const;
};

/// The contents of a hover for the name under the cursor; `render`
/// (HoverText.cpp) gives them their form.
struct HoverInfo {
  enum class Subject {
    Operation,
    /// A function by its name, at its definition or at a use.
    Function,
    Result,
    Argument,
    Block,
    Alias,
    Type
  };

  Subject Topic = Subject::Operation;
  /// The bytes of the text that the hover is about.
  ByteRange Range;
  /// The noise of the values under the cursor, or of an operation's results.
  std::vector<NoiseHover> Noise;
  /// The other facts about the same values.
  std::vector<DetailsHover> Details;
  /// There are several values, so each fact needs the name of its value.
  bool HasSeveral = false;
  /// The summary of a function with noise.
  std::optional<FunctionHover> Function;
  /// The caveats: facts that are unknown or stale, a sentence each.
  std::vector<std::string> Warnings;

  /// The full name of the operation: the one under the cursor, the one that
  /// defines the result, or the one around.
  std::string Operation;
  /// The symbol that the operation, or the one around the block, defines,
  /// without @; or the alias, with # or !.
  std::string Name;
  /// The number of the first result or argument, and the types of all.
  unsigned Number = 0;
  std::vector<std::string> Types;
  /// What blocks without a label are called, with "of" and the symbol or name
  /// of the operation around.
  static constexpr llvm::StringLiteral EntryBlock = "the entry block";
  /// The label of the block, or such words. Of an argument: the label of its
  /// block, or the symbol or name of the operation around.
  std::string Block;
  std::vector<std::string> Predecessors, Successors;
  /// The text of an operation, with `{...}` in place of its regions, or the
  /// value of an alias; the definition of a value, or the signature of a
  /// function, in one line. Long texts are cut.
  std::string Source;
  /// What a type or attribute is, in plain words; may be empty. May contain
  /// code in Markdown.
  std::string Explanation;
  /// The operation in generic form (printGenericForm), if that was made.
  std::string GenericForm;
  /// The documentation of the operation under the cursor.
  std::optional<OperationDoc> Doc;

  /// The described operation, in the snapshot of the request; none for other
  /// subjects.
  OperationRef DescribedOp;

  std::string render(MarkupKind Kind) const;
};

/// The warning for a text that was edited since.
inline constexpr char HoverBeforeEdit[] = "from before the last edit";

/// Returns the hover for the name at the byte `Offset` of the snapshot's text;
/// nothing if there is no name, or if its target does not exist.
std::optional<HoverInfo> getHover(const Snapshot &State, size_t Offset,
                                  const Settings &Options = Settings());

/// Returns the ODS documentation of the operation whose full name, with its
/// dialect, is at the byte `Offset`, whether the text parses or not; nothing in
/// comments.
std::optional<HoverInfo> getWordHover(llvm::StringRef Text, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_HOVER_H
