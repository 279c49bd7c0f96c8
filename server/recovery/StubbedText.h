//===- StubbedText.h - A text with stubs ------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_STUBBEDTEXT_H
#define NOISY_SERVER_RECOVERY_STUBBEDTEXT_H

#include "server/recovery/LabelRepair.h"
#include "server/recovery/Recovery.h"
#include "server/snapshot/Problem.h"
#include "server/syntax/InnerOperations.h"
#include "server/syntax/Lexer.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>

namespace mlir::noisy::lsp {

/// What MLIR's errors begin with of a value, or an argument of a region, that
/// is used before it is defined, or by that name elsewhere.
inline constexpr llvm::StringLiteral lateDefinitionMessage =
                                         "definition of SSA value '",
                                     takenArgumentMessage =
                                         "region entry argument '";

/// The type of a value that a stub defines; empty if it is unknown.
struct GuessedType {
  std::string Spelling;
  /// The use in the text that tells it.
  size_t Use = 0;
};

/// A broken operation, and its stub (Recovery).
struct Stub {
  InnerOperation Operation;
  ResultNames Names;
  std::vector<GuessedType> Types;
  /// True if the results are in the stub, false to find their types by their
  /// uses.
  bool HasResults = false;
  /// True if the results are no values, because they are defined elsewhere.
  bool IsRedefinition = false;
  /// True if no name of an operation follows those of the results.
  bool LacksName = false;
  /// The insides of the regions that stay, in order: what is broken is around
  /// them.
  std::vector<ByteRange> Regions;
  /// A value that the header gives to the first of them.
  struct Argument {
    std::string Name;
    ByteRange Place;
    GuessedType Type;
  };
  std::vector<Argument> Arguments;
  /// The labels of the blocks to which it may branch.
  std::vector<std::string> Successors;
  std::vector<Problem> Problems;
  /// The ranges of the replaced text, and of their replacements in the buffer.
  std::vector<ByteRange> Replaced;
  std::vector<ByteRange> Replacements;

  ByteRange range() const { return Operation.Range; }
  /// The parts of the operation that are around its regions and the names of
  /// their arguments, in order.
  llvm::SmallVector<ByteRange, 3> parts() const;
  /// True if a range is in a region that stays.
  bool keeps(ByteRange Range) const {
    return llvm::any_of(
        Regions, [&](ByteRange Region) { return Region.contains(Range); });
  }
  /// The type of a value that it defines for a use at an offset of the text;
  /// null if it defines no such value.
  GuessedType *typeOf(const MlirToken &Name, size_t Offset);
  bool isArgument(const GuessedType *Type) const {
    return llvm::any_of(
        Arguments, [&](const Argument &Each) { return &Each.Type == Type; });
  }
  /// Takes the names of its results from a redefinition.
  void dropResults() {
    IsRedefinition = HasResults = true;
    Names = {};
    Types.clear();
  }
};

/// An operation that uses names that nothing defines, or that are defined with
/// another type. In the buffer, another one right before it defines a value for
/// each of these uses, under another name.
struct UndefinedNames {
  struct Use {
    /// The name in the text.
    ByteRange Name;
    std::string UsedType;
  };
  std::vector<Use> Uses;
  /// One for each name.
  std::vector<Problem> Problems;

  /// Adds a use, in the order of the text.
  void add(Use New);
  /// Adds a use with its error, if it has one, unless it is there.
  void add(Use New, std::optional<Problem> Issue);

  /// The range of the inserted text in the buffer.
  ByteRange Definition;
};

/// A label that does not parse, and the arguments, by the beginnings of their
/// names, that MLIR cannot read although no sign is missing.
struct BrokenLabel {
  LabelRepair Repair;
  std::vector<size_t> WrongArguments;
  /// True if another block before has its name.
  bool IsTaken = false;
};

/// A label that no text has, for the operation or the label at an offset.
std::string makeLabel(size_t Begin, llvm::StringRef Suffix);

/// Maps the ranges of a problem.
void moveRanges(Problem &Issue, const OffsetMap &Offsets);

/// A buffer in which stubs stand for broken operations, so that MLIR can parse
/// it.
class StubbedText {
public:
  explicit StubbedText(const BrokenText &Broken)
      : Prefix(Broken.Prefix), Text(Broken.Text), Suffix(Broken.Suffix) {}

  /// The stubs, by the beginnings of their operations in the text.
  std::map<size_t, Stub> Stubs;
  /// The uses of undefined names, by the beginnings of the operations in the
  /// text; none is in the operation of a stub, but in regions that stay.
  std::map<size_t, UndefinedNames> Undefined;
  /// The names in the text of uses that have names of their own in the buffer,
  /// which nothing defines.
  std::vector<ByteRange> Renamed;
  /// The labels that do not parse, by their beginnings. The arguments that are
  /// left out are the results of a stub behind each.
  std::map<size_t, BrokenLabel> Labels;

  /// Makes the buffer with the present stubs.
  void update();
  /// The offset in the text of a use by the name that it has in the buffer, if
  /// that is one of its own.
  static std::optional<size_t> readName(llvm::StringRef InBuffer);

  llvm::StringRef buffer() const { return Buffer; }
  /// The map from the buffer to the one as it is; both with the prefix.
  const OffsetMap &offsets() const { return Offsets; }
  size_t prefixSize() const { return Prefix.size(); }
  /// True if brackets are closed at the end.
  bool closesBrackets() const { return !OpenBraces.empty(); }
  /// The brace that is closed at the end, in the text, if it is the only one.
  std::optional<size_t> unendedBrace() const;

  /// A problem of the buffer in offsets of the buffer as it is.
  Problem toOriginal(Problem Issue) const;
  /// The offset in the text of one in the buffer.
  size_t toOriginal(size_t Offset) const;
  /// The range in the text of one in the buffer; nothing if it is not in the
  /// text.
  std::optional<ByteRange> toText(ByteRange InBuffer) const;
  /// The stub, with its results, at an offset of the buffer; null if there is
  /// none.
  Stub *stubAt(size_t Offset);
  /// The offset in the text of the operation for which a definition at an
  /// offset of the buffer was inserted.
  std::optional<size_t> userOfDefinitionAt(size_t Offset) const;
  /// The stub that defines a name for a use at an offset of the text, as a
  /// result or for its region: regions may define the same name. Null if there
  /// is none.
  Stub *definerOf(llvm::StringRef Name, size_t Offset);
  /// True if a name of its results is anywhere else in the text.
  bool isUsed(const Stub &S) const;

private:
  struct Edit {
    /// The range in the text, and what takes its place.
    ByteRange Old;
    std::string New;
    /// Set to the place of `New` in the buffer.
    ByteRange *Place;
  };
  std::string printTail(const Stub &S) const;
  void addEdits(Stub &S, std::vector<Edit> &Edits) const;
  void addEdits(size_t Operation, UndefinedNames &Names,
                std::vector<Edit> &Edits) const;

  llvm::StringRef Prefix, Text, Suffix;
  std::string Buffer;
  OffsetMap Offsets;
  /// The places in the buffer of the braces that are closed at the end.
  llvm::SmallVector<size_t> OpenBraces;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_STUBBEDTEXT_H
