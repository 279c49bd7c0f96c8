//===- ValueItems.cpp - Values in a list of completions -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/ValueItems.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "server/features/completion/CompletionCollector.h"
#include "server/features/noise/NoiseLevel.h"
#include "server/syntax/Lexer.h"
#include "server/text/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

bool mlir::noisy::lsp::isMatch(StringRef Label, StringRef Input) {
  for (char C : Input) {
    size_t Offset = Label.find_if(
        [&](char L) { return llvm::toLower(L) == llvm::toLower(C); });
    if (Offset == StringRef::npos)
      return false;
    Label = Label.drop_front(Offset + 1);
  }
  return true;
}

static bool isPrefix(StringRef Input, StringRef Label) {
  return Label.starts_with_insensitive(Input);
}

/// The lines of a text from the last one on; those in regions that are closed
/// before its end come after all others.
static std::vector<StringRef> findLinesBackwards(StringRef Scope) {
  std::vector<StringRef> Result, Inner;
  int Depth = 0;
  while (!Scope.empty()) {
    size_t Break = Scope.rfind('\n');
    StringRef Line = Scope.substr(Break + 1);
    Scope = Scope.take_front(Break == StringRef::npos ? 0 : Break);
    Lexer Tokens(Line);
    while (std::optional<MlirToken> Token = Tokens.next())
      Depth += Token->is("}") - Token->is("{");
    Depth = std::max(Depth, 0);
    (Depth > 0 ? Inner : Result).push_back(Line);
  }
  llvm::append_range(Result, Inner);
  return Result;
}

/// True for the line of a constant that is the likely number.
static bool isLikelyNumber(StringRef Line, const ExpectedType &Expected) {
  if (Expected.LikelyNumber.empty())
    return false;
  StringRef Definition = Line.split('=').second.trim();
  return Definition.consume_front("arith.constant ") &&
         Definition.consume_front(Expected.LikelyNumber) &&
         Definition.ltrim().starts_with(":");
}

void mlir::noisy::lsp::rankValues(StringRef Scope, const ExpectedType &Expected,
                                  std::vector<Item> &Items) {
  llvm::StringMap<Item *> Values;
  for (Item &I : Items)
    if (I.Kind == CompletionItemKind::Variable)
      Values[I.Label] = &I;
  unsigned Rank = 0;
  size_t RemainingCount = Values.size();
  for (StringRef Line : findLinesBackwards(Scope)) {
    if (RemainingCount == 0)
      break;
    // The first name on a line is the one that it defines.
    Lexer Tokens(Line);
    while (std::optional<MlirToken> Token = Tokens.next()) {
      auto It = Values.find(Token->groupName());
      if (It == Values.end() || !It->second->SortText.empty())
        continue;
      std::string Number = std::to_string(Rank++);
      StringRef Type = It->second->Type;
      bool IsRefused = Expected.refuses(Type);
      bool IsLikely =
          !Type.empty() && Type == Expected.LikelyType && !IsRefused;
      bool Fits = IsLikely || Expected.admits(Type);
      bool MayBeMeant = Expected.LikelyType.empty() ? Fits : IsLikely;
      const char *Group = MayBeMeant && isLikelyNumber(Line, Expected) ? "1"
                          : IsLikely                                   ? "2"
                          : Fits                                       ? "3"
                          : IsRefused                                  ? "4z"
                                                                       : "4";
      It->second->SortText =
          Group + std::string(8 - Number.size(), '0') + Number;
      --RemainingCount;
    }
  }
}

