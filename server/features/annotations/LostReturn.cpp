//===- LostReturn.cpp - Returns outside of functions ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/LostReturn.h"
#include "server/syntax/LineStart.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The most lines that are looked at.
static constexpr size_t MaxLines = 1u << 17;

static StringRef lineOf(const Text &Contents, size_t Number) {
  return Contents.bytes().slice(Contents.lineStart(Number),
                                Contents.lineEnd(Number));
}

static size_t indentationOf(StringRef Line) {
  return Line.size() - Line.ltrim(" \t").size();
}

/// The last line before one that has code and is indented less.
static std::optional<size_t> findLineAround(const Text &Contents,
                                            size_t Number) {
  size_t Indentation = indentationOf(lineOf(Contents, Number));
  size_t End = Number - std::min(Number, MaxLines);
  while (Number-- > End) {
    StringRef Line = lineOf(Contents, Number), Code = Line.trim();
    if (indentationOf(Line) < Indentation && !Code.empty() &&
        !Code.starts_with("//"))
      return Number;
  }
  return std::nullopt;
}

/// The last token of the header of a function, whose first line is given, if no
/// `{` follows it.
static std::optional<MlirToken> findEndOfHeader(const Text &Contents,
                                                size_t Number) {
  Lexer Tokens(Contents.bytes(), Contents.lineStart(Number));
  std::optional<MlirToken> Last;
  int Depth = 0;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    size_t Begin = Token->Range.Begin;
    bool BeginsLine =
        Last && Contents.lineAt(Begin) > Contents.lineAt(Last->Range.Begin);
    if (BeginsLine && Depth == 0 &&
        mustBeginOperation(Contents.bytes(),
                           Contents.lineStart(Contents.lineAt(Begin))))
      return Last;
    // The dictionary of attributes may stand before the body.
    if (Token->is("{") && Depth == 0 && !(Last && Last->is("attributes")))
      return std::nullopt;
    Depth += Token->is("(") || Token->is("{") || Token->is("[");
    Depth -= Token->is(")") || Token->is("}") || Token->is("]");
    if (Depth < 0)
      return std::nullopt;
    Last = Token;
  }
  return std::nullopt;
}

/// The `}` that closes the body of a function, whose first line is given,
/// before a place, if it is indented deeper: it is not the function's own.
static std::optional<MlirToken> findWrongEnd(const Text &Contents,
                                             size_t Number, size_t Place) {
  Lexer Tokens(Contents.bytes(), Contents.lineStart(Number), Place);
  std::optional<MlirToken> Last;
  int Depth = 0, Lists = 0;
  bool IsDictionary = false;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    // Arguments and results may have attributes.
    if (Depth == 0)
      Lists += Token->is("(") - Token->is(")");
    if (Lists == 0) {
      if (Token->is("{") && Depth++ == 0)
        IsDictionary = Last && Last->is("attributes");
      if (Token->is("}") && --Depth == 0 && !IsDictionary)
        return indentationOf(
                   lineOf(Contents, Contents.lineAt(Token->Range.Begin))) >
                       indentationOf(lineOf(Contents, Number))
                   ? Token
                   : std::nullopt;
    }
    Last = Token;
  }
  return std::nullopt;
}

/// The name of an unknown operation that needs no dialect in a function; empty
/// for other problems.
static StringRef findLostName(const Problem &Issue) {
  StringRef Name = Issue.Message;
  if (Issue.Source != "mlir" || !Name.consume_front("unknown operation '"))
    return "";
  Name = Name.split('\'').first;
  return llvm::is_contained({"return", "call", "call_indirect", "constant"},
                            Name)
             ? Name
             : "";
}

void mlir::noisy::lsp::settleLostReturn(Problem &Issue, const Text &Contents) {
  std::string Name = findLostName(Issue).str();
  if (Name.empty())
    return;
  std::optional<size_t> Around =
      findLineAround(Contents, Contents.lineAt(Issue.Range.Begin));
  if (!Around)
    return;
  StringRef Line = lineOf(Contents, *Around);
  size_t Begin = Contents.lineStart(*Around) + indentationOf(Line);
  if (Line.trim().starts_with("}")) {
    Issue.Notes.push_back({{Begin, Begin + 1}, "the function ends here"});
    return;
  }
  if (!Line.trim().starts_with("func.func"))
    return;
  std::optional<MlirToken> Header = findEndOfHeader(Contents, *Around), End;
  if (!Header)
    End = findWrongEnd(Contents, *Around, Issue.Range.Begin);
  if (!Header && !End)
    return;
  Issue.Notes.insert(
      Issue.Notes.begin(),
      {Issue.Range, "'" + Name + "' can stand only directly in a function"});
  if (Header) {
    Issue.Range = {Header->Range.End - 1, Header->Range.End};
    Issue.Message = "expected '{': the body of the function follows";
  } else {
    Issue.Range = End->Range;
    Issue.Message = "this '}' ends the function: it is one too many, or a '{' "
                    "before it is missing";
  }
  Issue.Code.clear();
  Issue.Replacement.clear();
}
