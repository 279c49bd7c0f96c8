//===- ErrorWords.cpp - Errors in words for users -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/ErrorWords.h"
#include "server/features/annotations/EarlyUse.h"
#include "server/features/annotations/ErrorPhrases.h"
#include "server/features/annotations/ErrorTable.h"
#include "server/features/annotations/LostElse.h"
#include "server/features/annotations/LostReturn.h"
#include "server/features/annotations/MissingParts.h"
#include "server/features/annotations/TypeWords.h"
#include "server/snapshot/NotCheckedWords.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/syntax/LineStart.h"
#include "server/syntax/TypeTokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::phrase;
using llvm::StringRef;

/// Matches a message with a pattern; finds what stands for each *.
static bool match(StringRef Pattern, StringRef Message,
                  llvm::SmallVectorImpl<StringRef> &Parts) {
  Parts.clear();
  llvm::SmallVector<StringRef> Literals;
  Pattern.split(Literals, '*');
  if (!Message.consume_front(Literals.front()))
    return false;
  for (StringRef Literal : llvm::drop_begin(Literals)) {
    // The last one stands at the end.
    size_t Place =
        Literal.data() + Literal.size() == Pattern.end()
            ? Message.size() - std::min(Message.size(), Literal.size())
            : Message.find(Literal);
    if (Place == StringRef::npos || !Message.substr(Place).starts_with(Literal))
      return false;
    Parts.push_back(Message.take_front(Place));
    Message = Message.drop_front(Place + Literal.size());
  }
  return Message.empty();
}

/// What the words have numbers of.
static constexpr StringRef Countable[] = {
    "value",     "result", "name",          "reduction", "output",
    "dimension", "map",    "output tensor", "element"};

/// The names of a list, the first and the last without their outer quotes:
/// `a', 'b' or 'c`.
static std::string quoteEach(StringRef List) {
  llvm::SmallVector<StringRef> Names;
  List.split(Names, ", ");
  std::string Result = Names.front().str();
  for (StringRef Name : llvm::ArrayRef(Names).drop_front())
    Result +=
        (Name.data() == Names.back().data() ? "' or '" : "', '") + Name.str();
  return Result;
}

static std::string fillIn(StringRef Text, llvm::ArrayRef<StringRef> Parts) {
  std::string Result;
  while (!Text.empty()) {
    size_t Place = std::min(Text.find('$'), Text.size());
    Result += Text.take_front(Place);
    Text = Text.drop_front(Place);
    if (Text.empty())
      break;
    StringRef Part = Parts[Text[1] - '1'];
    // A list in quotes is one of names.
    bool IsList = StringRef(Result).ends_with("'") &&
                  Text.substr(2, 1) == "'" && Part.contains(", ") &&
                  !Part.contains('<') && !Part.contains('(');
    Result += IsList ? quoteEach(Part) : nameTypes(Part);
    Text = Text.drop_front(2);
    // "1 value", not "1 values".
    for (StringRef Thing : Countable)
      if (Part == "1" && Text.consume_front((" " + Thing + "s").str()))
        Result += (" " + Thing).str();
  }
  return Result;
}

std::string mlir::noisy::lsp::putIntoWords(StringRef Message) {
  // The parsers of operations say whose they are.
  StringRef Inner = Message;
  if (Inner.consume_front("custom op '")) {
    auto [Name, Rest] = Inner.split("' ");
    if (!Rest.empty() && !Rest.starts_with("is unknown"))
      return ("'" + Name + "': ").str() + putIntoWords(Rest);
  }
  llvm::SmallVector<StringRef> Parts;
  for (const ErrorWords &Candidate : getErrorTable())
    if (match(Candidate.Message, Message, Parts))
      return fillIn(Candidate.Text, Parts);
  return Message.str();
}

