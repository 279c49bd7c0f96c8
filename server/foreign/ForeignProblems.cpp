//===- ForeignProblems.cpp - Problems of unknown dialects -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignProblems.h"
#include "mlir/IR/MLIRContext.h"
#include "server/foreign/ForeignDialect.h"
#include "server/foreign/ForeignParser.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The name of the operation in the line of a place: `a.b` of `%x = a.b %y`.
static StringRef operationInLine(StringRef Text, size_t Place) {
  ByteRange Line = findRun(Text, Place, [](char C) { return C != '\n'; });
  Lexer Tokens(Text, Line.Begin, Line.End);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->Kind == TokenKind::Word)
      return Token->Text;
  return "";
}

/// True if a brace is closed between two places that is opened before them.
static bool endsRegion(StringRef Text, size_t Begin, size_t End) {
  int Depth = 0;
  Lexer Tokens(Text, Begin, End);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    Depth += Token->is("{") ? 1 : Token->is("}") ? -1 : 0;
    if (Depth < 0)
      return true;
  }
  return false;
}

/// The name of the operation that a place is behind: in its line, or in one
/// that goes on with it.
static StringRef operationBefore(StringRef Text, size_t Place) {
  constexpr unsigned MostLines = 8;
  size_t At = Place;
  for (unsigned I = 0; I < MostLines; ++I) {
    StringRef Name = operationInLine(Text, At);
    size_t Begin = Text.take_front(At).rfind('\n') + 1;
    // A name behind a bracket is one of an attribute.
    if (!Name.empty() &&
        Text.slice(Begin, Name.begin() - Text.begin())
                .find_first_of("{}()[]<>\"") != StringRef::npos)
      Name = "";
    if (Name.contains('.'))
      return Name.end() <= Text.begin() + Place ? Name : "";
    if (endsRegion(Text, Begin, Place))
      return "";
    if (Begin == 0)
      break;
    At = Begin - 1;
  }
  return "";
}

/// The name of the operation whose braces a place is in, by the tokens before
/// it; empty if there are none.
static StringRef operationAround(StringRef Text, size_t Place) {
  llvm::SmallVector<StringRef> Around;
  StringRef Last;
  Lexer Tokens(Text, 0, Place);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind == TokenKind::Word && Token->Text.contains('.'))
      Last = Token->Text;
    else if (Token->is("{"))
      Around.push_back(Last);
    else if (Token->is("}") && !Around.empty())
      Last = Around.pop_back_val();
  }
  return Around.empty() ? "" : Around.back();
}

/// True if a place is in braces of an operation that `IsForeign`.
static bool isInForeign(StringRef Text, size_t Place,
                        llvm::function_ref<bool(StringRef)> IsForeign) {
  size_t Depth = 0;
  llvm::SmallVector<bool> Around;
  bool Last = false;
  Lexer Tokens(Text, 0, Place);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind == TokenKind::Word && Token->Text.contains('.')) {
      Last = IsForeign(Token->Text);
    } else if (Token->is("{")) {
      Around.push_back(Last);
      Depth += Last;
    } else if (Token->is("}") && !Around.empty()) {
      Depth -= Around.pop_back_val();
    }
  }
  return Depth > 0;
}

/// True for what MLIR says where an operation begins, or an attribute: behind
/// the name of a foreign one in its line, that was read as less than it is.
static bool isOfMisreadForm(StringRef Message) {
  return llvm::any_of(
      llvm::ArrayRef<StringRef>{
          "expected operation name in quotes", "expected '=' after SSA name",
          "expected integer number of results", "expected attribute value",
          "expected attribute name"},
      [&](StringRef Begin) { return Message.contains(Begin); });
}

/// The end of a message for an operation of MLIR that refuses something of a
/// dialect that is not known; empty if it does not.
static StringRef refusalOfForeign(StringRef Message,
                                  llvm::function_ref<bool()> NamesForeign,
                                  llvm::function_ref<bool()> IsInForeign) {
  if ((Message.contains("requires an ancestor op with") ||
       Message.contains("expects parent op")) &&
      IsInForeign())
    return "; the operation around it is of a dialect that is not known here";
  if ((Message.contains("multiple memory spaces specified") ||
       (Message.contains("attribute '") &&
        Message.contains("failed to satisfy constraint"))) &&
      NamesForeign())
    return "; it has an attribute of a dialect that is not known here";
  return "";
}

