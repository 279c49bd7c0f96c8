//===- OperationRun.h - Operations parsed without the rest ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_OPERATIONRUN_H
#define NOISY_SERVER_PATCH_OPERATIONRUN_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "server/patch/RunAliases.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::noisy::lsp {

/// Values with one name that are defined outside of a run.
struct OuterGroup {
  /// The name with its %.
  llvm::StringRef Name;
  llvm::SmallVector<Value, 1> Values;
  /// The range of the name at its definition, in the text of the function.
  ByteRange Definition;
  /// True if that is behind the run: only operations that do not parse may name
  /// the values.
  bool IsLater = false;
};

/// A value of a run that is used after it.
struct LaterUse {
  /// The name with its %, and its place: %a#1.
  std::string Name;
  Type UsedType;
};

/// The text of operations that follow each other in a function, with what it
/// needs to know of the rest.
struct RunText {
  llvm::StringRef Text;
  /// The place of the run in the text of the function.
  size_t Offset = 0;
  /// The blanks at the beginning of its line.
  llvm::StringRef Indentation;
  /// True if it is in a region of another operation than the function, so that
  /// names of operations have their dialect.
  bool IsInner = false;
  /// True if its region ends after it: then nothing else uses its values.
  bool EndsRegion = false;
  /// The name of a value, with its %, that the text after it begins with; empty
  /// if that begins with anything else. An operation may go on there.
  llvm::StringRef NextName;
  llvm::ArrayRef<OuterGroup> Outer;
  /// The definitions of the aliases in it.
  RunAliases Aliases;
  std::vector<LaterUse> LaterUses;
};

/// Operations that follow each other in a block of a function, parsed without
/// the rest of it. Stubs stand for broken ones (Recovery).
class OperationRun {
public:
  /// Parses and verifies a run. Nothing if an operation does not verify, has
  /// regions or successors, or a verifier that may look at other operations; if
  /// it begins a block; or if the rest of the function may be a reason of an
  /// error. Operations that end a block are not verified.
  static std::optional<OperationRun> parse(MLIRContext &Context,
                                           const RunText &Source,
                                           const std::string &FileName);

  /// The operations, which use the outer values and are in a block of their
  /// own.
  llvm::ArrayRef<Operation *> operations() const { return Operations; }
  /// The values that they define, in order.
  llvm::ArrayRef<Value> values() const { return Values; }
  /// The text as a section. Its first operation stands for the definition of
  /// the outer values, which are its first values, in order; the others follow.
  const Section &data() const { return *Data; }
  /// The errors of broken operations, in the text of the function.
  const std::vector<Problem> &problems() const { return Problems; }

  /// True if no verifier of operations with this full name looks at anything
  /// beside the operation, the types of its operands, and the function around
  /// it; `verifySymbolUser` apart.
  static bool isVerifiedAlone(llvm::StringRef FullName);
  /// The same of operations with regions and successors, as long as nothing in
  /// their regions changes but operations that are verified alone, and are at
  /// no end of a block; and as long as what defines indices does not change, if
  /// they read these.
  static bool isVerifiedAround(llvm::StringRef FullName);
  /// The same, as long as nothing in their regions changes.
  static bool isVerifiedBeside(llvm::StringRef FullName);
  /// True if verifiers of operations with this full name look at the operations
  /// that define indices, and at what these use, but at nothing else.
  static bool readsIndices(llvm::StringRef FullName);

private:
  friend class RunParser;
  OperationRun() = default;

  OwningOpRef<ModuleOp> Module;
  std::vector<Operation *> Operations;
  std::vector<Value> Values;
  std::shared_ptr<const Section> Data;
  std::vector<Problem> Problems;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_OPERATIONRUN_H
