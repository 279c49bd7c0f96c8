//===- OutlineOutside.cpp - Cuts a text: outside of brackets --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/OutlineScanner.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::outline;
using llvm::StringRef;

bool Scanner::isAlias(const char *Begin) const {
  return (*Begin == '#' || *Begin == '!') && Containers.empty() &&
         isAliasDefinition(Begin, TextEnd);
}

/// True if a section seems to begin there.
bool Scanner::isSection(const char *Begin) const {
  return isSectionName(findOperationName(Begin, TextEnd));
}

void Scanner::scanOutside() {
  if (isClosing(*P)) {
    closeOutside();
    return;
  }
  // A header without its bracket.
  if (HasPiece && InHeader && isTolerant() && FirstOnLine &&
      LineIndentation > Indentation && isSection(P)) {
    Info.IsUnbalanced = true;
    openContainer();
  }
  Decision Verdict = {Decision::Begins};
  if (HasPiece)
    Verdict = decide();
  else if (IsCut)
    Verdict.LikePiece = isTooFarLeft(findOperationName(P, TextEnd));
  if (Verdict.Action != Decision::Continues) {
    PieceKind NewKind = PieceKind::Operation;
    if (Verdict.Action == Decision::BeginsAlone)
      NewKind = PieceKind::Operation;
    else if (isMetadata(P, TextEnd) && Containers.empty())
      NewKind = PieceKind::Metadata;
    else if (isAlias(P))
      NewKind = PieceKind::Aliases;
    if (!begin(NewKind, Verdict.LikePiece ? Indentation : LineIndentation))
      return;
  }
  if (Verdict.Action == Decision::BeginsAlone)
    consumeStray();
  else
    consume();
  FirstOnLine = false;
}

/// True if the line has less indentation than the pieces of its container.
/// Later pieces will be indented correctly, and must be found if it has open
/// brackets.
bool Scanner::isTooFarLeft(StringRef Operation) const {
  return !Containers.empty() && !isContainerName(Operation) &&
         LineIndentation <= Containers.back().Indentation &&
         Indentation > Containers.back().Indentation;
}

/// True if the piece cannot end here: a < is open, or its last token needs
/// another.
bool Scanner::awaitsMore() const {
  return Angles || Previous == "=" || Previous == "," || Previous == ":" ||
         Previous == "->";
}

/// True if the beginning of a line belongs to no earlier piece, even one that
/// awaits more: it is still being typed.
bool Scanner::isNewDespite(StringRef Operation) {
  if (isSectionName(Operation))
    return true;
  if (LineIndentation > Indentation)
    return false;
  if (isAlias(P) || (isMetadata(P, TextEnd) && Containers.empty()))
    return true;
  if (Angles) {
    // No type or attribute has results.
    if (*P == '%')
      return !Operation.empty();
    if (LineIndentation < Indentation || !Operation.contains('.'))
      return false;
    AsksForNames = true;
    return wasNamed(Operation);
  }
  if (Operation.empty())
    return *P == '%' && skipResults(P, TextEnd) != nullptr;
  // `%0 =` and its operation.
  return Previous != "=" || !Info.DefinesValues || !Info.Operation.empty() ||
         *P == '%';
}

/// True if the token at P, a colon or an arrow, may go on with the piece after
/// its body.
bool Scanner::goesOnAfterBody() const {
  return (Info.Generic || !isSectionName(Info.Operation)) &&
         (*P == ':' || StringRef(P, TextEnd - P).starts_with("->"));
}

