//===- OutlineScanner.cpp - Cuts a text into pieces -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text is read in two ways. Outside of brackets, where pieces begin and
// end, token by token. Inside, where nearly all of a text is, in a loop that
// stops at brackets, strings, comments, aliases and line ends only.
//
//===----------------------------------------------------------------------===//

#include "server/document/OutlineScanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::outline;
using llvm::StringRef;

static bool isOpening(char C) { return C == '(' || C == '[' || C == '{'; }
static bool isClosing(char C) { return C == ')' || C == ']' || C == '}'; }
static char openingOf(char Closing) {
  return Closing == ')' ? '(' : Closing == ']' ? '[' : '{';
}

static bool isComment(const char *P, const char *End) {
  // Of `/// -----` one / is left before the marker.
  return End - P >= 2 && P[0] == '/' && P[1] == '/' &&
         !isSplitMarker(P + 1, End);
}

static bool isMetadata(const char *P, const char *End) {
  return StringRef(P, End - P).starts_with("{-#");
}

static bool isWord(const char *P, const char *End, StringRef Word) {
  return P != End && isWordStart(*P) &&
         StringRef(P, skipWhile(P, End, WordChar) - P) == Word;
}

/// Behind white space and comments; what of that is on the same line only, or
/// all.
static const char *skipToToken(const char *P, const char *End) {
  for (; P != End; ++P) {
    if (isComment(P, End)) {
      P = skipComment(P, End);
      if (P == End || !isLineEnd(*P))
        return P; // a split marker
    }
    if (!isBlank(*P) && !isLineEnd(*P))
      return P;
  }
  return P;
}

//===----------------------------------------------------------------------===//
// Lines, gaps and separators
//===----------------------------------------------------------------------===//

bool Scanner::scan(std::optional<StopFunction> When) {
  Stop = When;
  P = TextBegin;
  beginLine();
  run();
  return Stopped;
}

