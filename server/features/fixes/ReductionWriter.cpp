//===- ReductionWriter.cpp - Reductions written into a text ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/ReductionWriter.h"
#include "dialect/ReducingOperations.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "server/features/fixes/FixPlace.h"
#include "server/features/fixes/NameScopes.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// Returns a free name for the reduced `Name`: %x_reduced, %reduced4 for %4 (a
/// name that starts with a digit has only digits).
static std::string makeName(llvm::StringRef Name, NameScopes &Scopes,
                            Block *Place) {
  std::string Base = Name.drop_front().str();
  std::replace(Base.begin(), Base.end(), '#', '_');
  return Scopes.take(!Base.empty() && llvm::isDigit(Base.front())
                         ? "%reduced" + Base
                         : "%" + Base + "_reduced",
                     Place);
}

/// Inserts `Line` after the operation at `Op`: as a line of its own if only a
/// comment follows on the operation's line, which stays there.
static ByteEdit insertAfter(llvm::StringRef Text, ByteRange Op,
                            const std::string &Line) {
  size_t LineEnd = std::min(Text.find_first_of("\r\n", Op.End), Text.size());
  llvm::StringRef Rest = Text.slice(Op.End, LineEnd).trim();
  if (!Rest.empty() && !Rest.starts_with("//"))
    return {{Op.End, Op.End}, " " + Line};
  // A last line without a line end gets that of the first line.
  llvm::StringRef End = lineEndOf(Text.substr(LineEnd));
  if (End.empty())
    End = findLineEnd(Text);
  return {{LineEnd, LineEnd},
          (End + indentationAt(Text, Op.Begin) + Line).str()};
}

/// Inserts `Line` before the operation at `Op`, at the top of a block.
static ByteEdit insertBefore(llvm::StringRef Text, ByteRange Op,
                             const std::string &Line) {
  size_t LineBegin = lineBeginAt(Text, Op.Begin);
  llvm::StringRef Indentation = indentationAt(Text, Op.Begin);
  // An argument's block begins before the operation, so such a line exists.
  if (LineBegin == 0 || LineBegin + Indentation.size() != Op.Begin)
    return {{Op.Begin, Op.Begin}, Line + " "};
  llvm::StringRef Prefix = Text.take_front(LineBegin);
  llvm::StringRef End = Prefix.take_back(Prefix.ends_with("\r\n") ? 2 : 1);
  return {{Op.Begin, Op.Begin}, (Line + End + Indentation).str()};
}

/// Returns the end of the label (after its `:`) of a block without operations;
/// `Offset` is in the list of its arguments.
static std::optional<size_t> findLabelEnd(llvm::StringRef Text, size_t Offset) {
  MlirTokens Tokens(Text, {Offset, Text.size()});
  size_t Close = Tokens.findOutside(0, Tokens.size(), ")");
  size_t Colon = Tokens.skipComments(Close + 1);
  if (Colon >= Tokens.size() || !Tokens[Colon].is(":"))
    return std::nullopt;
  return Tokens[Colon].Range.End;
}

namespace {
/// Writes one set of changes.
class ReductionWriter {
public:
  ReductionWriter(const Chunk &Program, llvm::ArrayRef<Operation *> RemovedOps)
      : Program(Program), Text(Program.text()), Scopes(Program),
        RemovedOps(RemovedOps.begin(), RemovedOps.end()) {}

  std::optional<std::vector<ByteEdit>>
  write(llvm::ArrayRef<Reduction> Reductions);

private:
  bool insert(const Reduction &Place);
  std::optional<std::string> print(const Reduction &Place);
  std::string typeOf(Value V);
  void readAliases(MLIRContext *Context);
  void rename(Value V, const std::string &Name);

  const Chunk &Program;
  llvm::StringRef Text;
  NameScopes Scopes;
  llvm::SetVector<Operation *> RemovedOps;
  llvm::DenseMap<Value, std::string> Names;
  /// The aliases of types in the text, in order, once they are needed.
  std::optional<std::vector<std::pair<llvm::StringRef, Type>>> Aliases;
  /// The removed ranges in the order of the text.
  std::vector<ByteRange> Gaps;
  std::vector<ByteEdit> Edits;
};
} // namespace

/// Renames the remaining uses of `V`.
void ReductionWriter::rename(Value V, const std::string &Name) {
  for (ByteRange Use : Program.usesOf(V)) {
    auto Next =
        llvm::upper_bound(Gaps, Use.Begin, [](size_t O, const ByteRange &Gap) {
          return O < Gap.Begin;
        });
    if (Next == Gaps.begin() || !std::prev(Next)->contains(Use.Begin))
      Edits.push_back({Use, Name});
  }
}

void ReductionWriter::readAliases(MLIRContext *Context) {
  Aliases.emplace();
  // One that stands for a type which is not known alone is not used.
  ScopedDiagnosticHandler Quiet(Context,
                                [](Diagnostic &) { return success(); });
  MlirTokens Tokens(Text, {0, Text.size()});
  for (size_t I = 0; I < Tokens.size(); ++I) {
    size_t Equals = Tokens.skipComments(I + 1);
    if (!Tokens[I].isAlias() || !Tokens[I].Text.starts_with("!") ||
        Equals >= Tokens.size() || !Tokens[Equals].is("="))
      continue;
    size_t Begin = Tokens.skipComments(Equals + 1);
    if (Begin >= Tokens.size())
      break;
    Type Named;
    for (auto [Name, Known] : *Aliases)
      if (Tokens[Begin].is(Name))
        Named = Known;
    size_t Read = 0;
    if (!Named)
      Named = parseType(Text.substr(Tokens[Begin].Range.Begin), Context, &Read);
    if (Named)
      Aliases->emplace_back(Tokens[I].Text, Named);
  }
}

