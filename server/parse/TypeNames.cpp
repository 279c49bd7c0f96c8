//===- TypeNames.cpp - Types that were meant ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/TypeNames.h"
#include "server/foreign/MistypedDialect.h"
#include "server/syntax/NearNames.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The type of encrypted values.
static constexpr llvm::StringLiteral Encrypted = "!noisy.i32";

/// The builtin types that have a word of several letters.
static constexpr StringRef BuiltinWords[] = {"tensor", "memref",  "vector",
                                             "index",  "complex", "tuple"};

/// The builtin type that has another name in most languages.
static StringRef findTypeOfLanguages(StringRef Name) {
  return llvm::StringSwitch<StringRef>(Name)
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
}

std::string mlir::noisy::lsp::findMeantType(const MlirToken &Token) {
  StringRef Name = Token.Text;
  if (Token.Kind == TokenKind::Word)
    if (StringRef Type = findTypeOfLanguages(Name); !Type.empty())
      return Type.str();
  if (Token.Kind == TokenKind::Word)
    for (StringRef Word : BuiltinWords)
      if (Name != Word && isNear(Name, Word))
        return Word.str();
  if (Token.Kind == TokenKind::Type && Name == "!noisy")
    return Encrypted.str();
  // Of a name that is short nearly all may be wrong.
  constexpr size_t MinLetters = 6;
  constexpr unsigned MaxWrong = 2;
  bool MayBeEncrypted = (Token.Kind == TokenKind::Type && Name != Encrypted) ||
                        (Token.Kind == TokenKind::Word && Name.contains('.'));
  if (MayBeEncrypted && Name.size() >= MinLetters &&
      Name.contains(Name.starts_with("!") ? "!n" : "n") &&
      Name.edit_distance(Encrypted, /*AllowReplacements=*/true, MaxWrong) <=
          MaxWrong)
    return Encrypted.str();
  return "";
}

/// The token that an error is about: what MLIR misses a type before, because it
/// tells the end of the token before that; or else the last type before the
/// place, because it may have read on by one token.
static std::optional<MlirToken> findToken(StringRef Text, size_t Place,
                                          bool IsMissing) {
  if (IsMissing)
    return Lexer(Text, Place).next();
  std::optional<MlirToken> Result;
  Lexer Tokens(Text, lineBeginAt(Text, Place));
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Range.Begin > Place)
      break;
    if (Token->Kind == TokenKind::Type)
      Result = Token;
  }
  return Result;
}

/// Takes what was meant by a type or an attribute of a mistyped dialect out of
/// its message. False for other messages.
static bool explainMistypedDialect(Problem &Issue, StringRef Text) {
  StringRef Message = Issue.Message;
  size_t Advice = Message.find(MistypedDialectAdvice);
  if (!Issue.Code.empty() || !Message.starts_with(MistypedDialectMessage) ||
      Advice == StringRef::npos)
    return false;
  StringRef Meant = Message.substr(Advice + MistypedDialectAdvice.size());
  Issue.Replacement = Meant.take_front(Meant.find('\'')).str();
  Issue.Message.resize(Advice);
  Issue.Code = UnknownTypeCode.str();
  // MLIR's place is behind the dot.
  size_t Sigil = Text.find_last_of("!#", Issue.Range.Begin);
  if (Sigil != StringRef::npos)
    if (std::optional<MlirToken> Token = Lexer(Text, Sigil).next())
      Issue.Range = Token->Range;
  return true;
}

/// The model that was meant by another attribute of the noisy dialect,
/// `#noisy.` with a name; empty if none was.
static StringRef findMeantModel(StringRef Name) {
  static constexpr llvm::StringLiteral Model = "#noisy.model";
  constexpr unsigned MaxWrong = 2;
  bool IsNear = Name.starts_with("#noisy.") && Name != Model &&
                Name.edit_distance(Model, /*AllowReplacements=*/true,
                                   MaxWrong) <= MaxWrong;
  return IsNear ? StringRef(Model) : "";
}

/// Adds the model that was meant to an error about such an attribute.
static bool explainNoisyAttribute(Problem &Issue, StringRef Text) {
  if (!StringRef(Issue.Message).ends_with("` in dialect `noisy`"))
    return false;
  size_t Sigil = Text.find_last_of("#", Issue.Range.Begin);
  std::optional<MlirToken> Token =
      Sigil == StringRef::npos ? std::nullopt : Lexer(Text, Sigil).next();
  StringRef Meant = Token ? findMeantModel(Token->Text) : "";
  if (Meant.empty())
    return false;
  Issue.Code = UnknownTypeCode.str();
  Issue.Replacement = Meant.str();
  Issue.Range = Token->Range;
  return true;
}

std::string
mlir::noisy::lsp::findMeantType(const MlirToken &Token,
                                const mlir::DialectRegistry &Registry) {
  if (Token.Kind == TokenKind::Type || Token.Kind == TokenKind::Attribute) {
    auto [Dialect, Rest] = Token.Text.drop_front().split('.');
    if (!Rest.empty() && !Registry.getDialectAllocator(Dialect))
      if (StringRef Meant = findMeantDialect(Registry, Dialect); !Meant.empty())
        return (Token.Text.take_front() + Meant + "." + Rest).str();
    if (StringRef Meant = findMeantModel(Token.Text); !Meant.empty())
      return Meant.str();
  }
  return findMeantType(Token);
}

void mlir::noisy::lsp::explainUnknownType(Problem &Issue, StringRef Text) {
  if (explainMistypedDialect(Issue, Text) || explainNoisyAttribute(Issue, Text))
    return;
  StringRef Message = Issue.Message;
  bool IsMissing = Message.ends_with("expected non-function type");
  if (!IsMissing && !Message.starts_with("undefined symbol alias id '") &&
      !Message.starts_with("unknown  type `"))
    return;
  std::optional<MlirToken> Token =
      findToken(Text, Issue.Range.Begin, IsMissing);
  std::string Meant = Token ? findMeantType(*Token) : "";
  if (Meant.empty())
    return;
  Issue.Code = UnknownTypeCode.str();
  Issue.Replacement = std::move(Meant);
  Issue.Range = Token->Range;
}
