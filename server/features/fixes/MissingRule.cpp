//===- MissingRule.cpp - Operations without a rule ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/MissingRule.h"
#include "analysis/noise/NoiseReport.h"
#include "server/features/fixes/FixOffers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

std::vector<MissingRule>
mlir::noisy::lsp::findMissingRules(const Snapshot &State, ByteRange Selection,
                                   const NoiseRules &Rules,
                                   const DialectRegistry &Registry) {
  std::vector<MissingRule> Result;
  const std::vector<StringRef> Ruled = Rules.dialects();
  FixOffers Offers(State, Selection, FixFilter());
  auto consider = [&](OperationRef Op, const Problem &Issue) {
    if (!Op || Op.kind() == Section::OperationKind::Call ||
        Op.kind() == Section::OperationKind::Broken || Op->IsFunction ||
        Rules.find(Op.name()))
      return;
    auto [Dialect, Rest] = Op.name().split('.');
    bool IsLinked = Registry.getDialectAllocator(Dialect) != nullptr;
    if (Rest.empty() || (IsLinked && !llvm::is_contained(Ruled, Dialect)))
      return;
    if (llvm::none_of(Result, [&](const MissingRule &Other) {
          return Other.Operation == Op.name();
        }))
      Result.push_back({Op.name().str(), Issue});
  };
  Offers.forEachProblem(
      [&](const Snapshot::Part &, const Problem &Issue, size_t) {
        if (Issue.Code != getFindingCode(NoiseFindingKind::Unknown))
          return;
        consider(Offers.operationAt(Issue.Range.Begin), Issue);
        // One without a result is where it may overwrite a value.
        for (const Problem::Note &Note : Issue.Notes)
          if (Note.Part == 0)
            consider(Offers.operationAt(Note.Range.Begin), Issue);
      });
  return Result;
}

/// What is written; the comment says what else there is.
static std::string ruleFor(StringRef Operation) {
  return ("  " + Operation +
          ": unknown  # add, mul, pass, keyswitch, fresh, reduce, max + 1, "
          "...\n")
      .str();
}

ByteEdit mlir::noisy::lsp::addRule(StringRef Yaml, StringRef Operation) {
  std::string Rule = ruleFor(Operation);
  // Behind the line of `ops:`, if it is a mapping by lines.
  for (size_t Begin = 0; Begin < Yaml.size();) {
    size_t End = std::min(Yaml.find('\n', Begin), Yaml.size());
    StringRef Line = Yaml.slice(Begin, End);
    Begin = End + 1;
    if (!Line.consume_front("ops:"))
      continue;
    StringRef Rest = Line.ltrim(" ");
    if (Rest.consume_front("{")) {
      size_t At = Rest.data() - Yaml.data();
      bool IsEmpty = Yaml.substr(At).ltrim().starts_with("}");
      return {{At, At},
              (Operation + ": unknown" + (IsEmpty ? "" : ", ")).str()};
    }
    // There are none yet.
    for (StringRef Null : {"null", "~"})
      if (Rest.starts_with(Null)) {
        StringRef Behind = Rest.drop_front(Null.size()).ltrim(" \r");
        if (!Behind.empty() && !Behind.starts_with("#"))
          continue;
        size_t At = Rest.data() - Yaml.data();
        return {{At, At + Null.size()},
                "\n" + StringRef(Rule).drop_back().str()};
      }
    // Other rules say how far lines are indented.
    StringRef Next = Yaml.substr(Begin);
    while (!Next.empty()) {
      auto [Below, More] = Next.split('\n');
      StringRef Word = Below.ltrim(' ');
      if (!Word.trim().empty() && !Word.starts_with("#")) {
        size_t Indent = Below.size() - Word.size();
        if (Indent > 0)
          Rule = std::string(Indent, ' ') + Rule.substr(2);
        break;
      }
      Next = More;
    }
    if (End == Yaml.size())
      return {{End, End}, "\n" + Rule};
    return {{Begin, Begin}, std::move(Rule)};
  }
  bool EndsLine = Yaml.empty() || Yaml.ends_with("\n");
  return {{Yaml.size(), Yaml.size()},
          (EndsLine ? "" : "\n") + ("ops:\n" + Rule)};
}
