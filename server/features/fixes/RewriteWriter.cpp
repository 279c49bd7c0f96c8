//===- RewriteWriter.cpp - A rewritten program as edits -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/RewriteWriter.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "server/features/fixes/FixPlace.h"
#include "server/features/fixes/NameScopes.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
/// How the operation is written in whose place others come.
struct Style {
  bool IsGeneric = false;
  /// The type of encrypted values, perhaps an alias.
  std::string Type;
  /// ` loc(...)`, or empty.
  std::string Location;
};

class RewriteWriter {
public:
  RewriteWriter(const Chunk &Program, Operation *Rewritten,
                const RewriteOrigins &Origins)
      : Program(Program), Text(Program.text()), Rewritten(Rewritten),
        Origins(Origins), Scopes(Program) {}

  std::optional<std::vector<ByteEdit>> write();

private:
  void compare();
  void findReplacements();
  void nameMade();
  void nameOthers(Operation *Place, llvm::ArrayRef<Operation *> Ops);
  std::optional<std::string> nameOf(Value V) const;
  std::string locationOf(Operation *Place) const;
  Style styleOf(Operation *Place) const;
  std::optional<std::string> writeOperation(Operation *Op,
                                            const Style &Form) const;
  bool replace(Operation *Place, llvm::ArrayRef<Operation *> Ops);
  bool rename(Value OldValue, Value NewValue);

  const Chunk &Program;
  llvm::StringRef Text;
  Operation *Rewritten;
  const RewriteOrigins &Origins;
  NameScopes Scopes;
  /// The blocks of the copy, with those of the program.
  llvm::DenseMap<Block *, Block *> Blocks;
  /// What is gone, in the order of the program.
  llvm::SetVector<Operation *> RemovedOps;
  /// Their ranges in the order of the text.
  std::vector<ByteRange> RemovedRanges;
  /// What was made, by the removed operation in whose place it is.
  llvm::MapVector<Operation *, SmallVector<Operation *>> NewOps;
  /// What remaining operations use in place of results that are gone.
  llvm::MapVector<Value, Value> Replacements;
  llvm::DenseMap<Value, std::string> Names;
  /// The numbers that are free in a block, with what had them, and how many of
  /// them are taken again.
  struct FreedNumbers {
    std::vector<Operation *> Ops;
    size_t TakenCount = 0;
  };
  llvm::DenseMap<Block *, FreedNumbers> FreeNumbers;
  std::vector<ByteEdit> Edits;
};
} // namespace

//===----------------------------------------------------------------------===//
// What has changed
//===----------------------------------------------------------------------===//

void RewriteWriter::compare() {
  llvm::DenseSet<Operation *> KeptOps;
  Rewritten->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    Operation *Original = Origins.copies.lookup(Op);
    if (!Original) {
      NewOps[Origins.places.lookup(Op)].push_back(Op);
      return;
    }
    KeptOps.insert(Original);
    for (auto [New, Old] :
         llvm::zip_equal(Op->getRegions(), Original->getRegions()))
      for (auto [NewBlock, OldBlock] : llvm::zip_equal(New, Old))
        Blocks[&NewBlock] = &OldBlock;
  });
  Program.module()->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (!KeptOps.contains(Op))
      RemovedOps.insert(Op);
  });
}

