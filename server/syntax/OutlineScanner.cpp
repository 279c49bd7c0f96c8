//===- OutlineScanner.cpp - Cuts a text into pieces -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are two ways of reading. Outside of brackets, where pieces begin and
// end, token by token. Inside, which is nearly all of a text, in a loop that
// stops only at brackets, strings, comments, aliases and line ends.
//
//===----------------------------------------------------------------------===//

#include "server/syntax/OutlineScanner.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::outline;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Lines, gaps and separators
//===----------------------------------------------------------------------===//

bool Scanner::scan(std::optional<StopFunction> ShouldStop) {
  Stop = ShouldStop;
  P = TextBegin;
  beginLine();
  run();
  return IsStopped;
}

bool Scanner::scanFrom(size_t Begin, uint32_t FirstIndentation,
                       llvm::ArrayRef<OpenContainer> Open,
                       StopFunction ShouldStop) {
  Stop = ShouldStop;
  Containers.assign(Open.begin(), Open.end());
  P = TextBegin + Begin;
  LineBegin = P;
  while (LineBegin != TextBegin && !isLineEnd(LineBegin[-1]))
    --LineBegin;
  LineIndentation = skipBlanks(LineBegin, P) - LineBegin;
  // Text after a separator counts as a line without indentation.
  for (const Piece &PreviousPiece : llvm::reverse(Pieces)) {
    if (PreviousPiece.Range.End <= offset(LineBegin))
      break;
    if (PreviousPiece.Kind == PieceKind::Separator) {
      LineBegin = TextBegin + PreviousPiece.Range.End;
      LineIndentation = 0;
    }
  }
  if (!isSplitMarker(P, TextEnd)) {
    if (!begin(isMetadata(P, TextEnd) && Containers.empty()
                   ? PieceKind::Metadata
               : isAlias(P) ? PieceKind::Aliases
                            : PieceKind::Operation,
               FirstIndentation))
      return true;
    consume();
  }
  run();
  return IsStopped;
}

void Scanner::run() {
  while (!IsStopped) {
    if (!Brackets.empty()) {
      if (!scanInside())
        break;
      continue;
    }
    if (!skipGap())
      break;
    if (AtSeparator)
      scanSeparator();
    else
      scanOutside();
  }
  if (!IsStopped)
    finish();
}

/// Goes to the next token or separator; returns false at the end of the text.
bool Scanner::skipGap() {
  while (P != TextEnd) {
    if (isBlank(*P)) {
      ++P;
    } else if (isLineEnd(*P)) {
      ++P;
      beginLine();
    } else if (isComment(P, TextEnd)) {
      P = skipComment(P, TextEnd);
      if (P != TextEnd && !isLineEnd(*P)) {
        AtSeparator = true;
        return true;
      }
    } else {
      return true;
    }
  }
  return false;
}

void Scanner::beginLine() {
  LineBegin = P;
  P = skipBlanks(P, TextEnd);
  LineIndentation = P - LineBegin;
  FirstOnLine = true;
}

void Scanner::scanSeparator() {
  static const std::shared_ptr<const PieceInfo> MarkerInfo = [] {
    PieceInfo Info;
    Info.Hash = llvm::xxh3_64bits(StringRef(SplitMarker));
    return std::make_shared<PieceInfo>(std::move(Info));
  }();
  finish();
  Containers.clear();
  NamesKnown = false;
  AtSeparator = true;
  NextIndentation = 0;
  if (Stop && (*Stop)(*this)) {
    IsStopped = true;
    return;
  }
  AtSeparator = false;
  Piece Marker;
  Marker.Kind = PieceKind::Separator;
  Marker.Range = {offset(P), offset(P) + SplitMarker.size()};
  Marker.Info = MarkerInfo;
  Pieces.push_back(std::move(Marker));
  P += SplitMarker.size();
  LineBegin = P;
  LineIndentation = 0;
  FirstOnLine = false;
}

//===----------------------------------------------------------------------===//
// Pieces and containers
//===----------------------------------------------------------------------===//

bool Scanner::begin(PieceKind NewKind, uint32_t NewIndentation) {
  finish();
  if (Stop && NewKind != PieceKind::Footer) {
    NextIndentation = NewIndentation;
    if ((*Stop)(*this)) {
      IsStopped = true;
      return false;
    }
  }
  HasPiece = true;
  Kind = NewKind;
  PieceBegin = PieceEnd = P;
  Indentation = NewIndentation;
  FirstIndentation = LineIndentation;
  IsCut = false;
  Container = Containers.empty() ? Piece::None : Containers.back().Header;
  InHeader = IsClosed = EndsDeeper = IsStray = AsksForNames = UsesValues =
      InAttributes = false;
  Angles = 0;
  InResults = *P == '%';
  Info = PieceInfo();
  AliasUses.clear();
  Marks = nullptr;
  OldMarks = nullptr;
  Before = nullptr;
  MarksAreOver = WasUnbalanced = false;
  FirstOfLine = '\n';
  Previous = StringRef();
  return true;
}

