//===- SectionReader.cpp - Makes sections from parsed IR ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/SectionReader.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/ReducingOperations.h"
#include "dialect/RuledDialects.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "server/parse/AliasOrder.h"
#include "server/parse/PrintedText.h"
#include "server/parse/Stubs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

SectionReader::SectionReader(const AsmParserState &Names, const char *Buffer,
                             const OffsetMap &Offsets, size_t Begin,
                             llvm::StringRef Text, llvm::StringRef FileName)
    : Names(Names), Buffer(Buffer), Offsets(Offsets),
      Part({Begin, Begin + Text.size()}), Locations(Buffer, FileName),
      Result(std::make_shared<Section>()) {
  Result->setText(Text, nullptr);
}

SectionRange SectionReader::toRange(llvm::SMRange Range) const {
  if (!Range.isValid())
    return {};
  size_t Begin = Range.Start.getPointer() - Buffer;
  size_t End = Range.End.getPointer() - Buffer;
  // MLIR's parser takes the dash of `%4->` as part of the name.
  llvm::StringRef Text(Buffer + Begin, End - Begin);
  if (Text.size() > 1 && llvm::StringRef("%^#!").contains(Text.front()) &&
      llvm::isDigit(Text[1]))
    End = Begin + 1 + Text.drop_front().take_while(llvm::isDigit).size();
  if (!Offsets.isIdentity()) {
    std::optional<ByteRange> InText = Offsets.toTarget(ByteRange{Begin, End});
    if (!InText)
      return {};
    std::tie(Begin, End) = std::pair(InText->Begin, InText->End);
  }
  if (Begin < Part.Begin || End > Part.End)
    return {};
  return {uint32_t(Begin - Part.Begin), uint32_t(End - Part.Begin)};
}

/// The range of an operation in the text, by that of its name.
SectionRange
SectionReader::rangeOf(const AsmParserState::OperationDefinition &Source,
                       SectionRange Name) const {
  if (Name.empty())
    return {};
  size_t End = Source.scopeLoc.End.getPointer() - Buffer;
  if (!Offsets.isIdentity())
    End = Offsets.toTargetClamped({0, End}).End;
  // The section of a container has only the header.
  SectionRange Range = {Name.Begin,
                        uint32_t(std::min(End, Part.End) - Part.Begin)};
  if (!Source.resultGroups.empty())
    if (SectionRange First =
            toRange(Source.resultGroups.front().definition.loc);
        !First.empty())
      Range.Begin = First.Begin;
  return Range;
}

Section::Index SectionReader::addString(llvm::StringRef Text) {
  Result->Strings.push_back(Text.str());
  return Index(Result->Strings.size() - 1);
}

Section::Index SectionReader::addFile(StringAttr Name) {
  auto [Entry, IsNew] = Files.try_emplace(Name);
  if (IsNew)
    Entry->second = addString(Name);
  return Entry->second;
}

static Section::ValueKind kindOf(Type Type) {
  if (Type.isIndex())
    return Section::ValueKind::Index;
  if (hidesCarriers(Type))
    return Section::ValueKind::CipherElements;
  if (!isNoisyType(Type))
    return Section::ValueKind::Other;
  if (isa<BaseMemRefType>(Type))
    return Section::ValueKind::CipherMemory;
  return isa<ShapedType>(Type) ? Section::ValueKind::CipherElements
                               : Section::ValueKind::Cipher;
}

void SectionReader::setType(Section::Value &Value, Type Type) {
  auto [Entry, IsNew] = Types.try_emplace(Type);
  if (IsNew)
    Entry->second = {addString(printShort(Type)), kindOf(Type)};
  std::tie(Value.Type, Value.Kind) = Entry->second;
}

/// An operation of a dialect that is not known, or does not say that it calls,
/// is a call by its name.
static bool isNamedLikeCall(llvm::StringRef FullName) {
  llvm::StringRef Name = FullName.rsplit('.').second;
  return Name.contains_insensitive("call") ||
         Name.contains_insensitive("invoke") ||
         Name.contains_insensitive("launch");
}

