//===- EditFuzzer.cpp - Endless editing of documents ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/EditFuzzer.h"
#include "fuzz/RandomTypist.h"
#include "fuzz/Shrinker.h"
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <thread>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;

/// The rounds of a block, and the edits of a round. The rounds share a pair of
/// servers; each has some documents that are closed at its end.
static constexpr unsigned RoundsOfBlock = 8, EditsOfRound = 250;
/// The number of scripts of one kind that are shrunk; others are counted.
static constexpr size_t ShrunkOfKind = 4;

void EditFuzzer::run() {
  Begin = std::chrono::steady_clock::now();
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < Options.Jobs; ++I)
    Threads.emplace_back([this] { runBlocks(); });
  for (std::thread &Thread : Threads)
    Thread.join();
}

bool EditFuzzer::isOver() const {
  std::chrono::duration<double> ElapsedTime =
      std::chrono::steady_clock::now() - Begin;
  return Options.Minutes > 0 && ElapsedTime.count() > Options.Minutes * 60;
}

void EditFuzzer::runBlocks() {
  while (!isOver()) {
    uint64_t Number = NextBlock++;
    // Limit the edits by block, so that the same blocks run however fast each
    // of them is.
    if (Options.MaxEdits > 0 &&
        Number * RoundsOfBlock * EditsOfRound >= Options.MaxEdits)
      return;
    EditCounts BlockCounts;
    try {
      runBlock(Number, BlockCounts);
    } catch (const lsp::SessionError &Error) {
      report({{"crash", Error.what()}}, {}, 0, Number);
    }
    std::lock_guard Guard(Mutex);
    Counts.add(BlockCounts);
  }
}

namespace {
/// A round: documents that are open at the same time, and their typists.
class Round {
public:
  Round(const TextSource &Source, std::mt19937 &Random) : Random(Random) {
    for (unsigned Documents = 1 + Random() % 3; Documents > 0; --Documents)
      Typists.emplace_back(Source, Random, Source.make(Random));
  }

  std::vector<Step> open() {
    std::vector<Step> Result;
    for (unsigned I = 0; I < Typists.size(); ++I) {
      Step New;
      New.Action = Step::Kind::Open;
      New.Document = I;
      New.Text = Typists[I].text();
      Result.push_back(std::move(New));
    }
    return Result;
  }
  std::vector<Step> next();
  /// Keeps the present text of a document as one to go back to.
  void keepGood(unsigned Document) { Typists[Document].keepGood(); }
  std::vector<Step> close() {
    std::vector<Step> Result;
    for (unsigned I = 0; I < Typists.size(); ++I) {
      Result.push_back(make(Step::Kind::Compare, I));
      Result.push_back(make(Step::Kind::Close, I));
    }
    return Result;
  }

private:
  Step make(Step::Kind Action, unsigned Document) {
    Step Result;
    Result.Action = Action;
    Result.Document = Document;
    Result.Place = Random();
    return Result;
  }
  void addEdits(unsigned Document, std::vector<Step> &Result);

  std::mt19937 &Random;
  std::vector<RandomTypist> Typists;
};
} // namespace

/// Chooses a request that any client may send at any time.
static const char *chooseRequest(std::mt19937 &Random) {
  static const char *const Methods[] = {"textDocument/hover",
                                        "textDocument/completion",
                                        "textDocument/definition",
                                        "textDocument/typeDefinition",
                                        "textDocument/documentLink",
                                        "textDocument/references",
                                        "textDocument/documentSymbol",
                                        "textDocument/semanticTokens/full",
                                        "textDocument/semanticTokens/range",
                                        "textDocument/inlayHint",
                                        "textDocument/codeLens",
                                        "textDocument/foldingRange",
                                        "textDocument/codeAction",
                                        "textDocument/documentHighlight",
                                        "textDocument/selectionRange",
                                        "textDocument/formatting",
                                        "textDocument/rangeFormatting",
                                        "textDocument/onTypeFormatting",
                                        "textDocument/prepareRename",
                                        "textDocument/rename",
                                        "textDocument/prepareCallHierarchy",
                                        "textDocument/diagnostic",
                                        "workspace/symbol",
                                        "noisy/noiseGraph"};
  return Methods[Random() % std::size(Methods)];
}

static const char *chooseSettings(std::mt19937 &Random) {
  static const char *const Choices[] = {
      R"({"noisy": {"model": "initial=10,max=40"}})",
      R"({"noisy": {"model": "initial=20,max=22", "nearLimit": 0}})",
      R"({"noisy": {"model": "", "nearLimit": 5}})",
      R"({"noisy": {"diagnostics": {"ranges": false}}})",
      R"({"noisy": {"inlayHints": {"noise": "nearLimit", "ranges": false}}})",
      R"({"noisy": {"inlayHints": {"noise": "all", "ranges": true}}})",
      R"({"noisy": {"codeLens": {"enable": false}}})",
      R"({"noisy": {}})"};
  return Choices[Random() % std::size(Choices)];
}