void RewriteWriter::findReplacements() {
  Rewritten->walk([&](Operation *Op) {
    Operation *Original = Origins.copies.lookup(Op);
    if (!Original)
      return;
    for (auto [OldValue, NewValue] :
         llvm::zip_equal(Original->getOperands(), Op->getOperands()))
      if (Operation *Definition = OldValue.getDefiningOp();
          Definition && RemovedOps.contains(Definition))
        Replacements.insert({OldValue, NewValue});
  });
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The name of a value of the copy in the new text.
std::optional<std::string> RewriteWriter::nameOf(Value V) const {
  if (auto It = Names.find(V); It != Names.end())
    return It->second;
  Value Original;
  if (auto Argument = dyn_cast<BlockArgument>(V)) {
    Block *Owner = Blocks.lookup(Argument.getOwner());
    if (Owner)
      Original = Owner->getArgument(Argument.getArgNumber());
  } else if (Operation *Op = Origins.copies.lookup(V.getDefiningOp())) {
    Original = Op->getResult(cast<OpResult>(V).getResultNumber());
  }
  if (!Original || Program.definitionOf(Original).empty())
    return std::nullopt;
  return Program.nameOf(Original);
}

/// Names what was made in place of one operation, apart from the last.
void RewriteWriter::nameOthers(Operation *Place,
                               llvm::ArrayRef<Operation *> Ops) {
  Block *Around = Place->getBlock();
  std::string Base = Program.nameOf(Place->getResult(0));
  FreedNumbers &Numbers = FreeNumbers[Around];
  for (Operation *Op : Ops) {
    std::string &Name = Names[Op->getResult(0)];
    if (!Name.empty())
      continue;
    // From where a number was defined on it is known in all nested regions, so
    // none of these defines it again.
    if (Numbers.TakenCount < Numbers.Ops.size() &&
        !Place->isBeforeInBlock(Numbers.Ops[Numbers.TakenCount])) {
      Name = Program.nameOf(Numbers.Ops[Numbers.TakenCount++]->getResult(0));
      continue;
    }
    if (isNumberName(Base)) {
      Name = Scopes.takeNumber(Around);
      continue;
    }
    // That is taken by the last operation, so it gets a number.
    std::string Wanted = Base;
    if (auto Constant = dyn_cast<arith::ConstantOp>(Op)) {
      APInt Number = cast<IntegerAttr>(Constant.getValue()).getValue();
      Wanted = "%c" + std::to_string(Number.getZExtValue()) + "_i" +
               std::to_string(Number.getBitWidth());
    }
    Name = Scopes.take(Wanted, Around);
  }
}

void RewriteWriter::nameMade() {
  // The value of a computation keeps its name.
  llvm::DenseSet<Operation *> KeepsName;
  for (auto &[Place, Ops] : NewOps) {
    Value Result = Place->getResult(0);
    auto Use = Replacements.find(Result);
    Value New = Use == Replacements.end() ? Value(Ops.back()->getResult(0))
                                          : Use->second;
    if (!llvm::is_contained(Ops, New.getDefiningOp()) || Names.contains(New))
      continue;
    Names[New] = Program.nameOf(Result);
    KeepsName.insert(Place);
  }
  for (Operation *Op : RemovedOps)
    if (!KeepsName.contains(Op) &&
        isNumberName(Program.nameOf(Op->getResult(0))))
      FreeNumbers[Op->getBlock()].Ops.push_back(Op);
  for (auto &[Place, Ops] : NewOps)
    nameOthers(Place, Ops);
}

//===----------------------------------------------------------------------===//
// Operations as text
//===----------------------------------------------------------------------===//

/// Tokens as text, without comments.
static std::string joinTokens(const MlirTokens &Tokens, size_t Begin,
                              size_t End) {
  std::string Result;
  size_t Last = 0;
  for (size_t I = Begin; I < End; ++I) {
    if (Tokens[I].isComment())
      continue;
    if (!Result.empty() && Tokens[I].Range.Begin > Last)
      Result += ' ';
    Result += Tokens[I].Text;
    Last = Tokens[I].Range.End;
  }
  return Result;
}

/// A location without aliases: inside of another location these have to be
/// defined before it.
static std::string spellOut(Location Place) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Place;
  llvm::StringRef Inner = Text;
  if (Inner.consume_front("loc("))
    Inner.consume_back(")");
  return Inner.str();
}

