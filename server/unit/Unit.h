//===- Unit.h - A separately parsed text and its IR -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UNIT_UNIT_H
#define NOISY_SERVER_UNIT_UNIT_H

#include "analysis/program/HiddenFlow.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "server/parse/UndefinedUse.h"
#include "server/patch/FunctionEdit.h"
#include "server/patch/QuietEdit.h"
#include "server/patch/RunAliases.h"
#include "server/recovery/InvalidOperations.h"
#include "server/snapshot/FactsShift.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"
#include "server/syntax/IdentifiedTypes.h"
#include "server/syntax/Outline.h"
#include "server/text/OffsetMap.h"
#include "server/threads/WorkerPool.h"
#include "server/unit/Generation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace mlir::noisy::lsp {

class ParsedText;
class PatternedText;
class UnitPatcher;
class UnitPatchSteps;

/// The text around a unit's text so that it can be parsed alone: the
/// definitions of the aliases that it uses, and its containers.
struct Surroundings {
  std::string Prefix;
  std::string Suffix;
  /// The bytes of aliases in the prefix; and of those at the end of the suffix.
  size_t AliasBytes = 0;
  size_t AliasBytesAfter = 0;
  /// The number of containers that the prefix opens.
  unsigned Containers = 0;

  AliasLists aliases() const {
    return {llvm::StringRef(Prefix).take_front(AliasBytes),
            llvm::StringRef(Suffix).take_back(AliasBytesAfter)};
  }
  /// The text of the containers before and after the unit.
  std::pair<llvm::StringRef, llvm::StringRef> containers() const {
    return {llvm::StringRef(Prefix).drop_front(AliasBytes),
            llvm::StringRef(Suffix).drop_back(AliasBytesAfter)};
  }

  friend bool operator==(const Surroundings &, const Surroundings &) = default;
};

/// What a unit is made of.
struct UnitText {
  std::shared_ptr<const PieceInfo> Info;
  llvm::StringRef Text;
  std::shared_ptr<const Surroundings> SurroundingText;
  /// After an edit, the bytes at its beginning, and at its end, that are known
  /// to be those of the text before.
  size_t KnownBeginning = 0, KnownEnd = 0;
  /// What keeps `Text` valid for as long as the unit is there; null if it has
  /// to be copied.
  std::shared_ptr<const void> TextOwner = nullptr;
};

/// The difference between a unit and the one that it was patched from.
struct UnitChange {
  /// The operations that were parsed again.
  ValueChange Run;
  EditReach Reach;
  /// The numbers of the values from before the run that it uses.
  llvm::DenseMap<Value, Section::Index> Outer;
};

/// A part of a text that is parsed alone: its contents as plain data
/// (`Section`), and its IR, which only the document's worker uses.
class Unit {
public:
  /// Whether stubs replace operations that do not verify, so that the rest can
  /// be analysed.
  enum class Repair { Yes, No };
  /// Parses and verifies `Text`; uses of symbols are not checked. A crash of
  /// MLIR marks the generation and is a problem of the unit. On a thread with a
  /// large stack. Objects that take long to free are freed by `Later`.
  static std::shared_ptr<Unit>
  parse(std::shared_ptr<Generation> OwnGeneration, PieceKind Kind,
        std::shared_ptr<const PieceInfo> Info, llvm::StringRef Text,
        std::shared_ptr<const Surroundings> SurroundingText,
        const std::string &FileName, TaskQueue &Later);
  /// Makes a unit of a text that must not be parsed, with the reason.
  static std::shared_ptr<Unit>
  refuse(PieceKind Kind, std::shared_ptr<const PieceInfo> Info,
         llvm::StringRef Text,
         std::shared_ptr<const Surroundings> SurroundingText, Problem Reason);
  /// Hears of a step of `patch`: a change of a unit in one place. `Before` has
  /// no IR any more.
  using PatchStep = llvm::function_ref<void(const Unit &Before, Unit &After,
                                            const UnitChange &Difference)>;
  /// Makes the unit of a text from that of an earlier one, whose IR it takes,
  /// by parsing only the changed operations: in several steps where operations
  /// elsewhere depend on these. Null if that is not possible; then `Old` is as
  /// before, or has lost its IR. A crash of MLIR marks the generation.
  static std::shared_ptr<Unit> patch(Unit &Old, const UnitText &New,
                                     const std::string &FileName,
                                     PatchStep AfterStep);
  /// A hash of all inputs of a unit; `Info` covers its text, except the size.
  static uint64_t keyOf(PieceKind Kind, const PieceInfo &Info, size_t Size,
                        const Surroundings &SurroundingText);
  ~Unit() { dropIR(); }

