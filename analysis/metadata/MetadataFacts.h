//===- MetadataFacts.h - What is known of the metadata ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_METADATA_METADATAFACTS_H
#define NOISY_ANALYSIS_METADATA_METADATAFACTS_H

#include "analysis/metadata/MetadataValue.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy {
class ProgramFlow;

/// Where the metadata of a value comes from.
enum class MetadataOrigin {
  /// The join of what flows in, and nothing else.
  Joined,
  /// The defining operation has a dictionary, which won over what flows in.
  Own,
  /// The same, of a dictionary on an argument of a function, or on a result of
  /// the function that is called.
  Stated,
};

/// What is known of the metadata of one value.
struct MetadataFact {
  MetadataValue value;
  MetadataOrigin origin = MetadataOrigin::Joined;
};

/// The result of the metadata analysis of everything below one operation:
/// plain data, which does not change and may be read from any thread as long as
/// the IR lives and is not changed.
class MetadataFacts {
public:
  /// Runs the analysis (see `MetadataAnalysis` for the rules). Never fails;
  /// what cannot be told is unknown. The IR must have been verified, symbol
  /// uses apart. Where nothing below `root` has metadata, as in most programs,
  /// all of it is unknown, whether executed or not, and no solver is run.
  static MetadataFacts compute(Operation *root);
  /// The same on a flow that is known already, in whose solver it runs.
  static MetadataFacts compute(ProgramFlow &program);

  /// The fact of a value below the root.
  MetadataFact get(Value value) const;

  /// Whether anything in the program has metadata.
  bool hasAny() const { return any; }

private:
  bool any = false;
  /// All but those of which nothing is known.
  llvm::DenseMap<Value, MetadataFact> facts;
};

/// "own", "stated", or "" for what is only joined.
llvm::StringRef describeOrigin(MetadataOrigin origin);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_METADATA_METADATAFACTS_H