/// The location that the text states of what is replaced in one place: a fused
/// one if there are several.
std::string RewriteWriter::locationOf(Operation *Place) const {
  llvm::SmallSetVector<Operation *, 8> Ops;
  Ops.insert(Place);
  for (size_t I = 0; I < Ops.size(); ++I)
    for (Value Operand : Ops[I]->getOperands())
      if (Operation *Source = Operand.getDefiningOp();
          Source && RemovedOps.contains(Source) && !NewOps.contains(Source))
        Ops.insert(Source);
  SmallVector<Operation *> Sources = Ops.takeVector();
  llvm::sort(Sources, [&](Operation *A, Operation *B) {
    return Program.rangeOf(A).Begin < Program.rangeOf(B).Begin;
  });
  SmallVector<std::string> Locations, Spelled;
  for (Operation *Op : Sources) {
    OperationText Source(Program, Op);
    if (Source.End == Source.Tokens.size())
      continue;
    // loc ( ... )
    size_t Open = Source.Tokens.skipComments(Source.End + 1);
    size_t Close = Source.Tokens.findPrevious(Source.Tokens.size());
    std::string Location = joinTokens(Source.Tokens, Open + 1, Close);
    if (llvm::is_contained(Locations, Location))
      continue;
    Spelled.push_back(llvm::StringRef(Location).contains('#')
                          ? spellOut(Op->getLoc())
                          : Location);
    Locations.push_back(std::move(Location));
  }
  if (Locations.empty())
    return "";
  if (Locations.size() == 1)
    return " loc(" + Locations.front() + ")";
  return " loc(fused[" + llvm::join(Spelled, ", ") + "])";
}

Style RewriteWriter::styleOf(Operation *Place) const {
  OperationText Source(Program, Place);
  Style Form;
  Form.IsGeneric = Source.isGeneric();
  Form.Location = locationOf(Place);
  // The type is behind the last `:`, or the last `->`.
  size_t Begin = Source.End;
  while (Begin > Source.Name && !Source.Tokens[Begin - 1].is(":") &&
         !Source.Tokens[Begin - 1].is("->"))
    --Begin;
  Form.Type = joinTokens(Source.Tokens, Begin, Source.End);
  if (!llvm::StringRef(Form.Type).starts_with("!"))
    Form.Type = "!noisy.i32";
  return Form;
}

std::optional<std::string>
RewriteWriter::writeOperation(Operation *Op, const Style &Form) const {
  SmallVector<std::string> Operands;
  for (Value Operand : Op->getOperands()) {
    std::optional<std::string> Name = nameOf(Operand);
    if (!Name)
      return std::nullopt;
    Operands.push_back(std::move(*Name));
  }
  const std::string &Type = Form.Type;
  std::string Name = Op->getName().getStringRef().str(), Body;
  std::string Line = Names.at(Op->getResult(0)) + " = ";
  std::string List = llvm::join(Operands, ", ");
  auto writeGeneric = [&](const std::string &Properties,
                          const std::string &Inputs,
                          const std::string &Result) {
    return Line + "\"" + Name + "\"(" + List + ")" + Properties + " : (" +
           Inputs + ") -> " + Result + Form.Location;
  };
  if (auto Constant = dyn_cast<arith::ConstantOp>(Op)) {
    auto Number = cast<IntegerAttr>(Constant.getValue());
    std::string ConstantType =
        "i" + std::to_string(Number.getValue().getBitWidth());
    std::string Value =
        std::to_string(Number.getValue().getZExtValue()) + " : " + ConstantType;
    return Form.IsGeneric
               ? writeGeneric(" <{value = " + Value + "}>", "", ConstantType)
               : Line + Name + " " + Value + Form.Location;
  }
  if (auto Encode = dyn_cast<EncodeOp>(Op)) {
    std::string Plain =
        "i" +
        std::to_string(Encode.getInput().getType().getIntOrFloatBitWidth());
    return Form.IsGeneric ? writeGeneric("", Plain, Type)
                          : Line + Name + " " + List + " : " + Plain + " -> " +
                                Type + Form.Location;
  }
  if (auto Scale = dyn_cast<ScaleOp>(Op)) {
    std::string Factor =
        std::to_string(static_cast<int64_t>(Scale.getFactor()));
    return Form.IsGeneric
               ? writeGeneric(" <{factor = " + Factor + " : i64}>", Type, Type)
               : Line + Name + " " + List + " by " + Factor + " : " + Type +
                     Form.Location;
  }
  if (!isa<AddOp, SubOp, MulOp>(Op))
    return std::nullopt;
  return Form.IsGeneric
             ? writeGeneric("", Type + ", " + Type, Type)
             : Line + Name + " " + List + " : " + Type + Form.Location;
}

