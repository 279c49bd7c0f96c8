//===- SignatureHelp.cpp - The format of the typed operation --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/SignatureHelp.h"
#include "server/features/completion/CompletionExcerpt.h"
#include "server/features/completion/CompletionPlace.h"
#include "server/features/completion/CompletionScope.h"
#include "server/features/completion/DialectMembers.h"
#include "server/features/completion/SymbolItems.h"
#include "server/features/forms/OperationText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// True for the whole name of a type that has no parameters.
static bool isWholeType(StringRef Word) {
  if (Word.consume_front("!")) {
    auto [Dialect, Member] = Word.split('.');
    return llvm::is_contained(findDialectMembers('!', Dialect), Member);
  }
  if (llvm::is_contained({"index", "none", "bf16", "tf32"}, Word))
    return true;
  bool IsNumbered = Word.consume_front("si") || Word.consume_front("ui") ||
                    Word.consume_front("i") || Word.consume_front("f");
  return IsNumbered && !Word.empty() && llvm::all_of(Word, llvm::isDigit);
}

/// True if the typed word ends the operation that it is in.
static bool endsOperation(StringRef Text, llvm::ArrayRef<Piece> Pieces,
                          const TypedWord &Word) {
  size_t End = Word.Range.End;
  if (!isWholeType(Text.slice(Word.FullBegin, End)))
    return false;
  std::string Scope = readScope(Text, Pieces, End);
  return findCompletionPlace(makeExcerpt(Scope).Text).isComplete();
}

/// The part that is typed next. Parameters of a function are a name and a type
/// each, and the format has one of them.
static size_t currentPart(const CompletionPlace &Place) {
  size_t Part = Place.Match.Part;
  if (!Place.Match.Begun.rtrim().ends_with(",") || Part < 2)
    return Part;
  llvm::ArrayRef<FormPart> Parts = Place.Form->Parts;
  return Parts[Part - 1].isLiteral(":") &&
                 Parts[Part - 2].Kind == FormPart::Type::NewValue
             ? Part - 2
             : Part;
}

/// The function that a call at its values names: `@f(%a: i32) -> i32`; nothing
/// if it is not known or takes no values.
static std::optional<OperationSignature>
describeCallee(const CompletionPlace &Place,
               llvm::ArrayRef<NearbySymbol> Symbols) {
  std::optional<SymbolTypes> Callee = findSymbolTypes(Symbols, Place);
  if (!Callee || Callee->Inputs.empty())
    return std::nullopt;
  OperationSignature Result;
  Result.Label = Place.Match.Symbol.str() + "(";
  for (auto [I, Type] : llvm::enumerate(Callee->Inputs)) {
    Result.Label += I ? ", " : "";
    size_t Begin = Result.Label.size();
    if (I < Callee->Names.size() && !Callee->Names[I].empty())
      Result.Label += Callee->Names[I] + ": ";
    Result.Label += Type;
    Result.Parameters.push_back({Begin, Result.Label.size()});
  }
  Result.Label += ")";
  bool HasBrackets = Callee->Results.size() > 1;
  if (!Callee->Results.empty())
    Result.Label += std::string(" -> ") + (HasBrackets ? "(" : "") +
                    llvm::join(Callee->Results, ", ") +
                    (HasBrackets ? ")" : "");
  // One value too many is told by its error.
  Result.ActiveParameter =
      std::min<size_t>(Place.Match.Index, Result.Parameters.size() - 1);
  return Result;
}

std::optional<OperationSignature>
mlir::noisy::lsp::getSignature(StringRef Text, llvm::ArrayRef<Piece> Pieces,
                               size_t Offset, bool IsAskedFor) {
  TypedWord Word = findTypedWord(Text, Offset);
  if (Word.Kind == TextPlace::Comment)
    return std::nullopt;
  // What follows would stand under it.
  if (endsOperation(Text, Pieces, Word))
    return std::nullopt;
  // The word at the cursor belongs to the part that is typed.
  std::string Scope = readScope(Text, Pieces, Word.FullBegin);
  CompletionExcerpt Excerpt = makeExcerpt(Scope);
  CompletionPlace Place = findCompletionPlace(Excerpt.Text);
  // A minus is the first half of an arrow, or of a number.
  std::string WithArrow = Excerpt.Text + ">";
  if (StringRef(Excerpt.Text).ends_with("-")) {
    Place = findCompletionPlace(WithArrow);
    if (!Place.part())
      Place = findCompletionPlace(StringRef(Excerpt.Text).drop_back());
  }
  const FormPart *Part = Place.part();
  if (!Part || (yieldsValues(*Place.Form) && !IsAskedFor))
    return std::nullopt;
  if (Place.Operation.Name == "func.call" &&
      Part->Kind == FormPart::Type::Operand)
    if (std::optional<OperationSignature> Callee =
            describeCallee(Place, findNearbySymbols(Text, Pieces, Offset, {})))
      return Callee;
  FormText Format = printForm(*Place.Form);
  OperationSignature Result;
  Result.Label = std::move(Format.Text);
  size_t Current = currentPart(Place);
  bool IsFound = false;
  for (size_t I = 0; I < Format.Parts.size(); ++I) {
    // A literal leads to the part after it.
    if (Format.Parts[I].empty() ||
        Place.Form->Parts[I].Kind == FormPart::Type::Literal)
      continue;
    if (!IsFound && I >= Current) {
      Result.ActiveParameter = Result.Parameters.size();
      IsFound = true;
    }
    Result.Parameters.push_back(Format.Parts[I]);
  }
  if (!IsFound)
    return std::nullopt;
  return Result;
}