/// The type of a value as the text may have it: an alias if there is one, of
/// several the one in the operation that defines the value.
std::string ReductionWriter::typeOf(Value V) {
  if (!Aliases)
    readAliases(V.getContext());
  llvm::StringSet<> Near;
  if (Operation *Op = V.getDefiningOp()) {
    ByteRange Range = Program.rangeOf(Op);
    Lexer Tokens(Text.slice(Range.Begin, Range.End));
    while (std::optional<MlirToken> Token = Tokens.next())
      Near.insert(Token->Text);
  }
  std::string Found;
  for (auto [Name, Named] : *Aliases)
    if (Named == V.getType() && (Found.empty() || Near.contains(Name)))
      Found = Name.str();
  if (Found.empty())
    llvm::raw_string_ostream(Found) << V.getType();
  return Found;
}

/// The text of the operation that reduces a value, behind the `=`.
std::optional<std::string> ReductionWriter::print(const Reduction &Place) {
  Value V = Place.value;
  const ReductionRule *Rule = getReductionRule(V.getType());
  if (!Rule) {
    std::optional<int64_t> To = getStatedTarget(V, Place.target);
    return "noisy.reduce_noise " + Program.nameOf(V) +
           (To ? " {to = " + std::to_string(*To) + "}" : "") + " : !noisy.i32";
  }
  std::optional<SmallVector<Value>> Operands = findReductionOperands(V);
  if (!Operands)
    return std::nullopt;
  std::vector<std::string> OperandNames, Types;
  for (Value Operand : *Operands) {
    if (Program.definitionOf(Operand).empty())
      return std::nullopt;
    OperandNames.push_back(Program.nameOf(Operand));
    Types.push_back(typeOf(Operand));
  }
  std::string Attributes = Rule->attributes;
  if (Place.target) {
    Attributes.clear();
    llvm::raw_string_ostream(Attributes)
        << getReductionAttributes(V.getContext(), *Rule, Place.target);
  }
  return Rule->print(OperandNames, Types, Attributes);
}

bool ReductionWriter::insert(const Reduction &Place) {
  ByteRange Definition = Program.definitionOf(Place.value);
  if (Definition.empty())
    return false;
  std::string Name = Program.nameOf(Place.value);
  std::string &ReducedName = Names[Place.value] =
      makeName(Name, Scopes, Value(Place.value).getParentBlock());
  std::optional<std::string> Written = print(Place);
  if (!Written)
    return false;
  std::string Line = ReducedName + " = " + *Written;
  Block *Top = Place.block;
  if (auto Argument = dyn_cast<BlockArgument>(Place.value); Argument && !Top)
    Top = Argument.getOwner();
  if (!Top) {
    Edits.push_back(
        insertAfter(Text, Program.rangeOf(Place.value.getDefiningOp()), Line));
  } else {
    // The insertion goes before the first operation that is and stays in the
    // text.
    auto First = llvm::find_if(
        *Top, [&](Operation &Op) { return !RemovedOps.contains(&Op); });
    if (First == Top->end()) {
      std::optional<size_t> LabelEnd = findLabelEnd(Text, Definition.End);
      if (!LabelEnd || !isa<BlockArgument>(Place.value))
        return false;
      Edits.push_back({{*LabelEnd, *LabelEnd}, " " + Line});
    } else {
      ByteRange Range = Program.rangeOf(&*First);
      if (Range.empty())
        return false;
      Edits.push_back(insertBefore(Text, Range, Line));
    }
  }
  rename(Place.value, ReducedName);
  return true;
}

std::optional<std::vector<ByteEdit>>
ReductionWriter::write(llvm::ArrayRef<Reduction> Reductions) {
  Edits = removeOperations(Program, RemovedOps.getArrayRef());
  for (const ByteEdit &Edit : Edits)
    Gaps.push_back(Edit.Range);
  for (const Reduction &Place : Reductions)
    if (!insert(Place))
      return std::nullopt;
  for (Operation *Op : RemovedOps) {
    Value Source = getReducedOperand(Op);
    while (RemovedOps.contains(Source.getDefiningOp()))
      Source = getReducedOperand(Source.getDefiningOp());
    auto It = Names.find(Source);
    bool IsNamed =
        Program.definitionOf(Source).Begin != Program.definitionOf(Source).End;
    if (!IsNamed)
      return std::nullopt;
    rename(Op->getResult(0),
           It != Names.end() ? It->second : Program.nameOf(Source));
  }
  sortEdits(Edits);
  return std::move(Edits);
}

std::optional<std::vector<ByteEdit>>
mlir::noisy::lsp::writeReductions(const Chunk &Program,
                                  llvm::ArrayRef<Reduction> Reductions,
                                  llvm::ArrayRef<Operation *> RemovedOps) {
  return ReductionWriter(Program, RemovedOps).write(Reductions);
}