/// True if nothing but blanks and a comment stands beside a range on its line.
static bool isAlone(llvm::StringRef Text, ByteRange Op) {
  if (lineBeginAt(Text, Op.Begin) + indentationAt(Text, Op.Begin).size() !=
      Op.Begin)
    return false;
  llvm::StringRef Rest = Text.substr(Op.End).ltrim(" \t");
  return Rest.empty() || Rest.starts_with("//") || !lineEndOf(Rest).empty();
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

/// Writes what was made over the operation in whose place it is.
bool RewriteWriter::replace(Operation *Place, llvm::ArrayRef<Operation *> Ops) {
  ByteRange Range = Program.rangeOf(Place);
  Style Form = styleOf(Place);
  std::string Separator = " ";
  if (isAlone(Text, Range)) {
    size_t LineEnd =
        std::min(Text.find_first_of("\r\n", Range.End), Text.size());
    llvm::StringRef End = lineEndOf(Text.substr(LineEnd));
    if (End.empty())
      End = findLineEnd(Text);
    Separator = (End + indentationAt(Text, Range.Begin)).str();
  }
  std::string NewText;
  for (Operation *Op : Ops) {
    std::optional<std::string> Line = writeOperation(Op, Form);
    if (!Line)
      return false;
    NewText += (NewText.empty() ? "" : Separator) + *Line;
  }
  MlirTokens Tokens(Text, Range);
  llvm::append_range(Edits,
                     replaceTokens(Text, Tokens, 0, Tokens.size(), NewText));
  return true;
}

/// Renames the uses of a result that is gone, outside of what is gone.
bool RewriteWriter::rename(Value OldValue, Value NewValue) {
  std::optional<std::string> Name = nameOf(NewValue);
  if (!Name)
    return false;
  if (*Name == Program.nameOf(OldValue))
    return true;
  for (ByteRange Use : Program.usesOf(OldValue)) {
    auto Next = llvm::upper_bound(
        RemovedRanges, Use.Begin,
        [](size_t Offset, ByteRange Range) { return Offset < Range.Begin; });
    if (Next == RemovedRanges.begin() || !std::prev(Next)->contains(Use))
      Edits.push_back({Use, *Name});
  }
  return true;
}

std::optional<std::vector<ByteEdit>> RewriteWriter::write() {
  compare();
  for (Operation *Op : RemovedOps) {
    RemovedRanges.push_back(Program.rangeOf(Op));
    if (RemovedRanges.back().empty() || Op->getNumResults() != 1 ||
        Program.definitionOf(Op->getResult(0)).empty())
      return std::nullopt;
  }
  llvm::sort(RemovedRanges,
             [](ByteRange A, ByteRange B) { return A.Begin < B.Begin; });
  for (auto &[Place, Ops] : NewOps)
    if (!RemovedOps.contains(Place))
      return std::nullopt;
  findReplacements();
  nameMade();

  SmallVector<Operation *> UnreplacedOps;
  for (Operation *Op : RemovedOps)
    if (!NewOps.contains(Op))
      UnreplacedOps.push_back(Op);
  Edits = removeOperations(Program, UnreplacedOps);
  for (auto &[Place, Ops] : NewOps)
    if (!replace(Place, Ops))
      return std::nullopt;
  for (auto [OldValue, NewValue] : Replacements)
    if (!rename(OldValue, NewValue))
      return std::nullopt;
  sortEdits(Edits);
  return std::move(Edits);
}

std::optional<std::vector<ByteEdit>>
mlir::noisy::lsp::writeRewriting(const Chunk &Program, Operation *Rewritten,
                                 const RewriteOrigins &Origins) {
  return RewriteWriter(Program, Rewritten, Origins).write();
}
