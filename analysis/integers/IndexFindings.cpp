//===- IndexFindings.cpp - Indices that are out of bounds -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IndexFindings.h"
#include "analysis/integers/AffineIntervals.h"
#include "analysis/integers/IntegerReport.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::noisy;

namespace {
/// One index of an access: a value, or what the text computes there; and its
/// numbers in the first and the last iteration of the loops around.
struct Index {
  Value value;
  std::optional<Interval> numbers, first = std::nullopt, last = std::nullopt;
};

/// The iterations for which numbers are asked.
enum class Iteration { Any, First, Last };

/// The number of elements of a dimension.
struct Size {
  /// The most that it can be; it is that number if `isExact`.
  int64_t most;
  bool isExact;
  /// The value that says it, if it is not in the type.
  Value value = {};
};

/// What an operation reads or writes, and where.
struct Access {
  ShapedType shape;
  /// The value that is read or written; null for vectors.
  Value container = {};
  SmallVector<Index> indices;
  /// The vector from there on of which each part may be out of bounds, but not
  /// all of it; or null.
  VectorType vector;
};

/// Finds what is wrong in one program.
class Finder {
public:
  Finder(const IntegerFacts &facts, std::vector<IndexFinding> &findings)
      : facts(facts), findings(findings) {}

  void visit(Block *block);

private:
  void visit(Operation *op);
  std::optional<Interval> numbersOf(Value value) const;
  std::optional<Interval> numbersOf(OpFoldResult number) const;
  std::optional<Interval> numbersIn(Iteration iteration, Value value,
                                    unsigned depth = 0) const;
  std::optional<Interval> numbersIn(Iteration iteration, AffineExpr expr,
                                    AffineMap map, ValueRange operands,
                                    unsigned depth = 0) const;
  void findIterations(Block *block);
  Index indexOf(Value value) const {
    return {value, numbersIn(Iteration::Any, value),
            numbersIn(Iteration::First, value),
            numbersIn(Iteration::Last, value)};
  }
  Index indexOf(AffineExpr expr, AffineMap map, ValueRange operands) const;
  Access plain(Value container, ValueRange indices) const;
  Access affine(Value memref, AffineMap map, ValueRange operands) const;
  Access ofVector(VectorType type, ArrayRef<int64_t> positions,
                  ValueRange dynamic) const;
  Access getAccess(Operation *op) const;
  std::optional<Size> sizeOf(ShapedType shape, Value container,
                             unsigned dimension) const;
  void visitSlice(OffsetSizeAndStrideOpInterface slice, Value container);
  void visitDimension(ShapedDimOpInterface dim);
  void add(Operation *op, IndexFinding::Kind kind, Index index,
           unsigned dimension, Size size);

  const IntegerFacts &facts;
  std::vector<IndexFinding> &findings;
  /// The first and the last value of each induction variable of the loops
  /// around the block that is visited, as far as it is surely executed in each
  /// of their iterations.
  llvm::SmallDenseMap<Value, std::pair<int64_t, int64_t>> ends;
};
} // namespace

/// Finds the loops around a block in each iteration of which it is executed:
/// there is nothing but such loops between.
void Finder::findIterations(Block *block) {
  ends.clear();
  auto constantOf = [&](OpFoldResult bound) -> std::optional<int64_t> {
    std::optional<Interval> numbers = numbersOf(bound);
    if (!numbers || numbers->low != numbers->high)
      return std::nullopt;
    return numbers->low;
  };
  for (Operation *parent = block->getParentOp();
       isa_and_nonnull<scf::ForOp, scf::ParallelOp, scf::ForallOp,
                       affine::AffineForOp>(parent);
       parent = parent->getParentOp()) {
    auto loop = cast<LoopLikeOpInterface>(parent);
    auto variables = loop.getLoopInductionVars();
    auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds(),
         steps = loop.getLoopSteps();
    if (!variables || !lower || !upper || !steps)
      return;
    SmallVector<std::pair<Value, std::pair<int64_t, int64_t>>> known;
    for (auto [i, variable] : llvm::enumerate(*variables)) {
      std::optional<int64_t> begin = constantOf((*lower)[i]),
                             end = constantOf((*upper)[i]),
                             step = constantOf((*steps)[i]);
      int64_t distance;
      if (!begin || !end || !step || *step < 1 || *begin >= *end ||
          llvm::SubOverflow(*end - 1, *begin, distance))
        return;
      known.push_back({variable, {*begin, *begin + distance / *step * *step}});
    }
    ends.insert(known.begin(), known.end());
  }
}

