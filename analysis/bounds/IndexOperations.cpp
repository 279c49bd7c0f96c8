//===- IndexOperations.cpp - The rules of operations on indices -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of IndexConstraints that knows operations: the constraints of each
// on its results, or permission for MLIR to add them.
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/IndexConstraints.h"
#include "analysis/bounds/IndexNumbers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::noisy;

/// True if the operation does not wrap, or has no result.
static bool hasNoSignedWrap(Operation *op) {
  auto arith = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return arith && arith.hasNoSignedWrap();
}

/// True if the operation tells its bounds itself, by the interface, and nothing
/// is known against what it says. Operations that have rules below are not
/// asked beyond these.
static bool mayBeAsked(Operation *op) {
  // In MLIR 22, gpu.global_id claims to be at least 2^63; the results of
  // gpu.launch have no bounds, though it has the interface; and vector.vscale
  // answers only to a set of constraints with a vscale of its own.
  static constexpr llvm::StringLiteral knownBad[] = {
      "gpu.global_id", "gpu.launch", "vector.vscale"};
  return isa<ValueBoundsOpInterface>(op) &&
         !llvm::is_contained(knownBad, op->getName().getStringRef());
}

IndexConstraints::Handler IndexConstraints::visitArithmetic(OpResult result) {
  Operation *op = result.getOwner();
  auto getOperandExpr = [&](unsigned i) { return getExpr(op->getOperand(i)); };
  auto isConstant = [&](unsigned i) {
    return getConstantIndex(op->getOperand(i)).has_value();
  };
  auto isLinear = [&] {
    // A product of two values is no linear constraint.
    if (isa<arith::MulIOp, index::MulOp>(op) && !isConstant(0) &&
        !isConstant(1))
      return false;
    foundWrapping |= !hasNoSignedWrap(op);
    return true;
  };
  auto isPositiveDivision = [&] {
    std::optional<int64_t> divisor = getConstantIndex(op->getOperand(1));
    return divisor && *divisor > 0;
  };
  return llvm::TypeSwitch<Operation *, Handler>(op)
      .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp>(
          [&](auto) { return isLinear() ? Handler::Mlir : Handler::Nobody; })
      .Case<index::AddOp, index::SubOp, index::MulOp>([&](auto) {
        if (!isLinear())
          return Handler::Nobody;
        AffineExpr lhs = getOperandExpr(0), rhs = getOperandExpr(1);
        bound(result) == (isa<index::AddOp>(op)   ? lhs + rhs
                          : isa<index::SubOp>(op) ? lhs - rhs
                                                  : lhs * rhs);
        return Handler::Us;
      })
      .Case<arith::FloorDivSIOp>([&](auto) {
        return isPositiveDivision() ? Handler::Mlir : Handler::Nobody;
      })
      .Case<index::FloorDivSOp, arith::CeilDivSIOp, index::CeilDivSOp>(
          [&](auto) {
            if (!isPositiveDivision())
              return Handler::Nobody;
            AffineExpr lhs = getOperandExpr(0), rhs = getOperandExpr(1);
            bound(result) == (isa<index::FloorDivSOp>(op) ? lhs.floorDiv(rhs)
                                                          : lhs.ceilDiv(rhs));
            return Handler::Us;
          })
      .Case<arith::DivUIOp, index::DivUOp>(
          [&](auto) { return visitDivision(result, true, false); })
      .Case<arith::RemUIOp, index::RemUOp>(
          [&](auto) { return visitDivision(result, true, true); })
      .Case<arith::DivSIOp, index::DivSOp>(
          [&](auto) { return visitDivision(result, false, false); })
      .Case<arith::RemSIOp, index::RemSOp>(
          [&](auto) { return visitDivision(result, false, true); })
      .Case<arith::MinSIOp, index::MinSOp>([&](auto) {
        bound(result) <= getOperandExpr(0);
        bound(result) <= getOperandExpr(1);
        return Handler::Us;
      })
      .Case<arith::MaxSIOp, index::MaxSOp>([&](auto) {
        bound(result) >= getOperandExpr(0);
        bound(result) >= getOperandExpr(1);
        return Handler::Us;
      })
      .Default([&](Operation *) { return visitStructure(result); });
}

