//===- TokenDeletion.cpp - What a text without a token still knows --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fuzz/TokenDeletion.h"
#include "server/build/SnapshotBuilder.h"
#include "server/threads/ParserStack.h"
#include "llvm/Support/thread.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::fuzz;
using namespace mlir::noisy::lsp;

TokenDeletion::TokenDeletion(const DialectRegistry &Registry, std::string Text)
    : Registry(Registry), Text(std::move(Text)),
      KnownOperations(findOperations(this->Text)) {}

TokenDeletion::Operations
TokenDeletion::findOperations(const std::string &Contents) const {
  Operations Result;
  llvm::thread Worker(std::optional<unsigned>(ParserStackBytes), [&] {
    SnapshotBuilder Builder(Registry, "file:///deleted.mlir");
    std::shared_ptr<const Snapshot> State = Builder.build(
        lsp::Text(Contents), 1, {}, Effort::Full, /*ShouldStop=*/nullptr);
    for (const Snapshot::Part &P : State->parts()) {
      for (const PlacedSection &S : P.Sections)
        for (const Section::Operation &Op : S.Data->operations())
          if (!S.isStale() && !Op.Range.empty() &&
              Op.Kind != Section::OperationKind::Broken)
            if (auto Range = S.toText(Op.Range))
              Result[Range->Begin] = {S.Data->string(Op.FullName).str(),
                                      *Range};
      // The section of a header ends before its contents.
      if (P.Kind != PieceKind::Footer || P.Container == Piece::None)
        continue;
      auto Header = Result.find(State->parts()[P.Container].Range.Begin);
      if (Header != Result.end())
        Header->second.Range.End = P.Range.End;
    }
  });
  Worker.join();
  return Result;
}

ByteRange TokenDeletion::findAround(ByteRange Token) const {
  ByteRange Result = {0, Text.size()};
  for (const auto &[Begin, Op] : KnownOperations)
    if (Op.Range.contains(Token))
      Result = Op.Range;
  return Result;
}

TokenDeletion::Outcome TokenDeletion::without(ByteRange Token,
                                              ByteRange Broken) const {
  std::string Rest = Text;
  Rest.erase(Token.Begin, Token.size());
  Operations Left = findOperations(Rest);
  Outcome Result;
  for (const auto &[Begin, Op] : KnownOperations) {
    if (Op.Range.contains(Broken) || Broken.contains(Op.Range))
      continue;
    ++Result.ExpectedCount;
    auto Match = Left.find(Begin < Token.Begin ? Begin : Begin - Token.size());
    if (Match == Left.end() || Match->second.Name != Op.Name)
      Result.LostOperations.push_back(
          Op.Name + " in line " +
          std::to_string(1 +
                         llvm::StringRef(Text).take_front(Begin).count('\n')));
  }
  return Result;
}
