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
  auto choose = [&](const std::vector<Finding> &All) -> std::optional<Finding> {
    for (const Finding &Each : All)
      if (Kind.empty() || Each.Kind == Kind)
        return Each;
    return std::nullopt;
  };
  try {
    EditStage Stage(Options, Counts, /*Thorough=*/true);
    for (const Step &Each : Script.Steps)
      if (std::optional<Finding> Found = choose(Stage.play(Each)))
        return Found;
    return choose(Stage.end());
  } catch (const lsp::SessionError &Error) {
    return choose({{"crash", Error.what()}});
  }
}

void fuzz::writeScript(const std::string &Path, const EditScript &Script,
                       const Finding &Found) {
  lsp::json File = toJson(Script);
  File["finding"] = {{"kind", Found.Kind}, {"message", Found.Message}};
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
  void cut(lsp::ByteRange Where) {
    for (size_t I = Where.Begin; I < Places.size(); ++I)
      Places[I] -= std::min(I, Where.End) - Where.Begin;
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

EditScript fuzz::rebase(const EditScript &Script, const std::vector<bool> &Kept,
                        size_t Opened, lsp::ByteRange Cut) {
  std::map<unsigned, RebasedDocument> Documents;
  EditScript Result = Script;
  Result.Steps.clear();
  for (auto [I, Old] : llvm::enumerate(Script.Steps)) {
    RebasedDocument &On = Documents[Old.Document];
    Step New = Old;
    if (Old.What == Step::Kind::Open || Old.What == Step::Kind::Replace) {
      On = RebasedDocument(Old.Text);
      if (I == Opened) {
        On.cut(Cut);
        New.Text.erase(Cut.Begin, Cut.size());
      }
    }
    for (RandomEdit &Change : New.Changes)
      Change = On.edit(Change, Kept[I]);
    if (Kept[I])
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
    std::optional<Finding> Again = replay(Smaller, Options, Kind);
    if (Again) {
      Found = std::move(Again);
      Script = Smaller;
    }
    return bool(Again);
  }
  /// Keeps the steps for which `IsKept` is true, if the finding still shows.
  template <typename Predicate> bool keepOnly(Predicate IsKept) {
    std::vector<bool> Kept;
    for (auto [I, Each] : llvm::enumerate(Script.Steps))
      Kept.push_back(I + 1 == Script.Steps.size() || IsKept(Each));
    return test(rebase(Script, Kept));
  }
  bool isLate() const { return Clock::now() > End; }

  void removeSteps();
  void removeChanges();
  void removeLines();
  void shortenInsertions();

  EditScript Script;
  std::optional<Finding> Found;

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
                std::vector<bool> Kept(Script.Steps.size(), true);
                std::fill(Kept.begin() + Begin, Kept.begin() + End, false);
                test(rebase(Script, Kept));
              });
}

void Shrinker::removeChanges() {
  // Several changes of one message become messages, which can be removed alone.
  EditScript Split = Script;
  Split.Steps.clear();
  for (const Step &Each : Script.Steps) {
    if (Each.What != Step::Kind::Edit) {
      Split.Steps.push_back(Each);
      continue;
    }
    for (const RandomEdit &Change : Each.Changes) {
      Split.Steps.push_back(Each);
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
    if (Script.Steps[I].What != Step::Kind::Open)
      continue;
    auto lines = [&] { return linesOf(Script.Steps[I].Text); };
    removeParts([&] { return lines().size(); },
                [&](size_t Begin, size_t End) {
                  if (isLate() || Begin >= End)
                    return;
                  std::vector<lsp::ByteRange> All = lines();
                  test(rebase(Script,
                              std::vector<bool>(Script.Steps.size(), true), I,
                              {All[Begin].Begin, All[End - 1].End}));
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
                    std::vector<lsp::ByteRange> All = lines();
                    EditScript Smaller = Script;
                    Smaller.Steps[I].Changes[J].New.erase(
                        All[Begin].Begin, All[End - 1].End - All[Begin].Begin);
                    test(Smaller);
                  });
    }
}

Shrunk fuzz::shrink(EditScript Script, const ServerOptions &Options,
                    const std::string &Kind, unsigned Document,
                    unsigned Seconds) {
  Shrinker It(std::move(Script), Options, Kind, Seconds);
  auto isOther = [](const Step &Each) {
    return Each.What == Step::Kind::Compare || Each.What == Step::Kind::Ask ||
           Each.What == Step::Kind::Cancel;
  };
  It.keepOnly([&](const Step &Each) {
    return (Each.Document == Document && !isOther(Each)) ||
           Each.What == Step::Kind::Configure;
  }) ||
      It.keepOnly(
          [&](const Step &Each) { return Each.Document == Document; }) ||
      It.keepOnly([](const Step &) { return true; });
  if (It.Found) {
    It.removeSteps();
    It.removeLines();
    It.removeChanges();
    It.removeSteps();
    It.removeLines();
    It.shortenInsertions();
  }
  return {std::move(It.Script), std::move(It.Found)};
}