IndexConstraints::Handler IndexConstraints::visitStructure(OpResult result) {
  Operation *op = result.getOwner();
  return llvm::TypeSwitch<Operation *, Handler>(op)
      .Case<arith::SelectOp>([&](arith::SelectOp select) {
        return addChoice(result, std::nullopt, select.getTrueValue(),
                         select.getFalseValue());
      })
      .Case<affine::AffineApplyOp>([&](auto apply) {
        return addAffine(result, Relation::Equal, apply.getMap(),
                         apply.getOperands());
      })
      .Case<affine::AffineMinOp>([&](auto min) {
        return addAffine(result, Relation::LessEqual, min.getMap(),
                         min.getOperands());
      })
      .Case<affine::AffineMaxOp>([&](auto max) {
        return addAffine(result, Relation::GreaterEqual, max.getMap(),
                         max.getOperands());
      })
      .Case<affine::AffineLinearizeIndexOp>([&](auto linearize) {
        return addLinearized(result, linearize.getStaticBasis(),
                             linearize.getMultiIndex());
      })
      .Case<affine::AffineDelinearizeIndexOp>([&](auto delinearize) {
        return addDelinearized(result, delinearize.getStaticBasis(),
                               delinearize.getLinearIndex());
      })
      .Case<tensor::DimOp, memref::DimOp>([&](auto dimOp) {
        auto type = dyn_cast<ShapedType>(dimOp.getSource().getType());
        std::optional<int64_t> dim = dimOp.getConstantIndex();
        if (!type || !type.hasRank() || !dim || *dim < 0 ||
            *dim >= type.getRank())
          return Handler::Nobody;
        // MLIR also adds that this is not negative, see `visit`.
        bound(result) == getExpr(dimOp.getSource(), *dim);
        return Handler::Us;
      })
      .Case<tensor::RankOp, memref::RankOp>([&](auto) {
        auto type = cast<ShapedType>(op->getOperand(0).getType());
        return type.hasRank() ? Handler::Mlir : Handler::Nobody;
      })
      .Case<scf::IfOp>([&](scf::IfOp branch) {
        unsigned i = result.getResultNumber();
        return addChoice(result, std::nullopt, branch.thenYield().getOperand(i),
                         branch.elseYield().getOperand(i));
      })
      .Case<scf::ForOp, affine::AffineForOp>([&](auto) {
        return addCarried(result, std::nullopt, op, result.getResultNumber());
      })
      .Default([&](Operation *) {
        return mayBeAsked(op) ? Handler::Mlir : Handler::Nobody;
      });
}

IndexConstraints::Handler IndexConstraints::visitDim(OpResult result,
                                                     int64_t dim) {
  Operation *op = result.getOwner();
  auto hasRank = [](Value value) {
    return cast<ShapedType>(value.getType()).hasRank();
  };
  return llvm::TypeSwitch<Operation *, Handler>(op)
      .Case<tensor::EmptyOp, tensor::ExtractSliceOp, tensor::PadOp,
            tensor::ExpandShapeOp, memref::AllocOp, memref::AllocaOp,
            memref::SubViewOp, memref::ExpandShapeOp>(
          [&](auto) { return Handler::Mlir; })
      .Case<tensor::CastOp, memref::CastOp>([&](auto castOp) {
        return hasRank(castOp.getSource()) ? Handler::Mlir : Handler::Nobody;
      })
      .Case<tensor::CollapseShapeOp, memref::CollapseShapeOp>(
          [&](auto reshape) {
            // A product of two values is no linear constraint.
            ShapedType source = reshape.getSrcType();
            auto groups = reshape.getReassociationIndices();
            int64_t product = 1;
            unsigned dynamic = 0;
            for (int64_t i : groups[dim])
              if (source.isDynamicDim(i))
                ++dynamic;
              else if (llvm::MulOverflow(product, source.getDimSize(i),
                                         product) ||
                       !isSmallNumber(product))
                return Handler::Nobody;
            return dynamic <= 1 ? Handler::Mlir : Handler::Nobody;
          })
      .Case<tensor::ConcatOp>([&](tensor::ConcatOp concat) {
        if (dim != static_cast<int64_t>(concat.getDim()))
          return equate(result, dim, concat.getInputs().front());
        AffineExpr sum = builder.getAffineConstantExpr(0);
        for (Value input : concat.getInputs())
          sum = sum + getExpr(input, dim);
        bound(result)[dim] == sum;
        return Handler::Us;
      })
      .Case<arith::SelectOp>([&](arith::SelectOp select) {
        if (isa<ShapedType>(select.getCondition().getType()))
          return Handler::Nobody;
        return addChoice(result, dim, select.getTrueValue(),
                         select.getFalseValue());
      })
      .Case<scf::IfOp>([&](scf::IfOp branch) {
        unsigned i = result.getResultNumber();
        return addChoice(result, dim, branch.thenYield().getOperand(i),
                         branch.elseYield().getOperand(i));
      })
      .Case<scf::ForOp, affine::AffineForOp>([&](auto) {
        return addCarried(result, dim, op, result.getResultNumber());
      })
      .Case<scf::ForallOp>([&](scf::ForallOp loop) {
        return equate(result, dim, loop.getTiedOpOperand(result)->get());
      })
      .Default([&](Operation *) {
        if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
          // Results are tied to the operands that they replace.
          if (op->getNumResults() != destination.getNumDpsInits())
            return Handler::Nobody;
          return equate(result, dim,
                        destination.getTiedOpOperand(result)->get());
        }
        if (OpTrait::hasElementwiseMappableTraits(op))
          for (Value operand : op->getOperands())
            if (isa<RankedTensorType>(operand.getType()))
              return equate(result, dim, operand);
        return mayBeAsked(op) ? Handler::Mlir : Handler::Nobody;
      });
}
