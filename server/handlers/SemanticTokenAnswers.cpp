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

/// The numbers of one word.
static constexpr size_t Width = 5;

std::vector<uint32_t>
mlir::noisy::lsp::encodeTokens(llvm::ArrayRef<SemanticToken> Words,
                               const Text &Contents,
                               PositionEncoding Encoding) {
  std::vector<uint32_t> Result;
  Result.reserve(Words.size() * Width);
  ForwardPositions Places(Contents, Encoding);
  Position Previous;
  for (const SemanticToken &Word : Words) {
    Position Begin = Places.positionAt(Word.Range.Begin);
    Position End = Places.positionAt(Word.Range.End);
    bool SameLine = Begin.Line == Previous.Line;
    Result.insert(Result.end(),
                  {Begin.Line - Previous.Line,
                   Begin.Character - (SameLine ? Previous.Character : 0),
                   End.Character - Begin.Character, uint32_t(Word.Type),
                   uint32_t(Word.Modifiers)});
    Previous = Begin;
  }
  return Result;
}

std::vector<SemanticTokensEdit>
mlir::noisy::lsp::compareTokens(llvm::ArrayRef<uint32_t> OldTokens,
                                llvm::ArrayRef<uint32_t> NewTokens) {
  size_t Common = std::min(OldTokens.size(), NewTokens.size());
  size_t Front = std::mismatch(OldTokens.begin(), OldTokens.begin() + Common,
                               NewTokens.begin())
                     .first -
                 OldTokens.begin();
  Front -= Front % Width;
  size_t SuffixLength =
      std::mismatch(OldTokens.rbegin(), OldTokens.rbegin() + (Common - Front),
                    NewTokens.rbegin())
          .first -
      OldTokens.rbegin();
  SuffixLength -= SuffixLength % Width;
  SemanticTokensEdit Edit;
  Edit.Start = uint32_t(Front);
  Edit.DeleteCount = uint32_t(OldTokens.size() - Front - SuffixLength);
  Edit.Data =
      NewTokens.slice(Front, NewTokens.size() - Front - SuffixLength).vec();
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
  auto Last = llvm::find_if(
      Answers, [&](const Answer &Candidate) { return Candidate.Uri == Uri; });
  if (Last != Answers.end() && !Previous.empty() && Last->ResultId == Previous)
    Result = SemanticTokensDelta{ResultId, compareTokens(Last->Data, Data)};
  else
    Result = SemanticTokens{ResultId, Data};
  if (Last != Answers.end()) {
    Size -= Last->Data.size();
    Answers.erase(Last);
  }
  Size += Data.size();
  Answers.push_front({Uri, std::move(ResultId), std::move(Data)});
  while (Size > Capacity) {
    Size -= Answers.back().Data.size();
    Answers.pop_back();
  }
  return Result;
}
