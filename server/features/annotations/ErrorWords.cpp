//===- ErrorWords.cpp - Errors in words for users -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/ErrorWords.h"
#include "server/features/annotations/MissingParts.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {
/// A message of MLIR, with a * for each part that differs, and its words, with
/// $1 for the first of these parts.
struct Words {
  StringRef Message;
  StringRef Text;
};
} // namespace

// What the words of others begin with.
static constexpr llvm::StringLiteral
    UndefinedValue = "undefined value",
    UndefinedBlock = "undefined block", NoOperation = "expected an operation",
    NoValue = "expected a value, such as '%0'", NoType = "expected a type",
    NoAttribute = "expected the value of an attribute, such as 1 or \"text\"",
    NoResult = "this operation has no result that could have a name",
    NotFloat = "a number with a point needs a floating point type, such as f32",
    NotAffine = "an index or a bound of an affine operation must be the "
                "variable of a loop, a value from outside of all loops, or "
                "computed from such by 'affine.apply'";

/// The first that matches counts.
static constexpr Words AllWords[] = {
    // Values.
    {"use of undeclared SSA value name", UndefinedValue},
    {"use of value '*' expects different type than prior uses: '*' vs '*'",
     "'$1' has type '$3', but '$2' is needed here"},
    {"redefinition of SSA value '*'", "'$1' is already defined"},
    {"definition of SSA value '*#0' has type '*'",
     "'$1' has type '$2', but was used with another one"},
    {"definition of SSA value '*' has type '*'",
     "'$1' has type '$2', but was used with another one"},
    {"expected SSA operand", NoValue},
    {"expected SSA identifier", "expected the name of a value, such as '%0'"},
    {"invalid SSA name", "expected a name or a number behind '%'"},
    {"expected '=' after SSA name",
     "expected '=' and an operation behind the name"},
    {"operation defines * results but was provided * to bind",
     "the number of results is $1, but $2 names stand before the operation"},
    {"cannot name an operation with no results", NoResult},
    {"reference to invalid result number",
     "there is no result with this number"},
    {"operand #* does not dominate this use",
     "operand #$1 is not defined before this operation"},
    {"'*' op using value defined outside the region",
     "values that are defined outside cannot be used in here"},
    {"null operand found", "an operand is missing"},
    // Operations.
    {"expected operation name in quotes", NoOperation},
    {"expected ':' followed by operation type",
     "expected ':' and the types of the operation, such as '(i32) -> i32'"},
    {"expected '{' to begin a region", "expected '{'"},
    {"[parseNamedStructuredOpRegion] ods-gen generated region expects *",
     "expected 'ins(...)' and 'outs(...)'"},
    {"'*' op expects parent op to be one of '*'",
     "'$1' can stand only directly in one of '$2'"},
    {"'*' op expects parent op '*'", "'$1' can stand only directly in '$2'"},
    {"'*' op must have an else block if defining values",
     "'$1' with results needs an else"},
    {"number of operands and types do not match: got * operands and * types",
     "the number of values is $1, but that of types $2"},
    {"'*' op operand #* must be *, but got '*'",
     "operand #$2 of '$1' must be $3, but is '$4'"},
    {"'*' op result #* must be *, but got '*'",
     "result #$2 of '$1' must be $3, but is '$4'"},
    {"'*' op operand type '*' and result type '*' are cast incompatible",
     "'$1' does not convert '$2' to '$3'"},
    {"'*' op *-th region iter_arg and *-th yielded value have different type: "
     "'*' != '*'",
     "the loop passes on '$5' as value $3, but began with '$4'"},
    // Blocks.
    {"reference to an undefined block", UndefinedBlock},
    {"redefinition of block '*'", "block '$1' is already defined"},
    {"empty block: expect at least a terminator",
     "empty block: it has to end with a return, a yield or a branch"},
    {"'*' op must be the last operation in the parent block",
     "'$1' ends its block, so nothing can follow it there"},
    {"branch has * operands for successor #*, but target block has *",
     "the branch passes $1 values, but its target takes $3"},
    {"'*' op branch has * operands for successor #*, but target block has *",
     "the branch passes $2 values, but its target takes $4"},
    {"type mismatch for bb argument #* of successor #*",
     "the branch passes a value of another type than argument #$1 of its "
     "target has"},
    {"'*' op type mismatch for bb argument #* of successor #*",
     "the branch passes a value of another type than argument #$2 of its "
     "target has"},
    // Functions.
    {"'*' op has * operands, but enclosing function (@*) returns *",
     "'$1' has $2 values, but @$3 returns $4"},
    {"type of return operand * ('*') doesn't match function result type ('*') "
     "in function @*",
     "value $1 of the return has type '$2', but @$4 returns '$3'"},
    {"'*' op '*' does not reference a valid function",
     "there is no function '@$2'"},
    {"'*' op incorrect number of operands for callee",
     "'$1' does not pass as many values as the function takes"},
    {"'*' op incorrect number of results for callee",
     "'$1' does not have as many results as the function"},
    {"expected valid '@'-identifier for symbol name",
     "expected a name that begins with '@'"},
    {"redefinition of symbol named '*'", "'@$1' is already defined"},
    // Types and attributes.
    {"expected non-function type", NoType},
    {"invalid kind of type specified: expected builtin.*, but found '*'",
     "expected a $1 type, but found '$2'"},
    {"unknown  type `*` in dialect `*`", "there is no type '!$2.$1'"},
    {"unknown attribute `*` in dialect `*`", "there is no attribute '#$2.$1'"},
    {"unexpected decimal integer literal for a floating point value",
     "a floating point number needs a point, such as '1.0'"},
    {"expected 'x' in dimension list",
     "expected 'x' and the type of the elements, such as '4xi32'"},
    {"undefined symbol alias id '*'", "undefined alias '$1'"},
    {"expected attribute value", NoAttribute},
    {"*expected string or keyword containing one of the following enum values "
     "for attribute '*' [*]",
     "expected one of $3"},
    {"'*' op attribute '*' failed to satisfy constraint: *",
     "attribute '$2' of '$1' must be: $3"},
    {"attribute '*' failed to satisfy constraint: *",
     "attribute '$1' must be: $2"},
    {"floating point value not valid for specified type", NotFloat},
    {"integer constant out of range for attribute",
     "this number does not fit into its type"},
    {"integer constant out of range for type",
     "this number does not fit into its type"},
    {"expected '\"' in string literal", "the string is not closed"},
    // Affine operations.
    {"*operand cannot be used as a dimension id", NotAffine},
    {"*operand cannot be used as a symbol", NotAffine},
    {"*index must be a valid dimension or symbol identifier", NotAffine},
    // Notes.
    {"operand defined here (*)", "it is defined here"},
    {"operand defined as a block argument (*)", "it is defined here"},
    {"required by region isolation constraints",
     "nothing that is defined outside can be used in this operation"},
    {"previously used here with type '*'", "used here as '$1'"},
    {"see existing symbol definition here", "previously defined here"},
};

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

