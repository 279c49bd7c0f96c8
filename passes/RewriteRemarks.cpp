//===- RewriteRemarks.cpp - What was rewritten, as remarks ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/RewriteRemarks.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::seesRemarks(MLIRContext *context) {
  return context->getRemarkEngine() != nullptr;
}

void mlir::noisy::emitRewriteRemarks(ArrayRef<RewriteNote> notes) {
  auto options = remark::RemarkOpts::name("Rewrite").category("noisy");
  for (const RewriteNote &note : notes) {
    if (note.isDone)
      remark::passed(note.location, options) << note.text;
    else
      remark::missed(note.location, options) << note.text;
  }
}
