//===- UnclosedProblem.cpp - Errors about missing brackets ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/UnclosedProblem.h"
#include "server/parse/OperationNames.h"
#include "server/syntax/BraceRepair.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/LineStart.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// True if nothing but blanks follows a place.
static bool isAtEnd(llvm::StringRef Text, size_t Offset) {
  return Text.substr(Offset).rtrim().size() <= 2;
}

/// The number of operations that begin a line from one place to another,
/// outside of regions that begin in between; at most 2.
static unsigned countBeginnings(llvm::StringRef Text, size_t From, size_t To) {
  size_t End = From, Depth = Text.take_front(From).ends_with("{") ? 1 : 0;
  unsigned Count = 0;
  Lexer Tokens(Text, From, std::max(From, To));
  while (Count < 2) {
    std::optional<MlirToken> Token = nextCode(Tokens);
    if (!Token)
      break;
    size_t Begin = Token->Range.Begin;
    Count += Depth == 0 && Text.slice(End, Begin).contains('\n') &&
             mustBeginOperation(Text, Begin);
    Depth += Token->is("{");
    Depth -= Token->is("}") && Depth > 0;
    End = Token->Range.End;
  }
  return Count;
}

/// True for an error about an operation whose dialect goes without saying in a
/// function, as in `call @f()`, but not in the region of another operation.
static bool isOfShortName(llvm::StringRef Message) {
  return Message.consume_front("unknown operation '") &&
         llvm::is_contained({"call", "call_indirect", "constant"},
                            Message.split('\'').first);
}

/// True if MLIR may say this where a bracket is missing: it takes what follows
/// for a part of what is open.
static bool mayComeOf(const UnclosedBracket &Missing, const Problem &Issue,
                      llvm::StringRef Text) {
  llvm::StringRef Message = Issue.Message;
  if (Issue.Source != "mlir" || Issue.Severity != Problem::Level::Error ||
      Issue.Range.Begin <= Missing.Offset)
    return false;
  // `return` belongs to the function around, and is unknown in a region; `else`
  // to the operation that goes on behind its own.
  if (Issue.Code == UnknownOperationCode &&
      (Message.starts_with("unknown operation 'return'") ||
       Message.starts_with("unknown operation 'else'")))
    return true;
  // Where it stands in the region, that is another error.
  if (Issue.Code == UnknownOperationCode && isOfShortName(Message)) {
    std::optional<size_t> End = findMissingEnd(Text, Missing.Offset);
    return End && Issue.Range.Begin > *End;
  }
  if (Missing.Bracket != '{')
    return Message.starts_with("expected ") &&
           Issue.Range.Begin + 1 >= Missing.LineEnd &&
           countBeginnings(Text, Missing.LineEnd, Issue.Range.Begin) <= 1;
  return (Message.starts_with("expected operation name in quotes") &&
          isAtEnd(Text, Issue.Range.Begin)) ||
         (Message.starts_with("expected '}' in attribute dictionary") &&
          Issue.Range.Begin >= Missing.LineEnd) ||
         Message.contains("must be the last operation in the parent block") ||
         Message.contains("expects parent op");
}

Problem mlir::noisy::lsp::makeUnclosedBracket(size_t Offset, char Bracket) {
  Problem Result;
  Result.Source = "mlir";
  Result.Code = UnclosedBracketCode.str();
  Result.Range = {Offset, Offset + 1};
  Result.Message = std::string("'") + Bracket + "' is not closed";
  return Result;
}

/// The error about a brace whose end is missing behind a line.
static Problem makeBraceProblem(size_t Offset, size_t LineEnd) {
  Problem Result = makeUnclosedBracket(Offset, '{');
  Result.Notes.push_back({{LineEnd, LineEnd}, MissingEndNote.str()});
  return Result;
}

/// The error about a bracket that shows at `Cause`.
static Problem makeProblem(size_t Offset, char Bracket, ByteRange Cause) {
  Problem Result = makeUnclosedBracket(Offset, Bracket);
  Result.Notes.push_back({Cause, "so this is read as if it stood inside"});
  return Result;
}

static void insert(std::vector<Problem> &Problems, Problem New) {
  auto Next = llvm::find_if(Problems, [&](const Problem &Other) {
    return Other.Range.Begin > New.Range.Begin;
  });
  Problems.insert(Next, std::move(New));
}

void mlir::noisy::lsp::explainUnclosedBracket(std::vector<Problem> &Problems,
                                              llvm::StringRef Text) {
  std::optional<UnclosedBracket> Missing = findUnclosedBracket(Text);
  if (!Missing)
    return;
  auto isOfBracket = [&](const Problem &Candidate) {
    return mayComeOf(*Missing, Candidate, Text);
  };
  auto isExplained = [&](const Problem &Candidate) {
    return Candidate.Code == UnclosedBracketCode &&
           Candidate.Range.Begin == Missing->Offset;
  };
  // Said before about the text as it is, and again about one with stubs. The
  // next operation may be broken, too.
  bool IsBrace = Missing->Bracket == '{';
  auto isRepetition = [&](const Problem &Candidate) {
    return isOfBracket(Candidate) &&
           (IsBrace ||
            countBeginnings(Text, Missing->LineEnd, Candidate.Range.Begin) ==
                0 ||
            llvm::any_of(Problems, [&](const Problem &Other) {
              return isExplained(Other) &&
                     Other.Notes.front().Range == Candidate.Range;
            }));
  };
  if (IsBrace || llvm::none_of(Problems, isExplained)) {
    auto Issue = llvm::find_if(Problems, isOfBracket);
    if (Issue == Problems.end())
      return;
    Problem New = makeProblem(Missing->Offset, Missing->Bracket, Issue->Range);
    // MLIR notices a brace much later, often in another block. The note says
    // after which line it is missing, by indentation.
    if (IsBrace)
      if (auto End = findMissingEnd(Text, Missing->Offset))
        New = makeBraceProblem(Missing->Offset, *End);
    Problems.erase(Issue);
    llvm::erase_if(Problems, isExplained);
    insert(Problems, std::move(New));
  }
  llvm::erase_if(Problems, isRepetition);
}

