//===- MistypedUses.cpp - Uses that need another type ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/MistypedUses.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// The size of a type, in bytes, up to which it is certainly printed the same
/// in an error and as the type of a use.
static constexpr size_t MaxTypeSize = 1000;

/// The number of definitions up to which only one use is expected to be wrong.
static constexpr size_t MaxSingleUses = 4;

static constexpr llvm::StringLiteral beforeTypes = "than prior uses: '",
                                     betweenTypes = "' vs '";

llvm::StringRef mlir::noisy::lsp::valueOfOtherType(llvm::StringRef Message) {
  if (!Message.consume_front("use of value '") ||
      !Message.contains("expects different type"))
    return {};
  return Message.split('\'').first.split('#').first;
}

std::pair<llvm::StringRef, llvm::StringRef>
mlir::noisy::lsp::readUseTypes(llvm::StringRef Message) {
  auto [Used, Present] = Message.split(beforeTypes).second.split(betweenTypes);
  return {Used, Present.drop_back(Present.ends_with("'"))};
}

/// The error about another use of the same definition.
static Problem makeIssue(Problem First, ByteRange Place,
                         llvm::StringRef UsedType, llvm::StringRef Type) {
  First.Range = Place;
  First.Message = (llvm::StringRef(First.Message).split(beforeTypes).first +
                   beforeTypes + UsedType + betweenTypes + Type + "'")
                      .str();
  return First;
}

MistypedUses::ResultName MistypedUses::readName(ByteRange Name) const {
  auto [Group, Digits] = Text.slice(Name.Begin, Name.End).split('#');
  size_t Number = 0;
  Digits.getAsInteger(10, Number);
  return {Group, Number};
}

/// The name of a value at an offset of the buffer, in the text.
std::optional<ByteRange> MistypedUses::findName(size_t OffsetInBuffer) const {
  std::optional<MlirToken> Name =
      Lexer(Attempt.buffer(), OffsetInBuffer).next();
  if (!Name || Name->Kind != TokenKind::Value ||
      Name->Range.Begin != OffsetInBuffer)
    return std::nullopt;
  if (std::optional<size_t> Renamed = StubbedText::readName(Name->Text))
    if (std::optional<MlirToken> Old = Lexer(Text, *Renamed).next())
      return Old->Range;
  return Attempt.toText(Name->Range);
}

bool MistypedUses::addUse(ByteRange Name, llvm::StringRef UsedType,
                          std::optional<Problem> Issue) {
  std::optional<InnerOperation> User =
      findInnerOperation(Text, Name.Begin, Form);
  if (!User || User->IsLabel || Attempt.Stubs.contains(User->Range.Begin))
    return false;
  Attempt.Undefined[User->Range.Begin].add({Name, UsedType.str()},
                                           std::move(Issue));
  return true;
}

/// The text in which a definition is seen, by letters: behind its operation up
/// to the end of the region; in the operation for what its header defines. None
/// if it is a use that only stands before the definition.
std::optional<ByteRange> MistypedUses::findScope(ByteRange Definer) const {
  std::optional<InnerOperation> Definition =
      findInnerOperation(Text, Definer.Begin, Form);
  if (!Definition)
    return ByteRange{Definer.End, Text.size()};
  ByteRange Range = Definition->Range;
  if (Definition->IsLabel)
    return ByteRange{Range.End, Definition->Region.End};
  size_t Results =
      readResultNames(Text.slice(Range.Begin, Range.End)).Size + Range.Begin;
  if (Definer.Begin < Results)
    return ByteRange{Range.End, Definition->Region.End};
  // Only operations with regions define anything in their headers.
  std::optional<MlirToken> Next = Lexer(Text, Definer.End).next();
  if (!Next || !(Next->is("=") || Next->is(":")) ||
      !Text.slice(Definer.End, Range.End).contains('{'))
    return std::nullopt;
  return ByteRange{Definer.End, Range.End};
}

/// True for the name of a usual operation that sees no values from outside.
static bool isIsolated(const MlirToken &Token) {
  llvm::StringRef Name = Token.Text.trim('"');
  return (Token.Kind == TokenKind::Word || Token.Kind == TokenKind::String) &&
         (Name.ends_with(".func") || Name.ends_with(".module") ||
          Name == "module");
}

/// The end of the braces that open next; of the text if they do not close.
static size_t findEndOfBraces(llvm::StringRef Text, size_t Offset) {
  Lexer Tokens(Text, Offset);
  int Depth = 0;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    Depth += Token->is("{");
    if (Token->is("}") && --Depth <= 0)
      return Token->Range.End;
  }
  return Text.size();
}

/// Gives the uses in a scope names of their own.
void MistypedUses::renameUses(const Definition &Origin, ByteRange Scope) {
  size_t Number = size_t(&Origin - Definitions.data());
  Lexer Tokens(Text, Scope.Begin, Scope.End);
  for (std::optional<MlirToken> Token = Tokens.next(); Token;) {
    if (isIsolated(*Token)) {
      size_t End = findEndOfBraces(Text, Token->Range.End);
      Tokens = Lexer(Text, std::min(End, Scope.End), Scope.End);
      Token = Tokens.next();
      continue;
    }
    std::optional<MlirToken> Next = Tokens.next();
    // What defines the name once more is another value, or wrong.
    if (Token->Kind == TokenKind::Value &&
        readName(Token->Range) == Origin.Name && !(Next && Next->is("="))) {
      Attempt.Renamed.push_back(Token->Range);
      DefinitionOf[Token->Range.Begin] = Number;
    }
    Token = Next;
  }
}

