//===- BracketItems.cpp - What stands in angle brackets -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/BracketItems.h"
#include "server/features/completion/DialectMembers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::noisy::lsp;
using llvm::ArrayRef;
using llvm::StringRef;
using Item = Completions::Item;

std::optional<AngleBrackets>
mlir::noisy::lsp::findAngleBrackets(StringRef Text) {
  std::vector<MlirToken> Tokens;
  // The tokens of open brackets.
  llvm::SmallVector<size_t> Open;
  Lexer Source(Text);
  while (std::optional<MlirToken> Token = Source.next()) {
    if (Token->isComment())
      continue;
    char C = Token->Text.front();
    // A > that closes nothing is a comparison: (d0 >= 0).
    bool IsAngle = !Open.empty() && Tokens[Open.back()].is("<");
    if (Token->is("<") || lex::isOpening(C))
      Open.push_back(Tokens.size());
    else if (Token->is(">") ? IsAngle : lex::isClosing(C) && !Open.empty())
      Open.pop_back();
    Tokens.push_back(*Token);
  }
  AngleBrackets Result;
  for (; !Open.empty(); Open.pop_back(), ++Result.Depth) {
    size_t I = Open.back();
    if (!Tokens[I].is("<"))
      continue;
    if (I > 0)
      Result.Owner = Tokens[I - 1].Text;
    Result.Contents.assign(Tokens.begin() + I + 1, Tokens.end());
    return Result;
  }
  return std::nullopt;
}

namespace {
class Writer {
public:
  Writer(const AngleBrackets &Brackets, StringRef Shape,
         const CompletionPlace &Place, std::vector<Item> &Items)
      : Brackets(Brackets), Shape(Shape), Place(Place), Items(Items) {}
  void write();

private:
  void add(StringRef Text, CompletionItemKind Kind, StringRef Detail = "",
           StringRef Snippet = "", StringRef SortText = "0");
  /// An entry of a list comes next.
  bool isAtEntry() const {
    return Brackets.Depth == 0 &&
           (Brackets.Contents.empty() || Brackets.Contents.back().is(","));
  }
  void addWords(ArrayRef<StringRef> Words);
  void addParameters(ArrayRef<StringRef> Names);
  void addAffine(bool IsSet);
  void addStrides();
  void addDimensions();
  void keepElements(bool AllowsIndex);

  const AngleBrackets &Brackets;
  StringRef Shape;
  const CompletionPlace &Place;
  std::vector<Item> &Items;
};
} // namespace

void Writer::add(StringRef Text, CompletionItemKind Kind, StringRef Detail,
                 StringRef Snippet, StringRef SortText) {
  Item New{Text.str(), Kind, Detail.str(), SortText.str(), Text.str()};
  New.Snippet = Snippet.str();
  Items.push_back(std::move(New));
}

void Writer::addWords(ArrayRef<StringRef> Words) {
  llvm::StringSet<> Written;
  for (const MlirToken &Token : Brackets.Contents)
    Written.insert(Token.Text);
  for (StringRef Word : Words)
    if (!Written.contains(Word))
      add(Word, CompletionItemKind::Keyword);
}

void Writer::addParameters(ArrayRef<StringRef> Names) {
  llvm::StringSet<> Written;
  for (size_t I = 1; I < Brackets.Contents.size(); ++I)
    if (Brackets.Contents[I].is("="))
      Written.insert(Brackets.Contents[I - 1].Text);
  // In the order in which they are printed.
  for (auto [I, Name] : llvm::enumerate(Names))
    if (!Written.contains(Name))
      add((Name + " = ").str(), CompletionItemKind::Property,
          "parameter of " + Brackets.Owner.str(), (Name + " = $1").str(),
          "0" + std::string(1, char('a' + std::min<size_t>(I, 25))));
}

