//===- OutlineInside.cpp - Cuts a text: inside of brackets ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/LineStart.h"
#include "server/syntax/OutlineScanner.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::outline;
using llvm::StringRef;

/// The text before `End` since the last token, or on this line, is tokens.
void Scanner::noteTokensBefore(const char *End) {
  const char *Begin = std::max(PieceEnd, LineBegin);
  while (End > Begin && (isBlank(End[-1]) || isLineEnd(End[-1])))
    --End;
  if (End > Begin)
    PieceEnd = End;
}

/// True if `dense_resource` precedes the < at P.
static bool isResource(const char *P, const char *PieceBegin) {
  while (P != PieceBegin && isBlank(P[-1]))
    --P;
  return StringRef(PieceBegin, P - PieceBegin).ends_with("dense_resource");
}

/// Reads until all brackets are closed, or a line ends the piece. Returns false
/// at the end of the text.
bool Scanner::scanInside() {
  uint8_t Stops = Braces ? InnerStop : OuterStop;
  for (;;) {
    P = skipUntil(P, TextEnd, Stops);
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
      [[fallthrough]];
    case '\n':
    case '\r':
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
      passLine();
      if (beginLineInside())
        return true;
      Stops = Braces ? InnerStop : OuterStop;
      break;
    case '"':
      P = skipString(P, TextEnd);
      break;
    case '#':
    case '!':
      consumeAlias();
      break;
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
    case '{':
      if (opensGenericBody()) {
        PieceEnd = ++P;
        openContainer();
        FirstOnLine = false;
        return true;
      }
      open();
      Stops = Braces ? InnerStop : OuterStop;
      break;
    default:
      if (closeInside())
        return true;
      Stops = Braces ? InnerStop : OuterStop;
      break;
    }
  }
}

/// At # or !, which begins the name of an alias unless it is the number of a
/// result, as in %r#1, or ends metadata.
void Scanner::consumeAlias() {
  const char *Begin = P++;
  if (*Begin == '#' && P != TextEnd &&
      (*P == '-' || (isDigit(*P) && isIn(P[-2], SuffixChar))))
    return;
  P = skipSuffix(P, TextEnd);
  noteAlias(StringRef(Begin, P - Begin));
}

/// True if the bracket at P opens the body of a container in generic form, as
/// in `"builtin.module"() ({`.
bool Scanner::opensGenericBody() const {
  return *P == '{' && InHeader && Info.Generic && Brackets.size() == 1 &&
         Brackets[0] == '(' &&
         StringRef(PieceBegin, P - PieceBegin).rtrim(" \t\r\n").ends_with("(");
}

/// Handles a closing bracket. Returns true if none is open any more.
bool Scanner::closeInside() {
  char Opening = openingOf(*P);
  // It closes one or a few unclosed brackets, but no { for a ) or ].
  size_t Match = Brackets.size();
  for (size_t Tries = 0; Match > 0 && Tries < 16; ++Tries) {
    --Match;
    if (Brackets[Match] == Opening || Brackets[Match] == '{')
      break;
  }
  if (Brackets[Match] == Opening) {
    if (Match + 1 != Brackets.size())
      Info.IsUnbalanced = true;
    Brackets.truncate(Match);
    Braces -= Opening == '{';
  } else if (*P == '}' && !Braces && !isTolerant() && !Containers.empty()) {
    noteTokensBefore(P);
    endContainers(Containers.size() - 1);
    return true;
  } else {
    Info.IsUnbalanced = true;
  }
  ++P;
  if (!Brackets.empty())
    return false;
  PieceEnd = P;
  MarksAreOver = Marks != nullptr;
  OldMarks = nullptr;
  Previous = StringRef(P - 1, 1);
  IsClosed = !InAttributes && isIndentedLikePiece() &&
             LineBegin + LineIndentation < P &&
             LineBegin[LineIndentation] == '}';
  EndsDeeper = LineBegin + LineIndentation == P - 1 && P[-1] == '}' &&
               LineIndentation > Indentation;
  FirstOnLine = false;
  return true;
}

/// Handles the beginning of a line. Returns true if the piece ends before it,
/// although brackets are open.
bool Scanner::beginLineInside() {
  if (!isTolerant() || (LineIndentation > Indentation && !InHeader) ||
      P == TextEnd)
    return false;
  bool IsSame = LineIndentation == Indentation;
  if (*P == '}') {
    std::optional<size_t> ContainerIndex;
    // It may be the last line of a piece with unexpected indentation.
    if (LineIndentation < Indentation &&
        (LineIndentation != FirstIndentation || !Braces))
      ContainerIndex = findContainer(LineIndentation);
    if (!ContainerIndex || !looksLikeFooter(Containers[*ContainerIndex]))
      return false;
    endContainers(*ContainerIndex);
    return true;
  }
  bool Ends = false;
  if (isWordStart(*P) || *P == '"' || *P == '%') {
    StringRef Operation = findOperationName(P, TextEnd);
    if (isSectionName(Operation)) {
      if (LineIndentation > Indentation) {
        // The header's bracket is missing, or one inside of it.
        Info.IsUnbalanced = true;
        openContainer();
        return true;
      }
      leaveContainersFor(Operation);
      Ends = true;
    } else if (IsSame) {
      // Lists have no operations: `"a.b"() : () -> (i32` in the line before.
      Ends = !Braces &&
             mustBeginOperation(StringRef(TextBegin, TextEnd - TextBegin),
                                offset(P));
      if (!Ends && Operation.contains('.')) {
        AsksForNames = true;
        Ends = wasNamed(Operation);
      }
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
