//===- CompletionCollector.h - Completions of MLIR's parser -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONCOLLECTOR_H
#define NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONCOLLECTOR_H

#include "mlir/AsmParser/CodeComplete.h"
#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"
#include "server/features/completion/CompletionScope.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <vector>

namespace mlir {
class AsmParserState;
class MLIRContext;
} // namespace mlir

namespace mlir::noisy::lsp {

/// The maximum number of bytes of a detail.
inline constexpr size_t MaxCompletionDetail = 200;

/// What the parser tells at the end of a text.
struct CollectedCompletions {
  std::vector<Completions::Item> Items;
  /// The types of the values that were asked for.
  ValueTypes Types;
};

/// Returns what collects the completions that the parser offers at `Loc`, the
/// end of the text, into `Result`, and the types of `Values`, names with %.
/// `State` is that of the same parse.
std::unique_ptr<AsmParserCodeCompleteContext>
makeCompletionCollector(llvm::SMLoc Loc, const TypedWord &Word,
                        const llvm::StringSet<> &Values, MLIRContext &Context,
                        const AsmParserState &State,
                        CollectedCompletions &Result);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONCOLLECTOR_H
