//===- InterpreterTensors.cpp - Tensors and memory of the interpreter -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tests/interpreter/InterpreterOps.h"

using namespace mlir;
using namespace mlir::noisy::test;

static GaveUp undefinedBehavior(Operation *op, const llvm::Twine &reason) {
  return GaveUp(RunEnd::Undefined, op, reason);
}

static size_t countElements(ArrayRef<int64_t> shape) {
  size_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

/// The shape of a type whose dynamic dimensions have these sizes.
static SmallVector<int64_t> getShape(Operation *op, ShapedType type,
                                     ArrayRef<RuntimeValue> sizes) {
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t &extent : shape)
    if (ShapedType::isDynamic(extent)) {
      extent = toIndex(sizes.front());
      sizes = sizes.drop_front();
      if (extent < 0)
        throw undefinedBehavior(op, "has a dimension of negative size");
      if (extent > 1000)
        throw GaveUp(RunEnd::Limit, op, "has too many elements");
    }
  return shape;
}

size_t mlir::noisy::test::getPosition(Operation *op, ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> indices) {
  size_t position = 0;
  for (auto [extent, index] : llvm::zip_equal(shape, indices)) {
    if (index < 0 || index >= extent)
      throw undefinedBehavior(op, "is out of bounds");
    position = position * extent + index;
  }
  return position;
}

static SmallVector<int64_t> toIndices(ArrayRef<RuntimeValue> values) {
  SmallVector<int64_t> indices;
  for (const RuntimeValue &value : values)
    indices.push_back(toIndex(value));
  return indices;
}

static RuntimeValue readElement(Operation *op, const Elements &elements,
                                ArrayRef<int64_t> indices) {
  const RuntimeValue &value =
      elements.values[getPosition(op, elements.shape, indices)];
  if (!value.isWritten())
    throw ReadUnwritten(RunEnd::Undefined, op, "reads what nobody wrote");
  return value;
}

