//===- IndexFindings.cpp - Indices that are out of bounds -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IndexFindings.h"
#include "analysis/integers/IntegerReport.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::noisy;

namespace {
/// What an operation reads or writes, and where.
struct Access {
  ShapedType shape;
  SmallVector<Value> indices;
};
} // namespace

/// The indices of a vector operation of which some are numbers in the text;
/// null for those.
static SmallVector<Value> dynamicIndices(ArrayRef<int64_t> positions,
                                         ValueRange dynamic) {
  SmallVector<Value> indices;
  auto next = dynamic.begin();
  for (int64_t position : positions)
    indices.push_back(ShapedType::isDynamic(position) && next != dynamic.end()
                          ? *next++
                          : Value());
  return indices;
}

static Access getAccess(Operation *op) {
  auto plain = [](auto access, Value container) -> Access {
    return {cast<ShapedType>(container.getType()),
            SmallVector<Value>(access.getIndices())};
  };
  return llvm::TypeSwitch<Operation *, Access>(op)
      .Case([&](memref::LoadOp load) { return plain(load, load.getMemRef()); })
      .Case([&](memref::StoreOp store) {
        return plain(store, store.getMemRef());
      })
      .Case([&](tensor::ExtractOp extract) {
        return plain(extract, extract.getTensor());
      })
      .Case([&](tensor::InsertOp insert) {
        return plain(insert, insert.getDest());
      })
      .Case([](vector::ExtractOp extract) -> Access {
        return {extract.getSourceVectorType(),
                dynamicIndices(extract.getStaticPosition(),
                               extract.getDynamicPosition())};
      })
      .Case([](vector::InsertOp insert) -> Access {
        return {insert.getDestVectorType(),
                dynamicIndices(insert.getStaticPosition(),
                               insert.getDynamicPosition())};
      })
      .Default([](Operation *) { return Access(); });
}

/// True if the dimension has its number of elements on every machine.
static bool isFixed(ShapedType shape, unsigned dimension) {
  auto vector = dyn_cast<VectorType>(shape);
  return !shape.isDynamicDim(dimension) &&
         !(vector && vector.getScalableDims()[dimension]);
}

static void addFindings(Operation *op, const IntegerFacts &facts,
                        std::vector<IndexFinding> &findings) {
  Access access = getAccess(op);
  if (!access.shape || !access.shape.hasRank())
    return;
  for (auto [dimension, index] : llvm::enumerate(access.indices)) {
    if (!index || int64_t(dimension) >= access.shape.getRank() ||
        !isFixed(access.shape, dimension))
      continue;
    std::optional<IntegerFact> fact = facts.find(index);
    if (!fact || fact->isUnreached)
      continue;
    int64_t size = access.shape.getDimSize(dimension);
    // Below 0, or at the size or above, for all numbers that it can be.
    const llvm::APInt &low = fact->range.smin(), &high = fact->range.smax();
    if (high.isNegative() || low.sge(size))
      findings.push_back({op, index, unsigned(dimension), size});
  }
}

std::vector<IndexFinding>
mlir::noisy::findWrongIndices(ProgramFlow &flow, const IntegerFacts &facts) {
  std::vector<IndexFinding> findings;
  flow.getRoot()->walk([&](Block *block) {
    if (flow.isLive(block))
      for (Operation &op : *block)
        addFindings(&op, facts, findings);
  });
  return findings;
}

std::string mlir::noisy::describeIndexFinding(const IndexFinding &finding,
                                              const IntegerFacts &facts,
                                              llvm::StringRef name) {
  std::optional<IntegerFact> fact = facts.find(finding.index);
  std::string range =
      fact ? describeRange(fact->range, finding.index.getType()) : "";
  bool isRange = llvm::StringRef(range).starts_with("[");
  return ("index " + name + " is out of bounds: it is " +
          (isRange ? "in " : "") + range + ", and dimension " +
          llvm::Twine(finding.dimension) + " has " + llvm::Twine(finding.size) +
          (finding.size == 1 ? " element" : " elements"))
      .str();
}
