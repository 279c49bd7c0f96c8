//===- OperationRun.cpp - Operations parsed without the rest --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/OperationRun.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "server/foreign/ForeignDialect.h"
#include "server/parse/ParsedText.h"
#include "server/parse/SectionReader.h"
#include "server/parse/Stubs.h"
#include "server/patch/EditedRun.h"
#include "server/recovery/Recovery.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The operations that define the outer values, and use values of the run. No
/// dialect has this namespace.
static constexpr llvm::StringLiteral definerName = "outer.values";
static constexpr llvm::StringLiteral userName = "outer.uses";

static llvm::StringRef dialectOf(llvm::StringRef FullName) {
  return FullName.split('.').first;
}

bool OperationRun::isVerifiedAlone(llvm::StringRef FullName) {
  static const llvm::StringSet<> Dialects = {"arith", "complex", "index",
                                             "math",  "noisy",   "vector"};
  static const llvm::StringSet<> Operations = {"func.call",
                                               "func.call_indirect",
                                               "func.constant",
                                               "func.return",
                                               "memref.alloc",
                                               "memref.cast",
                                               "memref.copy",
                                               "memref.dealloc",
                                               "memref.get_global",
                                               "memref.load",
                                               "memref.store",
                                               stubName,
                                               undefinedName,
                                               "tensor.cast",
                                               "tensor.collapse_shape",
                                               "tensor.concat",
                                               "tensor.expand_shape",
                                               "tensor.extract",
                                               "tensor.extract_slice",
                                               "tensor.from_elements",
                                               "tensor.insert",
                                               "tensor.insert_slice",
                                               "tensor.splat"};
  // These belong to the operation around them.
  static const llvm::StringSet<> Others = {"vector.mask", "vector.yield"};
  return Operations.contains(FullName) ||
         (Dialects.contains(dialectOf(FullName)) && !Others.contains(FullName));
}

bool OperationRun::isVerifiedAround(llvm::StringRef FullName) {
  static const llvm::StringSet<> Operations = {
      "affine.yield",      "cf.br",     "cf.cond_br",
      "cf.switch",         "func.func", "memref.alloca",
      "scf.condition",     "scf.for",   "scf.if",
      "scf.yield",         "scf.while", "scf.index_switch",
      "scf.execute_region"};
  return Operations.contains(FullName) || isVerifiedAlone(FullName) ||
         readsIndices(FullName);
}

bool OperationRun::isVerifiedBeside(llvm::StringRef FullName) {
  static const llvm::StringSet<> Dialects = {"linalg", "memref", "tensor",
                                             "vector"};
  return Dialects.contains(dialectOf(FullName)) || isVerifiedAround(FullName);
}

bool OperationRun::readsIndices(llvm::StringRef FullName) {
  static const llvm::StringSet<> Operations = {
      "affine.apply",  "affine.for", "affine.if",    "affine.load",
      "affine.max",    "affine.min", "affine.store", "linalg.pack",
      "linalg.unpack", "memref.dim", "tensor.dim",   "tensor.empty"};
  return Operations.contains(FullName);
}

static void printTypes(llvm::raw_ostream &OS, llvm::ArrayRef<Type> Types) {
  OS << "(";
  llvm::interleaveComma(Types, OS, [&](Type T) { T.print(OS); });
  OS << ")";
}

/// Prints the beginning of a function that defines the outer values. All lines
/// are indented like the run, because recovery looks at that.
static std::string printBegin(const RunText &Source) {
  std::string Result =
      "func.func private @run() {\n" + Source.Indentation.str();
  llvm::raw_string_ostream OS(Result);
  std::vector<Type> Types;
  llvm::interleaveComma(Source.Outer, OS, [&](const OuterGroup &Group) {
    OS << Group.Name << ":" << Group.Values.size();
    for (Value V : Group.Values)
      Types.push_back(V.getType());
  });
  OS << (Source.Outer.empty() ? "" : " = ") << '"' << definerName
     << "\"() : () -> ";
  printTypes(OS, Types);
  // A location that the run begins with is none of it.
  OS << " loc(unknown)";
  // The outer operation tells the dialect of names without one.
  if (Source.IsInner)
    OS << "\n" << Source.Indentation << "scf.execute_region {";
  return Result + "\n" + Source.Indentation.str();
}

