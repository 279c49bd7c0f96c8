//===- OutlineScanner.h - Cuts a text into pieces ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_OUTLINESCANNER_H
#define NOISY_SERVER_SYNTAX_OUTLINESCANNER_H

#include "server/syntax/OperationStart.h"
#include "server/syntax/Outline.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace mlir::noisy::lsp::outline {

/// A container whose body is open.
struct OpenContainer {
  /// The index of its Header.
  uint32_t Header;
  /// Of the line that its header begins on.
  uint32_t Indentation;
  /// Where the last byte of its header is: the bracket, if it has one.
  size_t Opening;
  /// Its body ends with `})`.
  bool Generic;
};

/// Cuts a text into pieces (OutlineScanner.cpp; OutlineOutside.cpp and
/// OutlineInside.cpp are what it does outside and inside of brackets), by the
/// rules of Outline, from any place where a piece begins.
///
/// What decides is local: where a piece begins and with which containers open,
/// the text from there on, and, for a piece that says so (AsksForNames), the
/// names of the operations before. `Outline::rescan` relies on that.
class Scanner {
public:
  /// Called where a piece is going to begin that is not a Footer, when all
  /// before are complete; the scan stops when it says so.
  using StopFunction = llvm::function_ref<bool(const Scanner &)>;

  /// Appends to `Pieces`, which are those before where it starts.
  Scanner(llvm::StringRef Text, Outline::Mode ScanMode,
          std::vector<Piece> &Pieces)
      : TextBegin(Text.begin()), TextEnd(Text.end()), ScanMode(ScanMode),
        Pieces(Pieces) {}

  /// Starts at the beginning of the text. Gives whether it was stopped.
  bool scan(std::optional<StopFunction> Stop = std::nullopt);
  /// Starts where a piece begins, at `Begin`, in `Open`. `Indentation` is the
  /// piece's. The piece is no Footer and does not begin with a bracket.
  bool scanFrom(size_t Begin, uint32_t Indentation,
                llvm::ArrayRef<OpenContainer> Open, StopFunction Stop);

  // The state, for StopFunction.
  llvm::ArrayRef<OpenContainer> containers() const { return Containers; }
  /// Where the next piece begins, and what is to be its Indentation.
  size_t nextBegin() const { return P - TextBegin; }
  uint32_t nextIndentation() const { return NextIndentation; }
  bool isAtSeparator() const { return AtSeparator; }
  /// Where the current line begins, or what is left of it behind a separator.
  size_t lineBegin() const { return LineBegin - TextBegin; }

private:
  struct Decision {
    enum {
      Continues,
      Begins,
      /// The bracket there is a piece.
      BeginsAlone
    } Action;
    /// The new piece should be indented like the one before, and is not.
    bool LikePiece = false;
  };

  void run();
  bool skipGap();
  void beginLine();
  void scanSeparator();

  void scanOutside();
  Decision decide();
  bool awaitsMore() const;
  bool isNewDespite(llvm::StringRef Operation);
  void closeOutside();
  void consume();
  void consumeOpening();
  void consumeStray();
  void setOperation(llvm::StringRef Name);
  void noteAlias(llvm::StringRef Name);
  bool isAlias(const char *Begin) const;
  bool isSection(const char *Begin) const;
  bool isTooFarLeft(llvm::StringRef Operation) const;

  bool scanInside();
  void consumeAlias();
  bool opensGenericBody() const;
  void open();
  bool closeInside();
  bool beginLineInside();
  void noteTokensBefore(const char *End);
  bool wasNamed(llvm::StringRef Operation);

  bool begin(PieceKind NewKind, uint32_t NewIndentation);
  void finish();
  void openContainer();
  std::optional<size_t> findContainer(uint32_t OfIndentation) const;
  bool looksLikeFooter(const OpenContainer &EndedContainer) const;
  void endContainers(size_t Innermost);
  void leaveContainersFor(llvm::StringRef Operation);

  bool isIndentedLikePiece() const {
    return LineIndentation == Indentation ||
           LineIndentation == FirstIndentation;
  }
  bool isTolerant() const { return ScanMode == Outline::Mode::Tolerant; }
  size_t offset(const char *Pointer) const { return Pointer - TextBegin; }

  const char *TextBegin;
  const char *TextEnd;
  Outline::Mode ScanMode;
  std::vector<Piece> &Pieces;
  std::optional<StopFunction> Stop;
  bool IsStopped = false;

  const char *P = nullptr;
  const char *LineBegin = nullptr;
  uint32_t LineIndentation = 0;
  /// The next token is the first one of its line.
  bool FirstOnLine = false;
  bool AtSeparator = false;
  uint32_t NextIndentation = 0;

  llvm::SmallVector<OpenContainer, 4> Containers;

  // The piece that is being read.
  bool HasPiece = false;
  /// There is none, as a line cut it off.
  bool IsCut = false;
  PieceKind Kind = PieceKind::Operation;
  const char *PieceBegin = nullptr;
  /// Behind its last token that is known of.
  const char *PieceEnd = nullptr;
  /// As it should be, and as its first line is.
  uint32_t Indentation = 0;
  uint32_t FirstIndentation = 0;
  uint32_t Container = Piece::None;
  /// It is the operation of a container, whose body did not begin yet.
  bool InHeader = false;
  /// It ended as pieces do: with a bracket, indented like its first line.
  bool IsClosed = false;
  /// Its last open brace is that of `attributes {`, which ends no piece.
  bool InAttributes = false;
  /// How many < are open, outside of all other brackets.
  unsigned Angles = 0;
  /// A bracket that nothing else belongs to.
  bool IsStray = false;
  /// It began with a %name, and no `=` came yet.
  bool InResults = false;
  bool AsksForNames = false;
  bool UsesValues = false;
  PieceInfo Info;
  llvm::SmallVector<llvm::StringRef, 16> AliasUses;
  /// The token before, outside of brackets; of a bracketed group its end.
  llvm::StringRef Previous;
  /// Its open brackets, and how many of them are {.
  llvm::SmallVector<char, 32> Brackets;
  size_t Braces = 0;

  /// The names of the operations that this chunk's pieces begin with, up to the
  /// piece NamesEnd.
  llvm::StringSet<> Names;
  size_t NamesEnd = 0;
  bool NamesKnown = false;
};

} // namespace mlir::noisy::lsp::outline

#endif // NOISY_SERVER_SYNTAX_OUTLINESCANNER_H