/// Reads the body of a type or attribute of a dialect, which begins at `Open`,
/// as MLIR does: by bytes, but for strings and arrows; each closing bracket has
/// to be that of the last open one. Returns the end of the body, or the place
/// of the bracket that is open where they do not match.
static std::pair<bool, size_t> readBody(llvm::StringRef Text, size_t Open) {
  llvm::SmallVector<size_t> Brackets;
  llvm::StringRef Opening = "<([{", Closing = ">)]}";
  for (size_t I = Open; I < Text.size(); ++I) {
    if (Text[I] == '"') {
      I = lex::skipString(Text.begin() + I, Text.end()) - Text.begin() - 1;
    } else if (Text.substr(I).starts_with("->")) {
      ++I;
    } else if (Opening.contains(Text[I])) {
      Brackets.push_back(I);
    } else if (size_t Kind = Closing.find(Text[I]);
               Kind != llvm::StringRef::npos) {
      if (Text[Brackets.back()] != Opening[Kind])
        return {false, Brackets.back()};
      Brackets.pop_back();
      if (Brackets.empty())
        return {true, I + 1};
    }
  }
  return {false, Brackets.back()};
}

void mlir::noisy::lsp::explainUnclosedBody(Problem &Issue,
                                           llvm::StringRef Text) {
  llvm::StringRef Message = Issue.Message;
  if (!Message.starts_with("unbalanced '") ||
      !Message.ends_with("' character in pretty dialect name"))
    return;
  Lexer Tokens(Text);
  std::optional<MlirToken> Token = Tokens.next();
  while (Token && Token->Range.Begin <= Issue.Range.Begin) {
    size_t End = Token->Range.End;
    bool HasBody = (Token->Kind == TokenKind::Type ||
                    Token->Kind == TokenKind::Attribute) &&
                   !Token->isAlias() && Text.substr(End).starts_with("<");
    if (HasBody) {
      auto [IsClosed, Place] = readBody(Text, End);
      if (!IsClosed) {
        Issue = makeUnclosedBracket(Place, Text[Place]);
        return;
      }
      End = Place;
    }
    Tokens = Lexer(Text, End);
    Token = Tokens.next();
  }
}

/// The line in which the operation of a place begins, or one of the last lines
/// before it.
static size_t findOperationLine(llvm::StringRef Text, size_t Offset) {
  static constexpr unsigned MaxLines = 50;
  size_t Begin = lineBeginAt(Text, Offset);
  for (unsigned Tries = 0; Begin > 0 && Tries < MaxLines; ++Tries) {
    size_t First = Begin + indentationAt(Text, Begin).size();
    if (First < Offset && mustBeginOperation(Text, First))
      break;
    Begin = lineBeginAt(Text, Begin - 1);
  }
  return Begin;
}

void mlir::noisy::lsp::explainExpectedBracket(Problem &Issue,
                                              llvm::StringRef Text) {
  llvm::StringRef Message = Issue.Message;
  if (!Message.consume_front("expected ") || !Issue.Notes.empty())
    return;
  (void)Message.consume_front("',' or ");
  char Opening = Message.starts_with("')'")   ? '('
                 : Message.starts_with("']'") ? '['
                                              : 0;
  if (!Opening)
    return;
  size_t Begin = findOperationLine(Text, Issue.Range.Begin);
  llvm::SmallVector<size_t> Open =
      findOpenBrackets(Text.slice(Begin, Issue.Range.Begin));
  // One that is closed has something wrong in it.
  size_t LineEnd = Text.find_first_of("\r\n", Issue.Range.Begin);
  if (Open.empty() || Text[Begin + Open.back()] != Opening ||
      !llvm::is_contained(findOpenBrackets(Text.slice(Begin, LineEnd)),
                          Open.back()))
    return;
  size_t Place = Begin + Open.back();
  Issue.Notes.push_back(
      {{Place, Place + 1}, std::string("to match this '") + Opening + "'"});
}

/// The end of the last token that is no comment, where MLIR reports what it
/// misses at the end of a text.
static size_t findEndOfCode(llvm::StringRef Text) {
  for (size_t LineEnd = Text.size();;) {
    size_t LineBegin = Text.take_front(LineEnd).rfind('\n') + 1;
    Lexer Tokens(Text, LineBegin, LineEnd);
    size_t Result = LineBegin;
    while (std::optional<MlirToken> Token = nextCode(Tokens))
      Result = Token->Range.End;
    if (Result > LineBegin || LineBegin == 0)
      return Result;
    LineEnd = LineBegin - 1;
  }
}

void mlir::noisy::lsp::explainUnendedBrace(std::vector<Problem> &Problems,
                                           llvm::StringRef Text, size_t Brace) {
  Problem New = makeBraceProblem(Brace, findEndOfCode(Text));
  llvm::erase_if(Problems, [&](const Problem &Other) {
    return Other.Code == New.Code && Other.Range == New.Range;
  });
  insert(Problems, std::move(New));
}

bool mlir::noisy::lsp::mayComeOfUnendedBrace(const Problem &Issue,
                                             llvm::StringRef Text,
                                             size_t Brace) {
  return mayComeOf({Brace, '{', 0}, Issue, Text);
}
