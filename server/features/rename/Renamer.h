//===- Renamer.h - The renaming of one name ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_RENAME_RENAMER_H
#define NOISY_SERVER_FEATURES_RENAME_RENAMER_H

#include "server/features/rename/Rename.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::noisy::lsp {

/// The renaming of one name in its chunk (between two `// -----` lines). An
/// implementation detail of Rename.h.
class Renamer {
public:
  explicit Renamer(const Snapshot &State)
      : State(State), Bytes(State.text().bytes()) {}

  /// Finds the name; false if there is none.
  bool find(size_t Offset);
  llvm::Expected<RenamePlace> place();
  llvm::Expected<std::vector<ByteEdit>> rename(llvm::StringRef NewName);

private:
  llvm::Error refuseName();
  llvm::Error refuseSymbol();
  llvm::Error refuseAlias();
  llvm::Error refuseTaken(llvm::StringRef NewName);
  llvm::Error refuseTakenValue(const std::string &NewName);
  llvm::Error refuseTakenBlock(const std::string &NewName);
  llvm::Error refuseTakenSymbol(llvm::StringRef NewName);
  llvm::Error refuseTakenAlias(const std::string &NewName);
  llvm::Error refuseUnread(const std::string &Word, ByteRange Bounds);
  llvm::Error refuseStray(const std::string &Word, ByteRange Bounds);
  llvm::Error refuseInBroken(const std::string &Word);
  /// Refuses because nobody can tell what the word at an offset refers to.
  llvm::Error refuseUnknown(llvm::StringRef Word, size_t Offset,
                            llvm::StringRef Reason = "") const;

  void findOccurrences();
  std::optional<ByteEdit> edit(ByteRange Place, llvm::StringRef NewName) const;

  /// Visits the sections that parse in the chunk of the name.
  void forEachSection(
      llvm::function_ref<void(const Snapshot::Part &, const PlacedSection &)>
          Visit) const;
  /// Visits the uses of symbols in the chunk, with their ranges.
  void forEachSymbolUse(
      llvm::function_ref<void(const Snapshot::Part &, const PlacedSection &,
                              const Section::SymbolUse &, ByteRange)>
          Visit) const;
  /// True if the names in a part are those of the current text.
  static bool isRead(const Snapshot::Part &Part);
  bool isTarget(llvm::ArrayRef<Snapshot::SymbolPlace> Places) const;

  llvm::StringRef textOf(ByteRange Range) const {
    return Bytes.slice(Range.Begin, Range.End);
  }
  bool isSymbol() const {
    return Name.Token->TargetKind == Section::Kind::Symbol ||
           Name.Token->TargetKind == Section::Kind::SymbolUse;
  }
  /// The number of the line: "line 12".
  std::string lineOf(size_t Offset) const {
    return "line " + std::to_string(State.text().lineAt(Offset) + 1);
  }
  /// The line of the operation that defines a symbol.
  std::string lineOf(const Snapshot::SymbolPlace &Place) const {
    return lineOf(Place.Section->toTextClamped(Place.operation()->Name).Begin);
  }
  /// The range of the name in an occurrence, without sigil, quotes and number.
  ByteRange coreOf(ByteRange Place) const;

  const Snapshot &State;
  llvm::StringRef Bytes;
  Snapshot::TokenPlace Name;
  /// The target of `Name` for a symbol that is written as a string.
  Section::Token AsString;
  /// The old name; a symbol's without quotes.
  std::string OldName;
  /// The sigil: % ^ @ # or !.
  char Sigil = 0;
  ByteRange Chunk;
  Snapshot::SymbolPlace Target;
  /// True for the name of a symbol that is defined before: uses mean that one.
  bool IsCopy = false;
  /// The occurrences in the order of the text.
  std::vector<ByteRange> Occurrences;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_RENAME_RENAMER_H
