//===- WordTable.cpp - The words of facts that change ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/WordTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

/// The words that facts may have in any case, and those for each value.
static constexpr size_t MinWords = 256, WordsPerValue = 2;

static std::string keyOf(const std::string &Text) { return Text; }

static std::string keyOf(const std::vector<std::string> &Sentences) {
  return llvm::join(Sentences, "\n");
}

template <typename T>
uint32_t WordTable::add(llvm::StringMap<uint32_t> &Numbers,
                        std::vector<T> NoiseWords::*List, const T &Text) {
  if (Numbers.empty())
    for (auto [I, Old] : llvm::enumerate((*Words).*List))
      Numbers.try_emplace(keyOf(Old), uint32_t(I));
  auto [Entry, IsNew] =
      Numbers.try_emplace(keyOf(Text), uint32_t(((*Words).*List).size()));
  if (IsNew) {
    if (!Own)
      Words = Own = std::make_shared<NoiseWords>(*Words);
    ((*Own).*List).push_back(Text);
  }
  return Entry->second;
}

uint32_t WordTable::addEquation(const std::string &Text) {
  return add(Equations, &NoiseWords::Equations, Text);
}

uint32_t WordTable::addRemarks(const std::vector<std::string> &Sentences) {
  return Sentences.empty() ? 0 : add(Remarks, &NoiseWords::Remarks, Sentences);
}

bool mlir::noisy::lsp::hasNeedlessWords(const SectionFacts &Facts) {
  return Facts.Words->Equations.size() + Facts.Words->Remarks.size() >
         MinWords + WordsPerValue * Facts.Noise.size();
}

SectionFacts mlir::noisy::lsp::dropNeedlessWords(const SectionFacts &Facts) {
  SectionFacts Result = Facts;
  auto Words = std::make_shared<NoiseWords>();
  // 0 stands for no words.
  Words->Equations.emplace_back();
  Words->Remarks.emplace_back();
  llvm::DenseMap<uint32_t, uint32_t> Equations, Remarks;
  auto keep = [](uint32_t &Number, auto &Numbers, const auto &From, auto &To) {
    if (Number == 0)
      return;
    auto [Entry, IsNew] = Numbers.try_emplace(Number, uint32_t(To.size()));
    if (IsNew)
      To.push_back(From[Number]);
    Number = Entry->second;
  };
  for (NoiseInfo &Info : Result.Noise) {
    keep(Info.Equation, Equations, Facts.Words->Equations, Words->Equations);
    keep(Info.Remarks, Remarks, Facts.Words->Remarks, Words->Remarks);
  }
  Result.Words = std::move(Words);
  return Result;
}
