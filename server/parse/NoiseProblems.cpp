//===- NoiseProblems.cpp - Problems of noise ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/NoiseProblems.h"
#include "analysis/flow/ValueNames.h"
#include "dialect/NoisyOps.h"
#include "dialect/units/NoiseUnit.h"
#include <atomic>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

std::string mlir::noisy::lsp::nameInText(const Section &Data,
                                         Section::Index Number, Value V) {
  std::string Name = Data.nameOf(Number);
  return Name == Section::NoName ? nameHidden(V) : Name;
}

/// What an editor shows below a problem.
static std::atomic<unsigned> MostNotes = 8;

void mlir::noisy::lsp::setMostNoiseNotes(unsigned Most) { MostNotes = Most; }

NoiseProblem mlir::noisy::lsp::makeNoiseProblem(const NoiseFactSource &Facts,
                                                const NoiseFinding &Finding,
                                                ValueNamer Name) {
  NoiseProblem Result;
  Problem &Issue = Result.Issue;
  Issue.Severity =
      isError(Finding) ? Problem::Level::Error : Problem::Level::Warning;
  Issue.Source = "noisy";
  Issue.Code = getFindingCode(Finding.kind).str();
  Issue.Message = describeFinding(Facts, Finding, Name);
  Result.Values.push_back(Finding.value);
  for (NoiseNote &Note : explainFinding(Facts, Finding, Name, MostNotes)) {
    Result.Values.push_back(Note.value);
    Result.Calls.push_back(Note.call);
    Issue.Notes.push_back({{}, std::move(Note.message)});
  }
  return Result;
}

std::optional<NoiseProblem>
mlir::noisy::lsp::findIdleReduction(const NoiseFactSource &Facts, Value Result,
                                    ValueNamer Name) {
  auto Reduction = Result.getDefiningOp<ReduceNoiseOp>();
  if (!Reduction)
    return std::nullopt;
  Value Operand = Reduction->getOperand(0);
  const NoiseFact *Fact = Facts.find(Operand);
  const uint32_t Left = Reduction.getNoise();
  if (!Fact || Facts.getBound(Result).isUnreachable() || Fact->isAssumed ||
      Fact->restsOn || Fact->unreliableCause || Fact->unknown ||
      Fact->bound > NoiseBound::bits(Left))
    return std::nullopt;
  bool IsRaised = Fact->bound < NoiseBound::bits(Left);
  NoiseProblem Idle;
  Idle.Issue.Severity = Problem::Level::Hint;
  Idle.Issue.Source = "noisy";
  Idle.Issue.Code = idleReductionCode.str();
  Idle.Issue.Message =
      IsRaised
          ? "this only adds noise: " + Name(Operand) + " has " +
                formatBound(Fact->bound, Fact->model.unit) +
                " bits, and this leaves " + formatBits(Left, Fact->model.unit)
          : "this changes nothing: " + Name(Operand) +
                " has no more noise than this leaves";
  Idle.Issue.IsUnnecessary = true;
  Idle.Values = {Result, Operand};
  return Idle;
}