/// Adds the names that an affine map or set has, where one can stand, or else
/// the operators that are words.
void Writer::addAffine(bool IsSet) {
  const std::vector<MlirToken> &Contents = Brackets.Contents;
  if (Contents.empty()) {
    if (IsSet)
      add("(d0) : (d0 >= 0)", CompletionItemKind::Field, "integer set",
          "(${1:d0}) : (${2:d0 >= 0})");
    else
      add("(d0) -> (d0)", CompletionItemKind::Field, "affine map",
          "(${1:d0}) -> (${2:d0})");
    return;
  }
  const char *Separator = IsSet ? ":" : "->";
  auto Body = llvm::find_if(
      Contents, [&](const MlirToken &Token) { return Token.is(Separator); });
  if (Body == Contents.end() || Brackets.Depth == 0)
    return;
  const MlirToken &Last = Contents.back();
  bool IsAfterOperand = Last.is(")") || Last.Kind == TokenKind::Number ||
                        (Last.Kind == TokenKind::Word && !Last.is("floordiv") &&
                         !Last.is("ceildiv") && !Last.is("mod"));
  if (IsAfterOperand) {
    for (const char *Operator : {"floordiv", "ceildiv", "mod"})
      add(Operator, CompletionItemKind::Keyword);
    return;
  }
  for (const MlirToken &Token : llvm::make_range(Contents.begin(), Body))
    if (Token.Kind == TokenKind::Word)
      add(Token.Text, CompletionItemKind::Field);
}

void Writer::addStrides() {
  ArrayRef<MlirToken> Contents = Brackets.Contents;
  if (Contents.empty())
    add("[1], offset: ?", CompletionItemKind::Field, "strides and offset",
        "[${1:1}], offset: ${2:?}");
  else if (isAtEntry())
    add("offset: ", CompletionItemKind::Property, "the first element");
}

void Writer::addDimensions() {
  // The type of elements ends the shape.
  if (!Brackets.Contents.empty() || Shape.starts_with("*"))
    return;
  bool IsVector = Brackets.Owner == "vector";
  if (!IsVector)
    add("?x", CompletionItemKind::Field, "a size that is not known", "", "2");
  if (!IsVector && Shape.empty())
    add("*x", CompletionItemKind::Field, "any number of dimensions", "", "2");
}

/// Removes types that are no elements of vectors, complex numbers and arrays.
void Writer::keepElements(bool AllowsIndex) {
  bool IsVector = Brackets.Owner == "vector";
  llvm::erase_if(Items, [&](const Item &I) {
    StringRef Type = I.Label;
    if (Type.starts_with("!"))
      return !IsVector;
    return (Type == "index" && !AllowsIndex) || Type == "memref" ||
           Type == "tensor" || Type == "vector" || Type == "tuple" ||
           Type == "none" || Type == "complex";
  });
}

void Writer::write() {
  StringRef Owner = Brackets.Owner;
  if (Owner == "tensor" || Owner == "memref" || Owner == "vector") {
    if (Owner == "vector")
      keepElements(/*AllowsIndex=*/true);
    addDimensions();
    if (Owner == "memref" && Brackets.Contents.size() > 1 && isAtEntry())
      add("strided", CompletionItemKind::Field, "layout", "", "1");
  } else if (Owner == "complex" || Owner == "array") {
    keepElements(/*AllowsIndex=*/false);
    // array<i1: true>
    if (Brackets.Contents.size() > 1 && Brackets.Contents[0].is("i1") &&
        (isAtEntry() || Brackets.Contents.back().is(":")))
      for (const char *Value : {"true", "false"})
        add(Value, CompletionItemKind::Keyword);
  } else if (Owner == "dense") {
    bool HasNumbers =
        llvm::any_of(Brackets.Contents, [](const MlirToken &Token) {
          return Token.Kind == TokenKind::Number;
        });
    if (!HasNumbers &&
        (Brackets.Contents.empty() ||
         StringRef("[,").contains(Brackets.Contents.back().Text)))
      for (const char *Value : {"true", "false"})
        add(Value, CompletionItemKind::Keyword);
  } else if (Owner == "affine_map" || Owner == "affine_set") {
    addAffine(Owner == "affine_set");
  } else if (Owner == "strided") {
    addStrides();
  } else if (isAtEntry()) {
    MemberContents Contents = findMemberContents(Owner);
    addParameters(Contents.Parameters);
    addWords(Contents.Words);
    // Flags of the operation itself: overflow<nsw>.
    const FormPart *Part = Place.part();
    if (Part && Part->Kind == FormPart::Type::Attribute && !Owner.empty() &&
        llvm::isAlpha(Owner.front())) {
      llvm::SmallVector<StringRef> Cases;
      Part->Cases.split(Cases, '|', -1, /*KeepEmpty=*/false);
      addWords(Cases);
    }
  }
}

void mlir::noisy::lsp::addBracketItems(const AngleBrackets &Brackets,
                                       StringRef Shape,
                                       const CompletionPlace &Place,
                                       std::vector<Item> &Items) {
  Writer(Brackets, Shape, Place, Items).write();
}