static Section::OperationKind kindOf(mlir::Operation *Op) {
  if (isStub(Op))
    return Section::OperationKind::Broken;
  const NoiseRule *Rule = getNoiseRule(Op);
  if (isa<EncodeOp>(Op) || (Rule && Rule->kind == NoiseRule::Kind::Fresh))
    return Section::OperationKind::Encode;
  if (isa<ReduceNoiseOp>(Op) ||
      (Rule && Rule->kind == NoiseRule::Kind::Reduce &&
       isReducingName(Op->getContext(), Op->getName().getStringRef())))
    return Section::OperationKind::Reduction;
  if (isa<arith::ConstantOp, index::ConstantOp>(Op))
    return Section::OperationKind::Constant;
  if (isa<CallOpInterface>(Op) || isNamedLikeCall(Op->getName().getStringRef()))
    return Section::OperationKind::Call;
  return Section::OperationKind::Other;
}

/// True if a function takes or gives encrypted values. The interface must not
/// be asked: it crashes where the type of the function is missing.
static bool hasEncryptedSignature(mlir::Operation *Function) {
  auto Signature = Function->getAttrOfType<TypeAttr>("function_type");
  return Signature && Signature.getValue()
                          .walk([](Type Part) {
                            return isNoisyType(Part) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
                          })
                          .wasInterrupted();
}

void SectionReader::addToken(SectionRange Range, Section::Kind TargetKind,
                             Index Target, bool IsDefinition) {
  if (!Range.empty())
    Result->Tokens.push_back({Range, Target, TargetKind, IsDefinition});
}

//===----------------------------------------------------------------------===//
// The IR
//===----------------------------------------------------------------------===//

void SectionReader::add(mlir::Operation *Op) { visit(Op, Section::None); }

/// True if an operation with a name is a symbol. Outside of a symbol table
/// `sym_name` is an ordinary attribute; unknown operations count as symbol
/// tables.
static bool isSymbol(mlir::Operation *Op) {
  mlir::Operation *Parent = Op->getParentOp();
  return !Parent || !Parent->isRegistered() ||
         Parent->hasTrait<OpTrait::SymbolTable>() || isa<SymbolOpInterface>(Op);
}

/// What the IR tells of the next operation.
Section::Operation SectionReader::describe(mlir::Operation *Op, Index Parent) {
  Section::Operation New;
  New.Parent = Parent;
  auto [Entry, IsNew] =
      OperationNames.try_emplace(Op->getName().getAsOpaquePointer());
  if (IsNew)
    Entry->second = {addString(Op->getName().getStringRef()), kindOf(Op)};
  std::tie(New.FullName, New.Kind) = Entry->second;
  New.FirstResult = Index(Values.size());
  New.ResultCount = Op->getNumResults();
  New.IsSymbolTable = Op->hasTrait<OpTrait::SymbolTable>();
  New.IsFunction = isa<FunctionOpInterface>(Op);
  New.HasEncryptedSignature = New.IsFunction && hasEncryptedSignature(Op);
  New.IsTerminator = Op->mightHaveTrait<OpTrait::IsTerminator>() &&
                     Op->getBlock() && Op == &Op->getBlock()->back();
  New.HasSuccessors = Op->getNumSuccessors() > 0;
  return New;
}