/// The numbers of a value in some iterations of the loops that `ends` has.
std::optional<Interval> Finder::numbersIn(Iteration iteration, Value value,
                                          unsigned depth) const {
  constexpr unsigned kMostDepth = 8;
  if (iteration == Iteration::Any)
    return numbersOf(value);
  if (auto known = ends.find(value); known != ends.end())
    return Interval::of(iteration == Iteration::First ? known->second.first
                                                      : known->second.second);
  Operation *op = value.getDefiningOp();
  if (!op || depth == kMostDepth || ends.empty())
    return numbersOf(value);
  auto operand = [&](unsigned i) {
    return numbersIn(iteration, op->getOperand(i), depth + 1);
  };
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    std::optional<Interval> lhs = operand(0), rhs = operand(1);
    if (!lhs || !rhs)
      return std::nullopt;
    if (isa<arith::SubIOp>(op))
      rhs = multiply(*rhs, Interval::of(-1));
    std::optional<Interval> sum = rhs ? noisy::add(*lhs, *rhs) : std::nullopt;
    return sum ? sum : numbersOf(value);
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return numbersIn(iteration, apply.getAffineMap().getResult(0),
                     apply.getAffineMap(), apply.getMapOperands(), depth + 1);
  return numbersOf(value);
}

std::optional<Interval> Finder::numbersIn(Iteration iteration, AffineExpr expr,
                                          AffineMap map, ValueRange operands,
                                          unsigned depth) const {
  SmallVector<Interval> numbers;
  for (Value operand : operands) {
    std::optional<Interval> known = numbersIn(iteration, operand, depth);
    if (!known)
      return std::nullopt;
    numbers.push_back(*known);
  }
  ArrayRef<Interval> all = numbers;
  return evaluate(expr, all.take_front(map.getNumDims()),
                  all.drop_front(map.getNumDims()));
}

std::optional<Interval> Finder::numbersOf(Value value) const {
  std::optional<IntegerFact> fact = facts.find(value);
  if (!fact || fact->isUnreached || fact->range.smin().getBitWidth() > 64)
    return std::nullopt;
  return Interval{fact->range.smin().getSExtValue(),
                  fact->range.smax().getSExtValue()};
}

std::optional<Interval> Finder::numbersOf(OpFoldResult number) const {
  if (auto value = dyn_cast<Value>(number))
    return numbersOf(value);
  std::optional<int64_t> constant = getConstantIntValue(number);
  if (!constant)
    return std::nullopt;
  return Interval::of(*constant);
}