/// The effect of the token at P on the current piece.
Scanner::Decision Scanner::decide() {
  if (Kind == PieceKind::Metadata)
    return {Decision::Begins};
  bool IsAlias = (*P == '#' || *P == '!') && isAliasDefinition(P, TextEnd);
  if (Kind == PieceKind::Aliases && IsAlias)
    return {Decision::Continues};

  bool IsWord = isWordStart(*P);
  if (!FirstOnLine) {
    // After the end of another operation. Not at each token, because the check
    // may read all of the line.
    bool Begins = false;
    bool IsEnd = Previous == "}" && !Angles;
    // Not if that bracket may be wrong.
    if (isTolerant() && !IsClosed && LineBegin > PieceBegin)
      IsEnd = false;
    if (IsEnd)
      Begins = IsAlias || isMetadata(P, TextEnd) || skipResults(P, TextEnd) ||
               !findOperationName(P, TextEnd).empty();
    else if (IsStray)
      Begins = isSection(P);
    else if (Kind == PieceKind::Aliases && !awaitsMore())
      Begins = !findOperationName(P, TextEnd).empty();
    else if (IsWord && Previous != "=")
      Begins = isSection(P) && !isWord(P, TextEnd, "module");
    return {Begins ? Decision::Begins : Decision::Continues};
  }

  StringRef Operation = findOperationName(P, TextEnd);
  bool Begins = *P == '"' || *P == '%' || IsAlias || isMetadata(P, TextEnd);
  StringRef Word;
  if (IsWord) {
    Word = StringRef(P, skipWhile(P, TextEnd, WordChar) - P);
    Begins = Word.contains('.') || Word == "module" ||
             Word == "unrealized_conversion_cast";
  }
  if (!isTolerant())
    return {Begins && !awaitsMore() ? Decision::Begins : Decision::Continues};

  if (awaitsMore()) {
    if (!isNewDespite(Operation))
      return {Decision::Continues};
    Begins = true;
  }
  // Incomplete words; but not a keyword of the piece before, such as the
  // visibility before a symbol.
  bool LacksSymbol = Info.Symbol.empty() && Info.Operation != "module" &&
                     isSectionName(Info.Operation) && !Previous.empty() &&
                     isWordStart(Previous.front());
  // Nothing has its attributes behind its body.
  bool IsKeyword = Word == "loc" || (Word == "attributes" && !IsClosed);
  if (IsWord && !Begins && !IsKeyword && !LacksSymbol) {
    const char *WordEnd = Word.end();
    const char *Next = skipBlanks(WordEnd, TextEnd);
    Begins = Next == WordEnd || Next == TextEnd || *Next != '{' ||
             Word == "attributes";
  }
  // Nor are aliases, and brackets and names of symbols after the end of a
  // piece.
  const char *Second = skipBlanks(P + 1, TextEnd);
  // A piece that has its symbol, and ends with a bracket, has no second one.
  bool EndsWithBracket =
      !Previous.empty() && (isClosing(Previous.front()) || Previous == ">");
  bool IsOver = IsClosed || Kind == PieceKind::Aliases ||
                (!Info.Symbol.empty() &&
                 (EndsWithBracket || isSectionName(Info.Operation)));
  bool IsNameOfNext = *P == '@' && IsOver;
  bool IsDeeper = LineIndentation > Indentation + MaxSlip;
  // The name of a result is missing.
  bool LacksNames =
      *P == '=' && !Info.Operation.empty() &&
      !(IsDeeper && !Previous.empty() && isWordStart(Previous.front()));
  Begins |= *P == '#' || *P == '!' || IsNameOfNext || LacksNames ||
            (IsClosed && !IsWord && !goesOnAfterBody() &&
             !isWord(Second, TextEnd, "loc"));

  bool IsSection = isSectionName(Operation);
  if (IsDeeper || (LineIndentation > Indentation && !Begins)) {
    if (IsSection || (Kind == PieceKind::Aliases && Begins))
      return {Decision::Begins};
    // After the end of a piece there may be one without its first line.
    return {(IsClosed && Begins) || IsNameOfNext || LacksNames
                ? Decision::Begins
                : Decision::Continues,
            true};
  }
  if (IsSection)
    leaveContainersFor(Operation);
  if (isOpening(*P) && isSection(Second))
    return {Decision::BeginsAlone, true};
  if (Begins)
    return {Decision::Begins,
            LineIndentation > Indentation || isTooFarLeft(Operation)};
  return {Decision::Continues};
}