void SectionReader::visit(mlir::Operation *Op, Index Parent) {
  if (Patterned && NextLine < Patterned->operations().size() &&
      Patterned->operations()[NextLine].Op == Op)
    return visitLine(Patterned->operations()[NextLine++], Parent);
  const auto *Source = Names.getOpDef(Op);
  Index Number = Index(Operations.size());
  Operations.push_back(Op);
  Section::Operation New = describe(Op, Parent);
  if (Source) {
    New.Name = toRange(Source->loc);
    New.Range = rangeOf(*Source, New.Name);
  }
  if (auto Name =
          Op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
      Name && isSymbol(Op)) {
    New.Symbol = Index(Result->Symbols.size());
    Result->Symbols.push_back({Name.str(), Number, {}});
  }
  Result->Operations.push_back(New);
  addToken(New.Name, Section::Kind::Operation, Number, /*IsDefinition=*/true);
  for (const LocationReader::Place &Place :
       Locations.read(Op, Source ? Source->loc.Start.getPointer() : nullptr))
    Result->ForeignLocations.push_back(
        {Number, addFile(Place.File), Place.Line, Place.Column});
  visitResults(Op, Number, Source);

  for (Region &Inner : Op->getRegions()) {
    // Blocks are numbered first: a block may name a later one.
    Index First = Index(Result->Blocks.size());
    for (auto [I, IRBlock] : llvm::enumerate(Inner)) {
      Blocks[&IRBlock] = First + Index(I);
      Result->Blocks.emplace_back().Number = Index(I);
      Result->Blocks.back().Parent = Number;
    }
    for (mlir::Block &IRBlock : Inner)
      visitBlock(IRBlock, Number, Blocks.lookup(&IRBlock));
  }
}

void SectionReader::setPatterned(const PatternedText &Source,
                                 const OffsetMap &ToText) {
  Patterned = &Source;
  LineOffsets = ToText;
  PatternedValues.assign(Source.values().size(), Section::None);
  size_t Count = Source.operations().size();
  Operations.reserve(Count);
  Values.reserve(Source.values().size());
  Result->Operations.reserve(Count);
  Result->Values.reserve(Source.values().size());
  Result->Tokens.reserve(4 * Count);
}

/// Adds the operation of a line that the parser has not read. It has one
/// result, no regions, and no location of its own.
void SectionReader::visitLine(const PatternedText::Operation &Line,
                              Index Parent) {
  const PatternLine &Place = *Line.Line;
  // A line is never changed, only moved.
  uint32_t Shift =
      uint32_t(LineOffsets.toTarget(size_t(Place.Begin)).value_or(Place.Begin) -
               Place.Begin);
  auto moved = [&](uint32_t Begin, uint32_t End) {
    return SectionRange{Begin + Shift, End + Shift};
  };
  Index Number = Index(Operations.size()), ValueIndex = Index(Values.size());
  auto [Entry, IsNew] = Patterns.try_emplace(Place.Pattern);
  mlir::Value IRResult = Line.Op->getResult(0);
  if (IsNew) {
    Section::Operation NewOperation = describe(Line.Op, Parent);
    Section::Value NewValue;
    setType(NewValue, IRResult.getType());
    Entry->second = {NewOperation, NewValue};
  }
  Operations.push_back(Line.Op);
  Section::Operation &New =
      Result->Operations.emplace_back(Entry->second.Operation);
  New.Parent = Parent;
  New.FirstResult = ValueIndex;
  New.Name = moved(Place.OperationBegin, Place.OperationEnd);
  New.Range = moved(Place.Begin, Place.End);
  Values.push_back(IRResult);
  Section::Value &NewValue = Result->Values.emplace_back(Entry->second.Result);
  NewValue.Name = moved(Place.Begin, Place.NameEnd);
  NewValue.Owner = Number;
  NewValue.Group = ValueIndex;
  PatternedValues[Line.Value] = ValueIndex;

  addToken(NewValue.Name, Section::Kind::Value, ValueIndex,
           /*IsDefinition=*/true);
  addToken(New.Name, Section::Kind::Operation, Number, /*IsDefinition=*/true);
  for (auto [Use, Used] :
       llvm::zip(Patterned->usesOf(Place), Patterned->valuesOf(Place))) {
    Index &Target = PatternedValues[Used];
    if (Target == Section::None)
      Target = OtherValues.lookup(Patterned->values()[Used]);
    addToken(moved(Use.Begin, Use.End), Section::Kind::Value, Target,
             /*IsDefinition=*/false);
  }
  if (const auto *Stub = Line.Stub ? Names.getOpDef(Line.Stub) : nullptr)
    addUses(Stub->resultGroups.front().definition.uses, ValueIndex, 1);
}