Index Finder::indexOf(AffineExpr expr, AffineMap map,
                      ValueRange operands) const {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return indexOf(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return indexOf(operands[map.getNumDims() + symbol.getPosition()]);
  return {Value(), numbersIn(Iteration::Any, expr, map, operands),
          numbersIn(Iteration::First, expr, map, operands),
          numbersIn(Iteration::Last, expr, map, operands)};
}

Access Finder::plain(Value container, ValueRange indices) const {
  Access result;
  result.shape = cast<ShapedType>(container.getType());
  result.container = container;
  for (Value index : indices)
    result.indices.push_back(indexOf(index));
  return result;
}

Access Finder::affine(Value memref, AffineMap map, ValueRange operands) const {
  Access result;
  result.shape = cast<ShapedType>(memref.getType());
  result.container = memref;
  for (AffineExpr expr : map.getResults())
    result.indices.push_back(indexOf(expr, map, operands));
  return result;
}

/// Of the numbers in the text, MLIR knows whether they are right.
Access Finder::ofVector(VectorType type, ArrayRef<int64_t> positions,
                        ValueRange dynamic) const {
  Access result;
  result.shape = type;
  auto next = dynamic.begin();
  for (int64_t position : positions)
    result.indices.push_back(ShapedType::isDynamic(position) &&
                                     next != dynamic.end()
                                 ? indexOf(*next++)
                                 : Index());
  return result;
}

Access Finder::getAccess(Operation *op) const {
  auto withVector = [](Access access, VectorType type) {
    // An element may be a vector, and is inside or outside as a whole.
    if (!isa<VectorType>(access.shape.getElementType()))
      access.vector = type;
    return access;
  };
  return llvm::TypeSwitch<Operation *, Access>(op)
      .Case<memref::LoadOp, memref::StoreOp>([&](auto access) {
        return plain(access.getMemRef(), access.getIndices());
      })
      .Case<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>([&](auto update) {
        return plain(update.getMemref(), update.getIndices());
      })
      .Case([&](tensor::ExtractOp extract) {
        return plain(extract.getTensor(), extract.getIndices());
      })
      .Case([&](tensor::InsertOp insert) {
        return plain(insert.getDest(), insert.getIndices());
      })
      .Case([&](vector::LoadOp load) {
        return withVector(plain(load.getBase(), load.getIndices()),
                          load.getVectorType());
      })
      .Case([&](vector::StoreOp store) {
        return withVector(plain(store.getBase(), store.getIndices()),
                          store.getVectorType());
      })
      .Case([&](affine::AffineVectorLoadOp load) {
        return withVector(affine(load.getMemRef(), load.getAffineMap(),
                                 load.getMapOperands()),
                          load.getVectorType());
      })
      .Case([&](affine::AffineVectorStoreOp store) {
        return withVector(affine(store.getMemRef(), store.getAffineMap(),
                                 store.getMapOperands()),
                          store.getVectorType());
      })
      .Case<affine::AffineLoadOp, affine::AffineStoreOp>([&](auto access) {
        return affine(access.getMemRef(), access.getAffineMap(),
                      access.getMapOperands());
      })
      .Case([&](vector::ExtractOp extract) {
        return ofVector(extract.getSourceVectorType(),
                        extract.getStaticPosition(),
                        extract.getDynamicPosition());
      })
      .Case([&](vector::InsertOp insert) {
        return ofVector(insert.getDestVectorType(), insert.getStaticPosition(),
                        insert.getDynamicPosition());
      })
      .Default([](Operation *) { return Access(); });
}

/// True if the dimension has its number of elements on every machine.
static bool isFixed(ShapedType shape, unsigned dimension) {
  auto vector = dyn_cast<VectorType>(shape);
  return !shape.isDynamicDim(dimension) &&
         !(vector && vector.getScalableDims()[dimension]);
}

/// How far the last element of `vector` in a dimension of what it is read from
/// is behind the first one; nullopt if that differs from machine to machine.
static std::optional<int64_t> getReach(VectorType vector, int64_t rank,
                                       int64_t dimension) {
  int64_t own = vector ? dimension - (rank - vector.getRank()) : -1;
  if (own < 0)
    return 0;
  if (!isFixed(vector, own))
    return std::nullopt;
  return vector.getDimSize(own) - 1;
}

/// The size that an allocation gives a dimension without a number.
static OpFoldResult findAllocatedSize(Value container, unsigned dimension) {
  auto sizes =
      TypeSwitch<Operation *, SmallVector<OpFoldResult>>(
          container.getDefiningOp())
          .Case<memref::AllocOp, memref::AllocaOp, tensor::EmptyOp>(
              [](auto made) { return made.getMixedSizes(); })
          .Default([](Operation *) { return SmallVector<OpFoldResult>(); });
  return dimension < sizes.size() ? sizes[dimension] : OpFoldResult();
}

std::optional<Size> Finder::sizeOf(ShapedType shape, Value container,
                                   unsigned dimension) const {
  if (isFixed(shape, dimension))
    return Size{shape.getDimSize(dimension), /*isExact=*/true};
  if (!container || !container.getDefiningOp() || isa<VectorType>(shape))
    return std::nullopt;
  if (isa<memref::CastOp, tensor::CastOp>(container.getDefiningOp())) {
    Value source = container.getDefiningOp()->getOperand(0);
    auto type = dyn_cast<ShapedType>(source.getType());
    return type && type.hasRank() && dimension < type.getRank()
               ? sizeOf(type, source, dimension)
               : std::nullopt;
  }
  OpFoldResult size = findAllocatedSize(container, dimension);
  std::optional<Interval> numbers = size ? numbersOf(size) : std::nullopt;
  if (!numbers || numbers->high < 0)
    return std::nullopt;
  return Size{numbers->high, numbers->low == numbers->high,
              dyn_cast<Value>(size)};
}

void Finder::add(Operation *op, IndexFinding::Kind kind, Index index,
                 unsigned dimension, Size size) {
  auto number = [](int64_t number) {
    return APInt(64, number, /*isSigned=*/true);
  };
  bool isSize = index.value && index.value == size.value && !size.isExact;
  findings.push_back(
      {op, kind, index.value,
       ConstantIntRanges::fromSigned(number(index.numbers->low),
                                     number(index.numbers->high)),
       dimension, size.most, !size.isExact, isSize ? size.value : Value()});
}

/// True if none of the numbers is an index below `size`.
static bool areOutside(const std::optional<Interval> &numbers, int64_t size) {
  return numbers && (numbers->high < 0 || numbers->low >= size);
}

void Finder::visitSlice(OffsetSizeAndStrideOpInterface slice, Value container) {
  auto shape = cast<ShapedType>(container.getType());
  for (auto [dimension, offset, count, stride] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(),
                       slice.getMixedStrides())) {
    std::optional<Interval> first = numbersOf(offset),
                            counts = numbersOf(count),
                            strides = numbersOf(stride);
    std::optional<Size> size = sizeOf(shape, container, dimension);
    // An empty slice reaches nothing.
    if (!size || !first || !counts || counts->low < 1)
      continue;
    if (areOutside(first, size->most)) {
      add(slice, IndexFinding::Kind::SliceBegin,
          {dyn_cast<Value>(offset), first}, dimension, *size);
      continue;
    }
    std::optional<Interval> last =
        strides ? multiply({counts->low - 1, counts->high - 1}, *strides)
                : std::nullopt;
    if (last)
      last = noisy::add(*first, *last);
    if (areOutside(last, size->most))
      add(slice, IndexFinding::Kind::SliceEnd, {Value(), last}, dimension,
          *size);
  }
}