/// Handles a closing bracket without an open one.
void Scanner::closeOutside() {
  // An inner one lacks its {, so that its } closed the piece.
  bool IsOfPiece = *P == '}' && isTolerant() && FirstOnLine && HasPiece &&
                   EndsDeeper && LineIndentation == Indentation;
  if (*P == '}' && !Containers.empty() && !IsOfPiece) {
    if (!isTolerant() || offset(LineBegin) <= Containers.back().Opening)
      return endContainers(Containers.size() - 1);
    if (FirstOnLine)
      if (std::optional<size_t> ContainerIndex = findContainer(LineIndentation);
          ContainerIndex && looksLikeFooter(Containers[*ContainerIndex]))
        return endContainers(*ContainerIndex);
  }
  bool IsAlone = !HasPiece;
  if (isTolerant() && FirstOnLine && HasPiece && !IsOfPiece)
    IsAlone = LineIndentation < Indentation || Kind == PieceKind::Aliases ||
              (IsClosed && !Info.IsUnbalanced && !WasUnbalanced) ||
              isSection(skipBlanks(P + 1, TextEnd));
  if (IsAlone) {
    // The following pieces have the indentation of those before.
    if (begin(PieceKind::Operation, HasPiece ? Indentation : LineIndentation))
      consumeStray();
  } else {
    IsClosed = *P == '}' && FirstOnLine && isIndentedLikePiece();
    EndsDeeper = false;
    Info.IsUnbalanced = true;
    Previous = StringRef(P, 1);
    PieceEnd = ++P;
  }
  FirstOnLine = false;
}

/// Reads a bracket that is a piece of its own.
void Scanner::consumeStray() {
  IsStray = true;
  Info.IsUnbalanced = true;
  Previous = StringRef(P, 1);
  PieceEnd = ++P;
}

/// Adds the token at P to the piece.
void Scanner::consume() {
  if (isOpening(*P))
    return consumeOpening();
  const char *Begin = P;
  bool AtOperation = Info.Operation.empty() && !InResults &&
                     (Previous.empty() || Previous == "=") &&
                     Kind == PieceKind::Operation;
  TokenKind Lexeme = skipToken(P, TextBegin, TextEnd);
  StringRef Token(Begin, P - Begin);
  // `@` alone is a symbol that is being typed.
  switch (*Begin == '@' ? TokenKind::Symbol : Lexeme) {
  case TokenKind::Word:
    if (AtOperation)
      setOperation(Token);
    if (Token == "dense_resource")
      Info.UsesResources = true;
    break;
  case TokenKind::String:
    if (AtOperation && isClosedString(Token)) {
      Info.Generic = true;
      setOperation(Token.drop_front().drop_back());
    }
    break;
  case TokenKind::Symbol:
    // A minus, for MLIR the next token, most likely belongs to a name that
    // needs quotes.
    if (P != TextEnd && *P == '-')
      P = skipSuffix(P, TextEnd);
    if (Info.Symbol.empty())
      Info.Symbol = {size_t(Begin - PieceBegin), size_t(P - PieceBegin)};
    break;
  case TokenKind::Type:
  case TokenKind::Attribute:
    if (Kind == PieceKind::Aliases && isAliasDefinition(Begin, TextEnd)) {
      if (!Info.Aliases.empty())
        Info.Aliases.back().Range.End = PieceEnd - PieceBegin;
      Info.Aliases.push_back({Token.str(), {size_t(Begin - PieceBegin), 0}});
    } else {
      noteAlias(Token);
    }
    break;
  default:
    UsesValues |= *Begin == '%' && !InResults;
    Info.DefinesValues |= *Begin == '=' && InResults;
    InResults &= *Begin != '=';
    Angles += *Begin == '<';
    Angles -= *Begin == '>' && Angles != 0;
    break;
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

/// Handles an opening bracket outside of all others.
void Scanner::consumeOpening() {
  IsClosed = false;
  InAttributes = Previous == "attributes";
  // This is the body, not a dictionary.
  if (*P == '{' && InHeader && !Info.Generic && !InAttributes &&
      !awaitsMore()) {
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
