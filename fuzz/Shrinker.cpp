//===- Shrinker.cpp - Making a script smaller -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/Shrinker.h"
#include "llvm/ADT/STLExtras.h"
#include <fstream>
#include <numeric>

using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using Clock = std::chrono::steady_clock;

std::optional<Finding> fuzz::replay(const EditScript &Script,
                                    ServerOptions Options,
                                    const std::string &Kind) {
  Options.Encoding = Script.Encoding;
  Options.Pulls = Script.Pulls;
  EditCounts Counts;
  auto choose =
      [&](const std::vector<Finding> &Findings) -> std::optional<Finding> {
    for (const Finding &Candidate : Findings)
      if (Kind.empty() || Candidate.Kind == Kind)
        return Candidate;
    return std::nullopt;
  };
  try {
    EditStage Stage(Options, Counts, /*Thorough=*/true);
    for (const Step &ScriptStep : Script.Steps)
      if (std::optional<Finding> Match = choose(Stage.play(ScriptStep)))
        return Match;
    return choose(Stage.end());
  } catch (const lsp::SessionError &Error) {
    return choose({{"crash", Error.what()}});
  }
}

void fuzz::writeScript(const std::string &Path, const EditScript &Script,
                       const Finding &ScriptFinding) {
  lsp::json File = toJson(Script);
  File["finding"] = {{"kind", ScriptFinding.Kind},
                     {"message", ScriptFinding.Message}};
  std::ofstream(Path) << lsp::dumpJson(File, /*Pretty=*/true) << "\n";
}

//===----------------------------------------------------------------------===//
// Smaller scripts
//===----------------------------------------------------------------------===//

namespace {
/// A document of a script in its original form, and the places of its bytes in
/// another script.
struct RebasedDocument {
  lsp::Text Text;
  /// The place of each offset of the text, at first the offset itself.
  std::vector<size_t> Places;

  explicit RebasedDocument(const std::string &Bytes = "")
      : Text(Bytes), Places(Bytes.size() + 1) {
    std::iota(Places.begin(), Places.end(), 0);
  }

  /// Leaves bytes out of the initial text.
  void cut(lsp::ByteRange Range) {
    for (size_t I = Range.Begin; I < Places.size(); ++I)
      Places[I] -= std::min(I, Range.End) - Range.Begin;
  }
  /// Makes an edit, in the other script too if it is kept there; returns the
  /// edit in that script.
  RandomEdit edit(const RandomEdit &Change, bool IsKept) {
    RandomEdit Was = snap(Text, Change);
    size_t Begin = Places[Was.Begin], End = Places[Was.End];
    size_t Size = Was.New.size();
    std::vector<size_t> New(Places.begin(), Places.begin() + Was.Begin);
    for (size_t I = 0; I < Size; ++I)
      New.push_back(Begin + (IsKept ? I : 0));
    for (size_t I = Was.End; I < Places.size(); ++I)
      New.push_back(IsKept ? Places[I] + Size - (End - Begin) : Places[I]);
    Places = std::move(New);
    Text = Text.replace(Was.Begin, Was.End, Was.New);
    return {Begin, End, Was.New};
  }
};
} // namespace

EditScript fuzz::rebase(const EditScript &Script,
                        const std::vector<bool> &KeptSteps, size_t OpenStep,
                        lsp::ByteRange Cut) {
  std::map<unsigned, RebasedDocument> Documents;
  EditScript Result = Script;
  Result.Steps.clear();
  for (auto [I, Old] : llvm::enumerate(Script.Steps)) {
    RebasedDocument &Doc = Documents[Old.Document];
    Step New = Old;
    if (Old.Action == Step::Kind::Open || Old.Action == Step::Kind::Replace) {
      Doc = RebasedDocument(Old.Text);
      if (I == OpenStep) {
        Doc.cut(Cut);
        New.Text.erase(Cut.Begin, Cut.size());
      }
    }
    for (RandomEdit &Change : New.Changes)
      Change = Doc.edit(Change, KeptSteps[I]);
    if (KeptSteps[I])
      Result.Steps.push_back(std::move(New));
  }
  return Result;
}

namespace {
/// Tries ever smaller scripts.
class Shrinker {
public:
  Shrinker(EditScript Script, const ServerOptions &Options, std::string Kind,
           unsigned Seconds)
      : Script(std::move(Script)), Options(Options), Kind(std::move(Kind)),
        End(Clock::now() + std::chrono::seconds(Seconds)) {}

  bool test(const EditScript &Smaller) {
    std::optional<Finding> NewFinding = replay(Smaller, Options, Kind);
    if (NewFinding) {
      ReplayedFinding = std::move(NewFinding);
      Script = Smaller;
    }
    return bool(NewFinding);
  }
  /// Keeps the steps for which `IsKept` is true, if the finding still shows.
  template <typename Predicate> bool keepOnly(Predicate IsKept) {
    std::vector<bool> KeptSteps;
    for (auto [I, ScriptStep] : llvm::enumerate(Script.Steps))
      KeptSteps.push_back(I + 1 == Script.Steps.size() || IsKept(ScriptStep));
    return test(rebase(Script, KeptSteps));
  }
  bool isLate() const { return Clock::now() > End; }