void mlir::noisy::lsp::addOmittedValues(
    llvm::ArrayRef<CompletionExcerpt::Value> OmittedValues, StringRef Input,
    Completions &Result) {
  llvm::StringSet<> Labels;
  for (const Item &I : Result.Items)
    if (I.Kind == CompletionItemKind::Variable)
      Labels.insert(I.Label);
  if (Labels.empty() || OmittedValues.empty())
    return;
  // There may be very many: only matching ones are added.
  Result.IsIncomplete = true;
  llvm::erase_if(Result.Items,
                 [&](const Item &I) { return !isMatch(I.Label, Input); });
  auto Add = [&](size_t Index, const CompletionExcerpt::Value &Value) {
    // The extra item makes finish() mark the list as cut.
    if (Result.Items.size() > MaxCompletions || !isMatch(Value.Name, Input) ||
        !Labels.insert(Value.Name).second)
      return;
    std::string Number = std::to_string(Index);
    Result.Items.push_back(
        {Value.Name.str(), CompletionItemKind::Variable,
         cutShort(Value.Definition, MaxCompletionDetail),
         "5" + std::string(8 - std::min<size_t>(Number.size(), 8), '0') +
             Number,
         Value.Name.str()});
  };
  for (auto [Index, Value] : llvm::enumerate(OmittedValues))
    if (isPrefix(Input, Value.Name))
      Add(Index, Value);
  for (auto [Index, Value] : llvm::enumerate(OmittedValues))
    Add(Index, Value);
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

/// Returns the noise of the result of an operation whose operands have that of
/// `Operands`; nothing if more than these is needed to know it.
static std::optional<NoiseBound> inferNoise(StringRef Operation,
                                            const NoiseModel *Model,
                                            ArrayRef<NoiseBound> Operands) {
  MLIRContext Context(MLIRContext::Threading::DISABLED);
  auto *Dialect = Context.getOrLoadDialect<NoisyDialect>();
  if (Model)
    Dialect->setDefaultModel(*Model);
  mlir::Location Loc = UnknownLoc::get(&Context);
  mlir::Type Cipher = NoisyI32Type::get(&Context);
  OperationState State(Loc, Operation);
  if (!State.name.isRegistered() || !State.name.getAttributeNames().empty())
    return std::nullopt;
  Block Body;
  for (size_t I = 0; I < Operands.size(); ++I)
    State.operands.push_back(Body.addArgument(Cipher, Loc));
  State.addTypes(Cipher);
  OwningOpRef<mlir::Operation *> Op(mlir::Operation::create(State));
  std::optional<NoiseBound> Result;
  if (auto Noisy = dyn_cast<NoiseOpInterface>(*Op))
    Result = Noisy.inferNoise(NoiseModel::get(*Op), Operands);
  return Result;
}

/// Returns the noise of an operation's operands up to the one at the cursor,
/// which has none yet; nothing if others are missing or unknown.
static std::optional<llvm::SmallVector<NoiseBound>>
boundsBefore(const CompletionPlace &Place, const NoiseLookup &Noise) {
  const FormPart *Part = Place.part();
  if (!Part || Part->Kind != FormPart::Type::Operand || Part->Count ||
      !Place.Form->Name.starts_with("noisy."))
    return std::nullopt;
  llvm::SmallVector<NoiseBound> Bounds;
  for (const FormPart &Other : Place.Form->Parts) {
    if (Other.Kind != FormPart::Type::Operand || &Other == Part)
      continue;
    // An operand after the cursor is not known yet.
    ArrayRef<StringRef> Values = Place.Match.valuesOf(Other.Name);
    const NoiseInfo *Info = Values.size() == 1 ? Noise(Values[0]) : nullptr;
    if (&Other > Part || !Info || Info->Bound.isUnreachable())
      return std::nullopt;
    Bounds.push_back(Info->Bound);
  }
  return Bounds;
}

void mlir::noisy::lsp::addNoise(const CompletionPlace &Place,
                                const NoiseLookup &Noise,
                                std::vector<Item> &Items) {
  if (!Noise)
    return;
  auto Bounds = boundsBefore(Place, Noise);
  // Most values share their noise.
  std::map<NoiseBound, std::optional<NoiseBound>> Results;
  for (Item &I : Items) {
    if (I.Kind != CompletionItemKind::Variable)
      continue;
    const NoiseInfo *Info = Noise(I.Label);
    if (!Info || Info->Bound.isUnreachable())
      continue;
    I.Noise = describeNoiseQuietly(*Info);
    if (!Bounds)
      continue;
    auto [It, IsNew] = Results.try_emplace(Info->Bound);
    if (IsNew) {
      llvm::SmallVector<NoiseBound> Operands = *Bounds;
      Operands.push_back(Info->Bound);
      It->second = inferNoise(Place.Form->Name, Info->Model, Operands);
    }
    if (!It->second || !It->second->exceeds(Info->Limit))
      continue;
    // Of what means nothing, nothing follows.
    if (Info->IsUnreliable)
      continue;
    // "24/26 -> 48/26 !": longer text is cut in the row.
    NoiseInfo Over;
    Over.Bound = *It->second;
    Over.Limit = Info->Limit;
    Over.Unit = Info->Unit;
    I.Noise += " -> " + describeNoiseQuietly(Over);
    // Those that keep within the limit come before.
    if (I.SortText.starts_with("2") || I.SortText.starts_with("3"))
      I.SortText.insert(1, "x");
  }
}