namespace {
/// The place of an error, and what stands there.
struct Surroundings {
  StringRef Bytes;
  /// The tokens at the error and behind it, and the one before it in its line.
  MlirToken At, Next, Before;
  /// The name that stands first in the line, mostly of the operation.
  StringRef Operation;
  /// True if the error is behind the code of its line.
  bool EndsLine = false;
  /// True if nothing is behind `Next` in the line.
  bool IsLast = false;
};
} // namespace

static Surroundings lookAround(const Text &Contents, ByteRange Place) {
  Surroundings Result;
  Result.Bytes = Contents.bytes();
  size_t Line = Contents.lineAt(Place.Begin);
  Lexer Tokens(Result.Bytes, Contents.lineStart(Line), Contents.lineEnd(Line));
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Result.Operation.empty() && Token->Kind == TokenKind::Word)
      Result.Operation = Token->Text;
    if (Token->Range.End <= Place.Begin) {
      Result.Before = *Token;
      continue;
    }
    Result.At = *Token;
    if (std::optional<MlirToken> Behind = Tokens.next())
      Result.Next = *Behind;
    std::optional<MlirToken> Rest = Tokens.next();
    Result.IsLast = !Rest || Rest->isComment();
    break;
  }
  Result.EndsLine = Result.At.Text.empty() || Result.At.isComment();
  return Result;
}

static std::string quote(StringRef Text) { return ("'" + Text + "'").str(); }

/// What a word was meant to be that is no type.
static std::string suggestType(const MlirToken &Token) {
  if (Token.Kind != TokenKind::Word)
    return Token.is("-") ? "; '?' is a size that is not known" : "";
  if (Token.Text.contains('.'))
    return "; types of dialects begin with '!': " +
           quote("!" + Token.Text.str());
  return "; " + quote(Token.Text) + " is none";
}

/// What is missing where MLIR misses the value of an attribute.
static StringRef nameAttribute(const Surroundings &Place) {
  const MlirToken &Before = Place.Before;
  if (Place.Operation == "affine.for" && Before.is("step"))
    return "expected the step, a number such as 2";
  if (Place.Operation == "affine.for" && (Before.is("=") || Before.is("to")))
    return "expected a bound of the loop, such as 10, '%n' or a map";
  if (Place.Operation == "affine.if" && Before.is("affine.if"))
    return "expected a set, such as 'affine_set<(d0) : (d0 >= 0)>(%i)'; a "
           "value of type i1 is the condition of an 'scf.if'";
  if (Place.Operation == "noisy.scale" && Before.is("by"))
    return "expected the factor, a number such as 2";
  if (Before.is("linalg.generic"))
    return "expected '{indexing_maps = [...], iterator_types = [...]}'";
  return "";
}

/// The first word in the rest of a line; empty if there is none.
static StringRef findWord(StringRef Bytes, size_t Begin) {
  Lexer Tokens(Bytes, Begin, std::min(Bytes.find('\n', Begin), Bytes.size()));
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->Kind == TokenKind::Word)
      return Token->Text;
  return "";
}

/// How an operation that may also do without states its results.
static StringRef nameResults(StringRef Operation) {
  if (Operation == "linalg.map" || Operation == "linalg.reduce" ||
      Operation == "linalg.transpose" || Operation == "linalg.broadcast")
    return "; it has results if its outs are tensors";
  if (Operation.starts_with("linalg.") && Operation != "linalg.yield")
    return "; on tensors their types stand at its end, such as '-> "
           "tensor<4xf32>'";
  if (Operation == "scf.for" || Operation == "affine.for")
    return "; a loop has results if it carries values, such as 'iter_args(%x = "
           "%a) -> (i32)'";
  if (Operation == "scf.if" || Operation == "affine.if")
    return "; their types stand before the region, such as '-> i32'";
  return "";
}

/// True if words are about a yield that is not in the text, but stands for one
/// that could.
static bool isAboutOmitted(StringRef Said, const Surroundings &Place) {
  if (!Said.consume_front("'") || Place.At.Kind != TokenKind::Word)
    return false;
  StringRef Name = Said.split('\'').first;
  return Name.ends_with(".yield") && !Name.ends_with(Place.At.Text);
}

