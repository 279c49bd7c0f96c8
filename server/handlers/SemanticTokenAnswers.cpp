//===- SemanticTokenAnswers.cpp - Semantic tokens as numbers --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/SemanticTokenAnswers.h"
#include "server/text/ForwardPositions.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// Numbers of one word.
static constexpr size_t Width = 5;

std::vector<uint32_t>
mlir::noisy::lsp::encodeTokens(llvm::ArrayRef<SemanticToken> Words,
                               const Text &Contents,
                               PositionEncoding Encoding) {
  std::vector<uint32_t> Result;
  Result.reserve(Words.size() * Width);
  ForwardPositions Places(Contents, Encoding);
  Position Before;
  for (const SemanticToken &Word : Words) {
    Position Begin = Places.at(Word.Where.Begin);
    Position End = Places.at(Word.Where.End);
    bool SameLine = Begin.Line == Before.Line;
    Result.insert(Result.end(),
                  {Begin.Line - Before.Line,
                   Begin.Character - (SameLine ? Before.Character : 0),
                   End.Character - Begin.Character, uint32_t(Word.Type),
                   uint32_t(Word.Modifiers)});
    Before = Begin;
  }
  return Result;
}

std::vector<SemanticTokensEdit>
mlir::noisy::lsp::compareTokens(llvm::ArrayRef<uint32_t> Before,
                                llvm::ArrayRef<uint32_t> Now) {
  size_t Common = std::min(Before.size(), Now.size());
  size_t Front =
      std::mismatch(Before.begin(), Before.begin() + Common, Now.begin())
          .first -
      Before.begin();
  Front -= Front % Width;
  size_t Back = std::mismatch(Before.rbegin(),
                              Before.rbegin() + (Common - Front), Now.rbegin())
                    .first -
                Before.rbegin();
  Back -= Back % Width;
  SemanticTokensEdit Edit;
  Edit.Start = uint32_t(Front);
  Edit.DeleteCount = uint32_t(Before.size() - Front - Back);
  Edit.Data = Now.slice(Front, Now.size() - Front - Back).vec();
  if (Edit.DeleteCount == 0 && Edit.Data.empty())
    return {};
  return {std::move(Edit)};
}

std::variant<SemanticTokens, SemanticTokensDelta>
SemanticTokenAnswers::answer(const std::string &Uri,
                             const std::string &Previous,
                             std::vector<uint32_t> Data) {
  std::string ResultId = std::to_string(++LastId);
  std::variant<SemanticTokens, SemanticTokensDelta> Result;
  auto Last =
      llvm::find_if(Given, [&](const Answer &Each) { return Each.Uri == Uri; });
  if (Last != Given.end() && !Previous.empty() && Last->ResultId == Previous)
    Result = SemanticTokensDelta{ResultId, compareTokens(Last->Data, Data)};
  else
    Result = SemanticTokens{ResultId, Data};
  if (Last != Given.end()) {
    Size -= Last->Data.size();
    Given.erase(Last);
  }
  Size += Data.size();
  Given.push_front({Uri, std::move(ResultId), std::move(Data)});
  while (Size > Capacity) {
    Size -= Given.back().Data.size();
    Given.pop_back();
  }
  return Result;
}