/// The name of an operation without a dialect that MLIR does not know.
static StringRef unknownShortName(StringRef Message) {
  if (!Message.consume_front("unknown operation '"))
    return "";
  StringRef Name = Message.split('\'').first;
  return Name.contains('.') ? "" : Name;
}

/// True if a text names the dialect of an operation, and its context reads that
/// as a foreign one: not only because another text names it.
static bool isForeignIn(StringRef Text, MLIRContext &Context,
                        StringRef FullName) {
  return isForeignOperation(Context, FullName) &&
         llvm::is_contained(findDialectNames(Text, /*BehindOpenQuotes=*/true),
                            FullName.split('.').first);
}

void mlir::noisy::lsp::softenForeignProblems(std::vector<Problem> &Problems,
                                             StringRef Text,
                                             MLIRContext &Context) {
  auto isForeign = [&](StringRef Name) {
    return isForeignIn(Text, Context, Name);
  };
  auto isForeignAt = [&](ByteRange Range) {
    return Range.End > 0 && isForeign(operationInLine(Text, Range.Begin));
  };
  // The foreign operation whose line a place is in, behind its name.
  auto foreignBefore = [&](size_t Place) -> StringRef {
    StringRef Name = operationBefore(Text, Place);
    return !Name.empty() && isForeign(Name) ? Name : "";
  };
  // An attribute of a foreign dialect, here or in the definition of an alias.
  auto namesForeign = [&] {
    Lexer Tokens(Text, 0, Text.size());
    while (std::optional<MlirToken> Token = Tokens.next())
      if (Token->Text.consume_front("#") && isForeign(Token->Text))
        return true;
    return false;
  };
  for (Problem &Issue : Problems) {
    if (Issue.Severity != Problem::Level::Error)
      continue;
    StringRef Message = Issue.Message;
    if (size_t Unread = Message.find(unreadForeign); Unread != StringRef::npos)
      Issue.Message =
          ("this form of" + Message.substr(Unread + unreadForeign.size()) +
           unreadFormMessage)
              .str();
    else if (Message.contains("expects different type than prior uses") &&
             llvm::any_of(Issue.Notes, [&](const Problem::Note &Note) {
               return isForeignAt(Note.Range);
             }))
      Issue.Message += "; the type before is a guess, because the operation "
                       "that defines it is of a dialect that is not known here";
    else if (StringRef Short = unknownShortName(Message);
             !Short.empty() &&
             isForeignIn(Text, Context,
                         operationAround(Text, Issue.Range.Begin)))
      Issue.Message = ("'" + Short + unreadShortNameMessage).str();
    else if (StringRef Name = isOfMisreadForm(Message)
                                  ? foreignBefore(Issue.Range.Begin)
                                  : StringRef();
             !Name.empty())
      Issue.Message = ("this form of '" + Name + "'" + unreadFormMessage).str();
    else if (StringRef Refusal = refusalOfForeign(
                 Message, namesForeign,
                 [&] {
                   return isInForeign(Text, Issue.Range.Begin, isForeign);
                 });
             !Refusal.empty())
      Issue.Message += Refusal;
    else
      continue;
    Issue.Severity = Problem::Level::Information;
    Issue.Code = foreignDialectCode.str();
  }
}

bool mlir::noisy::lsp::isInGenericForm(const Section &Data,
                                       Section::Index Number) {
  ByteRange Name = Data.operations()[Number].Name;
  return Name.empty() || Data.text()[Name.Begin] == '"';
}

void mlir::noisy::lsp::addForeignDialects(
    std::vector<Problem> &Problems, const Section &Data,
    llvm::ArrayRef<Operation *> Operations) {
  llvm::SmallPtrSet<Dialect *, 4> Known;
  for (auto [Number, Op] : llvm::enumerate(Operations)) {
    if (!Op || Op->isRegistered())
      continue;
    // Of operations in generic form nothing needs to be known.
    Dialect *Owner = Op->getDialect();
    if (isInGenericForm(Data, Section::Index(Number)) || !Owner ||
        !Known.insert(Owner).second ||
        !isForeignOperation(*Op->getContext(), Op->getName().getStringRef()) ||
        isDefinedByProject(*Owner))
      continue;
    Problem &New = Problems.emplace_back();
    New.Source = "noisy";
    New.Severity = Problem::Level::Information;
    New.Code = foreignDialectCode.str();
    New.Range = Data.operations()[Number].Name;
    New.Message = foreignDialectMessage.str() + Owner->getNamespace().str() +
                  "' is not known here: its operations are read by their form, "
                  "and its own rules are not checked. A server that is built "
                  "with it checks them";
  }
}