static RuntimeValue makeEmpty(SmallVector<int64_t> shape) {
  size_t count = countElements(shape);
  return Elements{std::move(shape), std::vector<RuntimeValue>(count)};
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// The positions in a tensor of shape `shape` that a slice covers, in the order
/// of its elements, and its shape without dropping dimensions of size 1.
static std::vector<size_t> getSlice(Operation *op, ArrayRef<int64_t> shape,
                                    ArrayRef<RuntimeValue> operands,
                                    SmallVectorImpl<int64_t> &sizes) {
  auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
  auto resolve = [&](ArrayRef<int64_t> statics, OperandRange dynamics) {
    SmallVector<int64_t> values(statics);
    unsigned next = dynamics.empty() ? 0 : dynamics.getBeginOperandIndex();
    for (int64_t &value : values)
      if (ShapedType::isDynamic(value))
        value = toIndex(operands[next++]);
    return values;
  };
  SmallVector<int64_t> offsets =
      resolve(slice.getStaticOffsets(), slice.getOffsets());
  SmallVector<int64_t> strides =
      resolve(slice.getStaticStrides(), slice.getStrides());
  SmallVector<int64_t> extents =
      resolve(slice.getStaticSizes(), slice.getSizes());
  sizes.assign(extents.begin(), extents.end());

  for (int64_t size : sizes)
    if (size < 0 || size > 1000)
      throw undefinedBehavior(op, "has a size that is none");
  std::vector<size_t> positions;
  size_t count = countElements(sizes);
  SmallVector<int64_t> coordinates(sizes.size());
  for (size_t i = 0; i < count; ++i) {
    SmallVector<int64_t> indices;
    for (size_t d = 0; d < coordinates.size(); ++d)
      indices.push_back(offsets[d] + coordinates[d] * strides[d]);
    positions.push_back(getPosition(op, shape, indices));
    for (size_t d = coordinates.size();
         d-- > 0 && ++coordinates[d] == sizes[d];)
      coordinates[d] = 0;
  }
  return positions;
}

static RuntimeValue extractSlice(tensor::ExtractSliceOp op,
                                 ArrayRef<RuntimeValue> operands) {
  const Elements &source = operands[0].elements();
  SmallVector<int64_t> sizes;
  Elements result;
  for (size_t position : getSlice(op, source.shape, operands, sizes))
    result.values.push_back(source.values[position]);
  // Dimensions of size 1 may be dropped.
  ArrayRef<int64_t> resultShape = op.getType().getShape();
  llvm::SmallBitVector droppedDims = op.getDroppedDims();
  for (auto [d, size] : llvm::enumerate(sizes))
    if (!droppedDims[d])
      result.shape.push_back(size);
  if (result.shape.size() != resultShape.size())
    throw undefinedBehavior(op, "drops dimensions that are none");
  return result;
}

static RuntimeValue makeSubview(memref::SubViewOp op,
                                ArrayRef<RuntimeValue> operands) {
  SmallVector<int64_t> sizes;
  std::vector<size_t> positions =
      getSlice(op, operands[0].elements().shape, operands, sizes);
  if (sizes.size() != size_t(op.getType().getRank()))
    throw undefinedBehavior(op, "drops dimensions");
  return operands[0].view(std::move(sizes), std::move(positions));
}

static RuntimeValue insertSlice(Operation *op,
                                ArrayRef<RuntimeValue> operands) {
  const Elements &source = operands[0].elements();
  Elements result = operands[1].elements();
  SmallVector<int64_t> sizes;
  std::vector<size_t> slice = getSlice(op, result.shape, operands, sizes);
  if (slice.size() != source.values.size())
    throw undefinedBehavior(op, "inserts a slice of another size");
  for (auto [position, value] : llvm::zip_equal(slice, source.values))
    result.values[position] = value;
  return result;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

static RuntimeValue makeSize(Operation *op, const RuntimeValue &shapedValue,
                             const RuntimeValue &dimension) {
  ArrayRef<int64_t> shape = shapedValue.elements().shape;
  int64_t index = toIndex(dimension);
  if (index < 0 || index >= int64_t(shape.size()))
    throw undefinedBehavior(op, "asks for a dimension that is none");
  return makeIndex(shape[index]);
}

std::optional<RuntimeValue>
mlir::noisy::test::evaluateShaped(Operation *op,
                                  ArrayRef<RuntimeValue> operands) {
  if (auto fromElements = dyn_cast<tensor::FromElementsOp>(op))
    return Elements{SmallVector<int64_t>(fromElements.getType().getShape()),
                    operands.vec()};
  if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    auto shape = getShape(op, splat.getType(), operands.drop_front());
    size_t count = countElements(shape);
    return Elements{std::move(shape),
                    std::vector<RuntimeValue>(count, operands[0])};
  }
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return makeEmpty(getShape(op, empty.getType(), operands));
  if (isa<tensor::ExtractOp, memref::LoadOp>(op))
    return readElement(op, operands[0].elements(),
                       toIndices(operands.drop_front()));
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return readElement(
        op, operands[0].elements(),
        evaluateMap(op, load.getAffineMap(), operands.drop_front()));
  if (isa<tensor::InsertOp>(op)) {
    Elements result = operands[1].elements();
    result.values[getPosition(op, result.shape,
                              toIndices(operands.drop_front(2)))] = operands[0];
    return result;
  }
  if (isa<tensor::DimOp, memref::DimOp>(op))
    return makeSize(op, operands[0], operands[1]);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return extractSlice(slice, operands);
  if (isa<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(op))
    return insertSlice(op, operands);
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    auto type = dyn_cast<RankedTensorType>(cast.getType());
    ArrayRef<int64_t> shape = operands[0].elements().shape;
    if (type && failed(verifyCompatibleShape(type.getShape(), shape)))
      throw undefinedBehavior(op, "has another shape");
    return operands[0];
  }
  if (isa<memref::AllocOp, memref::AllocaOp>(op)) {
    auto type = cast<MemRefType>(op->getResult(0).getType());
    return makeEmpty(
        getShape(op, type, operands.take_front(type.getNumDynamicDims())));
  }
  if (isa<memref::StoreOp>(op)) {
    Elements &memory = operands[1].memory();
    memory.values[getPosition(op, memory.shape,
                              toIndices(operands.drop_front(2)))] = operands[0];
    memory.store();
    return RuntimeValue();
  }
  if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
    Elements &memory = operands[1].memory();
    memory.values[getPosition(
        op, memory.shape,
        evaluateMap(op, store.getAffineMap(), operands.drop_front(2)))] =
        operands[0];
    memory.store();
    return RuntimeValue();
  }
  if (isa<memref::DeallocOp>(op))
    return RuntimeValue();
  if (isa<memref::CastOp>(op))
    return operands[0];
  if (auto subview = dyn_cast<memref::SubViewOp>(op))
    return makeSubview(subview, operands);
  if (isa<memref::CopyOp>(op)) {
    if (operands[0].elements().shape != operands[1].elements().shape)
      throw undefinedBehavior(op, "has another shape");
    std::vector<RuntimeValue> values = operands[0].elements().values;
    Elements &memory = operands[1].memory();
    memory.values = std::move(values);
    memory.store();
    return RuntimeValue();
  }
  return std::nullopt;
}