  /// Parses the text without its broken operations (`recover`), if it did not
  /// parse and this was not tried before. A crash of MLIR marks the generation.
  void recover(llvm::StringRef Text, const std::string &FileName,
               TaskQueue &Later, llvm::function_ref<bool()> ShouldStop);
  /// True if it has IR and `Data`.
  bool isParsed() const { return bool(Data); }
  /// True if all of its text parsed, not only after recovery.
  bool isIntact() const { return isParsed() && !IsRecovered; }
  /// True if `recover` may make it parse.
  bool mayRecover() const {
    return !isParsed() && OwnGeneration && Kind == PieceKind::Operation &&
           !IsRecoveryTried;
  }
  /// True for a function whose header does not parse, so that what its callers
  /// see of it is a guess (HeaderRepair).
  bool hasRepairedHeader() const { return HasRepairedHeader; }
  /// True if that states bounds of its results that nobody can read.
  bool losesBounds() const { return LosesBounds; }
  /// True if the IR verified as well, so that it can be analysed.
  bool isValid() const { return Valid; }
  /// True if its validity was known before linking and does not depend on other
  /// units. Users of other units' symbols are verified next to these (Linker),
  /// because some verifiers look them up.
  bool isVerifiedAlone() const { return VerifiedAlone; }
  /// True if its text may use symbols of other units.
  bool mayUseSymbols() const { return MayUseSymbols; }
  /// Copies the validity of a unit with the same text that was linked already.
  void takeValidity(const Unit &Source) {
    Valid |= isParsed() && !VerifiedAlone && Source.Valid;
  }
  /// Verifies the operations; diagnostics go to the handlers of the context.
  /// What is invalid is replaced by a stub (Repair).
  void verify(llvm::StringRef FileName);
  /// Leaves the IR as it is from now on, because MLIR crashed on stubs.
  void stopRepair() { RepairChoice = Repair::No; }
  Repair repairChoice() const { return RepairChoice; }
  /// Replaces an operation with a wrong use of a symbol by a stub.
  void replace(Operation *Op);
  /// True if stubs replaced invalid operations, so that its IR does not tell
  /// whether it is valid beside other symbols.
  bool isAltered() const { return Invalid && !Invalid->empty(); }
  /// The numbers of the operations that do not verify (InvalidOperations).
  llvm::ArrayRef<Section::Index> invalidOperations() const {
    return InvalidNumbers;
  }
  /// The loops of which the body is that of the first iteration only.
  llvm::ArrayRef<Operation *> unfinishedLoops() const {
    return isAltered() ? Invalid->unfinishedLoops()
                       : llvm::ArrayRef<Operation *>();
  }
  /// True if an operation that is isolated from above uses a value defined
  /// outside of it. MLIR's parser resolves a name that a function does not
  /// define to one of a later function; only its verifier sees that.
  bool hasForeignValues() const;
  /// The operations of the unit; for a header, the container.
  llvm::ArrayRef<Operation *> roots() const { return Roots; }
  /// The block of these operations.
  Block *body() const { return Body; }
  /// The operation around everything.
  Operation *module() const { return Root; }

  /// The size from which texts are large, in bytes: worth a second thread, and
  /// their IR must not exist twice.
  static constexpr size_t LargeBytes = 1u << 20;

