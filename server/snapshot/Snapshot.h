//===- Snapshot.h - A document at one version -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_SNAPSHOT_H
#define NOISY_SERVER_SNAPSHOT_SNAPSHOT_H

#include "server/snapshot/Handles.h"
#include "server/snapshot/Problem.h"
#include "server/syntax/Outline.h"
#include "server/text/Text.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <memory>
#include <mutex>

namespace mlir::noisy::lsp {

/// A document at one version: its text, and the facts about each of its pieces.
/// An immutable value without IR; any thread may read it. Features are
/// functions of it. All offsets are in its text unless stated otherwise.
class Snapshot {
public:
  /// One piece of the text. Containers (`module`) are not around their pieces:
  /// header, pieces and footer are parts one after the other.
  struct Part {
    /// The id; stable in all snapshots of a document as long as the piece
    /// stays.
    uint64_t Id = 0;
    PieceKind Kind = PieceKind::Operation;
    ByteRange Range;
    /// The part that is the header of the container around it; for a footer,
    /// its own header. An index into parts(), or Piece::None.
    uint32_t Container = Piece::None;
    /// The number of the chunk (between two `// -----`), from 0.
    uint32_t Chunk = 0;
    std::shared_ptr<const PieceInfo> Info;
    /// The problems in the text of this part alone; offsets are from its
    /// beginning. Null if there are none.
    std::shared_ptr<const std::vector<Problem>> Problems;
    /// The section if it parses; otherwise the last good sections at its place,
    /// in order: mostly one, or none.
    llvm::SmallVector<PlacedSection, 1> Sections;
    /// True if MLIR crashed in the analysis of its details, which is one of the
    /// problems.
    bool LacksDetails = false;
  };

  /// A token and its place.
  struct TokenPlace {
    const Part *OwnerPart = nullptr;
    const PlacedSection *Section = nullptr;
    const Section::Token *Token = nullptr;

    explicit operator bool() const { return Token != nullptr; }
    const class Section &data() const { return *Section->Data; }
    /// The operation that is its target; the target must be of that kind.
    OperationRef operation() const { return {*Section, Token->Target}; }
    ValueRef value() const { return {*Section, Token->Target}; }
    BlockRef block() const { return {*Section, Token->Target}; }
    /// The operation that defines the target symbol.
    OperationRef symbol() const {
      return {*Section, data().symbols()[Token->Target].Operation};
    }
  };

  /// A symbol's definition.
  struct SymbolPlace {
    const Part *OwnerPart = nullptr;
    const PlacedSection *Section = nullptr;
    Section::Index Symbol = Section::None;

    const class Section &data() const { return *Section->Data; }
    const Section::Symbol &symbol() const {
      return Section->Data->symbols()[Symbol];
    }
    OperationRef operation() const { return {*Section, symbol().Operation}; }
  };

  /// The state of the details: some follow later; all are there; or all are
  /// there, and an earlier snapshot of the same text was partial.
  enum class Completeness { Partial, Whole, Completed };

  Snapshot(Text Contents, int64_t Version, std::vector<Part> Parts,
           Completeness Details = Completeness::Whole);
  ~Snapshot();
  Snapshot(const Snapshot &) = delete;
  Snapshot &operator=(const Snapshot &) = delete;

  const Text &text() const { return Contents; }
  int64_t version() const { return Version; }
  /// True if all details are there; otherwise another snapshot of the same text
  /// follows, unless the text is edited before.
  bool isComplete() const { return Details != Completeness::Partial; }
  /// True if the snapshot completes an earlier, partial one.
  bool completesAnother() const { return Details == Completeness::Completed; }
  /// The parts in the order of the text.
  llvm::ArrayRef<Part> parts() const { return Parts; }
  const Part *findPart(uint64_t Id) const;
  /// Returns the part that contains the byte at `Offset` or ends there; null
  /// between parts. Logarithmic.
  const Part *partAt(size_t Offset) const;
  /// Returns the name at `Offset`, or right before it. Logarithmic.
  TokenPlace tokenAt(size_t Offset) const;
  /// The range in bytes of the chunk at `Offset`.
  ByteRange chunkAt(size_t Offset) const;

  /// Visits all problems, parts in order. The ranges of `Problem` are those of
  /// the text.
  void
  forEachProblem(llvm::function_ref<void(const Part &, Problem)> Visit) const;
  /// Visits the problems that touch a range of the text until `Visit` returns
  /// false. Looks only at the parts there.
  void
  forEachProblemAt(ByteRange Window,
                   llvm::function_ref<bool(const Part &, Problem)> Visit) const;

  /// Returns the definitions of a use's symbol by its first `Depth` names: one,
  /// several if it is defined more than once, or none. Definitions in text that
  /// is broken now count only if there are no others: they may have been in
  /// another container. A name in a symbol table's attributes that nothing
  /// around defines may be defined inside: verifiers of some attributes
  /// (shape.lib) look there.
  std::vector<SymbolPlace> findSymbols(const Part &OwnerPart,
                                       const PlacedSection &Section,
                                       const Section::SymbolUse &Use,
                                       size_t Depth = ~size_t(0)) const;
  /// Returns the definitions of a symbol that parts of a chunk are, in whatever
  /// container.
  std::vector<SymbolPlace> findSymbolsOfChunk(uint32_t Chunk,
                                              llvm::StringRef Name) const;
  /// Returns the definitions of an alias that are valid in a chunk, by its name
  /// with # or !.
  std::vector<TokenPlace> findAliases(uint32_t Chunk,
                                      llvm::StringRef Name) const;

private:
  /// Visits the problems that touch `Window`; null stands for the whole text.
  void
  visitProblems(const ByteRange *Window,
                llvm::function_ref<bool(const Part &, Problem)> Visit) const;

  struct SymbolIndex;
  const SymbolIndex &symbolIndex() const;
  /// Returns the symbols with a name in a symbol table: an operation of a
  /// section, or None for the section's container.
  std::vector<SymbolPlace> findInTable(const Part &OwnerPart,
                                       const PlacedSection &Section,
                                       Section::Index Table,
                                       llvm::StringRef Name) const;

  Text Contents;
  int64_t Version;
  std::vector<Part> Parts;
  Completeness Details;
  /// The index is made on first use.
  mutable std::once_flag SymbolsOnce;
  mutable std::unique_ptr<SymbolIndex> Symbols;
};

/// Returns the chunks of a text, which are separated by `// -----`
/// (lex::isSplitMarker). At least one.
std::vector<ByteRange> findChunks(llvm::StringRef Text);
/// Returns the chunk that contains the byte at `Offset`.
ByteRange findChunkAt(llvm::StringRef Text, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SNAPSHOT_H
