//===- Unit.h - What is parsed alone, and its IR ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_UNIT_H
#define NOISY_SERVER_BUILD_UNIT_H

#include "analysis/noise/HiddenFlow.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "server/build/Disposal.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"
#include "server/syntax/Outline.h"
#include "llvm/ADT/DenseMap.h"
#include <atomic>
#include <optional>

namespace mlir::noisy::lsp {

/// A context that the units of a document share, so that they cost little
/// memory. It never frees what it has made, so it is replaced from time to
/// time; and after a crash, when its state is unknown and nothing in it may
/// even be destroyed.
struct Generation {
  explicit Generation(const DialectRegistry &Registry);
  ~Generation();

  const DialectRegistry &Registry;
  std::unique_ptr<MLIRContext> Context;
  /// Of all texts that were parsed in it.
  size_t ParsedBytes = 0;
  /// Read by whoever destroys what is in it (Disposal).
  std::atomic<bool> Crashed = false;
};

/// What is put around the text of a unit so that it can be parsed alone: the
/// definitions of the aliases that it uses, and the containers it is in.
struct Surroundings {
  std::string Prefix;
  std::string Suffix;
  /// How much of the prefix are aliases; and of the suffix, at its end.
  size_t AliasBytes = 0;
  size_t AliasBytesBehind = 0;
  /// How many containers the prefix opens.
  unsigned Containers = 0;

  friend bool operator==(const Surroundings &, const Surroundings &) = default;
};

/// A part of a text that is parsed alone: what it says as plain data
/// (`Section`), and its IR, which only the worker of the document ever sees.
class Unit {
public:
  /// Parses and verifies `Text`; uses of symbols are not looked at. A crash of
  /// MLIR marks the generation and is a problem of the unit. On a thread with a
  /// large stack. What takes long to free goes to `Later`.
  static std::shared_ptr<Unit>
  parse(std::shared_ptr<Generation> In, PieceKind Kind,
        std::shared_ptr<const PieceInfo> Info, llvm::StringRef Text,
        std::shared_ptr<const Surroundings> Around, const std::string &FileName,
        Disposal &Later);
  /// A unit of a text that is not to be tried, and why.
  static std::shared_ptr<Unit>
  refuse(PieceKind Kind, std::shared_ptr<const PieceInfo> Info,
         llvm::StringRef Text, std::shared_ptr<const Surroundings> Around,
         Problem Why);
  /// What a unit is a function of, in one number: of the size of its text the
  /// rest is in `Info`.
  static uint64_t keyOf(PieceKind Kind, const PieceInfo &Info, size_t Size,
                        const Surroundings &Around);
  ~Unit();

  /// Whether it has IR and `Data`.
  bool isParsed() const { return bool(Data); }
  /// Whether the IR verified as well, so that it can be analysed.
  bool isValid() const { return Valid; }
  /// Whether that was known before it was linked, and holds whatever it uses.
  /// What uses symbols of others is verified beside these (Linker), because
  /// some verifiers look them up.
  bool isVerifiedAlone() const { return VerifiedAlone; }
  /// Has it from a unit of the same text that was linked already.
  void takeValidity(const Unit &Same) {
    Valid |= isParsed() && !VerifiedAlone && Same.Valid;
  }
  /// Verifies the operations; what MLIR says goes to the handlers of the
  /// context.
  void verify();
  /// Whether a value is used in an operation that is isolated from where it is
  /// defined. MLIR's parser takes a name that a function does not define for
  /// one of a function behind it; only its verifier sees that.
  bool hasForeignValues() const;
  /// The operations that it consists of; of a header, the container.
  llvm::ArrayRef<Operation *> roots() const { return Roots; }
  /// The block that they are in.
  Block *body() const { return Body; }
  /// What encloses everything.
  Operation *module() const { return Root; }

  /// Texts of this many bytes are large: worth a second thread, and of their IR
  /// there is to be one only.
  static constexpr size_t LargeBytes = 1u << 20;

  /// Frees the IR, before that of the text that replaces this one is made: the
  /// new one takes its place in memory. `Data` stays.
  void dropIR();
  /// Whether it parsed, but has no IR any more.
  bool isDropped() const { return Data && !Root; }