  /// Frees the IR, before the text that replaces this one is parsed: the new IR
  /// takes its place in memory. `Data` stays.
  void dropIR();
  /// True if it parsed, but its IR was freed.
  bool isDropped() const { return Data && !Root; }

  /// The symbol that its text seems to define, also if it does not parse; empty
  /// if it names none.
  std::string lexicalSymbol() const { return LexicalSymbol; }
  /// Sets the location of an operation to its place in the text. In patched
  /// units, locations are those of earlier texts, and in those of known
  /// patterns most operations have none of their own.
  void updatePlace(Operation *Op, llvm::StringRef FileName) const;
  bool hasOldPlaces() const { return HasOldPlaces; }
  /// The range of an operation's name, and of the whole operation.
  ByteRange rangeOfName(Operation *Op) const;
  ByteRange rangeOf(Operation *Op) const;
  /// The flow to and from functions that it does not name; empty as long as it
  /// is not valid. The first call walks the IR.
  const HiddenFlow &hiddenFlow() const;
  /// The warnings about statements that nothing checks, if it is valid. The
  /// first call walks the IR.
  const std::vector<Problem> &uncheckedStatements() const;
  /// Maps the ranges of a problem from the parsed buffer to the text; returns
  /// false if it is about the surroundings.
  bool moveIntoText(Problem &Issue) const;

  size_t textSize() const { return TextSize; }
  /// True if its text may state the range of an integer.
  bool mayStateRanges() const;

  /// The number of a value of this unit. The first call makes an index of all,
  /// which dropIndex() frees.
  Section::Index indexOf(Value V) const;
  Section::Index indexOf(Operation *Op) const;
  void dropIndex() const;
  /// The values by their numbers; null inside of replaced operations. The
  /// operations by their numbers.
  llvm::ArrayRef<Value> values() const { return Values; }
  llvm::ArrayRef<Operation *> operations() const { return Operations; }

  /// The id from the builder; stays the same as long as the piece is unchanged.
  uint64_t Id = 0;
  /// The id of what it means to the noise of others: that of the unit it was
  /// patched from, if no noise that leaves it has changed.
  uint64_t NoiseId = 0;
  /// The key from keyOf.
  uint64_t TextKey = 0;
  PieceKind Kind = PieceKind::Operation;
  std::shared_ptr<const PieceInfo> Info;
  std::shared_ptr<const Surroundings> SurroundingText;
  std::shared_ptr<const Section> Data;
  /// The problems, or null; offsets in the unit's text. There is an error among
  /// them if it is not parsed, or not valid and verified alone.
  std::shared_ptr<const std::vector<Problem>> Problems;
  /// The problems of the text as it is, before recovery.
  std::shared_ptr<const std::vector<Problem>> FirstProblems;
  std::shared_ptr<Generation> OwnGeneration;
  /// The operations whose symbols are looked up in the unit's container.
  std::vector<Operation *> SymbolUsers;
  /// The symbols that are named by the aliases it uses; for text that does not
  /// parse also all that look like names in it.
  std::vector<std::vector<std::string>> OtherSymbols;
  /// Visits the names of all symbols that are looked up in the container, the
  /// outermost first.
  void forEachSymbolUse(
      llvm::function_ref<void(llvm::ArrayRef<std::string>)> Visit) const;
  /// A hash of all that users of its symbols can see. 0 if there are none.
  uint64_t Interface = 0;
  /// True if any of its values carries noise, or has a stated range that noise
  /// depends on (`noisy.range`).
  bool HasNoise = false;
  /// True for the header of a container that is verified with its contents
  /// (ContainerVerifier), and counts as valid until then.
  bool ReadsContents = false;
  /// True if its text begins with the label of a block of its container.
  bool BeginsBlock = false;
  /// The identified structures in its text and around it (TypeMemory).
  std::vector<std::string> IdentifiedTypes;
  std::vector<IdentifiedBody> IdentifiedBodies;
  /// For a unit that did not parse, true if the outcome differs in a context of
  /// its own; empty until that was tried.
  std::optional<bool> DiffersAlone;
  /// False if it recovers otherwise in a context of its own (UnitRecovery).
  bool RecoversAlike = true;

private:
  friend class UnitPatcher;
  friend class UnitPatchSteps;