/// Prints its end, which uses what the rest uses: that tells the types of
/// stubs' results.
static std::string printEnd(const RunText &Source) {
  std::string Result = "\n" + Source.Indentation.str();
  llvm::raw_string_ostream OS(Result);
  if (Source.EndsRegion)
    OS << "}\n";
  if (!Source.NextName.empty())
    OS << Source.NextName << " = ";
  OS << '"' << userName << "\"(";
  std::vector<Type> Types;
  llvm::interleaveComma(Source.LaterUses, OS, [&](const LaterUse &Use) {
    OS << Use.Name;
    Types.push_back(Use.UsedType);
  });
  OS << ") : ";
  printTypes(OS, Types);
  OS << " -> " << (Source.NextName.empty() ? "()" : "(index)") << "\n";
  if (Source.IsInner && !Source.EndsRegion)
    OS << Source.Indentation << "}\n";
  return Result + "}";
}

/// True if all operands are defined before.
static bool isOrdered(Operation *Op) {
  return llvm::all_of(Op->getOperands(), [&](Value Operand) {
    Operation *Definer = Operand.getDefiningOp();
    return Definer->getBlock() != Op->getBlock() ||
           Definer->isBeforeInBlock(Op);
  });
}

/// Verifies an operation. What ends a block is compared with what was there
/// instead (Unit::patch).
static bool isRight(Operation *Op) {
  if (isStub(Op))
    return true;
  if (Op->getNumRegions() > 0 || Op->getNumSuccessors() > 0 || !isOrdered(Op))
    return false;
  if (Op->hasTrait<OpTrait::IsTerminator>())
    return true;
  // An unknown operation has no verifier of its own.
  return (!Op->isRegistered() ||
          OperationRun::isVerifiedAlone(Op->getName().getStringRef())) &&
         succeeded(mlir::verify(Op));
}

namespace mlir::noisy::lsp {

class RunParser {
public:
  RunParser(MLIRContext &Context, const RunText &Source,
            const std::string &FileName)
      : Context(Context), Source(Source), FileName(FileName),
        Buffer(Source.Aliases.Before) {
    Buffer += printBegin(Source);
    HasLaterValues = llvm::any_of(
        Source.Outer, [](const OuterGroup &Group) { return Group.IsLater; });
    Place = {Buffer.size(), Buffer.size() + Source.Text.size()};
    ((Buffer += Source.Text) += printEnd(Source)) += Source.Aliases.After;
  }

  std::optional<OperationRun> run();

private:
  /// The text between the aliases.
  llvm::StringRef function() const {
    return llvm::StringRef(Buffer)
        .drop_front(Source.Aliases.Before.size())
        .drop_back(Source.Aliases.After.size());
  }
  bool recover();
  bool addProblem(Problem Issue);
  bool moveNote(Problem::Note &Note) const;
  bool read();

  MLIRContext &Context;
  const RunText &Source;
  const std::string &FileName;
  std::string Buffer;
  /// The range of the run in the buffer.
  ByteRange Place;
  /// True if values are defined behind the run.
  bool HasLaterValues = false;
  std::shared_ptr<ParsedText> Parsed;
  OffsetMap Offsets;
  std::vector<ByteRange> BrokenRanges;
  OperationRun Result;
};

} // namespace mlir::noisy::lsp

/// Moves a note into the text of the function. Returns false if it is about no
/// place there.
bool RunParser::moveNote(Problem::Note &Note) const {
  if (Place.contains(Note.Range)) {
    Note.Range =
        Note.Range.shift(ptrdiff_t(Source.Offset) - ptrdiff_t(Place.Begin));
    return true;
  }
  // The definition of an outer value.
  std::optional<MlirToken> Name = Lexer(Buffer, Note.Range.Begin).next();
  auto Match = llvm::find_if(Source.Outer, [&](const OuterGroup &Group) {
    return Name && Group.Name == Name->groupName();
  });
  if (Match == Source.Outer.end() || Match->IsLater ||
      Note.Range.Begin >= Place.Begin)
    return false;
  Note.Range = Match->Definition;
  return true;
}

/// True for an error that MLIR finds before it looks up values: of letters, or
/// it expects something else. Of types, it says other things where a value is
/// defined later.
static bool isSyntaxError(llvm::StringRef Message) {
  if (Message.consume_front("custom op '"))
    Message = Message.split("' ").second;
  return Message.starts_with("expected") || Message == "invalid SSA name";
}

bool RunParser::addProblem(Problem Issue) {
  if (!Place.contains(Issue.Range))
    return false;
  if (HasLaterValues && !isSyntaxError(Issue.Message))
    return false;
  Issue.Range =
      Issue.Range.shift(ptrdiff_t(Source.Offset) - ptrdiff_t(Place.Begin));
  for (Problem::Note &Note : Issue.Notes)
    if (!moveNote(Note))
      return false;
  Result.Problems.push_back(std::move(Issue));
  return true;
}

