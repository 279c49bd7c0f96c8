//===- PatternedText.cpp - Functions parsed by their patterns -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The outcome must be that of MLIR's parser on the whole text. Each known line
// is an operation of its own there, since its pattern was one, with the same
// kind of token behind it (KnownPatterns). All else is parsed by MLIR, and it
// is checked that each operation of it is in one piece in the text, so that
// none goes on over a known line, or begins in one. Names mean the same: those
// that the rest uses or defines are defined in its buffer, too, by stubs at the
// places of the known lines; the others are looked up here, and whatever is
// defined twice, or used before its definition, is left to MLIR.
//
//===----------------------------------------------------------------------===//

#include "server/parse/PatternedText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The fewest known lines for which a second buffer is worth while.
static constexpr size_t MinKnown = 16;
/// The size of a large function: from its beginning, patterns are learned
/// before it is parsed.
static constexpr size_t MinSampled = 256u << 10;

/// The number of the first pattern that is not known yet; those of the others
/// are below.
static constexpr int32_t FirstNewPattern =
    std::min(KnownPatterns::Unknown, KnownPatterns::Refused) - 1;

namespace mlir::noisy::lsp {

class PatternedParser {
public:
  PatternedParser(MLIRContext &Context, KnownPatterns &Patterns,
                  llvm::StringRef Prefix, llvm::StringRef Text,
                  llvm::StringRef Suffix, const std::string &FileName)
      : Context(Context), Patterns(Patterns), Prefix(Prefix), Text(Text),
        Suffix(Suffix), FileName(FileName), Result(new PatternedText) {}

  std::unique_ptr<PatternedText> run();

private:
  struct StubLine {
    /// The place of its text in the buffer.
    ByteRange Place;
    const PatternLine *Line;
  };

  const PatternLine *findSampleEnd() const;
  bool learnSample();
  bool findLines();
  void findNamesOfRest();
  std::string makeBuffer();
  void addStubs(std::string &Buffer, size_t End);
  bool build();
  bool addArguments(Block &Body);
  bool addLinesBefore(size_t End, Block &Body, Operation *Next);
  bool addLine(const PatternLine &Line, Block &Body, Operation *Next);
  bool takeStub(Operation &Op, const StubLine &Stub,
                const AsmParserState::OperationDefinition &Definition,
                Block &Body);
  bool define(llvm::StringRef Name, Value V);

  llvm::StringRef nameAt(llvm::SMLoc Place) const {
    llvm::StringRef Buffer = Result->Source->text();
    const char *P = Place.getPointer();
    return {P, size_t(lex::skipName(P, Buffer.end()) - P)};
  }
  size_t offsetOf(llvm::SMLoc Place) const {
    return Place.getPointer() - Result->Source->text().data();
  }

  MLIRContext &Context;
  KnownPatterns &Patterns;
  llvm::StringRef Prefix, Text, Suffix;
  const std::string &FileName;
  std::unique_ptr<PatternedText> Result;
  /// The kinds of token that follow the lines of the patterns that are not
  /// known.
  std::vector<char> Followers;
  /// The names in what MLIR parses.
  llvm::StringSet<> NamesOfRest;
  /// The next line that is not made; while the buffer is made, the next that
  /// needs a stub.
  const PatternLine *NextLine = nullptr;
  std::vector<StubLine> StubLines;
  std::optional<Location> Shared;
  llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> ValuesByName;
};

} // namespace mlir::noisy::lsp

/// The only function of a buffer, in whatever modules; null if there is none.
static func::FuncOp findFunction(ModuleOp Module) {
  Operation *Op = Module;
  while (isa<ModuleOp>(Op)) {
    Region &Inner = Op->getRegion(0);
    if (!llvm::hasSingleElement(Inner) ||
        !llvm::hasSingleElement(Inner.front()))
      return nullptr;
    Op = &Inner.front().front();
  }
  return dyn_cast<func::FuncOp>(Op);
}

/// The number of the pattern of a line that is not known yet: these are counted
/// from 0, in the order of the text.
static std::optional<size_t> newPatternOf(const PatternLine &Line) {
  if (Line.Pattern > FirstNewPattern)
    return std::nullopt;
  return size_t(FirstNewPattern - Line.Pattern);
}