void Round::addEdits(unsigned Document, std::vector<Step> &Result) {
  for (std::vector<RandomEdit> &Message : Typists[Document].next()) {
    Step New = make(Step::Kind::Edit, Document);
    New.Changes = std::move(Message);
    Result.push_back(std::move(New));
    unsigned Chance = Random() % 16;
    if (Chance < 3)
      Result.push_back(make(Step::Kind::Wait, Document));
    if (Chance == 4) {
      Result.push_back(make(Step::Kind::Ask, Document));
      Result.back().Text = chooseRequest(Random);
      if (Random() % 4 == 0)
        Result.push_back(make(Step::Kind::Cancel, Document));
    }
  }
  // Some clients send the whole text.
  if (Random() % 60 == 0) {
    Result.push_back(make(Step::Kind::Replace, Document));
    Result.back().Text = Typists[Document].text();
  }
}

std::vector<Step> Round::next() {
  std::vector<Step> Result;
  unsigned Document = Random() % Typists.size();
  addEdits(Document, Result);
  if (Random() % 60 == 0) {
    Result.push_back(make(Step::Kind::Configure, Document));
    Result.back().Text = chooseSettings(Random);
  }
  if (Random() % 4)
    Result.push_back(make(Step::Kind::Wait, Document));
  if (Random() % 3 == 0)
    Result.push_back(make(Step::Kind::Compare, Document));
  if (Random() % 100 == 0) {
    Result.push_back(make(Step::Kind::Close, Document));
    Result.push_back(make(Step::Kind::Open, Document));
    Result.back().Text = Typists[Document].text();
  }
  return Result;
}

void EditFuzzer::runBlock(uint64_t Number, EditCounts &BlockCounts) {
  ServerOptions Server = Options.Server;
  Server.Encoding = lsp::PositionEncoding(Number % 3);
  Server.Pulls = Number / 3 % 2;
  std::seed_seq Seed{Options.Seed, Number};
  std::mt19937 Random(Seed);
  auto Stage =
      std::make_unique<EditStage>(Server, BlockCounts, /*Thorough=*/false);
  for (unsigned I = 0; I < RoundsOfBlock && !isOver(); ++I) {
    Round Steps(Source, Random);
    EditScript Script{Server.Encoding, Server.Pulls, {}};
    // A finding about a document is reported once.
    std::set<std::pair<unsigned, std::string>> ReportedKinds;
    auto play = [&](std::vector<Step> Next) {
      for (Step &NextStep : Next) {
        Script.Steps.push_back(std::move(NextStep));
        std::vector<Finding> NewFindings = Stage->play(Script.Steps.back());
        unsigned Document = Script.Steps.back().Document;
        std::erase_if(NewFindings, [&](const Finding &NewFinding) {
          return !ReportedKinds.insert({Document, NewFinding.Kind}).second;
        });
        if (!NewFindings.empty())
          report(NewFindings, Script, Document, Number);
        if (Stage->hasCrashed())
          return;
        if (Script.Steps.back().Action == Step::Kind::Compare &&
            Stage->wasGood())
          Steps.keepGood(Document);
      }
    };
    play(Steps.open());
    for (size_t End = BlockCounts.Edits + EditsOfRound;
         BlockCounts.Edits < End && !Stage->hasCrashed();)
      play(Steps.next());
    play(Steps.close());
    if (Stage->hasCrashed())
      Stage =
          std::make_unique<EditStage>(Server, BlockCounts, /*Thorough=*/false);
  }
  std::vector<Finding> NewFindings = Stage->end();
  if (BlockCounts.MostMemory > Options.MaxMemory)
    NewFindings.push_back(
        {"memory", std::to_string(BlockCounts.MostMemory) + " MB"});
  if (!NewFindings.empty())
    report(NewFindings, {}, 0, Number);
}

void EditFuzzer::report(const std::vector<Finding> &NewFindings,
                        const EditScript &Script, unsigned Document,
                        uint64_t Block) {
  for (const Finding &NewFinding : NewFindings) {
    size_t Count;
    {
      std::lock_guard Guard(Mutex);
      Count = ++Findings[NewFinding.Kind];
    }
    Finding FinalFinding = NewFinding;
    EditScript Small = Script;
    std::string Note;
    if (Count <= ShrunkOfKind && !Script.Steps.empty()) {
      Shrunk Result = shrink(Script, Options.Server, NewFinding.Kind, Document,
                             Options.ShrinkSeconds);
      Small = std::move(Result.Script);
      if (Result.ReplayedFinding)
        FinalFinding = *Result.ReplayedFinding;
      else
        Note = " (not seen again when replayed)";
      std::lock_guard Guard(Mutex);
      if (!Result.ReplayedFinding && Options.OnlyRepeated &&
          --Findings[NewFinding.Kind] == 0)
        Findings.erase(NewFinding.Kind);
    }
    std::string Name = NewFinding.Kind.substr(NewFinding.Kind.rfind('/') + 1) +
                       "-" + std::to_string(Options.Seed) + "-" +
                       std::to_string(Block) + "-" + std::to_string(Count) +
                       ".json";
    std::filesystem::create_directories(Options.Folder);
    std::string Path = std::filesystem::path(Options.Folder) / Name;
    writeScript(Path, Small, FinalFinding);
    std::lock_guard Guard(Mutex);
    std::cout << "finding: " << FinalFinding.Kind << Note << ", " << Path
              << "\n"
              << FinalFinding.Message.substr(0, 3000) << std::endl;
  }
}