bool Scanner::scanFrom(size_t Begin, uint32_t FirstIndentation,
                       llvm::ArrayRef<OpenContainer> Open, StopFunction When) {
  Stop = When;
  Containers.assign(Open.begin(), Open.end());
  P = TextBegin + Begin;
  LineBegin = P;
  while (LineBegin != TextBegin && !isLineEnd(LineBegin[-1]))
    --LineBegin;
  LineIndentation = skipBlanks(LineBegin, P) - LineBegin;
  // What is behind a separator counts as a line that is not indented.
  for (const Piece &Before : llvm::reverse(Pieces)) {
    if (Before.Where.End <= offset(LineBegin))
      break;
    if (Before.Kind == PieceKind::Separator) {
      LineBegin = TextBegin + Before.Where.End;
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
  return Stopped;
}

void Scanner::run() {
  while (!Stopped) {
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
  if (!Stopped)
    finish();
}

/// Goes to the next token or separator; false at the end of the text.
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
    Stopped = true;
    return;
  }
  AtSeparator = false;
  Piece Marker;
  Marker.Kind = PieceKind::Separator;
  Marker.Where = {offset(P), offset(P) + SplitMarker.size()};
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
      Stopped = true;
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
  InHeader = Closed = IsStray = AsksForNames = UsesValues = false;
  InResults = *P == '%';
  Info = PieceInfo();
  AliasUses.clear();
  Previous = StringRef();
  return true;
}

void Scanner::finish() {
  if (!HasPiece)
    return;
  HasPiece = false;
  Info.Hash = llvm::xxh3_64bits(StringRef(PieceBegin, PieceEnd - PieceBegin));
  if (!Brackets.empty())
    Info.Unbalanced = true;
  Brackets.clear();
  Braces = 0;
  // What is in front of the body of a function defines its arguments.
  Info.UsesValues = UsesValues && !isSectionName(Info.Operation);
  if (!Info.Aliases.empty())
    Info.Aliases.back().Where.End = PieceEnd - PieceBegin;
  llvm::sort(AliasUses);
  AliasUses.erase(llvm::unique(AliasUses), AliasUses.end());
  Info.AliasUses.reserve(AliasUses.size());
  for (StringRef Name : AliasUses)
    Info.AliasUses.push_back(Name.str());

  Piece Done;
  Done.Kind = Kind;
  Done.AsksForNames = AsksForNames;
  Done.Indentation = Indentation;
  Done.Where = {offset(PieceBegin), offset(PieceEnd)};
  Done.Container = Container;
  Done.Info = std::make_shared<PieceInfo>(std::move(Info));
  Pieces.push_back(std::move(Done));
}

/// Ends the current piece as the header of a container.
void Scanner::openContainer() {
  OpenContainer Opened = {uint32_t(Pieces.size()), Indentation,
                          offset(PieceBegin), Info.Generic};
  // Of the generic form, `({`.
  if (Info.Generic && Brackets.size() == 1 && Brackets[0] == '(')
    Brackets.clear();
  Kind = PieceKind::Header;
  finish();
  Containers.push_back(Opened);
}

/// The innermost container whose header is indented like that, unless one
/// inside of it is indented less. Where very many are open it gives up: a text
/// must not take a time that is quadratic in its size.
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

/// Whether the } at P, the first token of its line, has behind it what the last
/// line of a container has, and what is there next is not indented deeper.
bool Scanner::looksLikeFooter(const OpenContainer &Ended) const {
  const char *Next = skipBlanks(P + 1, TextEnd);
  if (Ended.Generic)
    return Next != TextEnd && *Next == ')';
  if (Next != TextEnd && !isLineEnd(*Next) && !isComment(Next, TextEnd))
    return Next - P <= 2 && isWord(Next, TextEnd, "loc");
  Next = skipToToken(Next, TextEnd);
  if (Next == TextEnd || *Next == '/' || isWord(Next, TextEnd, "loc"))
    return true;
  const char *Line = Next;
  while (isBlank(Line[-1]))
    --Line;
  return size_t(Next - Line) <= Ended.Indentation;
}

/// At the } that ends the body of the container at `Innermost`, and of all
/// inside of it.
void Scanner::endContainers(size_t Innermost) {
  finish();
  OpenContainer Ended = Containers[Innermost];
  Containers.truncate(Innermost);
  begin(PieceKind::Footer, LineIndentation);
  Container = Ended.Header;
  if (Ended.Generic)
    Brackets.push_back('(');
  Previous = StringRef(P, 1);
  PieceEnd = ++P;
  Closed = true;
  FirstOnLine = false;
}

/// A container that is indented like one that is open, while the piece before
/// is not: the end of that was lost.
void Scanner::leaveContainersFor(const OperationStart &Start) {
  if (!isContainerName(Start.Name) || LineIndentation >= Indentation)
    return;
  if (std::optional<size_t> Ended = findContainer(LineIndentation)) {
    finish();
    Containers.truncate(*Ended);
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

//===----------------------------------------------------------------------===//
// Outside of brackets
//===----------------------------------------------------------------------===//

bool Scanner::isAlias(const char *At) const {
  return (*At == '#' || *At == '!') && Containers.empty() &&
         isAliasDefinition(At, TextEnd);
}

/// Whether a section begins there, to all appearance.
bool Scanner::isSection(const char *At) const {
  return isSectionName(findOperationStart(At, TextEnd).Name);
}

void Scanner::scanOutside() {
  if (isClosing(*P)) {
    closeOutside();
    return;
  }
  // A header without its bracket.
  if (HasPiece && InHeader && isTolerant() && FirstOnLine &&
      LineIndentation > Indentation && isSection(P)) {
    Info.Unbalanced = true;
    openContainer();
  }
  Decision Here = {Decision::Begins};
  if (HasPiece)
    Here = decide();
  else if (IsCut)
    Here.LikePiece = isTooFarLeft(findOperationStart(P, TextEnd));
  if (Here.What != Decision::Continues) {
    PieceKind NewKind = PieceKind::Operation;
    if (Here.What == Decision::BeginsAlone)
      NewKind = PieceKind::Operation;
    else if (isMetadata(P, TextEnd) && Containers.empty())
      NewKind = PieceKind::Metadata;
    else if (isAlias(P))
      NewKind = PieceKind::Aliases;
    if (!begin(NewKind, Here.LikePiece ? Indentation : LineIndentation))
      return;
  }
  if (Here.What == Decision::BeginsAlone)
    consumeStray();
  else
    consume();
  FirstOnLine = false;
}

/// Whether the line is not indented as the container wants it, whose pieces
/// are. Those behind will be, and have to be found if it has open brackets.
bool Scanner::isTooFarLeft(const OperationStart &Start) const {
  return !Containers.empty() && !isContainerName(Start.Name) &&
         LineIndentation <= Containers.back().Indentation &&
         Indentation > Containers.back().Indentation;
}

/// What the token at P does to the piece that is being read.
Scanner::Decision Scanner::decide() {
  if (Kind == PieceKind::Metadata)
    return {Decision::Begins};
  bool IsAlias = (*P == '#' || *P == '!') && isAliasDefinition(P, TextEnd);
  if (Kind == PieceKind::Aliases && IsAlias)
    return {Decision::Continues};

  bool IsWord = isWordStart(*P);
  if (!FirstOnLine) {
    // Behind the end of another operation. Not at each token: what has to be
    // looked at can be all that is left of the line.
    bool Begins = false;
    bool IsEnd = Previous == "}";
    // Not where that bracket may be wrong.
    if (isTolerant() && !Closed && LineBegin > PieceBegin)
      IsEnd = false;
    if (IsEnd)
      Begins = IsAlias || isMetadata(P, TextEnd) || skipResults(P, TextEnd) ||
               !findOperationStart(P, TextEnd).Name.empty();
    else if (IsStray)
      Begins = isSection(P);
    else if (IsWord && Previous != "=")
      Begins = isSection(P) && !isWord(P, TextEnd, "module");
    return {Begins ? Decision::Begins : Decision::Continues};
  }

  OperationStart Start = findOperationStart(P, TextEnd);
  bool Begins = *P == '"' || *P == '%' || IsAlias || isMetadata(P, TextEnd);
  StringRef Word;
  if (IsWord) {
    Word = StringRef(P, skipWhile(P, TextEnd, WordChar) - P);
    Begins = Word.contains('.') || Word == "module" ||
             Word == "unrealized_conversion_cast";
  }
  if (!isTolerant())
    return {Begins ? Decision::Begins : Decision::Continues};

  // Words that are not complete yet; but not a keyword of the piece before.
  if (IsWord && !Begins && Word != "attributes" && Word != "loc") {
    const char *Behind = Word.end();
    const char *Next = skipBlanks(Behind, TextEnd);
    Begins = Next == Behind || Next == TextEnd || *Next != '{';
  }
  // Nor are aliases, and brackets behind the end of a piece.
  const char *Second = skipBlanks(P + 1, TextEnd);
  Begins |= *P == '#' || *P == '!' ||
            (Closed && isOpening(*P) && !isWord(Second, TextEnd, "loc"));

  bool IsSection = isSectionName(Start.Name);
  if (LineIndentation > Indentation) {
    if (IsSection)
      return {Decision::Begins};
    // Behind the end of a piece there can be what lost its first line.
    return {Closed && Begins ? Decision::Begins : Decision::Continues, true};
  }
  if (IsSection)
    leaveContainersFor(Start);
  if (isOpening(*P) && isSection(Second))
    return {Decision::BeginsAlone, true};
  if (Begins)
    return {Decision::Begins, isTooFarLeft(Start)};
  return {Decision::Continues};
}

/// A closing bracket where no other is open.
void Scanner::closeOutside() {
  if (*P == '}' && !Containers.empty()) {
    if (!isTolerant() || offset(LineBegin) <= Containers.back().Begin)
      return endContainers(Containers.size() - 1);
    if (FirstOnLine)
      if (std::optional<size_t> Ended = findContainer(LineIndentation);
          Ended && looksLikeFooter(Containers[*Ended]))
        return endContainers(*Ended);
  }
  bool IsAlone = !HasPiece;
  if (isTolerant() && FirstOnLine && HasPiece)
    IsAlone = LineIndentation < Indentation || (Closed && !Info.Unbalanced) ||
              isSection(skipBlanks(P + 1, TextEnd));
  if (IsAlone) {
    // What follows is indented like what is before.
    if (begin(PieceKind::Operation, HasPiece ? Indentation : LineIndentation))
      consumeStray();
  } else {
    Closed = *P == '}' && FirstOnLine && isIndentedLikePiece();
    Info.Unbalanced = true;
    Previous = StringRef(P, 1);
    PieceEnd = ++P;
  }
  FirstOnLine = false;
}

/// A bracket that is a piece of its own.
void Scanner::consumeStray() {
  IsStray = true;
  Info.Unbalanced = true;
  Previous = StringRef(P, 1);
  PieceEnd = ++P;
}

/// Adds the token at P to the piece.
void Scanner::consume() {
  const char *Begin = P;
  bool AtOperation = Info.Operation.empty() && !InResults &&
                     (Previous.empty() || Previous == "=") &&
                     Kind == PieceKind::Operation;
  if (isWordStart(*P)) {
    P = skipWhile(P, TextEnd, WordChar);
    StringRef Word(Begin, P - Begin);
    if (AtOperation)
      setOperation(Word);
    if (Kind == PieceKind::Aliases && Previous == "=" && Word == "loc")
      Info.Aliases.back().IsLocation = true;
    if (Word == "dense_resource")
      Info.UsesResources = true;
  } else if (isDigit(*P)) {
    P = skipWhile(P, TextEnd, WordChar);
  } else if (isOpening(*P)) {
    consumeOpening();
    return;
  } else {
    switch (*P++) {
    case '"':
      P = skipString(Begin, TextEnd);
      if (AtOperation && P - Begin >= 2 && P[-1] == '"') {
        Info.Generic = true;
        setOperation(StringRef(Begin + 1, P - Begin - 2));
      }
      break;
    case '%':
      P = skipSuffix(P, TextEnd);
      if (P != TextEnd && *P == '#') // of several results
        P = skipSuffix(P + 1, TextEnd);
      UsesValues |= !InResults;
      break;
    case '=':
      Info.DefinesValues |= InResults;
      InResults = false;
      break;
    case '@':
      P = P != TextEnd && *P == '"' ? skipString(P, TextEnd)
                                    : skipSuffix(P, TextEnd);
      if (Info.Symbol.empty())
        Info.Symbol = {size_t(Begin - PieceBegin), size_t(P - PieceBegin)};
      break;
    case '^':
      P = skipSuffix(P, TextEnd);
      break;
    case '#':
    case '!': {
      P = skipSuffix(P, TextEnd);
      StringRef Name(Begin, P - Begin);
      if (Kind == PieceKind::Aliases && isAliasDefinition(Begin, TextEnd)) {
        if (!Info.Aliases.empty())
          Info.Aliases.back().Where.End = PieceEnd - PieceBegin;
        Info.Aliases.push_back(
            {Name.str(), {size_t(Begin - PieceBegin), 0}, false});
      } else {
        noteAlias(Name);
      }
      break;
    }
    case '-':
      P += P != TextEnd && *P == '>';
      break;
    default:
      break;
    }
  }
  PieceEnd = P;
  Previous = StringRef(Begin, P - Begin);
}

void Scanner::setOperation(StringRef Name) {
  Info.Operation = Name.str();
  InHeader = isContainerName(Name) && !Info.DefinesValues;
}

void Scanner::noteAlias(StringRef Name) {
  if (Name.size() > 1 && !Name.contains('.') &&
      (AliasUses.empty() || AliasUses.back() != Name))
    AliasUses.push_back(Name);
}

/// At an opening bracket outside of all others.
void Scanner::consumeOpening() {
  Closed = false;
  // Not a dictionary: the body.
  if (*P == '{' && InHeader && !Info.Generic && Previous != "attributes" &&
      Previous != "<" && Previous != "=" && Previous != ",") {
    PieceEnd = ++P;
    openContainer();
    return;
  }
  open();
  PieceEnd = P;
}

void Scanner::open() {
  Brackets.push_back(*P);
  Braces += *P == '{';
  P += isMetadata(P, TextEnd) ? 3 : 1;
}

//===----------------------------------------------------------------------===//
// Inside of brackets
//===----------------------------------------------------------------------===//

/// All before `At` since the last token, or on this line, is tokens.
void Scanner::noteTokensBefore(const char *At) {
  const char *From = std::max(PieceEnd, LineBegin);
  while (At > From && (isBlank(At[-1]) || isLineEnd(At[-1])))
    --At;
  if (At > From)
    PieceEnd = At;
}

/// Whether `dense_resource` is before the < at P.
static bool isResource(const char *P, const char *PieceBegin) {
  while (P != PieceBegin && isBlank(P[-1]))
    --P;
  return StringRef(PieceBegin, P - PieceBegin).ends_with("dense_resource");
}

/// Until all brackets are closed, or what stands there ends the piece. False at
/// the end of the text.
bool Scanner::scanInside() {
  uint8_t Stops = Braces ? InnerStop : OuterStop;
  for (;;) {
    while (P != TextEnd && !isIn(*P, Stops))
      ++P;
    if (P == TextEnd) {
      noteTokensBefore(P);
      return false;
    }
    switch (*P) {
    case '/':
      if (!isComment(P, TextEnd)) {
        ++P;
        break;
      }
      noteTokensBefore(P);
      P = skipComment(P, TextEnd);
      if (P == TextEnd)
        return false;
      if (!isLineEnd(*P)) {
        scanSeparator();
        return true;
      }
      ++P;
      beginLine();
      if (beginLineInside())
        return true;
      break;
    case '\n':
    case '\r':
      noteTokensBefore(P);
      ++P;
      beginLine();
      if (beginLineInside())
        return true;
      break;
    case '"':
      P = skipString(P, TextEnd);
      break;
    case '#':
      // %r#1 is no alias; #-} ends what {-# began.
      if (P + 1 != TextEnd &&
          (P[1] == '-' || (isDigit(P[1]) && isIn(P[-1], SuffixChar)))) {
        ++P;
        break;
      }
      [[fallthrough]];
    case '!': {
      const char *Begin = P;
      P = skipSuffix(P + 1, TextEnd);
      noteAlias(StringRef(Begin, P - Begin));
      break;
    }
    case '%':
      UsesValues = true;
      ++P;
      break;
    case '<':
      if (isResource(P, PieceBegin))
        Info.UsesResources = true;
      ++P;
      break;
    case '(':
    case '[':
      open();
      break;
    case '{':
      if (InHeader && Info.Generic && Brackets.size() == 1 &&
          Brackets[0] == '(' &&
          StringRef(PieceBegin, P - PieceBegin)
              .rtrim(" \t\r\n")
              .ends_with("(")) {
        PieceEnd = ++P;
        openContainer();
        FirstOnLine = false;
        return true;
      }
      open();
      Stops = InnerStop;
      break;
    default:
      if (closeInside())
        return true;
      Stops = Braces ? InnerStop : OuterStop;
      break;
    }
  }
}

/// At a closing bracket. Gives whether none is open any more.
bool Scanner::closeInside() {
  char Opening = openingOf(*P);
  // One or a few others that were not closed, but no { for a ) or ].
  size_t Match = Brackets.size();
  for (size_t Tries = 0; Match > 0 && Tries < 16; ++Tries) {
    --Match;
    if (Brackets[Match] == Opening || Brackets[Match] == '{')
      break;
  }
  if (Brackets[Match] == Opening) {
    if (Match + 1 != Brackets.size())
      Info.Unbalanced = true;
    Brackets.truncate(Match);
    Braces -= Opening == '{';
  } else if (*P == '}' && !Braces && !isTolerant() && !Containers.empty()) {
    noteTokensBefore(P);
    endContainers(Containers.size() - 1);
    return true;
  } else {
    Info.Unbalanced = true;
  }
  ++P;
  if (!Brackets.empty())
    return false;
  PieceEnd = P;
  Previous = StringRef(P - 1, 1);
  Closed = isIndentedLikePiece() && LineBegin + LineIndentation < P &&
           LineBegin[LineIndentation] == '}';
  FirstOnLine = false;
  return true;
}

/// At the beginning of a line: whether the piece ends before it, although
/// brackets are open.
bool Scanner::beginLineInside() {
  if (!isTolerant() || (LineIndentation > Indentation && !InHeader) ||
      P == TextEnd)
    return false;
  bool IsSame = LineIndentation == Indentation;
  if (*P == '}') {
    std::optional<size_t> Ended;
    // It may be the last line of a piece that is not indented as it should be.
    if (LineIndentation < Indentation &&
        (LineIndentation != FirstIndentation || !Braces))
      Ended = findContainer(LineIndentation);
    if (!Ended || !looksLikeFooter(Containers[*Ended]))
      return false;
    endContainers(*Ended);
    return true;
  }
  bool Ends = false;
  if (isWordStart(*P) || *P == '"' || *P == '%') {
    OperationStart Start = findOperationStart(P, TextEnd);
    if (isSectionName(Start.Name)) {
      if (LineIndentation > Indentation) {
        // The header's bracket is missing, or one in it.
        Info.Unbalanced = true;
        openContainer();
        return true;
      }
      leaveContainersFor(Start);
      Ends = true;
    } else if (IsSame && Start.Name.contains('.')) {
      AsksForNames = true;
      Ends = wasNamed(Start.Name);
    }
  } else if (IsSame && Containers.empty()) {
    Ends = isAlias(P) || isMetadata(P, TextEnd);
  }
  if (Ends) {
    finish();
    IsCut = true;
  }
  return Ends;
}
