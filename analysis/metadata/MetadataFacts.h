//===- MetadataFacts.h - The facts on metadata ------------------*- C++ -*-===//
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

/// The origin of a value's metadata.
enum class MetadataOrigin {
  /// The join of the incoming metadata alone.
  Joined,
  /// A dictionary on the defining operation, which overrides the incoming
  /// metadata.
  Own,
  /// A dictionary on an argument of a function, or on a result of the called
  /// function, which overrides the incoming metadata.
  Stated,
};

/// The metadata of one value and its origin.
struct MetadataFact {
  MetadataValue value;
  MetadataOrigin origin = MetadataOrigin::Joined;
};

/// The result of the metadata analysis of everything below one operation:
/// plain data, which does not change and may be read from any thread as long as
/// the IR lives and is not changed.
class MetadataFacts {
public:
  /// Runs the analysis (see `MetadataAnalysis` for the rules). Never fails; a
  /// value that cannot be derived is unknown. The IR must have been verified,
  /// except for symbol uses. If nothing below `root` has metadata, as in most
  /// programs, all of it is unknown, executed or not, and no solver is run.
  static MetadataFacts compute(Operation *root);
  /// Runs the analysis in the solver of a flow that is already computed.
  static MetadataFacts compute(ProgramFlow &program);

  /// The fact of a value below the root.
  MetadataFact get(Value value) const;

  /// True if anything in the program has metadata.
  bool hasAny() const { return hasEntries; }

private:
  bool hasEntries = false;
  /// The facts of all values that are not unknown.
  llvm::DenseMap<Value, MetadataFact> facts;
};

/// "own", "stated", or "" for metadata that is only joined.
llvm::StringRef describeOrigin(MetadataOrigin origin);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_METADATA_METADATAFACTS_H
