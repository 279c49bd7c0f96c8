//===- CommonOperations.cpp - The operations written most -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/forms/CommonOperations.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// Constants, calls and arithmetic, then what a region needs, then memory and
/// tensors. What has a simpler sibling, or is made by passes rather than by
/// hand, is not among them.
static constexpr StringRef Operations[] = {"arith.constant",
                                           "func.call",
                                           "noisy.add",
                                           "noisy.mul",
                                           "noisy.sub",
                                           "noisy.encode",
                                           "noisy.decode",
                                           "noisy.scale",
                                           "noisy.reduce_noise",
                                           "arith.addi",
                                           "arith.subi",
                                           "arith.muli",
                                           "arith.cmpi",
                                           "arith.select",
                                           "arith.addf",
                                           "arith.subf",
                                           "arith.mulf",
                                           "arith.divf",
                                           "arith.cmpf",
                                           "arith.divsi",
                                           "arith.remsi",
                                           "arith.index_cast",
                                           "arith.extsi",
                                           "arith.extui",
                                           "arith.trunci",
                                           "arith.sitofp",
                                           "arith.fptosi",
                                           "arith.andi",
                                           "arith.ori",
                                           "arith.xori",
                                           "arith.shli",
                                           "arith.shrsi",
                                           "func.return",
                                           "scf.for",
                                           "scf.if",
                                           "scf.yield",
                                           "scf.while",
                                           "scf.condition",
                                           "scf.parallel",
                                           "cf.br",
                                           "cf.cond_br",
                                           "cf.switch",
                                           "memref.alloc",
                                           "memref.load",
                                           "memref.store",
                                           "memref.dealloc",
                                           "memref.alloca",
                                           "memref.subview",
                                           "memref.dim",
                                           "memref.cast",
                                           "tensor.empty",
                                           "tensor.extract",
                                           "tensor.insert",
                                           "tensor.from_elements",
                                           "tensor.dim",
                                           "tensor.extract_slice",
                                           "tensor.insert_slice",
                                           "affine.for",
                                           "affine.load",
                                           "affine.store",
                                           "affine.apply",
                                           "affine.if",
                                           "affine.yield",
                                           "linalg.generic",
                                           "linalg.matmul",
                                           "linalg.fill",
                                           "linalg.yield",
                                           "vector.load",
                                           "vector.store",
                                           "vector.broadcast",
                                           "vector.transfer_read",
                                           "vector.transfer_write",
                                           "math.sqrt",
                                           "math.exp",
                                           "index.constant",
                                           "index.add",
                                           "index.sub",
                                           "index.mul",
                                           "index.cmp",
                                           "llvm.load",
                                           "llvm.store"};

std::optional<unsigned> mlir::noisy::lsp::findCommonRank(StringRef Operation) {
  const StringRef *Match = llvm::find(Operations, Operation);
  if (Match == std::end(Operations))
    return std::nullopt;
  return unsigned(Match - Operations);
}