/// What is said of an operation's name that does not exist.
static std::string explainName(const Surroundings &Place, bool HasMeant) {
  if (Place.Next.is("=") && Place.Before.Text.empty())
    return "; names of values begin with '%'";
  if (Place.Next.is(":") && Place.Before.Text.empty())
    return "; names of blocks begin with '^'";
  StringRef Name = Place.At.Text;
  if (Name == "return")
    return "; it can stand only directly in a function";
  if (!HasMeant && (Name == "def" || Name == "fn" || Name == "function" ||
                    Name == "define" || Name == "void"))
    return "; a function begins with 'func.func'";
  return "";
}

/// True if a name or a number stands where an operand is meant that the end of
/// a block before may also do without: MLIR begins the next operation there.
static bool isBareOperand(StringRef Said, const Surroundings &Place) {
  return (Said == NoOperation || Said.starts_with("unknown operation '")) &&
         Place.Before.is(Place.Operation) &&
         (Place.Operation.ends_with("return") ||
          Place.Operation.ends_with(".yield")) &&
         (Place.At.Kind == TokenKind::Number ||
          (Place.At.Kind == TokenKind::Word && !Place.At.Text.contains('.')));
}

/// What the text shows to be done about an error with these words.
static std::string findAdvice(StringRef Said, const Surroundings &Place,
                              bool HasMeant) {
  const MlirToken &At = Place.At;
  bool IsNumber = At.Kind == TokenKind::Number;
  if (Said.starts_with("unknown operation '"))
    return explainName(Place, HasMeant);
  if (Said.consume_back(UndefinedValue))
    return At.Kind == TokenKind::Value ? " " + quote(At.Text) : "";
  if (Said.consume_back(UndefinedBlock))
    return At.Kind == TokenKind::Block ? " " + quote(At.Text) : "";
  if (Said.ends_with("expected ':'") && At.is(",") &&
      Place.Before.Kind == TokenKind::Value && !Place.Operation.empty() &&
      !Place.Operation.ends_with("func"))
    return " and a type; " + quote(Place.Operation) + " takes no more values";
  if (Said.ends_with("expected ':'"))
    return Place.EndsLine || At.is(")") || At.is(",") ? " and a type" : "";
  if (Said.ends_with("expected '->'") && Place.EndsLine)
    return " and a type";
  if (Said.ends_with("expected '->'") && At.is("{"))
    return " and the types of the results, such as '-> (i32)'";
  if (Said.contains("expected a function type, but found"))
    return "; types of operands stand in parentheses: '(i32) -> i32'";
  if ((Said.ends_with(NoValue) || Said.ends_with("expected ']'")) && IsNumber)
    return "; a number is a value only by an operation, such as "
           "'%c = arith.constant " +
           At.Text.str() + " : index'";
  bool IsInList =
      Place.Before.is("(") || Place.Before.is("[") || Place.Before.is(",");
  bool IsEndOfList =
      Said.ends_with("expected ')'") || Said.ends_with("expected ']'");
  if (At.Kind == TokenKind::Word &&
      (Said.ends_with(NoValue) ||
       (IsEndOfList && IsInList &&
        !isBuiltinType(At.Text, /*HasBrackets=*/false))))
    return "; names of values begin with '%'";
  if (Said.ends_with(NoValue) && At.is("(") && Place.Before.is(Place.Operation))
    return "; the values of " + quote(Place.Operation) +
           " stand without parentheses";
  if (Said.ends_with(NoType) && Place.Next.is(":") &&
      Place.Operation == "func.func")
    return "; names of arguments begin with '%'";
  if (Said.ends_with(NoType) && Place.Operation.starts_with("affine."))
    return "; maps are written as 'affine_map<(d0) -> (d0)>', sets as "
           "'affine_set<(d0) : (d0 >= 0)>'";
  if (Said.ends_with(NoType) && At.is("?") && Place.Before.is("<") &&
      Place.Bytes.take_front(At.Range.Begin).rtrim().ends_with("vector<"))
    return "; the sizes of a vector are numbers";
  if (Said.ends_with(NoType))
    return suggestType(At);
  if (isAboutOmitted(Said, Place))
    return ": it is missing at the end";
  if (Said == NoResult && Place.Next.is("=") && Place.IsLast)
    return ": an operation is missing after '='";
  if (Said == NoResult)
    return nameResults(findWord(Place.Bytes, At.Range.End)).str();
  if (Said == "unexpected character")
    return At.is(";") ? " ';': operations end without one" : "";
  if (Said == "invalid attribute name" && At.Text.starts_with("#"))
    return "; comments begin with '//'";
  if (Said == NoOperation && At.Kind == TokenKind::Symbol &&
      Place.Before.is("="))
    return " before " + quote(At.Text) + ", such as 'call'";
  if (Said == NoOperation && IsNumber && Place.Before.Text.empty() &&
      Place.Next.is("="))
    return "; names of values begin with '%'";
  if (Said == "expected function type")
    return ", such as '(i32, i32) -> i32': the types of the operands and of "
           "the results";
  if (Said == NoOperation && (At.is("/") || At.Text.starts_with("#")))
    return "; comments begin with '//'";
  if (Said == NoOperation && ((At.is("=") && Place.Next.is(">")) ||
                              (At.is("-") && Place.Before.is(")")) ||
                              (At.is(">") && Place.Before.is(")")) ||
                              (At.is(":") && Place.Before.is(")"))))
    return "; the types of results stand after '->'";
  if (Said == NoOperation && (At.is(":") || At.is(",")) &&
      !Place.Before.Text.empty() && !Place.Operation.empty())
    return "; " + quote(Place.Operation) + " is complete before this " +
           quote(At.Text);
  return "";
}

