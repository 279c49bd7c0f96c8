//===- SectionOrderTest.cpp - The order of operations --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/SectionOrder.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>

using namespace mlir;
using namespace mlir::noisy::lsp;

static Operation *make(Block &Body) {
  Operation *Op =
      ModuleOp::create(UnknownLoc::get(Body.getParentOp()->getContext()));
  Body.push_back(Op);
  return Op;
}

TEST_CASE("SectionOrder: a block knows its order after insertions",
          "[section]") {
  MLIRContext Context(MLIRContext::Threading::DISABLED);
  for (size_t OldCount : {0, 1, 20})
    for (size_t NewCount : {0, 1, 2, 5, 16, 17, 100}) {
      CAPTURE(OldCount, NewCount);
      OwningOpRef<ModuleOp> Old = ModuleOp::create(UnknownLoc::get(&Context)),
                            New = ModuleOp::create(UnknownLoc::get(&Context));
      std::vector<Operation *> Sum, Added;
      for (size_t I = 0; I < OldCount; ++I)
        Sum.push_back(make(*Old->getBody()));
      for (size_t I = 0; I < NewCount; ++I)
        Added.push_back(make(*New->getBody()));
      Block &Body = *Old->getBody();
      Body.recomputeOpOrder();
      size_t Place = OldCount / 2;
      insertInOrder(Body,
                    Place < OldCount ? Sum[Place]->getIterator() : Body.end(),
                    Added);
      Sum.insert(Sum.begin() + Place, Added.begin(), Added.end());
      CHECK(New->getBody()->empty());
      CHECK(Body.isOpOrderValid());
      CHECK(llvm::equal(llvm::make_pointer_range(Body), Sum));
      for (size_t I = 0; I + 1 < Sum.size(); ++I)
        CHECK(Sum[I]->isBeforeInBlock(Sum[I + 1]));
    }
}