  /// The symbol that its text seems to define, also when it does not parse;
  /// empty when it names none.
  std::string lexicalSymbol() const { return LexicalSymbol; }
  /// Where the name of one of its operations stands, and all of it.
  ByteRange rangeOfName(Operation *Op) const;
  ByteRange rangeOf(Operation *Op) const;
  /// What it has to do with functions that it does not name; nothing as long
  /// as it is not valid. The first question goes through its IR.
  const HiddenFlow &hiddenFlow() const;
  /// Brings the ranges of a problem from the buffer that was parsed to the
  /// text; false when it is about the surroundings.
  bool moveIntoText(Problem &Found) const;

  size_t textSize() const { return TextSize; }

  /// The number of a value of this unit. The first question makes an index of
  /// all, which dropIndex() frees.
  Section::Index indexOf(Value V) const;
  Section::Index indexOf(Operation *Op) const;
  void dropIndex() const;
  /// By their numbers.
  llvm::ArrayRef<Value> values() const { return Values; }

  /// Set by the builder; the same for as long as the piece stays as it is.
  uint64_t Id = 0;
  /// Its keyOf.
  uint64_t TextKey = 0;
  PieceKind Kind = PieceKind::Operation;
  std::shared_ptr<const PieceInfo> Info;
  std::shared_ptr<const Surroundings> Around;
  std::shared_ptr<const Section> Data;
  /// Null when nothing is wrong; offsets in the unit's text. There is an error
  /// among them when it is not parsed, or not valid and verified alone.
  std::shared_ptr<const std::vector<Problem>> Problems;
  std::shared_ptr<Generation> In;
  /// Operations whose symbols are looked up in the unit's container.
  std::vector<Operation *> SymbolUsers;
  /// Symbols that are named by the aliases it uses; of text that does not parse
  /// also all that look like names in it.
  std::vector<std::vector<std::string>> OtherSymbols;
  /// Visits the names of all symbols that are looked up in the container, the
  /// outermost first.
  void forEachSymbolUse(
      llvm::function_ref<void(llvm::ArrayRef<std::string>)> Visit) const;
  /// What users of its symbols can tell of them, in one number. 0 when there
  /// are none.
  uint64_t Interface = 0;
  /// Whether any of its values carries noise, or what noise rests on is stated
  /// of any (`noisy.range`).
  bool HasNoise = false;
  /// It is the header of a container that is verified with what is in it
  /// (ContainerVerifier), and counts as valid until then.
  bool ReadsContents = false;
  /// The identified structures in its text and around it (TypeMemory).
  std::vector<std::string> IdentifiedTypes;
  /// Of what did not parse, whether a context of its own says something else of
  /// it; once that was tried.
  std::optional<bool> DiffersAlone;

private:
  static std::shared_ptr<Unit> make(PieceKind Kind,
                                    std::shared_ptr<const PieceInfo> Info,
                                    llvm::StringRef Text,
                                    std::shared_ptr<const Surroundings> Around);
  void read(llvm::StringRef Text, const std::string &FileName, Disposal &Later);
  Problem explainFailure(llvm::StringRef Text,
                         const std::vector<Problem> &Elsewhere) const;
  void findSymbols();
  void findOuterUses();
  void addSymbolsIn(llvm::StringRef Text);
  bool findBody();

  OwningOpRef<ModuleOp> Module;
  Operation *Root = nullptr;
  bool Valid = false;
  bool VerifiedAlone = false;
  size_t TextSize = 0;
  std::string LexicalSymbol;
  Block *Body = nullptr;
  std::vector<Operation *> Roots;
  // By number.
  std::vector<Operation *> Operations;
  std::vector<Value> Values;
  /// The uses of symbols that are looked up in the container, by number: all
  /// but those of symbols that it has inside.
  std::vector<Section::Index> OuterUses;
  mutable std::optional<HiddenFlow> Hidden;
  /// The numbers, from when they are first asked for.
  mutable llvm::DenseMap<Value, Section::Index> ValueNumbers;
  mutable llvm::DenseMap<Operation *, Section::Index> OperationNumbers;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_UNIT_H