void Finder::visitDimension(ShapedDimOpInterface dim) {
  auto shape = cast<ShapedType>(dim.getShapedValue().getType());
  std::optional<Interval> number = numbersOf(dim.getDimension());
  if (shape.hasRank() && areOutside(number, shape.getRank()))
    add(dim, IndexFinding::Kind::Dimension,
        {dyn_cast<Value>(dim.getDimension()), number}, /*dimension=*/0,
        Size{shape.getRank(), /*isExact=*/true});
}

void Finder::visit(Operation *op) {
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op))
    return visitDimension(dim);
  if (auto slice = dyn_cast<memref::SubViewOp>(op))
    return visitSlice(slice, slice.getSource());
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return visitSlice(slice, slice.getSource());
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return visitSlice(slice, slice.getDest());
  if (auto slice = dyn_cast<tensor::ParallelInsertSliceOp>(op))
    return visitSlice(slice, slice.getDest());
  Access access = getAccess(op);
  if (!access.shape || !access.shape.hasRank())
    return;
  int64_t rank = access.shape.getRank();
  for (auto [dimension, index] : llvm::enumerate(access.indices)) {
    if (int64_t(dimension) >= rank || !index.numbers)
      continue;
    std::optional<Size> size =
        sizeOf(access.shape, access.container, dimension);
    if (!size)
      continue;
    // Part of a vector may be out of bounds, on some machines.
    std::optional<int64_t> reach = getReach(access.vector, rank, dimension);
    auto isOutside = [&](const std::optional<Interval> &numbers) {
      return numbers &&
             (numbers->low >= size->most || (reach && numbers->high < -*reach));
    };
    auto addIn = [&](IndexFinding::Kind kind,
                     const std::optional<Interval> &numbers) {
      if (!isOutside(numbers))
        return false;
      add(op, kind, {index.value, numbers}, dimension, *size);
      return true;
    };
    if (index.value && index.value == size->value) {
      add(op, IndexFinding::Kind::Index, index, dimension, *size);
      continue;
    }
    if (!addIn(IndexFinding::Kind::Index, index.numbers) &&
        !addIn(IndexFinding::Kind::FirstIteration, index.first))
      addIn(IndexFinding::Kind::LastIteration, index.last);
  }
}

