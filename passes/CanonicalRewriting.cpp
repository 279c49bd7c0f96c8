//===- CanonicalRewriting.cpp - The canonical patterns, with reasons ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CanonicalRewriting.h"
#include "dialect/NoisyDialect.h"
#include "dialect/Patterns.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;

/// The reason of a pattern that MLIR has generated, which speaks of its C++, in
/// the words of the dialect; other reasons as they are.
static std::string rephrase(StringRef reason) {
  if (reason.starts_with("There's no operation that defines"))
    return "an operand is an argument";
  if (reason.contains("matchEncodedConstant") && reason.contains("return"))
    return "an operand is not an encoded constant";
  if (reason.starts_with("Operands '") && reason.ends_with("must be equal"))
    return "its operands are not the same value";
  // "castedOp2 is not ::mlir::noisy::ScaleOp type"
  auto [before, type] = reason.split(" is not ::mlir::noisy::");
  if (type.consume_back("Op type"))
    return "an operand is not the result of a 'noisy." + type.lower() + "'";
  // "entities 'op' failed to satisfy constraint: 'WORDS'..."
  auto [subject, words] = reason.split("failed to satisfy constraint: '");
  words = words.split('\'').first;
  if (words.empty())
    return reason.str();
  // Of a number that is computed, only what it should be.
  StringRef number = words;
  if (number.consume_front("64-bit signless integer attribute that is "))
    return "its number is not one that is " + number.str();
  return "not what it wants: " + words.str();
}

namespace {
/// Hears from MLIR's driver which patterns are tried, and how that ends.
class PatternListener : public RewriterBase::Listener {
public:
  explicit PatternListener(bool explains) : explains(explains) {}

  std::vector<RewriteNote> takeNotes() { return std::move(notes); }

  void notifyPatternBegin(const Pattern &, Operation *op) override {
    place = op->getLoc();
    reason.clear();
  }
  void notifyMatchFailure(Location where,
                          function_ref<void(Diagnostic &)> describe) override {
    if (!explains)
      return;
    Diagnostic diagnostic(where, DiagnosticSeverity::Remark);
    describe(diagnostic);
    reason = rephrase(diagnostic.str());
  }
  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override {
    bool isDone = succeeded(status);
    if (!isDone && (!explains || reason.empty()))
      return;
    // "(anonymous namespace)::ScaleOfScale"
    StringRef name = pattern.getDebugName();
    if (size_t end = name.rfind("::"); end != StringRef::npos)
      name = name.drop_front(end + 2);
    std::string text = "pattern " + name.str() +
                       (isDone ? " applied" : " does not match: " + reason);
    // The driver comes back to an operation when one beside it changes.
    if (isDone || known.insert({place->getAsOpaquePointer(), text}).second)
      notes.push_back({*place, isDone, std::move(text)});
  }

private:
  const bool explains;
  std::optional<Location> place;
  std::string reason;
  std::vector<RewriteNote> notes;
  std::set<std::pair<const void *, std::string>> known;
};
} // namespace

std::vector<RewriteNote> mlir::noisy::applyCanonicalPatterns(Operation *root,
                                                             bool explains) {
  SmallVector<Operation *> operations;
  root->walk([&](Operation *op) {
    // What nothing uses is perhaps being written.
    if (isa_and_nonnull<NoisyDialect>(op->getDialect()) && !op->use_empty())
      operations.push_back(op);
  });
  PatternListener listener(explains);
  GreedyRewriteConfig config;
  config.setListener(&listener)
      .enableFolding(false)
      .enableConstantCSE(false)
      .setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  RewritePatternSet patterns(root->getContext());
  populateNeverNoisierPatterns(patterns);
  // It ends also where the driver stops before the patterns are done.
  (void)applyOpPatternsGreedily(operations, std::move(patterns), config);
  return listener.takeNotes();
}
