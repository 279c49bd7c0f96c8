//===- Snapshot.h - What is known of a document at one version --*- C++ -*-===//
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

/// A document at one version: its text, and what is known of each of its
/// pieces. An immutable value without IR; any thread may read it. Features are
/// functions of it. All offsets are in its text unless something else is said.
class Snapshot {
public:
  using Placed = PlacedSection;

  /// One piece of the text. Containers (`module`) are not around their pieces:
  /// header, pieces and footer are parts one after the other.
  struct Part {
    /// The same in all snapshots of a document as long as it is the same piece.
    uint64_t Id = 0;
    PieceKind Kind = PieceKind::Operation;
    ByteRange Where;
    /// The part that is the header of the container around; of a footer, its
    /// own header. An index into parts(), or Piece::None.
    uint32_t Container = Piece::None;
    /// Counts from 0 what is between `// -----`.
    uint32_t Chunk = 0;
    std::shared_ptr<const PieceInfo> Info;
    /// What is wrong with the text of this part by itself; offsets are from its
    /// beginning. Null when nothing is.
    std::shared_ptr<const std::vector<Problem>> Problems;
    /// One when it parses; otherwise whatever stood there and did, in order:
    /// mostly one, or none.
    llvm::SmallVector<Placed, 1> Sections;
  };

  /// A token, and where it is.
  struct Found {
    const Part *In = nullptr;
    const Placed *Section = nullptr;
    const Section::Token *Token = nullptr;

    explicit operator bool() const { return Token != nullptr; }
    const class Section &data() const { return *Section->Data; }
    /// The handle of its target; it has to be of that kind.
    OperationRef operation() const { return {*Section, Token->What}; }
    ValueRef value() const { return {*Section, Token->What}; }
    BlockRef block() const { return {*Section, Token->What}; }
    /// The operation that defines its symbol.
    OperationRef symbol() const {
      return {*Section, data().symbols()[Token->What].Operation};
    }
  };

  /// A symbol's definition.
  struct SymbolPlace {
    const Part *In = nullptr;
    const Placed *Section = nullptr;
    Section::Index Symbol = Section::None;

    const class Section &data() const { return *Section->Data; }
    const Section::Symbol &symbol() const {
      return Section->Data->symbols()[Symbol];
    }
    OperationRef operation() const { return {*Section, symbol().Operation}; }
  };

  /// Of the details: some are left for later; all are there; or it is a
  /// snapshot that was partial, with what was missing.
  enum class Completeness { Partial, Whole, Completed };

  Snapshot(Text Contents, int64_t Version, std::vector<Part> Parts,
           Completeness Details = Completeness::Whole);
  ~Snapshot();
  Snapshot(const Snapshot &) = delete;
  Snapshot &operator=(const Snapshot &) = delete;

  const Text &text() const { return Contents; }
  int64_t version() const { return Version; }
  /// Whether all details are there; otherwise another snapshot of the same
  /// text follows, unless that is edited before.
  bool isComplete() const { return Details != Completeness::Partial; }
  /// Whether this is the one that follows.
  bool completesAnother() const { return Details == Completeness::Completed; }
  /// In the order of the text.
  llvm::ArrayRef<Part> parts() const { return Parts; }
  const Part *findPart(uint64_t Id) const;
  /// The part that the byte at `Offset` is in or right behind; null between
  /// parts. Logarithmic.
  const Part *partAt(size_t Offset) const;
  /// The name at `Offset`, or right before it. Logarithmic.
  Found tokenAt(size_t Offset) const;
  /// The bytes of a chunk.
  ByteRange chunkAt(size_t Offset) const;

  /// All of what is wrong, parts in order. The ranges of `Problem` are those of
  /// the text.
  void
  forEachProblem(llvm::function_ref<void(const Part &, Problem)> Visit) const;
  /// The same for those that touch a range of the text, as long as `Visit` says
  /// true. Looks at the parts there only.
  void
  forEachProblemAt(ByteRange Asked,
                   llvm::function_ref<bool(const Part &, Problem)> Visit) const;

  /// What a use of a symbol stands for, by its first `Depth` names: one, or
  /// several when it is defined more than once; none when it is not. What
  /// stood in a text that is broken now counts only where nothing else has the
  /// name: it may have been in another container. What a
  /// symbol table names and nothing around it defines may be inside: verifiers
  /// of some attributes (shape.lib) look there.
  std::vector<SymbolPlace> findSymbols(const Part &In, const Placed &Section,
                                       const Section::SymbolUse &Use,
                                       size_t Depth = ~size_t(0)) const;
  /// The definitions of an alias that hold in a chunk, by its name with # or !.
  std::vector<Found> findAliases(uint32_t Chunk, llvm::StringRef Name) const;

private:
  /// Null: of all the text.
  void
  visitProblems(const ByteRange *Asked,
                llvm::function_ref<bool(const Part &, Problem)> Visit) const;

  struct SymbolIndex;
  const SymbolIndex &symbolIndex() const;
  /// The symbols with a name in a symbol table: an operation of a section, or
  /// None for the section's container.
  std::vector<SymbolPlace> findInTable(const Part &In, const Placed &Section,
                                       Section::Index Table,
                                       llvm::StringRef Name) const;

  Text Contents;
  int64_t Version;
  std::vector<Part> Parts;
  Completeness Details;
  /// Made when it is first asked for.
  mutable std::once_flag SymbolsOnce;
  mutable std::unique_ptr<SymbolIndex> Symbols;
};

/// The chunks of a text: what is between its `// -----`
/// (lex::isSplitMarker). At least one.
std::vector<ByteRange> findChunks(llvm::StringRef Text);
/// The one of them that the byte at `Offset` is in.
ByteRange findChunkAt(llvm::StringRef Text, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SNAPSHOT_H