void Finder::visit(Block *block) {
  findIterations(block);
  for (Operation &op : *block)
    visit(&op);
}

std::vector<IndexFinding>
mlir::noisy::findWrongIndices(ProgramFlow &flow, const IntegerFacts &facts) {
  std::vector<IndexFinding> findings;
  Finder finder(facts, findings);
  flow.getRoot()->walk([&](Block *block) {
    if (flow.isLive(block))
      finder.visit(block);
  });
  return findings;
}

std::string mlir::noisy::describeIndexFinding(const IndexFinding &finding,
                                              ValueNamer name) {
  using Kind = IndexFinding::Kind;
  Type type = IndexType::get(finding.op->getContext());
  std::string range = describeRange(finding.range, type);
  bool isSingle = finding.range.getConstantValue().has_value();
  if (range[0] == '[')
    range = "in " + range;
  std::string value = finding.index ? name(finding.index) : "";
  std::string text;
  switch (finding.kind) {
  case Kind::FirstIteration:
  case Kind::LastIteration:
    text = (finding.index ? "index " + value + " is" : "the index is") +
           " out of bounds in the " +
           (finding.kind == Kind::FirstIteration ? "first" : "last") +
           " iteration: it is " + range + " there, and ";
    break;
  case Kind::Index:
    if (finding.sizeValue)
      return "index " + value + " is out of bounds: dimension " +
             std::to_string(finding.dimension) + " has " + value + " elements";
    if (finding.index)
      text = "index " + value + " is out of bounds: it is " + range + ", and ";
    else if (isSingle)
      text = "index " + range + " is out of bounds: ";
    else
      text = "the index is out of bounds: it is " + range + ", and ";
    break;
  case Kind::Dimension:
    return "there is no dimension " + (value.empty() ? range : value) +
           (value.empty() ? "" : ", which is " + range) + ": the value has " +
           std::to_string(finding.size) +
           (finding.size == 1 ? " dimension" : " dimensions");
  case Kind::SliceBegin:
    text = "the slice is out of bounds: it begins at " +
           (finding.index ? value + ", which is " + range : range) + ", and ";
    break;
  case Kind::SliceEnd:
    text = "the slice is out of bounds: its last index is " + range + ", and ";
    break;
  }
  return text + "dimension " + std::to_string(finding.dimension) + " has " +
         (finding.isMostSize ? "at most " : "") + std::to_string(finding.size) +
         (finding.size == 1 ? " element" : " elements");
}