/// The last line of the beginning of the function whose patterns are worth to
/// be learned: there are the fewest bytes up to it, and in lines of other
/// patterns behind it. Null if there is none.
const PatternLine *PatternedParser::findSampleEnd() const {
  struct NewPattern {
    const PatternLine *First;
    size_t Bytes = 0;
  };
  std::vector<NewPattern> All;
  size_t Uncovered = 0;
  for (const PatternLine &Line : Result->Lines.Lines) {
    std::optional<size_t> Number = newPatternOf(Line);
    if (!Number)
      continue;
    if (*Number == All.size())
      All.push_back({&Line, 0});
    All[*Number].Bytes += Line.End - Line.Begin;
    Uncovered += Line.End - Line.Begin;
  }
  const PatternLine *Last = nullptr;
  size_t Least = Uncovered;
  for (const NewPattern &Next : All) {
    Uncovered -= Next.Bytes;
    if (Next.First->End + Uncovered >= Least)
      continue;
    Least = Next.First->End + Uncovered;
    Last = Next.First;
  }
  return Last;
}

/// Learns from the first lines of a large function. Returns false if these tell
/// nothing.
bool PatternedParser::learnSample() {
  const PatternLine *Last = findSampleEnd();
  if (!Last || Last->End > Text.size() / 2)
    return false;
  std::string Sample = Text.take_front(Text.find('\n', Last->End) + 1).str();
  // The last line is followed by the same kind of token as in the text.
  char Follower = Followers[*newPatternOf(*Last)];
  if (Follower == '%')
    Sample += "%$follower = \"builtin.unrealized_conversion_cast\"() : () -> "
              "index\n";
  Sample += Follower == 'w' ? "return\n}\n" : "}\n";
  ParsedText Source(Context, (Prefix + Sample + Suffix).str(), FileName,
                    ParsedText::Verify::No);
  if (!Source.isValid() || !Source.problems().empty())
    return false;
  func::FuncOp Function = findFunction(Source.module());
  if (!Function)
    return false;
  Patterns.learn(Function, Source.names(),
                 Source.text().substr(Prefix.size(), Sample.size()));
  return true;
}

/// Finds the known lines; returns false if these are too few.
bool PatternedParser::findLines() {
  // The labels of blocks: all lines of a function of one block see the lines
  // before.
  if (Text.contains('^'))
    return false;
  bool MayLearn = Text.size() >= MinSampled && !Patterns.isFull();
  llvm::StringMap<int32_t> NewPatterns;
  auto number = [&](llvm::StringRef Pattern) {
    int32_t Known = Patterns.find(Pattern);
    if (!MayLearn || Known != KnownPatterns::Unknown ||
        NewPatterns.size() >= KnownPatterns::MaxPatterns)
      return Known;
    auto [Entry, IsNew] = NewPatterns.try_emplace(
        Pattern, FirstNewPattern - int32_t(Followers.size()));
    if (IsNew)
      Followers.push_back(Pattern.back());
    return Entry->second;
  };
  auto find = [&] {
    std::optional<PatternLines> Lines = findPatternLines(Text, number);
    if (!Lines)
      return false;
    Result->Lines = std::move(*Lines);
    size_t Rest = 0;
    for (const PatternLines::Part &Part : Result->Lines.Rest)
      Rest += Part.End - Part.Begin;
    return Result->Lines.KnownCount >= MinKnown && Rest < Text.size() / 2;
  };
  if (find())
    return true;
  if (!MayLearn || !learnSample())
    return false;
  MayLearn = false;
  return find();
}

/// Finds the names in the text that MLIR parses.
void PatternedParser::findNamesOfRest() {
  auto add = [&](size_t Begin, size_t End) {
    Lexer Tokens(Text, Begin, End);
    while (std::optional<MlirToken> Token = Tokens.next())
      if (Token->Kind == TokenKind::Value)
        NamesOfRest.insert(Token->groupName());
  };
  for (const PatternLines::Part &Part : Result->Lines.Rest)
    add(Part.Begin, Part.End);
  add(0, Result->Lines.BodyBegin);
  add(Result->Lines.BodyEnd, Text.size());
}

