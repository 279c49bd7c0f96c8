//===- ProgramGroup.h - Units that use each other ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_PROGRAMGROUP_H
#define NOISY_SERVER_BUILD_PROGRAMGROUP_H

#include "analysis/integers/IdleCode.h"
#include "analysis/memory/UnknownReason.h"
#include "server/build/Linker.h"

namespace mlir::noisy {
class NoiseFacts;
}

namespace mlir::noisy::lsp {

struct NoiseProblem;

/// Slots that must be analysed together because they use each other's symbols,
/// directly or not (GroupFinder). They are analysed as one program; slots
/// outside of the group have no influence on the result.
class ProgramGroup {
public:
  /// `Members` are in the order of the text. A slot that is not valid is
  /// represented by its older units that still fit, unless `HasOlder` is false.
  ProgramGroup(llvm::ArrayRef<Slot> Slots, const Linker &Symbols,
               llvm::ArrayRef<size_t> Members, bool HasOlder);

  /// A hash of all inputs of `analyse`, and of `analyseDetails`.
  uint64_t noiseKey() const;
  uint64_t detailsKey() const;
  /// The noise key of a group with this unit alone.
  static uint64_t noiseKeyOf(const Unit &Alone);

  /// The size of its text, in bytes.
  size_t size() const;

  /// Analyses the noise of the group; returns the facts of the unit of each
  /// good slot, and null for others. On a thread with a large stack.
  std::vector<std::shared_ptr<const SectionFacts>> analyse();
  /// Makes the details of the group, for the same slots, whose facts have to be
  /// there; empty if `ShouldStop`, which is called now and then, returns true.
  std::vector<std::shared_ptr<const SectionDetails>>
  analyseDetails(llvm::function_ref<bool()> ShouldStop);
  /// True if details are quick: in time proportional to the size.
  bool hasQuickDetails() const;

private:
  struct Member {
    size_t InSlot;
    std::shared_ptr<Unit> Parsed;
    bool IsCurrent;
    /// True if another one before defines the same symbol.
    bool IsRedefinition = false;
  };
  using MemberFacts = llvm::MutableArrayRef<std::shared_ptr<SectionFacts>>;
  bool hasNoise() const;
  /// A value of the program: its member, null if it has none, and its number
  /// there.
  struct Place {
    const Member *Owner = nullptr;
    Section::Index Number = Section::None;
  };
  std::vector<Place> findPlaces(const NoiseFacts &Facts) const;
  /// Adds the noise of each value of the current members.
  void addNoise(const NoiseFacts &Facts, MemberFacts New) const;
  /// Adds the problems of the current members.
  void findReachOfStubs(Operation *Root);
  bool isDueToStub(Value V) const;
  bool isDueToStub(const UnknownReason &Reason) const;
  bool callsNamedByStub(Operation *Op) const;
  llvm::BitVector findUnfinished(const NoiseFacts &Facts) const;
  bool isNamedByStub(Operation *Function) const;
  void addFindings(const NoiseFacts &Facts, MemberFacts New) const;
  void markPassedOnce(MemberFacts Results) const;
  /// Adds the computations that could have less noise, for the facts that the
  /// slots have.
  void addNoiseSavings(
      Operation *Root, llvm::function_ref<bool()> ShouldStop,
      llvm::MutableArrayRef<std::shared_ptr<SectionDetails>> New) const;
  Section::Index numberIn(const Member &Owner, Value V) const;
  uint16_t addOuterReason(Value V, const Member &Owner,
                          SectionFacts &Facts) const;
  void add(NoiseProblem &New, const Member &Owner, SectionFacts &Facts) const;
  class Program;
  /// Puts the members together, and records the owners of operations.
  void enter(Program &WholeProgram);
  /// Returns the results of the current members, in the order of the given
  /// slots.
  template <typename T>
  std::vector<std::shared_ptr<const T>>
  bySlot(std::vector<std::shared_ptr<T>> OfMembers) const;
  const Member *memberOf(Operation *Op) const;
  Place locate(Value V) const;
  std::string nameOf(Value V) const;
  std::string markPlaceOf(Operation *Call) const;
  /// The range of its name, or of the operation around it if it has none.
  ByteRange rangeOf(Value V) const;

  llvm::ArrayRef<Slot> Slots;
  const Linker &Symbols;
  llvm::ArrayRef<size_t> SlotIndices;
  std::vector<Member> Members;
  /// The member that an operation of a container belongs to.
  llvm::DenseMap<Operation *, size_t> Owners;
  /// The facts of the program and the places of their values, while these are
  /// read.
  const NoiseFacts *CurrentFacts = nullptr;
  std::vector<Place> CurrentPlaces;
  bool RestsOnStale = false;
  /// True if stubs stand for broken or invalid operations (Recovery).
  bool HasStubs = false;
  /// The names of functions whose arguments or results are unknown because of
  /// stubs.
  llvm::DenseSet<StringAttr> FunctionsOfStubs;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_PROGRAMGROUP_H
