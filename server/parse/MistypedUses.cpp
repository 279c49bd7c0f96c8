//===- MistypedUses.cpp - Uses that need another type ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/MistypedUses.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// The size of a type, in bytes, up to which it is certainly printed the same
/// in an error and as the type of a use.
static constexpr size_t MaxTypeSize = 1000;

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

/// A name in the text, without its number and that.
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

bool MistypedUses::add(const Problem &Issue) {
  auto [UsedType, Type] = readUseTypes(Issue.Message);
  if (valueOfOtherType(Issue.Message).empty() || UsedType.empty() ||
      Issue.Notes.empty())
    return false;
  std::optional<ByteRange> Name = findName(Issue.Range.Begin);
  if (!Name)
    return false;
  // The type of a stub's result is a guess, so a use with another is no error.
  if (Attempt.definerOf(valueOfOtherType(Issue.Message), Name->Begin))
    return addUse(*Name, UsedType, std::nullopt);
  Problem Mine = Attempt.toOriginal(Issue);
  // With its definition hidden, uses are compared with one another.
  if (isOfHidden(*Name))
    return addUse(*Name, UsedType,
                  makeIssue(Hidden->Issue, Mine.Range, UsedType, Hidden->Type));
  if (!addUse(*Name, UsedType, Mine))
    return false;
  std::optional<ByteRange> Definer = findName(Issue.Notes.front().Range.Begin);
  if (!Definer || Hidden || Type.size() > MaxTypeSize)
    return true;
  ResultName Value = readName(*Name);
  auto Match = llvm::find_if(Definitions, [&](const Definition &Known) {
    return Known.Place == *Definer && Known.Name == Value;
  });
  if (Match == Definitions.end()) {
    Definitions.push_back({*Definer, Value, Type.str(), std::move(Mine)});
    return true;
  }
  if (Match->MayHide && isOnlyDefinition(*Definer)) {
    Hidden = *Match;
    Attempt.Hidden = *Definer;
  }
  return true;
}

/// True if a name defines one value, and no other region seems to define the
/// same name: MLIR would take the uses of the hidden one for uses of that.
bool MistypedUses::isOnlyDefinition(ByteRange Definer) const {
  llvm::StringRef Name = readName(Definer).first;
  Lexer Tokens(Text);
  for (std::optional<MlirToken> Token = Tokens.next(); Token;) {
    std::optional<MlirToken> Next = Tokens.next();
    bool IsNamed =
        Token->Kind == TokenKind::Value && Token->groupName() == Name;
    if (IsNamed && Token->Range == Definer) {
      std::optional<MlirToken> Count = Lexer(Text, Definer.End).next();
      if (Count && Count->is(":"))
        Count = Lexer(Text, Count->Range.End).next();
      if (Count && Count->Kind == TokenKind::Number)
        return false;
    } else if (IsNamed && Next && Next->is("=")) {
      return false;
    }
    Token = Next;
  }
  return true;
}

bool MistypedUses::showHidden(const Problem &Issue) {
  llvm::StringRef Message = Issue.Message;
  bool IsOfName = Message.starts_with("definition of SSA value") ||
                  Message.starts_with("region entry argument '");
  if (!Hidden || !IsOfName || Issue.Notes.empty())
    return false;
  std::optional<ByteRange> Use = findName(Issue.Notes.front().Range.Begin);
  if (!Use || !isOfHidden(*Use))
    return false;
  show(/*MayHide=*/false);
  return true;
}

/// Shows the hidden definition again.
void MistypedUses::show(bool MayHide) {
  for (Definition &Known : Definitions)
    if (Known.Place == Hidden->Place && Known.Name == Hidden->Name)
      Known.MayHide = MayHide;
  Attempt.Hidden = std::nullopt;
  Hidden = std::nullopt;
}

/// True if a name in the text is that of the hidden definition.
bool MistypedUses::isOfHidden(ByteRange Name) const {
  return Hidden && readName(Name) == Hidden->Name;
}

bool MistypedUses::isOfHidden(const Problem &Issue) const {
  std::optional<MlirToken> Name =
      Lexer(Attempt.buffer(), Issue.Range.Begin).next();
  return Hidden && Name && Name->Kind == TokenKind::Value &&
         Name->groupName() == Attempt.hiddenName();
}

bool MistypedUses::addHidden(llvm::ArrayRef<UndefinedUse> Uses) {
  if (!Hidden)
    return false;
  bool AnyAdded = false;
  for (const UndefinedUse &Use : Uses) {
    std::optional<ByteRange> Name = Attempt.toText(Use.Name);
    if (!Name || Use.UsedType == Hidden->Type || !isOfHidden(*Name))
      continue;
    Problem Place;
    Place.Range = Use.Place;
    AnyAdded |= addUse(*Name, Use.UsedType,
                       makeIssue(Hidden->Issue, Attempt.toOriginal(Place).Range,
                                 Use.UsedType, Hidden->Type));
  }
  removeRightUses();
  show(/*MayHide=*/AnyAdded);
  return true;
}

/// Removes the values of uses whose type is that of the hidden definition:
/// others were before them.
void MistypedUses::removeRightUses() {
  for (auto I = Attempt.Undefined.begin(); I != Attempt.Undefined.end();) {
    UndefinedNames &Names = I->second;
    std::vector<ByteRange> Right;
    llvm::erase_if(Names.Uses, [&](const UndefinedNames::Use &Use) {
      bool IsRight = Use.UsedType == Hidden->Type && isOfHidden(Use.Name);
      if (IsRight)
        Right.push_back(Use.Name.shift(ptrdiff_t(Attempt.prefixSize())));
      return IsRight;
    });
    llvm::erase_if(Names.Problems, [&](const Problem &Issue) {
      return llvm::any_of(Right, [&](ByteRange Range) {
        return Range.Begin == Issue.Range.Begin;
      });
    });
    I = Names.Uses.empty() ? Attempt.Undefined.erase(I) : std::next(I);
  }
}
