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
#include "server/features/completion/OperationText.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

std::optional<OperationSignature>
mlir::noisy::lsp::getSignature(StringRef Text, llvm::ArrayRef<Piece> Pieces,
                               size_t Offset) {
  TypedWord Word = findTypedWord(Text, Offset);
  if (Word.Kind == TextPlace::Comment)
    return std::nullopt;
  // The word at the cursor belongs to the part that is typed.
  std::string Scope = readScope(Text, Pieces, Word.FullBegin);
  CompletionPlace Place = findCompletionPlace(makeExcerpt(Scope).Text);
  const FormPart *Part = Place.part();
  if (!Part)
    return std::nullopt;
  FormText Format = printForm(*Place.Form);
  OperationSignature Result;
  Result.Operation = Place.Form->Name.str();
  Result.Label = std::move(Format.Text);
  bool IsFound = false;
  for (size_t I = 0; I < Format.Parts.size(); ++I) {
    // A literal leads to the part after it.
    if (Format.Parts[I].empty() ||
        Place.Form->Parts[I].Kind == FormPart::Type::Literal)
      continue;
    if (!IsFound && I >= Place.Match.Part) {
      Result.ActiveParameter = Result.Parameters.size();
      IsFound = true;
    }
    Result.Parameters.push_back(Format.Parts[I]);
  }
  if (!IsFound)
    return std::nullopt;
  return Result;
}