/// Adds the stubs of the known lines before an offset of the text: of those
/// with a name that the rest has, and of the first one, so that what is before
/// them is followed by the same kind of token.
void PatternedParser::addStubs(std::string &Buffer, size_t End) {
  const PatternLine *Last =
      Result->Lines.Lines.data() + Result->Lines.Lines.size();
  bool IsFirst = true;
  for (; NextLine != Last && NextLine->Begin < End; ++NextLine) {
    if (NextLine->Pattern < 0)
      continue;
    llvm::StringRef Name = Text.slice(NextLine->Begin, NextLine->NameEnd);
    if (!std::exchange(IsFirst, false) && !NamesOfRest.contains(Name))
      continue;
    size_t Begin = Buffer.size();
    ((Buffer += Name) +=
     " = \"builtin.unrealized_conversion_cast\"() : () -> ") +=
        Patterns[NextLine->Pattern].TypeText;
    StubLines.push_back({{Begin, Buffer.size()}, NextLine});
    Buffer += '\n';
  }
}

/// Makes the buffer for MLIR, and its map to the text.
std::string PatternedParser::makeBuffer() {
  const PatternLines &Lines = Result->Lines;
  std::string Buffer = Prefix.str();
  Buffer += Text.take_front(Lines.BodyBegin);
  NextLine = Lines.Lines.data();
  std::vector<TextChange> Changes;
  size_t Done = Lines.BodyBegin;
  auto replaceUntil = [&](size_t End) {
    size_t Begin = Buffer.size();
    addStubs(Buffer, End);
    size_t Place = Prefix.size() + Done;
    if (End > Done || Buffer.size() > Begin)
      Changes.push_back({{Place, Place + (Buffer.size() - Begin)}, End - Done});
    Done = End;
  };
  for (const PatternLines::Part &Part : Lines.Rest) {
    replaceUntil(Part.Begin);
    Buffer += Text.slice(Part.Begin, Part.End);
    Done = Part.End;
  }
  replaceUntil(Lines.BodyEnd);
  Buffer += Text.drop_front(Lines.BodyEnd);
  Buffer += Suffix;
  Result->Offsets = OffsetMap(Changes);
  return Buffer;
}

/// Defines a name in the block of the function; returns false if it has a
/// definition.
bool PatternedParser::define(llvm::StringRef Name, Value V) {
  uint32_t Number = uint32_t(Result->Values.size());
  Result->Values.push_back(V);
  return ValuesByName.try_emplace(llvm::CachedHashStringRef(Name), Number)
      .second;
}

bool PatternedParser::addArguments(Block &Body) {
  const auto *Source = Result->Source->names().getBlockDef(&Body);
  if (Body.getNumArguments() == 0)
    return true;
  if (!Source || Source->arguments.size() != Body.getNumArguments())
    return false;
  for (auto [Argument, Definition] :
       llvm::zip(Body.getArguments(), Source->arguments))
    if (!define(nameAt(Definition.loc.Start), Argument))
      return false;
  return true;
}

/// Makes the operation of a known line before another one, at the end if that
/// is null.
bool PatternedParser::addLine(const PatternLine &Line, Block &Body,
                              Operation *Next) {
  const KnownPatterns::Pattern &Pattern = Patterns[Line.Pattern];
  llvm::ArrayRef<PatternLines::Part> Uses = Result->Lines.usesOf(Line);
  llvm::SmallVector<uint32_t, 4> Numbers;
  for (const PatternLines::Part &Use : Uses) {
    auto Match = ValuesByName.find(
        llvm::CachedHashStringRef(Text.slice(Use.Begin, Use.End)));
    if (Match == ValuesByName.end())
      return false;
    Numbers.push_back(Match->second);
  }
  llvm::copy(Numbers, Result->UsedValues.begin() + Line.FirstUse);
  llvm::SmallVector<Value, 4> Operands;
  for (auto [Place, OperandType] :
       llvm::zip(Pattern.Operands, Pattern.OperandTypes)) {
    Value Operand = Result->Values[Numbers[Place]];
    if (Operand.getType() != OperandType)
      return false;
    Operands.push_back(Operand);
  }
  Operation *Op = Pattern.create(*Shared, Operands);
  Body.getOperations().insert(Next ? Next->getIterator() : Body.end(), Op);
  Result->Operations.push_back(
      {Op, &Line, uint32_t(Result->Values.size()), nullptr});
  return define(Text.slice(Line.Begin, Line.NameEnd), Op->getResult(0));
}