/// The number with a point before a place, in its line or the one before; or
/// the end of the last code there.
static ByteRange findFloatBefore(StringRef Bytes, ByteRange Place) {
  size_t End = Bytes.take_front(Place.Begin).rtrim().size();
  if (End == 0)
    return Place;
  ByteRange Result = {End - 1, End};
  size_t Line = Bytes.rfind('\n', End - 1);
  Lexer Tokens(Bytes, Line == StringRef::npos ? 0 : Line + 1, Place.End);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->Kind == TokenKind::Number && Token->Text.contains('.'))
      Result = Token->Range;
  return Result;
}

/// Moves an error about what ends a region from the operation around to there,
/// where MLIR has a note.
static void settleAtYield(Problem &Issue) {
  auto IsEnd = [](const Problem::Note &Note) {
    return Note.Part == 0 && (Note.Message == "region branch point" ||
                              Note.Message == "terminator here");
  };
  auto End = llvm::find_if(Issue.Notes, IsEnd);
  if (End == Issue.Notes.end())
    return;
  Issue.Range = End->Range;
  Issue.Notes.erase(End);
}

/// Moves an error about an alias that nothing defines to the alias: MLIR has
/// read on by one token.
static void settleAtAlias(Problem &Issue, StringRef Bytes) {
  StringRef Name = Issue.Message;
  if (!Name.consume_front("undefined symbol alias id '") ||
      !Name.consume_back("'"))
    return;
  StringRef Before = Bytes.take_front(Issue.Range.Begin).rtrim();
  size_t End = Before.size();
  if (Before.consume_back(Name) &&
      (Before.ends_with("!") || Before.ends_with("#")))
    Issue.Range = {Before.size() - 1, End};
}