void SectionReader::visitResults(
    mlir::Operation *Op, Index Number,
    const AsmParserState::OperationDefinition *Source) {
  unsigned Count = Op->getNumResults();
  Index First = Index(Values.size());
  for (OpResult IRResult : Op->getResults())
    addValue(IRResult, Number, IRResult.getResultNumber(), {});
  if (!Source)
    return;
  for (auto [I, Group] : llvm::enumerate(Source->resultGroups)) {
    unsigned Begin = std::min(Group.startIndex, Count);
    unsigned End = I + 1 < Source->resultGroups.size()
                       ? std::min(Source->resultGroups[I + 1].startIndex, Count)
                       : Count;
    SectionRange Name = toRange(Group.definition.loc);
    for (unsigned Place = Begin; Place < End; ++Place) {
      Section::Value &V = Result->Values[First + Place];
      V.Name = Name;
      V.Group = First + Begin;
      V.GroupSize = End - Begin;
    }
    if (Begin == End)
      continue;
    addToken(Name, Section::Kind::Value, First + Begin, /*IsDefinition=*/true);
    addUses(Group.definition.uses, First + Begin, End - Begin);
  }
}

void SectionReader::addUses(llvm::ArrayRef<llvm::SMRange> Uses, Index First,
                            Index Count) {
  for (llvm::SMRange Use : Uses) {
    SectionRange Range = toRange(Use);
    if (Range.empty())
      continue;
    // The parser records the uses of a whole group, without `#1`.
    Index Place = 0;
    llvm::StringRef Rest = Result->Text.substr(Range.End);
    if (Count > 1 && Rest.consume_front("#")) {
      size_t OldSize = Rest.size();
      Rest.consumeInteger(10, Place);
      Range.End += uint32_t(1 + OldSize - Rest.size());
    }
    addToken(Range, Section::Kind::Value, First + std::min(Place, Count - 1),
             /*IsDefinition=*/false);
  }
}

Section::Index SectionReader::addValue(mlir::Value IRValue, Index Owner,
                                       Index Number, SectionRange Name) {
  Index ValueIndex = Index(Values.size());
  Values.push_back(IRValue);
  Section::Value New;
  New.Name = Name;
  New.Owner = Owner;
  setType(New, IRValue.getType());
  New.Number = Number;
  New.Group = ValueIndex;
  New.IsArgument = isa<BlockArgument>(IRValue);
  Result->Values.push_back(New);
  if (Patterned)
    OtherValues[IRValue] = ValueIndex;
  return ValueIndex;
}

