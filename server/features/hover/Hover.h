//===- Hover.h - What a name in a text stands for ---------------*- C++ -*-===//
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

/// What is known of the noise of one value.
struct NoiseHover {
  /// As the text has it: "%a", "%r#1".
  std::string Name;
  NoiseBound Bound;
  uint32_t Limit = 0;
  /// "24 = 12 + 12"; only the number where there is no sum.
  std::string Equation;
  /// What the bound rests on, a sentence each.
  std::vector<std::string> Remarks;
  /// Whether something that it depends on is broken.
  bool Spoiled = false;

  std::string render(MarkupKind Kind) const;
};

/// What is known of one value beside its noise.
struct DetailsHover {
  /// As the text has it.
  std::string Name;
  ValueDetails Known;
  /// It is what was known before an edit.
  bool IsStale = false;

  /// A paragraph for each thing; `Named` says of which value it is.
  std::string render(MarkupKind Kind, bool Named) const;
};

/// What is known of the noise in a function.
struct FunctionHover {
  /// The value that is worst; empty when none is known to carry noise.
  std::string Name;
  NoiseBound Bound;
  uint32_t Limit = 0;
  /// The first value over the limit, or unknown: the place to mend. Empty when
  /// there is none in here.
  std::string Origin;
  NoiseLevel Level = NoiseLevel::Safe;
  unsigned Reductions = 0;
  /// Encrypted values of which nothing was computed.
  unsigned NotAnalysed = 0;
  /// Calls and returns that break a contract.
  unsigned BrokenContracts = 0;
  bool IsAssumed = false;
  bool IsStale = false;

  std::string render(MarkupKind Kind) const;
};

/// What a hover tells of the name under the cursor; how it looks is `render`'s
/// (HoverText.cpp).
struct HoverInfo {
  enum class Subject { Operation, Result, Argument, Block, Alias };

  Subject About = Subject::Operation;
  /// Bytes of the text that it is about.
  ByteRange Where;
  /// Of the value or values, where they carry noise; of an operation, that of
  /// its results.
  std::vector<NoiseHover> Noise;
  /// Of the same values.
  std::vector<DetailsHover> Details;
  /// There are several values, so that it has to be said which is which.
  bool HasSeveral = false;
  /// Of a function with noise.
  std::optional<FunctionHover> Function;
  /// What has to be known of all that is said: that something is not known, or
  /// not as of now. A sentence each.
  std::vector<std::string> Warnings;

  /// The full name of the operation that it is, is a result of, or is in.
  std::string Operation;
  /// What the operation defines, without @; or the alias, with # or !.
  std::string Name;
  /// Of the results or arguments: the number of the first, and their types.
  unsigned Number = 0;
  std::vector<std::string> Types;
  /// The label of the block, or of the argument's; "<Block #0>" without one.
  std::string Block;
  std::vector<std::string> Predecessors, Successors;
  /// An operation's text, with `{...}` in place of its regions, or an alias's
  /// value. Cut short where it is long.
  std::string Source;
  /// An operation in generic form (printGenericForm), where that was made.
  std::string GenericForm;
  /// Of the operation whose name it is.
  std::optional<OperationDoc> Doc;

  /// The operation that is described, of the snapshot that was asked; none for
  /// other subjects.
  OperationRef Described;

  std::string render(MarkupKind Kind) const;
};

/// The warning where the text was edited since.
inline constexpr char HoverBeforeEdit[] = "as of before the last edit";

/// What the name at the byte `Offset` of the snapshot's text stands for;
/// nothing when there is no name, or what it stands for is not there.
std::optional<HoverInfo> getHover(const Snapshot &State, size_t Offset,
                                  const Settings &Options = Settings());

/// What ODS says of the operation whose full name, with its dialect, stands at
/// the byte `Offset`, whether the text parses or not; nothing in comments.
std::optional<HoverInfo> getWordHover(llvm::StringRef Text, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_HOVER_H
