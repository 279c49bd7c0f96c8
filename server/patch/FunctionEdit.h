//===- FunctionEdit.h - An edit of a few operations -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_FUNCTIONEDIT_H
#define NOISY_SERVER_PATCH_FUNCTIONEDIT_H

#include "server/patch/BrokenElsewhere.h"
#include "server/patch/EditedRun.h"
#include "server/patch/OperationRun.h"
#include "server/patch/RunScope.h"
#include "server/patch/SectionOrder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::noisy::lsp {

/// The values with a name: the first ones of each group. Regions may define the
/// same names.
using ValuesOfName = llvm::SmallVector<Value, 1>;

/// A function before an edit: its section and its IR. It holds as long as these
/// do not change.
struct FunctionState {
  const Section &Data;
  /// The operations and the values of the section, by number.
  llvm::ArrayRef<Operation *> Operations;
  llvm::ArrayRef<Value> Values;
  const llvm::StringMap<ValuesOfName> &ValuesByName;
  /// What verifiers of others look at (OperationRun::readsIndices).
  const llvm::DenseSet<Operation *> &IndexDefiners;
  llvm::ArrayRef<Problem> Problems = {};
  /// The place of the opening brace of the function, if only its end is
  /// missing.
  std::optional<size_t> UnendedBrace = {};
  /// The definitions of aliases around it that hold after the edit; and true if
  /// aliases name symbols.
  AliasLists Aliases = {};
  bool UsesOtherSymbols = false;
  /// The identified types in its text and around it, sorted.
  llvm::ArrayRef<std::string> IdentifiedTypes = {};
};

/// An edit of a function that changes a few operations, which are parsed
/// without the rest. It changes nothing in the function: the new operations are
/// in a block of their own.
class FunctionEdit {
public:
  /// `Text` is that of the function after the edit. Both outlive it.
  FunctionEdit(FunctionState Old, llvm::StringRef Text, TextChange Edit)
      : Old(Old), Data(Old.Data), Text(Text), Edit(Edit),
        Order(Data, Old.Operations) {}

  /// Parses an operation at a place of the text again, in which no value has
  /// one of the names in `Hidden`, or after which that is so.
  FunctionEdit(FunctionState Old, llvm::StringRef Text, TextChange Edit,
               const llvm::StringSet<> &Hidden)
      : Old(Old), Data(Old.Data), Text(Text), Edit(Edit),
        Order(Data, Old.Operations), Hidden(&Hidden) {}

  /// Parses the changed operations. Returns false if the whole function has to
  /// be parsed: something else may depend on the change, or on what is beside
  /// it. The other members are there if it returns true.
  bool parse(MLIRContext &Context, const std::string &FileName);

  /// The change of the text, from the first other byte to the last one.
  const TextChange &change() const { return Edit; }
  llvm::StringRef text() const { return Text; }
  const EditedRun &place() const { return Place; }
  const OperationRun &run() const { return *Run; }
  const SectionOrder &order() const { return Order; }
  /// The numbers of the old values: the first, and the one after the last.
  Section::Index firstValue() const { return FirstValue; }
  Section::Index endValue() const { return EndValue; }
  /// The values from outside, and their numbers.
  llvm::ArrayRef<OuterGroup> outer() const { return Source.Outer; }
  llvm::ArrayRef<Section::Index> outerNumbers() const {
    return Scope->numbers();
  }
  /// The old operations that are parsed again.
  llvm::ArrayRef<Operation *> oldOperations() const {
    return Old.Operations.slice(Place.FirstOperation,
                                Place.EndOperation - Place.FirstOperation);
  }
  /// Their block.
  Block *block() const { return oldOperations().front()->getBlock(); }
  /// The bytes that were parsed.
  size_t parsedBytes() const {
    return Source.Text.size() + Source.Aliases.Before.size() +
           Source.Aliases.After.size();
  }
  /// The problems of the function after the edit, in order.
  const std::vector<Problem> &problems() const { return Problems; }
  /// The names that are defined no more, and those that are defined now, which
  /// operations elsewhere use. These have to be parsed again, the ones before
  /// the edit and the others after it.
  const llvm::StringSet<> &lost() const { return Lost; }
  const llvm::StringSet<> &found() const { return Found; }
  /// True if the operations named a symbol, or do so now.
  bool hasSymbols() const { return HasSymbols; }

private:
  std::optional<EditedRun> findRun() const;
  bool addsIdentifiedTypes() const;
  bool breaksHiddenNames() const;
  bool isIndentedLeast() const;
  bool leavesRegion() const;
  bool isApart(const RunNames &Names, const RunNames &OldNames);
  bool mayDefineForOthers() const;
  bool definesOthers() const;
  bool leavesEnd() const;
  bool findProblems();
  bool needsNoSymbols() const;
  bool fits() const;
  void findNext();
  void addLaterUses(const RunNames &Names);
  bool isHidden(llvm::StringRef Name) const {
    return Hidden && Hidden->contains(Name);
  }
  bool hasSuccessors(llvm::ArrayRef<Section::Index> OldValues) const;
  bool checkFound();
  llvm::StringRef newText() const {
    return Text.substr(Place.Change.Old.Begin, Place.Change.NewSize);
  }

  const FunctionState Old;
  const Section &Data;
  llvm::StringRef Text;
  const TextChange Edit;
  const SectionOrder Order;
  const llvm::StringSet<> *Hidden = nullptr;
  llvm::StringSet<> Lost, Found;
  EditedRun Place;
  Section::Index FirstValue = 0, EndValue = 0;
  bool HasSymbols = false;
  std::optional<RunScope> Scope;
  RunText Source;
  /// The numbers of the old values that the rest uses.
  std::vector<Section::Index> LaterValues;
  std::optional<OperationRun> Run;
  std::optional<BrokenElsewhere> Others;
  std::vector<Problem> Problems;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_FUNCTIONEDIT_H