  static std::shared_ptr<Unit>
  make(PieceKind Kind, std::shared_ptr<const PieceInfo> Info,
       llvm::StringRef Text,
       std::shared_ptr<const Surroundings> SurroundingText);
  void read(llvm::StringRef Text, const std::string &FileName,
            TaskQueue &Later);
  bool mayHavePatterns() const;
  bool readPatterned(llvm::StringRef Text, const std::string &FileName,
                     TaskQueue &Later);
  bool adopt(const std::shared_ptr<ParsedText> &Source,
             const OffsetMap &Offsets, llvm::ArrayRef<ByteRange> BrokenRanges,
             llvm::StringRef Text, const std::string &FileName,
             const PatternedText *Patterned = nullptr,
             const OffsetMap &LineOffsets = {});
  bool verifiesQuietly();
  void setProblems(llvm::StringRef Text, std::vector<Problem> AllProblems);
  Problem explainFailure(llvm::StringRef Text,
                         const std::vector<Problem> &Elsewhere) const;
  bool hasStubbedLoop() const;
  static std::shared_ptr<Unit> patchEnd(Unit &Old, const UnitText &NewText,
                                        const TextChange &Change,
                                        PatchStep AfterStep);
  static std::shared_ptr<Unit> follow(Unit &Old, UnitPatcher &Patcher,
                                      const UnitText &NewText,
                                      PatchStep AfterStep);
  void takeOver(Unit &Old);
  void setPatchedProblems(llvm::StringRef Text,
                          std::vector<Problem> NewProblems);
  void findSymbols();
  void findOuterUses();
  void addSymbolsIn(llvm::StringRef Text);
  void addSymbolsOfAliases();
  bool findBody();
  void updatePlaces(llvm::StringRef FileName);
  void forgetReplaced();

  /// What a text that does not parse uses without a definition, until recovery.
  std::vector<UndefinedUse> UndefinedUses;
  OwningOpRef<ModuleOp> Module;
  std::unique_ptr<InvalidOperations> Invalid;
  std::vector<Section::Index> InvalidNumbers;
  Operation *Root = nullptr;
  bool Valid = false;
  bool VerifiedAlone = false;
  bool MayUseSymbols = false;
  bool HasOldPlaces = false;
  Repair RepairChoice = Repair::Yes;
  bool IsRecovered = false;
  bool IsRecoveryTried = false;
  bool HasRepairedHeader = false;
  bool LosesBounds = false;
  /// True if its brackets are not closed, so that it has no end.
  bool IsUnclosed = false;
  /// The place of the only bracket that is not closed, if that is the brace of
  /// a region (Recovery).
  std::optional<size_t> UnendedBrace;
  size_t TextSize = 0;
  std::string LexicalSymbol;
  Block *Body = nullptr;
  std::vector<Operation *> Roots;
  // The operations by number.
  std::vector<Operation *> Operations;
  std::vector<Value> Values;
  /// The uses of symbols that are looked up in the container, by number: all
  /// except those of symbols inside of it.
  std::vector<Section::Index> OuterUses;
  /// True if `patch` may be possible, and then the values by their names; empty
  /// until that is asked.
  std::optional<bool> IsPatchable;
  llvm::StringMap<ValuesOfName> ValuesByName;
  /// What verifiers of others look at (OperationRun::readsIndices).
  llvm::DenseSet<Operation *> IndexDefiners;
  mutable std::optional<bool> MayStateRanges;
  mutable std::optional<HiddenFlow> CachedHiddenFlow;
  mutable std::optional<std::vector<Problem>> CachedStatements;
  /// The numbers of values, made on demand.
  mutable llvm::DenseMap<Value, Section::Index> ValueNumbers;
  mutable llvm::DenseMap<Operation *, Section::Index> OperationNumbers;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UNIT_UNIT_H
