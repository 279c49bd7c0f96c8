//===- RemoveReductionFix.cpp - Removal of a reduction --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/RemoveReductionFix.h"
#include "dialect/ReducingOperations.h"
#include "server/features/fixes/FixOffers.h"
#include "server/features/fixes/FixPlace.h"
#include "server/features/fixes/ReductionWriter.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
class RemoveReductionFix final : public SmallFixKind {
public:
  RemoveReductionFix()
      : SmallFixKind("removeReduction", "Remove this reduce_noise") {}

  bool fixes(llvm::StringRef Code) const override {
    return Code == "noise-no-effect";
  }
  void offerRewrites(FixOffers &Offers) const override;
  llvm::Expected<FixDraft> draft(const Chunk &Program,
                                 size_t Offset) const override;
};
} // namespace

static const RemoveReductionFix Kind;
const SmallFixKind &fixes::RemoveReduction = Kind;

void RemoveReductionFix::offerRewrites(FixOffers &Offers) const {
  size_t Place = Offers.selection().Begin;
  OperationRef Op = Offers.operationAt(Place);
  if (Op && !Offers.has(*this) &&
      Op.kind() == Section::OperationKind::Reduction)
    Offers.add(FixGroup::Rewrite, *this,
               Op.name() == "noisy.reduce_noise"
                   ? title()
                   : "Remove this " + Op.name().str(),
               Place, Offers.refusalIn(Offers.state().partAt(Place)->Chunk));
}

llvm::Expected<FixDraft> RemoveReductionFix::draft(const Chunk &Program,
                                                   size_t Offset) const {
  Operation *RemovedOp = findOperationAt(Program, Offset);
  auto isReduction = [&] { return RemovedOp && getReducedOperand(RemovedOp); };
  if (Value NamedValue = isReduction() ? nullptr : findValueAt(Program, Offset))
    RemovedOp = NamedValue.getDefiningOp();
  if (!isReduction())
    return refuse("there is no 'noisy.reduce_noise' here, and no operation of "
                  "another dialect that reduces");
  const std::string Name = Program.nameOf(getReducedOperand(RemovedOp));
  if (!isRemovable(RemovedOp))
    return refuse(Name + " and its reduction may be objects that change in "
                         "place, so one cannot stand for the other");
  std::optional<std::vector<ByteEdit>> Edits =
      writeReductions(Program, {}, {RemovedOp});
  if (!Edits)
    return refuse("its operand has no name in the text: the short form leaves "
                  "out values");
  FixDraft Draft;
  Draft.Edits = std::move(*Edits);
  Draft.Change = [RemovedOp](IRMapping &Copy) {
    applyReductions({}, {Copy.lookup(RemovedOp)});
  };
  // The users of an unsafe value may need it once that value is fixed.
  Draft.Message = "removed the reduction of " + Name;
  return Draft;
}