/// Explains an error about an operation that is missing where a bracket closes
/// nothing. `MlirPlace`: where MLIR reports it, perhaps the end of the line
/// before. False for any other.
static bool explainStray(Problem &Issue, StringRef Bytes, ByteRange MlirPlace) {
  Lexer Tokens(Bytes, MlirPlace.Begin);
  std::optional<MlirToken> Next = Tokens.next();
  while (Next && Next->isComment())
    Next = Tokens.next();
  // The operation behind `=` is what is missing.
  if (Bytes.take_front(Next ? Next->Range.Begin : 0).rtrim().ends_with("="))
    return false;
  if (!Next || !(Next->is("}") || Next->is(")") || Next->is("]")))
    return false;
  Issue.Range = Next->Range;
  Issue.Message +=
      "; no bracket is open that this " + quote(Next->Text) + " closes";
  return true;
}

/// True if MLIR expects an operation, or an alias of a type, where a type is.
static bool beginsLikeType(StringRef Said, const MlirToken &At) {
  return Said == NoOperation
             ? At.Kind == TokenKind::Word && isBuiltinType(At.Text, false)
             : Said.starts_with("type names") &&
                   Said.ends_with("reserved for dialect-defined names");
}

void mlir::noisy::lsp::explainError(
    Problem &Issue, const Text &Contents,
    llvm::function_ref<bool()> MayFollowBroken) {
  if (StringRef Rest = Issue.Message; Rest.consume_front(NotCheckedWords)) {
    Issue.Message = NotCheckedWords.str() + putIntoWords(Rest);
    return;
  }
  if (Issue.Source != "mlir")
    return;
  if (settleLostElse(Issue, Contents))
    return;
  settleLostReturn(Issue, Contents);
  settleEarlyUse(Issue, Contents);
  settleAtYield(Issue);
  settleAtAlias(Issue, Contents.bytes());
  ByteRange Found = Issue.Range;
  settleMissing(Issue, Contents, MayFollowBroken);
  bool IsAtEnd = Issue.Range.Begin < Found.Begin;
  Issue.Message = putIntoWords(Issue.Message);
  for (Problem::Note &Note : Issue.Notes)
    Note.Message = putIntoWords(Note.Message);
  StringRef Said = Issue.Message;
  if (Said == NoOperation && explainStray(Issue, Contents.bytes(), Found))
    return;
  // MLIR has read on by one token.
  if (Said.ends_with(NotFloat))
    Issue.Range = findFloatBefore(Contents.bytes(), Issue.Range);
  ByteRange Place =
      IsAtEnd ? ByteRange{Issue.Range.End, Issue.Range.End} : Issue.Range;
  Surroundings Around = lookAround(Contents, Place);
  // Where it may also be a name without a value, MLIR expects that.
  if (Said == NoAttribute || Said == NoAttributeName)
    if (StringRef Better = nameAttribute(Around); !Better.empty()) {
      Issue.Message = Better.str();
      return;
    }
  if (Said.ends_with(NoAttribute) && Around.Before.Text.ends_with("call")) {
    Issue.Message = "expected a function; its name begins with '@'";
    return;
  }
  if (Said == NoResultCount && Around.Before.is(":") && Around.At.is("=")) {
    Issue.Message = "expected '=' instead of ':='";
    Issue.Range = {Around.Before.Range.Begin, Around.At.Range.End};
    return;
  }
  if (isBareOperand(Said, Around)) {
    Issue.Message = NoValue.str();
    Issue.Code.clear();
    Issue.Replacement.clear();
  } else if (Around.Before.is(")") && beginsLikeType(Said, Around.At)) {
    Issue.Message = "expected '->' before the types of the results";
    return;
  }
  if (Issue.Code == UnknownTypeCode) {
    Issue.Message += "; did you mean " + quote(Issue.Replacement) + "?";
    return;
  }
  if (isAboutOmitted(Issue.Message, Around))
    settleOmittedEnd(
        Issue, Contents,
        StringRef(Issue.Message).split('\'').second.split('\'').first);
  Issue.Message +=
      findAdvice(Issue.Message, Around, !Issue.Replacement.empty());
  if (Issue.Code == UnknownNameCode)
    Issue.Message += "; did you mean " + quote(Issue.Replacement) + "?";
}