void SectionReader::visitBlock(mlir::Block &IRBlock, Index Parent,
                               Index BlockIndex) {
  const auto *Source = Names.getBlockDef(&IRBlock);
  if (Source) {
    // For a block without a label, the parser records the bracket before it.
    SectionRange Name = toRange(Source->definition.loc);
    if (!Result->textOf(Name).starts_with("^"))
      Name = {};
    Result->Blocks[BlockIndex].Name = Name;
    addToken(Name, Section::Kind::Block, BlockIndex, /*IsDefinition=*/true);
    for (llvm::SMRange Use : Source->definition.uses)
      addToken(toRange(Use), Section::Kind::Block, BlockIndex,
               /*IsDefinition=*/false);
  }
  Result->Blocks[BlockIndex].FirstArgument = Index(Values.size());
  Result->Blocks[BlockIndex].ArgumentCount = IRBlock.getNumArguments();
  for (BlockArgument Argument : IRBlock.getArguments()) {
    unsigned Number = Argument.getArgNumber();
    const AsmParserState::SMDefinition *Definition =
        Source && Number < Source->arguments.size() ? &Source->arguments[Number]
                                                    : nullptr;
    SectionRange Name = Definition ? toRange(Definition->loc) : SectionRange();
    Index V = addValue(Argument, BlockIndex, Number, Name);
    addToken(Name, Section::Kind::Value, V, /*IsDefinition=*/true);
    if (Definition)
      addUses(Definition->uses, V, 1);
  }
  Result->Blocks[BlockIndex].FirstSuccessor = Index(Result->Successors.size());
  Result->Blocks[BlockIndex].SuccessorCount = IRBlock.getNumSuccessors();
  for (mlir::Block *Next : IRBlock.getSuccessors())
    Result->Successors.push_back(Blocks.lookup(Next));
  for (mlir::Operation &Inner : IRBlock)
    visit(&Inner, Parent);
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// Sorts tokens by their beginnings; the sort is stable. A radix sort for large
/// inputs: twice as fast as comparisons.
static void sortByBegin(std::vector<Section::Token> &Tokens) {
  if (llvm::is_sorted(Tokens,
                      [](const Section::Token &A, const Section::Token &B) {
                        return A.Range.Begin < B.Range.Begin;
                      }))
    return;
  if (Tokens.size() < 4096) {
    llvm::stable_sort(Tokens,
                      [](const Section::Token &A, const Section::Token &B) {
                        return A.Range.Begin < B.Range.Begin;
                      });
    return;
  }
  constexpr unsigned Bits = 11;
  uint32_t Last = 0;
  for (const Section::Token &T : Tokens)
    Last = std::max(Last, T.Range.Begin);
  std::vector<Section::Token> Scratch(Tokens.size());
  for (unsigned Shift = 0; Shift < 32 && (Last >> Shift) != 0; Shift += Bits) {
    auto digit = [&](const Section::Token &T) {
      return (T.Range.Begin >> Shift) & ((1u << Bits) - 1);
    };
    std::vector<uint32_t> Places((1u << Bits) + 1);
    for (const Section::Token &T : Tokens)
      ++Places[digit(T) + 1];
    for (size_t I = 1; I < Places.size(); ++I)
      Places[I] += Places[I - 1];
    for (const Section::Token &T : Tokens)
      Scratch[Places[digit(T)]++] = T;
    Tokens.swap(Scratch);
  }
}

void SectionReader::findSharedNames() {
  llvm::ArrayRef<Section::Token> Tokens = Result->Tokens;
  for (size_t I = 1; I < Tokens.size(); ++I) {
    const Section::Token &A = Tokens[I - 1], &B = Tokens[I];
    if (A.Range != B.Range || A.TargetKind != Section::Kind::Value ||
        B.TargetKind != Section::Kind::Value)
      continue;
    Index First = Result->Values[A.Target].Group;
    Index Second = Result->Values[B.Target].Group;
    if (First != Second)
      Result->SharedNames.emplace_back(First, Second);
  }
}

std::shared_ptr<const Section> SectionReader::finish(const PieceInfo &Info) {
  for (Index I = 0; I < Result->Operations.size(); ++I)
    if (!Result->Operations[I].Range.empty())
      Result->InText.push_back(I);
  Result->OmittedCount =
      Index(llvm::count_if(Result->Operations, Section::isOmitted));
  // Operations are mostly visited in the order of the text.
  auto beginsBefore = [&](Index A, Index B) {
    return Result->Operations[A].Range.Begin <
           Result->Operations[B].Range.Begin;
  };
  if (!llvm::is_sorted(Result->InText, beginsBefore))
    llvm::stable_sort(Result->InText, beginsBefore);
  addSymbolNames();
  addAliases(Info);
  addNamesInBrokenRanges();

  std::vector<Section::Token> &Tokens = Result->Tokens;
  sortByBegin(Tokens);
  findSharedNames();
  // The parser may record a use more than once, if it retries.
  Tokens.erase(
      std::unique(Tokens.begin(), Tokens.end(),
                  [](const Section::Token &A, const Section::Token &B) {
                    return B.Range.Begin < A.Range.End;
                  }),
      Tokens.end());
  sortAliases(Tokens, Result->Aliases);
  Tokens.shrink_to_fit();
  Result->Operations.shrink_to_fit();
  Result->InText.shrink_to_fit();
  Result->Values.shrink_to_fit();
  return std::move(Result);
}
