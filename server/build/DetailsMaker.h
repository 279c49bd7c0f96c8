//===- DetailsMaker.h - Makes what else is known of values ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_DETAILSMAKER_H
#define NOISY_SERVER_BUILD_DETAILSMAKER_H

#include "analysis/flow/ValueNamer.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/metadata/MetadataFacts.h"
#include "server/build/Unit.h"
#include "server/snapshot/SectionDetails.h"

namespace mlir::noisy::lsp {

/// Makes the details of units that are one program: runs the analyses on it,
/// and tells of each unit what they found. On the worker's thread.
class DetailsMaker {
public:
  /// Everything below `Root`, which must not change as long as this lives.
  explicit DetailsMaker(Operation *Root);

  /// What is known of the values of one unit of the program, findings apart.
  /// `Name` names values of all units. Bounds in terms of other values may take
  /// milliseconds each: before each, `Stopped` is asked, and nothing comes of
  /// it all when it says so.
  std::optional<SectionDetails>
  describe(const Unit &Of, ValueNamer Name,
           llvm::function_ref<bool()> Stopped) const;
  /// Whether it has values with such bounds.
  static bool mayTakeLong(const Unit &Of);
  /// Findings in the whole program; and one of these, which is in `Of`.
  llvm::ArrayRef<IntegerFinding> findings() const {
    return Integers.getFindings();
  }
  Problem describe(const IntegerFinding &Finding, const Unit &Of,
                   ValueNamer Name) const;

private:
  ProgramFlow Flow;
  IntegerFacts Integers;
  MetadataFacts Metadata;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_DETAILSMAKER_H