  void removeSteps();
  void removeChanges();
  void removeLines();
  void shortenInsertions();

  EditScript Script;
  std::optional<Finding> ReplayedFinding;

private:
  const ServerOptions &Options;
  const std::string Kind;
  const Clock::time_point End;
};
} // namespace

/// Tries to remove each part of `Size` things, in ever smaller parts. `Remove`
/// returns true on success, after which there are fewer things.
template <typename Count, typename Remove>
static void removeParts(Count CountThings, Remove TryRemove) {
  for (size_t Size = std::max<size_t>(1, CountThings() / 2);; Size /= 2) {
    // From the end, where important things are rarer.
    for (size_t End = CountThings(); End > 0;) {
      size_t Begin = End > Size ? End - Size : 0;
      TryRemove(Begin, std::min(End, CountThings()));
      End = Begin;
    }
    if (Size <= 1)
      return;
  }
}

void Shrinker::removeSteps() {
  removeParts([&] { return Script.Steps.size() - 1; },
              [&](size_t Begin, size_t End) {
                if (isLate() || Begin >= End)
                  return;
                std::vector<bool> KeptSteps(Script.Steps.size(), true);
                std::fill(KeptSteps.begin() + Begin, KeptSteps.begin() + End,
                          false);
                test(rebase(Script, KeptSteps));
              });
}

void Shrinker::removeChanges() {
  // Several changes of one message become messages, which can be removed alone.
  EditScript Split = Script;
  Split.Steps.clear();
  for (const Step &ScriptStep : Script.Steps) {
    if (ScriptStep.Action != Step::Kind::Edit) {
      Split.Steps.push_back(ScriptStep);
      continue;
    }
    for (const RandomEdit &Change : ScriptStep.Changes) {
      Split.Steps.push_back(ScriptStep);
      Split.Steps.back().Changes = {Change};
    }
  }
  if (Split.Steps.size() > Script.Steps.size() && test(Split))
    removeSteps();
}

/// The bytes of each line, with its end.
static std::vector<lsp::ByteRange> linesOf(const std::string &Text) {
  std::vector<lsp::ByteRange> Result;
  for (size_t Begin = 0; Begin < Text.size();) {
    size_t End = std::min(Text.find('\n', Begin), Text.size() - 1) + 1;
    Result.push_back({Begin, End});
    Begin = End;
  }
  return Result;
}

void Shrinker::removeLines() {
  for (size_t I = 0; I < Script.Steps.size(); ++I) {
    if (Script.Steps[I].Action != Step::Kind::Open)
      continue;
    auto lines = [&] { return linesOf(Script.Steps[I].Text); };
    removeParts(
        [&] { return lines().size(); },
        [&](size_t Begin, size_t End) {
          if (isLate() || Begin >= End)
            return;
          std::vector<lsp::ByteRange> LineRanges = lines();
          test(rebase(Script, std::vector<bool>(Script.Steps.size(), true), I,
                      {LineRanges[Begin].Begin, LineRanges[End - 1].End}));
        });
  }
}

void Shrinker::shortenInsertions() {
  for (size_t I = 0; I < Script.Steps.size(); ++I)
    for (size_t J = 0; J < Script.Steps[I].Changes.size(); ++J) {
      auto lines = [&] { return linesOf(Script.Steps[I].Changes[J].New); };
      if (lines().size() < 2)
        continue;
      removeParts([&] { return lines().size(); },
                  [&](size_t Begin, size_t End) {
                    if (isLate() || Begin >= End)
                      return;
                    // Later edits may go elsewhere, which often does not
                    // matter.
                    std::vector<lsp::ByteRange> LineRanges = lines();
                    EditScript Smaller = Script;
                    Smaller.Steps[I].Changes[J].New.erase(
                        LineRanges[Begin].Begin,
                        LineRanges[End - 1].End - LineRanges[Begin].Begin);
                    test(Smaller);
                  });
    }
}

Shrunk fuzz::shrink(EditScript Script, const ServerOptions &Options,
                    const std::string &Kind, unsigned Document,
                    unsigned Seconds) {
  Shrinker ScriptShrinker(std::move(Script), Options, Kind, Seconds);
  auto isOther = [](const Step &ScriptStep) {
    return ScriptStep.Action == Step::Kind::Compare ||
           ScriptStep.Action == Step::Kind::Ask ||
           ScriptStep.Action == Step::Kind::Cancel;
  };
  ScriptShrinker.keepOnly([&](const Step &ScriptStep) {
    return (ScriptStep.Document == Document && !isOther(ScriptStep)) ||
           ScriptStep.Action == Step::Kind::Configure;
  }) ||
      ScriptShrinker.keepOnly([&](const Step &ScriptStep) {
        return ScriptStep.Document == Document;
      }) ||
      ScriptShrinker.keepOnly([](const Step &) { return true; });
  if (ScriptShrinker.ReplayedFinding) {
    ScriptShrinker.removeSteps();
    ScriptShrinker.removeLines();
    ScriptShrinker.removeChanges();
    ScriptShrinker.removeSteps();
    ScriptShrinker.removeLines();
    ScriptShrinker.shortenInsertions();
  }
  return {std::move(ScriptShrinker.Script),
          std::move(ScriptShrinker.ReplayedFinding)};
}
