//===- KnownPatterns.cpp - The operations of patterns ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/KnownPatterns.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// True if a pattern has nothing that means something else elsewhere: names of
/// aliases, symbols and blocks, locations, numbers of results; and no strings
/// and comments, in which a % begins no name.
static bool standsAlone(llvm::StringRef Pattern) {
  if (Pattern.find_first_of("#@^\"/") != llvm::StringRef::npos ||
      Pattern.contains("loc(") || Pattern.contains("distinct") ||
      Pattern.contains("resource<"))
    return false;
  for (size_t I = 0; (I = Pattern.find('!', I)) != llvm::StringRef::npos; ++I)
    if (!Pattern.drop_front(I + 1).take_while(lex::isWordChar).contains('.'))
      return false;
  return true;
}

/// True if an attribute has a name as text, as those of parsers have that keep
/// the names of results.
static bool mentions(Operation &Op, llvm::StringRef Name) {
  Name.consume_front("%");
  bool Result = false;
  Op.getAttrDictionary().walk([&](Attribute Part) {
    if (auto Text = dyn_cast<StringAttr>(Part))
      Result |= Text.getValue() == Name;
  });
  return Result;
}

Operation *KnownPatterns::Pattern::create(Location Loc,
                                          llvm::ArrayRef<Value> Values) const {
  Operation *Source = Example.get();
  return Operation::create(Loc, Source->getName(), ResultType, Values,
                           Source->getRawDictionaryAttrs(),
                           Source->getPropertiesStorage(), {}, 0);
}

int32_t KnownPatterns::find(llvm::StringRef Text) const {
  auto Match = Numbers.find(Text);
  return Match == Numbers.end() ? Unknown : Match->second;
}

bool KnownPatterns::Pattern::describes(Operation &Op) const {
  return Op.getName() == Example.get()->getName() &&
         llvm::equal(Op.getOperandTypes(), OperandTypes);
}

/// The pattern of a line that is all of an operation; nothing if the operation
/// has more than the pattern tells.
std::optional<KnownPatterns::Pattern> KnownPatterns::read(
    Operation &Op, const AsmParserState::OperationDefinition &Source,
    llvm::StringRef Text, const PatternLines &Lines, const PatternLine &Line,
    const llvm::StringMap<Value> &Values) const {
  if (!Op.isRegistered() || Op.getNumRegions() || Op.getNumSuccessors() ||
      Op.getNumResults() != 1 || Source.resultGroups.size() != 1 ||
      Op.mightHaveTrait<OpTrait::IsTerminator>() ||
      !isa<FileLineColLoc>(Op.getLoc()))
    return std::nullopt;
  auto offsetOf = [&](llvm::SMLoc Place) {
    return size_t(Place.getPointer() - Text.data());
  };
  if (offsetOf(Source.resultGroups.front().definition.loc.Start) !=
          Line.Begin ||
      offsetOf(Source.loc.Start) != Line.OperationBegin ||
      offsetOf(Source.loc.End) != Line.OperationEnd ||
      offsetOf(Source.scopeLoc.End) != Line.End)
    return std::nullopt;
  llvm::ArrayRef<PatternLines::Part> Uses = Lines.usesOf(Line);
  // The parser of an affine map tells only the first use of a name.
  if (Op.getNumOperands() != Uses.size())
    return std::nullopt;
  auto textOf = [&](const PatternLines::Part &Use) {
    return Text.slice(Use.Begin, Use.End);
  };
  Pattern Result;
  llvm::SmallVector<bool> IsOperand(Uses.size());
  for (Value Operand : Op.getOperands()) {
    auto Match = llvm::find_if(Uses, [&](const PatternLines::Part &Use) {
      return Values.lookup(textOf(Use)) == Operand;
    });
    if (Match == Uses.end())
      return std::nullopt;
    Result.Operands.push_back(uint8_t(Match - Uses.begin()));
    Result.OperandTypes.push_back(Operand.getType());
    // The same name, where it stands again.
    for (auto [I, Use] : llvm::enumerate(Uses))
      IsOperand[I] = IsOperand[I] || textOf(Use) == textOf(*Match);
  }
  if (llvm::is_contained(IsOperand, false) ||
      mentions(Op, Text.slice(Line.Begin, Line.NameEnd)) ||
      llvm::any_of(Uses, [&](const PatternLines::Part &Use) {
        return mentions(Op, textOf(Use));
      }))
    return std::nullopt;
  Result.ResultType = Op.getResult(0).getType();
  llvm::raw_string_ostream(Result.TypeText) << Result.ResultType;
  Result.Example = Operation::create(
      Op.getLoc(), Op.getName(), Result.ResultType, {},
      Op.getRawDictionaryAttrs(), Op.getPropertiesStorage(), {}, 0);
  return Result;
}

void KnownPatterns::learn(Operation *Function, const AsmParserState &Names,
                          llvm::StringRef Text) {
  if (Function->getNumRegions() != 1 ||
      !llvm::hasSingleElement(Function->getRegion(0)))
    return;
  // All patterns in the text, but for those that are refused.
  std::vector<std::string> Texts;
  llvm::StringMap<int32_t> Places;
  std::optional<PatternLines> Lines =
      findPatternLines(Text, [&](llvm::StringRef Pattern) {
        if (find(Pattern) == Refused)
          return Refused;
        auto [Entry, IsNew] =
            Places.try_emplace(Pattern, int32_t(Texts.size()));
        if (IsNew)
          Texts.push_back(Pattern.str());
        return Entry->second;
      });
  if (!Lines)
    return;
  Block &Body = Function->getRegion(0).front();
  llvm::StringMap<Value> Values;
  auto nameOf = [&](const AsmParserState::SMDefinition &Definition) {
    const char *Begin = Definition.loc.Start.getPointer();
    return llvm::StringRef(Begin, lex::skipName(Begin, Text.end()) - Begin);
  };
  if (const auto *Source = Names.getBlockDef(&Body))
    for (auto [Argument, Definition] :
         llvm::zip(Body.getArguments(), Source->arguments))
      Values[nameOf(Definition)] = Argument;
  auto Next = Lines->Lines.begin(), End = Lines->Lines.end();
  for (Operation &Op : Body) {
    const auto *Source = Names.getOpDef(&Op);
    if (!Source || Source->resultGroups.empty())
      continue;
    size_t Begin =
        Source->resultGroups.front().definition.loc.Start.getPointer() -
        Text.data();
    while (Next != End && Next->Begin < Begin)
      ++Next;
    if (Next != End && Next->Begin == Begin && Next->Pattern >= 0) {
      llvm::StringRef Key = Texts[Next->Pattern];
      int32_t Number = find(Key);
      if (Number >= 0 && !Patterns[Number].describes(Op)) {
        Numbers[Key] = Refused;
      } else if (Number == Unknown && !isFull()) {
        std::optional<Pattern> New;
        if (standsAlone(Key))
          New = read(Op, *Source, Text, *Lines, *Next, Values);
        Numbers[Key] = New ? int32_t(Patterns.size()) : Refused;
        if (New)
          Patterns.push_back(std::move(*New));
      }
    }
    // A group with more than one result has other names: %a#1.
    for (const auto &Group : Source->resultGroups)
      if (Group.startIndex < Op.getNumResults())
        Values[nameOf(Group.definition)] = Op.getResult(Group.startIndex);
  }
}
