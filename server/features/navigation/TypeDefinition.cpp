//===- TypeDefinition.cpp - Where the type of a value is defined ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/TypeDefinition.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

using Kind = Section::Kind;

namespace {

/// The type aliases of a chunk.
class TypeAliases {
public:
  TypeAliases(const Snapshot &State, uint32_t Chunk) {
    for (const Snapshot::Part &Part : State.parts()) {
      if (Part.Chunk != Chunk)
        continue;
      for (const PlacedSection &Section : Part.Sections)
        add(State, Section);
    }
  }

  /// Those whose type is `Type`; if there is none, those in it.
  std::vector<Definitions::Target> find(StringRef Type) {
    std::vector<Definitions::Target> Whole, Parts;
    std::string Wanted = spell(Type, 0);
    if (Wanted.empty())
      return {};
    for (auto &[Name, Alias] : Known) {
      std::string Spelling = spell(Alias.Value, 0);
      if (Spelling == Wanted)
        Whole.push_back(Alias.Place);
      else if (!Spelling.empty() && isPart(Spelling, Wanted))
        Parts.push_back(Alias.Place);
    }
    std::vector<Definitions::Target> &Result = Whole.empty() ? Parts : Whole;
    llvm::sort(Result,
               [](const Definitions::Target &A, const Definitions::Target &B) {
                 return A.Range.Begin < B.Range.Begin;
               });
    return Result;
  }

private:
  /// Longer types, in bytes, are not compared.
  static constexpr size_t MaxSpelling = 1 << 14;
  /// The most aliases in one another that are replaced.
  static constexpr unsigned MaxDepth = 200;

  struct Alias {
    StringRef Value;
    Definitions::Target Place;
  };

  void add(const Snapshot &State, const PlacedSection &Placed) {
    const Section &Data = *Placed.Data;
    for (const Section::Token &Token : Data.tokens()) {
      if (Token.TargetKind != Kind::Alias || !Token.IsDefinition)
        continue;
      const Section::Alias &Defined = Data.aliases()[Token.Target];
      std::optional<ByteRange> Name = Placed.toText(Token.Range);
      std::optional<ByteRange> Value = Placed.toText(Defined.Value);
      if (!Name || !Value || !StringRef(Defined.Name).starts_with("!"))
        continue;
      Known.try_emplace(
          Defined.Name,
          Alias{
              State.text().bytes().slice(Value->Begin, Value->End),
              {{Name->Begin, std::max(Name->End, Value->End)}, *Name, *Name}});
    }
  }

  /// A type without blanks, aliases replaced by what they stand for; empty if
  /// that is too long. Aliases stand for others that come before them, but text
  /// may be wrong: one in itself stays a name.
  std::string spell(StringRef Type, unsigned Depth) {
    std::string Result;
    Lexer Tokens(Type);
    while (std::optional<MlirToken> Token = Tokens.next()) {
      if (Token->isComment())
        continue;
      std::string Name = Token->Text.str();
      if (!Token->isAlias() || !Known.contains(Name) || Depth == MaxDepth) {
        Result += Name;
      } else {
        auto [Entry, IsNew] = Spellings.try_emplace(Name, Name);
        if (IsNew)
          Entry->second = spell(Known.at(Name).Value, Depth + 1);
        if (Entry->second.empty())
          return "";
        Result += Entry->second;
      }
      if (Result.size() > MaxSpelling)
        return "";
    }
    return Result;
  }

  /// True if a text ends with a dimension of a shape: `memref<?x`.
  static bool isShape(StringRef Text) {
    return Text.consume_back("x") && !Text.empty() &&
           (lex::isDigit(Text.back()) ||
            StringRef("?*]").contains(Text.back()));
  }

  /// True if a type is a part of another one: no other letters are around it.
  static bool isPart(StringRef Type, StringRef Other) {
    for (size_t At = Other.find(Type); At != StringRef::npos;
         At = Other.find(Type, At + 1)) {
      size_t End = At + Type.size();
      bool IsEnd = End == Other.size() || !lex::isNameChar(Other[End]) ||
                   Type.ends_with(">");
      bool IsBegin = At == 0 || !lex::isNameChar(Other[At - 1]) ||
                     Type.starts_with("!") || isShape(Other.take_front(At));
      if (IsBegin && IsEnd)
        return true;
    }
    return false;
  }

  std::map<std::string, Alias> Known;
  /// What aliases stand for, as far as that was asked.
  std::map<std::string, std::string> Spellings;
};

} // namespace

std::optional<TypeDefinition>
mlir::noisy::lsp::findTypeDefinition(const Snapshot &State, size_t Offset) {
  Snapshot::TokenPlace Name = State.tokenAt(Offset);
  if (!Name || Name.Token->TargetKind != Kind::Value)
    return std::nullopt;
  TypeDefinition Result;
  Result.Type = Name.value().type().str();
  if (Result.Type.empty())
    return std::nullopt;
  Result.OriginRange = Name.Section->toText(Name.Token->Range)
                           .value_or(ByteRange{Offset, Offset});
  Result.Aliases = TypeAliases(State, Name.OwnerPart->Chunk).find(Result.Type);
  return Result;
}
