//===- AnnotateNoise.cpp - Writes facts into the program ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/ShownBounds.h"
#include "analysis/integers/IntegerReport.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/metadata/MetadataFacts.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "passes/Passes.h"
#include "passes/PrintedNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_ANNOTATENOISE
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

namespace {

/// One kind of fact about values.
struct Annotation {
  /// The attribute for the results of an operation, and the one for the
  /// arguments of the blocks in its regions.
  llvm::StringLiteral resultsName, argumentsName;
  /// The fact of a value as an attribute; null for none.
  std::function<Attribute(Value)> describe;
};

struct AnnotateNoise : public noisy::impl::AnnotateNoiseBase<AnnotateNoise> {
  void runOnOperation() override;
};

} // namespace

/// An integer if the noise is a number of bits without causes to name, else a
/// string: the number or the state, and its causes.
static Attribute describeNoise(const NoiseFacts &facts, Value value,
                               Builder &builder) {
  const NoiseFact *fact = facts.find(value);
  if (!fact)
    return {};
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatBound(fact->bound, fact->model.unit, Digits::Plain);
  if (fact->source == NoiseFlowKind::Contract &&
      !value.getDefiningOp<tensor::EmptyOp>())
    os << ", contract";
  if (fact->isAssumed)
    os << ", assumed";
  else if (fact->restsOn)
    os << ", on an assumption";
  if (fact->unreliableCause)
    os << ", unreliable";
  bool needsComment = text.find(',') != std::string::npos;
  uint64_t unit = fact->model.unit;
  if (fact->bound.isBits() && !needsComment)
    return fact->bound.getBits() % unit == 0
               ? Attribute(
                     builder.getI64IntegerAttr(fact->bound.getBits() / unit))
               : builder.getF64FloatAttr(double(fact->bound.getBits()) /
                                         double(unit));
  return builder.getStringAttr(text);
}

/// A range that is narrower than the type.
static Attribute describeRange(const IntegerFacts &facts, Value value,
                               Builder &builder) {
  std::optional<IntegerFact> fact = facts.find(value);
  if (!fact || !saysMoreThanType(*fact))
    return {};
  return builder.getStringAttr(describeFact(*fact, value.getType()));
}

/// The bounds that neither the type nor the range shows.
static Attribute describeBounds(const IntegerFacts &facts, Value value,
                                AsmState &names, Builder &builder) {
  std::vector<std::string> texts = describeShownBounds(
      value, facts, [&](Value operand) { return printName(operand, names); });
  if (texts.empty())
    return {};
  return builder.getStringAttr(llvm::join(texts, "; "));
}

static Attribute describeMetadata(const MetadataFacts &facts, Value value,
                                  Builder &builder) {
  MetadataValue metadata = facts.get(value).value;
  if (metadata.isUnknown())
    return {};
  if (DictionaryAttr dictionary = metadata.getDictionary())
    return dictionary;
  std::string text;
  llvm::raw_string_ostream(text) << metadata;
  return builder.getStringAttr(text);
}

/// The facts of several values in order, `unit` for a value without one; null
/// if no value has a fact.
static ArrayAttr describeAll(ValueRange values, const Annotation &annotation,
                             Builder &builder) {
  bool isAnyKnown = false;
  SmallVector<Attribute> attributes;
  for (Value value : values) {
    Attribute attribute = annotation.describe(value);
    isAnyKnown |= bool(attribute);
    attributes.push_back(attribute ? attribute : builder.getUnitAttr());
  }
  return isAnyKnown ? builder.getArrayAttr(attributes) : ArrayAttr();
}

/// The facts of the arguments of all blocks in the regions of `op`, a list for
/// each block.
static ArrayAttr describeArguments(Operation *op, const Annotation &annotation,
                                   Builder &builder) {
  bool isAnyKnown = false;
  SmallVector<Attribute> blocks;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      ArrayAttr arguments =
          describeAll(block.getArguments(), annotation, builder);
      isAnyKnown |= bool(arguments);
      SmallVector<Attribute> unitAttrs(block.getNumArguments(),
                                       builder.getUnitAttr());
      blocks.push_back(arguments ? arguments : builder.getArrayAttr(unitAttrs));
    }
  return isAnyKnown ? builder.getArrayAttr(blocks) : ArrayAttr();
}

static void set(Operation *op, StringRef name, Attribute attribute) {
  // Removes also the attribute of an earlier run.
  op->removeDiscardableAttr(name);
  if (attribute)
    op->setDiscardableAttr(name, attribute);
}

void AnnotateNoise::runOnOperation() {
  Builder builder(&getContext());
  ProgramFlow flow(getOperation());
  NoiseFacts noise = NoiseFacts::compute(flow);
  IntegerFacts integers = IntegerFacts::compute(flow);
  MetadataFacts metadata = MetadataFacts::compute(flow);
  AsmState names(getOperation());
  const Annotation annotations[] = {
      {"noise", "argument_noise",
       [&](Value value) { return describeNoise(noise, value, builder); }},
      {"range", "argument_range",
       [&](Value value) { return describeRange(integers, value, builder); }},
      {"bounds", "argument_bounds",
       [&](Value value) {
         return describeBounds(integers, value, names, builder);
       }},
      {"known_metadata", "known_argument_metadata",
       [&](Value value) { return describeMetadata(metadata, value, builder); }},
  };
  getOperation()->walk([&](Operation *op) {
    for (const Annotation &annotation : annotations) {
      Attribute results;
      if (op->getNumResults() == 1)
        results = annotation.describe(op->getResult(0));
      else
        results = describeAll(op->getResults(), annotation, builder);
      set(op, annotation.resultsName, results);
      set(op, annotation.argumentsName,
          describeArguments(op, annotation, builder));
    }
  });
}