/// Makes the known lines before an offset of the text.
bool PatternedParser::addLinesBefore(size_t End, Block &Body, Operation *Next) {
  const PatternLine *Last =
      Result->Lines.Lines.data() + Result->Lines.Lines.size();
  for (; NextLine != Last && NextLine->Begin < End; ++NextLine)
    if (NextLine->Pattern >= 0 && !addLine(*NextLine, Body, Next))
      return false;
  return true;
}

/// Makes the operation of a stub in its place.
bool PatternedParser::takeStub(
    Operation &Op, const StubLine &Stub,
    const AsmParserState::OperationDefinition &Definition, Block &Body) {
  if (offsetOf(Definition.scopeLoc.End) != Stub.Place.End ||
      !addLinesBefore(Stub.Line->Begin + 1, Body, &Op))
    return false;
  Value New = Result->Operations.back().Op->getResult(0);
  if (Op.getNumResults() != 1 || Op.getResult(0).getType() != New.getType())
    return false;
  Op.getResult(0).replaceAllUsesWith(New);
  Op.remove();
  Result->Operations.back().Stub = &Op;
  Result->Stubs.emplace_back(&Op);
  return true;
}

/// Adds the known lines to the IR of the rest.
bool PatternedParser::build() {
  func::FuncOp Function = findFunction(Result->Source->module());
  if (!Function || !llvm::hasSingleElement(Function.getBody()))
    return false;
  Block &Body = Function.getBody().front();
  const AsmParserState &Names = Result->Source->names();
  Shared = FileLineColLoc::get(&Context, FileName, 1, 1);
  NextLine = Result->Lines.Lines.data();
  size_t Count = Result->Lines.KnownCount;
  Result->Operations.reserve(Count);
  Result->UsedValues.resize(Result->Lines.Uses.size());
  Result->Values.reserve(Count + Body.getNumArguments());
  ValuesByName.reserve(unsigned(Count + Body.getNumArguments()));
  if (!addArguments(Body))
    return false;
  auto NextStub = StubLines.begin();
  for (Operation &Op : llvm::make_early_inc_range(Body)) {
    const auto *Definition = Names.getOpDef(&Op);
    if (!Definition)
      return false;
    ByteRange Range = {
        offsetOf(Definition->resultGroups.empty()
                     ? Definition->loc.Start
                     : Definition->resultGroups.front().definition.loc.Start),
        offsetOf(Definition->scopeLoc.End)};
    if (NextStub != StubLines.end() && NextStub->Place.Begin == Range.Begin) {
      if (!takeStub(Op, *NextStub++, *Definition, Body))
        return false;
      continue;
    }
    std::optional<ByteRange> InText = Result->Offsets.toTarget(Range);
    if (!InText || !addLinesBefore(InText->Begin - Prefix.size(), Body, &Op))
      return false;
    for (const auto &Group : Definition->resultGroups)
      if (Group.startIndex < Op.getNumResults() &&
          !define(nameAt(Group.definition.loc.Start),
                  Op.getResult(Group.startIndex)))
        return false;
  }
  return NextStub == StubLines.end() &&
         addLinesBefore(Text.size(), Body, nullptr);
}

std::unique_ptr<PatternedText> PatternedParser::run() {
  if (!findLines())
    return nullptr;
  findNamesOfRest();
  Result->Source = std::make_shared<ParsedText>(Context, makeBuffer(), FileName,
                                                ParsedText::Verify::No);
  bool IsWhole = Result->Source->isValid() &&
                 Result->Source->problems().empty() && build();
  return IsWhole ? std::move(Result) : nullptr;
}

std::unique_ptr<PatternedText>
PatternedText::parse(MLIRContext &Context, KnownPatterns &Patterns,
                     llvm::StringRef Prefix, llvm::StringRef Text,
                     llvm::StringRef Suffix, const std::string &FileName) {
  return PatternedParser(Context, Patterns, Prefix, Text, Suffix, FileName)
      .run();
}
