//===- OperationRun.cpp - Operations parsed without the rest --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/OperationRun.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "server/parse/ParsedText.h"
#include "server/parse/SectionReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// The operation that defines the outer values. No dialect has this namespace.
static constexpr llvm::StringLiteral outerName = "outer.values";

bool OperationRun::isVerifiedAlone(llvm::StringRef FullName) {
  static const llvm::StringSet<> Dialects = {"arith", "complex", "index",
                                             "math", "noisy"};
  return FullName == func::ReturnOp::getOperationName() ||
         Dialects.contains(FullName.split('.').first);
}

/// Prints the beginning of a function that defines the outer values.
static std::string printBegin(llvm::ArrayRef<OuterGroup> Outer) {
  std::string Result = "func.func private @run() {\n";
  llvm::raw_string_ostream OS(Result);
  if (!Outer.empty()) {
    llvm::interleaveComma(Outer, OS, [&](const OuterGroup &Group) {
      OS << Group.Name << ":" << Group.Values.size();
    });
    OS << " = ";
  }
  OS << '"' << outerName << "\"() : () -> (";
  bool IsFirst = true;
  for (const OuterGroup &Group : Outer)
    for (Value V : Group.Values) {
      OS << (std::exchange(IsFirst, false) ? "" : ", ");
      V.getType().print(OS);
    }
  OS << ")\n";
  return Result;
}

/// True if all operands that are defined in the same block are defined before.
static bool isOrdered(Operation *Op) {
  return llvm::all_of(Op->getOperands(), [&](Value Operand) {
    Operation *Definer = Operand.getDefiningOp();
    return Definer && Definer->isBeforeInBlock(Op);
  });
}

/// Verifies an operation. A return is verified against its function instead
/// (Unit::patch).
static bool isRight(Operation *Op) {
  if (!Op->isRegistered() || Op->getNumRegions() > 0 ||
      Op->getNumSuccessors() > 0 || !isOrdered(Op) ||
      !OperationRun::isVerifiedAlone(Op->getName().getStringRef()))
    return false;
  bool IsLast = Op == &Op->getBlock()->back();
  if (Op->hasTrait<OpTrait::IsTerminator>())
    return IsLast && isa<func::ReturnOp>(Op);
  return succeeded(mlir::verify(Op));
}

std::optional<OperationRun>
OperationRun::parse(MLIRContext &Context, llvm::StringRef Text,
                    llvm::ArrayRef<OuterGroup> Outer,
                    const std::string &FileName) {
  std::string Buffer = printBegin(Outer);
  size_t Begin = Buffer.size();
  Buffer += Text;
  Buffer += "\n}";
  ParsedText Source(Context, std::move(Buffer), FileName,
                    ParsedText::Verify::No);
  if (!Source.isValid() || !llvm::hasSingleElement(*Source.module().getBody()))
    return std::nullopt;
  Region &Body = Source.module().getBody()->front().getRegion(0);
  if (!llvm::hasSingleElement(Body))
    return std::nullopt;
  OperationRun Result;
  SectionReader Reader(Source.names(), Source.text().data(), OffsetMap(), Begin,
                       Text, FileName);
  Operation &Definer = Body.front().front();
  Reader.add(&Definer);
  Source.collect([&] {
    for (Operation &Op : llvm::drop_begin(Body.front())) {
      if (!isRight(&Op)) {
        Result.Operations.clear();
        return;
      }
      Result.Operations.push_back(&Op);
      llvm::append_range(Result.Values, Op.getResults());
      Reader.add(&Op);
    }
  });
  bool IsMissing =
      Result.Operations.empty() && !llvm::hasSingleElement(Body.front());
  if (IsMissing || !Source.problems().empty())
    return std::nullopt;
  size_t Place = 0;
  for (const OuterGroup &Group : Outer)
    for (Value V : Group.Values)
      Definer.getResult(Place++).replaceAllUsesWith(V);
  Result.Data = Reader.finish(PieceInfo());
  Result.Module = Source.takeModule();
  return Result;
}