bool MistypedUses::add(const Problem &Issue) {
  auto [UsedType, Type] = readUseTypes(Issue.Message);
  if (valueOfOtherType(Issue.Message).empty() || UsedType.empty() ||
      UsedType == Type || Issue.Notes.empty())
    return false;
  std::optional<ByteRange> Name = findName(Issue.Range.Begin);
  if (!Name)
    return false;
  // The type of a stub's result is a guess, so a use with another is no error.
  if (Attempt.definerOf(valueOfOtherType(Issue.Message), Name->Begin))
    return addUse(*Name, UsedType, std::nullopt);
  std::optional<ByteRange> Definer = findName(Issue.Notes.front().Range.Begin);
  if (!Definer)
    return addUse(*Name, UsedType, Attempt.toOriginal(Issue));
  ResultName Value = readName(*Name);
  auto Match = llvm::find_if(Definitions, [&](const Definition &Known) {
    return Known.Place == *Definer && Known.Name == Value;
  });
  bool IsFirst = Match == Definitions.end();
  Problem Mine = Attempt.toOriginal(Issue);
  if (IsFirst)
    Match = Definitions.insert(Definitions.end(),
                               {*Definer, Value, Type.str(), Mine});
  std::optional<ByteRange> Scope = findScope(*Definer);
  // Of uses before the definition MLIR knows no right type.
  if (!Scope && !IsFirst)
    return addUse(*Name, UsedType, std::nullopt);
  if (!addUse(*Name, UsedType, std::move(Mine)))
    return false;
  bool AreMany = !IsFirst || Definitions.size() > MaxSingleUses;
  if (Scope && AreMany && Type.size() <= MaxTypeSize &&
      !std::exchange(Match->IsRenamed, true))
    renameUses(*Match, *Scope);
  return true;
}

/// True if a line of a text begins with the name of a block.
static bool hasLabel(llvm::StringRef Text) {
  while (!Text.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    if (Line.ltrim().starts_with("^"))
      return true;
  }
  return false;
}

/// The region of the operation at `Definer`, by letters.
ByteRange MistypedUses::findRegion(ByteRange Definer) const {
  std::optional<InnerOperation> Definition =
      findInnerOperation(Text, Definer.Begin, Form);
  return Definition ? Definition->Region : ByteRange{0, Text.size()};
}

bool MistypedUses::addEarly(const Problem &Issue) {
  if (!llvm::StringRef(Issue.Message).starts_with(lateDefinitionMessage) ||
      Issue.Notes.empty())
    return false;
  llvm::StringRef UsedType = Issue.Notes.front().Message;
  if (!UsedType.consume_front("previously used here with type '") ||
      !UsedType.consume_back("'"))
    return false;
  llvm::StringRef Type =
      llvm::StringRef(Issue.Message).split("has type '").second;
  Type.consume_back("'");
  ByteRange Use = Issue.Notes.front().Range;
  std::optional<ByteRange> Name = findName(Use.Begin),
                           Definer = findName(Issue.Range.Begin);
  if (!Name || !Definer)
    return false;
  std::optional<ByteRange> Scope = findScope(*Definer);
  if (Scope && Scope->contains(*Name))
    return false;
  // The type of a stub's result is a guess.
  if (Attempt.definerOf(Text.slice(Definer->Begin, Definer->End),
                        Definer->Begin))
    return addUse(*Name, UsedType, std::nullopt);
  // What MLIR says where the types are the same; or, where a block that comes
  // first is written later, of a use that it meets later.
  Problem Early = Issue;
  Early.Range = Use;
  size_t Place = Issue.Range.Begin;
  if (hasLabel(Text.slice(Name->End, Definer->Begin)) &&
      findRegion(*Definer).contains(*Name)) {
    Early.Message = ("use of value '" + Text.slice(Name->Begin, Name->End) +
                     "' expects different type than prior uses: '" + UsedType +
                     "' vs '" + Type + "'")
                        .str();
    Early.Notes = {{{Place, Place + Definer->size()}, "prior use here"}};
  } else {
    Early.Message = "operand #0 does not dominate this use";
    Early.Notes = {{{Place, Place + Definer->size()}, "operand defined here"}};
  }
  return addUse(*Name, UsedType, Attempt.toOriginal(std::move(Early)));
}

bool MistypedUses::isOfRenamed(const Problem &Issue) const {
  std::optional<ByteRange> Name = findName(Issue.Range.Begin);
  return Name && DefinitionOf.contains(Name->Begin);
}

bool MistypedUses::learn(llvm::ArrayRef<UndefinedUse> Uses) {
  if (Attempt.Renamed.empty())
    return false;
  for (const UndefinedUse &Use : Uses) {
    std::optional<ByteRange> Name = findName(Use.Name.Begin);
    auto Match = Name ? DefinitionOf.find(Name->Begin) : DefinitionOf.end();
    if (Match == DefinitionOf.end())
      continue;
    const Definition &Origin = Definitions[Match->second];
    if (Use.UsedType == Origin.Type)
      continue;
    ByteRange Place = Name->shift(ptrdiff_t(Attempt.prefixSize()));
    addUse(*Name, Use.UsedType,
           makeIssue(Origin.Issue, Place, Use.UsedType, Origin.Type));
  }
  Attempt.Renamed.clear();
  DefinitionOf.clear();
  return true;
}