/// What MLIR calls kinds of types, and what users do.
static std::string nameKinds(StringRef Kinds) {
  static constexpr std::pair<StringRef, StringRef> Names[] = {
      {"signless-integer-like", "an integer, or a vector or tensor of such"},
      {"floating-point-like",
       "a floating point number, or a vector or tensor of such"},
      {"variadic of ", ""}};
  std::string Result = Kinds.str();
  for (auto [Name, Meaning] : Names)
    if (size_t Place = Result.find(Name); Place != std::string::npos)
      Result.replace(Place, Name.size(), Meaning);
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
    Result += nameKinds(Parts[Text[1] - '1']);
    Text = Text.drop_front(2);
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
  for (const Words &Candidate : AllWords)
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
  StringRef Meant = llvm::StringSwitch<StringRef>(Token.Text)
                        .Cases({"int", "int32", "int32_t", "I32"}, "i32")
                        .Cases({"long", "int64", "int64_t", "I64"}, "i64")
                        .Cases({"short", "int16"}, "i16")
                        .Cases({"char", "byte", "int8"}, "i8")
                        .Cases({"float", "float32"}, "f32")
                        .Cases({"double", "float64"}, "f64")
                        .Cases({"half", "float16"}, "f16")
                        .Cases({"bool", "boolean"}, "i1")
                        .Case("size_t", "index")
                        .Default("");
  return "; " + quote(Token.Text) +
         (Meant.empty() ? " is none" : " is " + quote(Meant) + " here");
}

/// What is said of an operation's name that does not exist.
static std::string explainName(const Surroundings &Place, bool HasMeant) {
  if (Place.Next.is("=") && Place.Before.Text.empty())
    return "; names of values begin with '%'";
  StringRef Name = Place.At.Text;
  if (Name == "return")
    return "; it can stand only directly in a function";
  if (!HasMeant && (Name == "def" || Name == "fn" || Name == "function" ||
                    Name == "define" || Name == "void"))
    return "; a function begins with 'func.func'";
  return "";
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
  if (Said.ends_with("expected ':'"))
    return Place.EndsLine || At.is(")") || At.is(",") ? " and a type" : "";
  if ((Said.ends_with(NoValue) || Said.ends_with("expected ']'")) && IsNumber)
    return "; a number is a value only by an operation, such as "
           "'%c = arith.constant " +
           At.Text.str() + " : index'";
  if (Said.ends_with(NoValue) && At.Kind == TokenKind::Word)
    return "; names of values begin with '%'";
  if (Said.ends_with(NoType))
    return suggestType(At);
  if (Said.ends_with(NoAttribute) && Place.Before.Text.ends_with("call"))
    return "; names of functions begin with '@'";
  if (Said == NoResult && Place.Next.is("=") && Place.IsLast)
    return ": an operation is missing behind '='";
  if (Said == "unexpected character")
    return At.is(";") ? " ';': operations end without one" : "";
  if (Said == "invalid attribute name" && At.Text.starts_with("#"))
    return "; comments begin with '//'";
  if (Said == NoOperation && (At.is("/") || At.Text.starts_with("#")))
    return "; comments begin with '//'";
  if (Said == NoOperation && At.is("=") && Place.Next.is(">"))
    return "; the types of results stand behind '->'";
  return "";
}

/// The end of the last code before a place.
static ByteRange findCodeBefore(StringRef Bytes, ByteRange Place) {
  size_t End = Bytes.take_front(Place.Begin).rtrim().size();
  return End == 0 ? Place : ByteRange{End - 1, End};
}

void mlir::noisy::lsp::explainError(Problem &Issue, const Text &Contents) {
  if (Issue.Source != "mlir")
    return;
  ByteRange Found = Issue.Range;
  settleMissing(Issue, Contents);
  bool IsAtEnd = Issue.Range.Begin < Found.Begin;
  Issue.Message = putIntoWords(Issue.Message);
  for (Problem::Note &Note : Issue.Notes)
    Note.Message = putIntoWords(Note.Message);
  StringRef Said = Issue.Message;
  // MLIR has read on by one token.
  if (Said.ends_with(NotFloat))
    Issue.Range = findCodeBefore(Contents.bytes(), Issue.Range);
  ByteRange Place =
      IsAtEnd ? ByteRange{Issue.Range.End, Issue.Range.End} : Issue.Range;
  Issue.Message +=
      findAdvice(Said, lookAround(Contents, Place), !Issue.Replacement.empty());
}