/// Parses without the broken operations. Braces that do not match may belong to
/// the rest of the function; of other brackets, indentation shows the end.
bool RunParser::recover() {
  int Depth = 0;
  Lexer Tokens(Source.Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    Depth += Token->is("{");
    Depth -= Token->is("}");
    if (Depth < 0)
      return false;
  }
  if (Depth > 0)
    return false;
  std::optional<Recovery> Outcome = lsp::recover(
      Context, /*Patterns=*/nullptr,
      {Source.Aliases.Before, function(), Source.Aliases.After,
       TextForm::Operation, Parsed->problems(), Parsed->undefinedUses()},
      FileName, [] { return false; });
  if (!Outcome || Outcome->RepairsBrackets || Outcome->RepairsHeader ||
      Outcome->KeepsRegions ||
      !llvm::all_of(Outcome->BrokenRanges,
                    [&](ByteRange Range) { return Place.contains(Range); }) ||
      !llvm::all_of(Outcome->Problems,
                    [&](const Problem &Issue) { return addProblem(Issue); }))
    return false;
  Parsed = Outcome->Source;
  Offsets = Outcome->Offsets;
  BrokenRanges = Outcome->BrokenRanges;
  return true;
}

/// The region of the operation that stands for the one around the run; null if
/// that is broken.
static Region *findInnerRegion(Block &Around) {
  auto Match = llvm::find_if(
      Around, [](Operation &Op) { return Op.getNumRegions() == 1; });
  return Match == Around.end() ? nullptr : &Match->getRegion(0);
}

/// Reads the operations between that which defines the outer values and that
/// which uses values of the run.
bool RunParser::read() {
  if (!llvm::hasSingleElement(*Parsed->module().getBody()))
    return false;
  Region &Outer = Parsed->module().getBody()->front().getRegion(0);
  if (!llvm::hasSingleElement(Outer))
    return false;
  Block &Around = Outer.front();
  Operation &Definer = Around.front();
  Region *Inner = Source.IsInner ? findInnerRegion(Around) : &Outer;
  // It has no block if there is nothing in it.
  if (!Inner || llvm::range_size(*Inner) > 1 ||
      (Inner->empty() && !Source.EndsRegion))
    return false;
  Operation &User = Source.EndsRegion ? Around.back() : Inner->front().back();
  if (User.getName().getStringRef() != userName)
    return false;
  llvm::SmallVector<Operation *> Members;
  for (Operation &Op : Inner->getOps())
    if (&Op != &Definer && &Op != &User)
      Members.push_back(&Op);
  SectionReader Reader(Parsed->names(), Parsed->text().data(), Offsets,
                       Place.Begin, Source.Text, FileName);
  Reader.setBrokenRanges(BrokenRanges);
  Section::Index Number = 0;
  for (const OuterGroup &Group : Source.Outer) {
    Reader.nameOuter(Group.Name, Number);
    Number += Group.Values.size();
  }
  Reader.add(&Definer);
  bool AreRight = true;
  size_t OldCount = Parsed->problems().size();
  Parsed->collect([&] {
    for (Operation *Op : Members) {
      AreRight = AreRight && isRight(Op);
      Result.Operations.push_back(Op);
      llvm::append_range(Result.Values, Op->getResults());
      Reader.add(Op);
    }
  });
  if (!AreRight || Parsed->problems().size() > OldCount)
    return false;
  User.erase();
  Number = 0;
  for (const OuterGroup &Group : Source.Outer)
    for (size_t I = 0; I < Group.Values.size(); ++I, ++Number)
      if (Group.IsLater && !Definer.getResult(Number).use_empty())
        return false;
  Number = 0;
  for (const OuterGroup &Group : Source.Outer)
    for (Value V : Group.Values)
      Definer.getResult(Number++).replaceAllUsesWith(V);
  Result.Data = Reader.finish(PieceInfo());
  Result.Module = Parsed->takeModule();
  return true;
}

std::optional<OperationRun> RunParser::run() {
  // What is said of a foreign dialect is said at its first operation.
  if (namesForeignDialect(Context.getDialectRegistry(), Source.Text))
    return std::nullopt;
  for (llvm::StringRef Aliases : {llvm::StringRef(Source.Aliases.Before),
                                  llvm::StringRef(Source.Aliases.After)})
    if (namesForeignDialect(Context.getDialectRegistry(), Aliases) ||
        !findRunNames(Aliases))
      return std::nullopt;
  Parsed = std::make_shared<ParsedText>(Context, Buffer, FileName,
                                        ParsedText::Verify::No);
  if (!Parsed->isValid()) {
    if (!recover())
      return std::nullopt;
  } else if (!Parsed->problems().empty()) {
    return std::nullopt;
  }
  if (!read())
    return std::nullopt;
  return std::move(Result);
}

std::optional<OperationRun> OperationRun::parse(MLIRContext &Context,
                                                const RunText &Source,
                                                const std::string &FileName) {
  return RunParser(Context, Source, FileName).run();
}