void Scanner::finish() {
  if (!HasPiece)
    return;
  HasPiece = false;
  addNotesOfMarks();
  Info.Hash = llvm::xxh3_64bits(StringRef(PieceBegin, PieceEnd - PieceBegin));
  if (!Brackets.empty())
    Info.IsUnbalanced = true;
  Brackets.clear();
  Braces = 0;
  // Values before the body of a function are its arguments.
  Info.UsesValues = UsesValues && !isSectionName(Info.Operation);
  Info.DefinesResources = Kind == PieceKind::Metadata;
  if (!Info.Aliases.empty())
    Info.Aliases.back().Range.End = PieceEnd - PieceBegin;
  Info.AliasUses = findAliasUses();

  Piece NewPiece;
  NewPiece.Kind = Kind;
  NewPiece.AsksForNames = AsksForNames;
  NewPiece.Indentation = Indentation;
  NewPiece.Range = {offset(PieceBegin), offset(PieceEnd)};
  NewPiece.Container = Container;
  NewPiece.Info = std::make_shared<PieceInfo>(std::move(Info));
  NewPiece.Marks = std::move(Marks);
  Pieces.push_back(std::move(NewPiece));
}

/// Ends the current piece as the header of a container.
void Scanner::openContainer() {
  OpenContainer NewContainer = {uint32_t(Pieces.size()), Indentation,
                                offset(PieceEnd) - 1, Info.Generic};
  // Of the generic form, `({`.
  if (Info.Generic && Brackets.size() == 1 && Brackets[0] == '(')
    Brackets.clear();
  Kind = PieceKind::Header;
  finish();
  Containers.push_back(NewContainer);
}

/// The innermost container whose header has that indentation, unless an inner
/// one has less. Gives up if very many are open, because the time must not be
/// quadratic in the text.
std::optional<size_t> Scanner::findContainer(uint32_t OfIndentation) const {
  size_t I = Containers.size();
  for (unsigned Tries = 0; Tries < 256 && I-- > 0; ++Tries) {
    if (Containers[I].Indentation == OfIndentation)
      return I;
    if (Containers[I].Indentation < OfIndentation)
      break;
  }
  return std::nullopt;
}

/// True if the } at P, the first token of its line, is followed like the end of
/// a container, and the next line is not indented deeper.
bool Scanner::looksLikeFooter(const OpenContainer &EndedContainer) const {
  const char *Next = skipBlanks(P + 1, TextEnd);
  if (EndedContainer.Generic)
    return Next != TextEnd && *Next == ')';
  if (Next != TextEnd && !isLineEnd(*Next) && !isComment(Next, TextEnd))
    return Next - P <= 2 && isWord(Next, TextEnd, "loc");
  StringRef Text(TextBegin, TextEnd - TextBegin);
  Lexer Cursor(Text, offset(Next));
  std::optional<MlirToken> Token = Cursor.next();
  while (Token && Token->Kind == TokenKind::Comment)
    Token = Cursor.next();
  return !Token || Token->Kind == TokenKind::SplitMarker || Token->is("loc") ||
         Token->Range.Begin - lineBeginAt(Text, Token->Range.Begin) <=
             EndedContainer.Indentation + MaxSlip;
}

/// Handles the } that ends the body of the container at `Innermost`, and of all
/// inside of it.
void Scanner::endContainers(size_t Innermost) {
  finish();
  OpenContainer EndedContainer = Containers[Innermost];
  Containers.truncate(Innermost);
  begin(PieceKind::Footer, LineIndentation);
  Container = EndedContainer.Header;
  if (EndedContainer.Generic)
    Brackets.push_back('(');
  Previous = StringRef(P, 1);
  PieceEnd = ++P;
  IsClosed = true;
  FirstOnLine = false;
}

/// Handles a container with the indentation of an open one, unlike the piece
/// before: the end of the open one was lost.
void Scanner::leaveContainersFor(StringRef Operation) {
  if (!isContainerName(Operation) || LineIndentation >= Indentation)
    return;
  if (std::optional<size_t> ContainerIndex = findContainer(LineIndentation)) {
    finish();
    Containers.truncate(*ContainerIndex);
  }
}

bool Scanner::wasNamed(StringRef Operation) {
  if (Operation == Info.Operation)
    return true;
  if (!NamesKnown) {
    Names.clear();
    for (NamesEnd = Pieces.size(); NamesEnd > 0; --NamesEnd)
      if (Pieces[NamesEnd - 1].Kind == PieceKind::Separator)
        break;
    NamesKnown = true;
  }
  for (; NamesEnd < Pieces.size(); ++NamesEnd)
    Names.insert(Pieces[NamesEnd].Info->Operation);
  return Names.contains(Operation);
}
