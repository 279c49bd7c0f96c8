//===- OutlineScanner.h - The scanner of an outline -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_OUTLINESCANNER_H
#define NOISY_SERVER_SYNTAX_OUTLINESCANNER_H

#include "server/syntax/OperationStart.h"
#include "server/syntax/OutlineMarks.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace mlir::noisy::lsp::outline {

/// By how much a line that lost its first word is indented deeper: by the blank
/// behind that word.
inline constexpr uint32_t MaxSlip = 1;

/// A container whose body is open.
struct OpenContainer {
  /// The index of its Header.
  uint32_t Header;
  /// The indentation of the line of its header.
  uint32_t Indentation;
  /// The last byte of its header: the bracket, if it has one.
  size_t Opening;
  /// True if its body ends with `})`.
  bool Generic;
};

/// Cuts a text into pieces (OutlineScanner.cpp; OutlineOutside.cpp,
/// OutlineInside.cpp and OutlineMarks.cpp are its parts outside and inside of
/// brackets, and in large pieces), by the rules of Outline, from any beginning
/// of a piece.
///
/// Decisions are local: they depend on the beginning of a piece, the open
/// containers, the text from there on, and, for a piece with AsksForNames, the
/// names of the operations before. `Outline::rescan` relies on that.
class Scanner {
public:
  /// Called before a piece that is not a Footer, when all pieces before are
  /// complete; the scan stops if it returns true.
  using StopFunction = llvm::function_ref<bool(const Scanner &)>;

  /// Appends to `Pieces`, which has the pieces before the start.
  Scanner(llvm::StringRef Text, Outline::Mode ScanMode,
          std::vector<Piece> &Pieces)
      : TextBegin(Text.begin()), TextEnd(Text.end()), ScanMode(ScanMode),
        Pieces(Pieces) {}

  /// Scans from the beginning of the text. Returns true if it was stopped.
  bool scan(std::optional<StopFunction> Stop = std::nullopt);
  /// Scans from the beginning of a piece at `Begin`, in `Open`. `Indentation`
  /// is that of the piece, which is no Footer and does not begin with a
  /// bracket.
  bool scanFrom(size_t Begin, uint32_t Indentation,
                llvm::ArrayRef<OpenContainer> Open, StopFunction Stop);
  /// Scans from the last of the first `Count` marks of a piece, which are not
  /// behind the beginning of an edit: the bytes `Old` of the old text were
  /// replaced by `NewSize` bytes.
  bool resume(const Piece &OldPiece, size_t Count, ByteRange Old,
              size_t NewSize, llvm::ArrayRef<OpenContainer> Open,
              StopFunction Stop);

  // The state, for StopFunction.
  llvm::ArrayRef<OpenContainer> containers() const { return Containers; }
  /// The beginning of the next piece, and its Indentation.
  size_t nextBegin() const { return P - TextBegin; }
  uint32_t nextIndentation() const { return NextIndentation; }
  bool isAtSeparator() const { return AtSeparator; }
  /// The beginning of the current line, or of its rest after a separator.
  size_t lineBegin() const { return LineBegin - TextBegin; }

private:
  struct Decision {
    enum {
      Continues,
      Begins,
      /// The bracket there is a piece.
      BeginsAlone
    } Action;
    /// True if the new piece should have the indentation of the one before, and
    /// does not.
    bool LikePiece = false;
  };

  void run();
  bool skipGap();
  void beginLine();
  void scanSeparator();

  void scanOutside();
  Decision decide();
  bool awaitsMore() const;
  bool goesOnAfterBody() const;
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

  std::shared_ptr<const PieceNotes> takeNotes();
  void addNotesOfMarks();
  std::vector<std::string> findAliasUses();
  void addMark();
  void goToMark();
  void passLine();

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
  /// True if the next token is the first one of its line.
  bool FirstOnLine = false;
  bool AtSeparator = false;
  uint32_t NextIndentation = 0;

  llvm::SmallVector<OpenContainer, 4> Containers;

  // The piece that is being read.
  bool HasPiece = false;
  /// True if there is no piece, because a line cut it off.
  bool IsCut = false;
  PieceKind Kind = PieceKind::Operation;
  const char *PieceBegin = nullptr;
  /// The end of its last known token.
  const char *PieceEnd = nullptr;
  /// The expected indentation, and that of its first line.
  uint32_t Indentation = 0;
  uint32_t FirstIndentation = 0;
  uint32_t Container = Piece::None;
  /// True if it is the operation of a container, before its body.
  bool InHeader = false;
  /// True if it ended regularly: with a bracket, indented like its first line.
  bool IsClosed = false;
  /// True after a } that begins its line, closes the last bracket, and is
  /// indented deeper than the piece.
  bool EndsDeeper = false;
  /// True if its last open brace is that of `attributes {`, which ends no
  /// piece.
  bool InAttributes = false;
  /// The count of open <, outside of all other brackets.
  unsigned Angles = 0;
  /// True if it is a bracket that belongs to nothing else.
  bool IsStray = false;
  /// True if it began with a %name, without a `=` so far.
  bool InResults = false;
  bool AsksForNames = false;
  bool UsesValues = false;
  PieceInfo Info;
  llvm::SmallVector<llvm::StringRef, 16> AliasUses;
  /// The token before, outside of brackets; the end of a bracketed group.
  llvm::StringRef Previous;
  /// Its open brackets, and the count of { among them.
  llvm::SmallVector<char, 32> Brackets;
  size_t Braces = 0;

  // Its marks. What is noted of it is that of the text since the last one.
  std::shared_ptr<PieceMarks> Marks;
  /// True once the brackets around its marks are closed.
  bool MarksAreOver = false;
  /// True if a bracket before the last mark does not match.
  bool WasUnbalanced = false;
  /// The first byte of the last line inside of brackets.
  char FirstOfLine = '\n';
  /// The marks of the piece before the edit, until one is found again, the next
  /// one that may be, and how far these have moved.
  const PieceMarks *OldMarks = nullptr;
  /// The piece before the edit, if it is gone on with from one of its marks.
  const Piece *Before = nullptr;
  size_t NextOldMark = 0;
  ptrdiff_t OldShift = 0;

  /// The operation names at the beginning of this chunk's pieces, up to the
  /// piece NamesEnd.
  llvm::StringSet<> Names;
  size_t NamesEnd = 0;
  bool NamesKnown = false;
};

} // namespace mlir::noisy::lsp::outline

#endif // NOISY_SERVER_SYNTAX_OUTLINESCANNER_H
