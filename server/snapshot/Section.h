//===- Section.h - The names and structure of parsed text -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_SECTION_H
#define NOISY_SERVER_SNAPSHOT_SECTION_H

#include "server/snapshot/SymbolPath.h"
#include "server/text/ByteRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A range of bytes of one section; half the size of a ByteRange.
struct SectionRange {
  uint32_t Begin = 0;
  uint32_t End = 0;

  bool empty() const { return Begin == End; }
  operator ByteRange() const { return {Begin, End}; }
  friend bool operator==(const SectionRange &, const SectionRange &) = default;
};

/// The names and the structure of a text that was parsed: plain data that
/// refers to no IR. Offsets are bytes from the beginning of the section.
/// Immutable once made (SectionReader, SectionPatcher); any thread may read it.
///
/// Operations, blocks and values are numbered in the order of a walk: an
/// operation, its results, then for each of its blocks the arguments and the
/// operations in it.
class Section {
public:
  using Index = uint32_t;
  static constexpr Index None = ~Index(0);

  /// The kind of an operation, as features distinguish them.
  enum class OperationKind : uint8_t {
    Other,
    Call,     ///< calls a function, or hands one to who calls it
    Constant, ///< a number that stands beside its result
    Broken,   ///< stands for an operation that does not parse (brokenRanges)
    Encode,   ///< `noisy.encode`
    Reduction ///< `noisy.reduce_noise`
  };

  struct Operation {
    /// The name in the text, `func.func` or `"func.func"`.
    SectionRange Name;
    /// The range from its first result's name to its end. This and `Name` are
    /// empty if the text omits the operation, like many terminators.
    SectionRange Range;
    /// The operation around it; None if that is the section's container.
    Index Parent = None;
    /// The full name, a string: "func.func".
    Index FullName = None;
    Index FirstResult = 0;
    Index ResultCount = 0;
    /// The symbol that it defines, in symbols(); None if it defines none.
    Index Symbol = None;
    /// True if symbols are looked up in here and no further out.
    bool IsSymbolTable = false;
    OperationKind Kind = OperationKind::Other;
    /// True for an operation with MLIR's FunctionOpInterface.
    bool IsFunction = false;
    /// True for a function with encrypted arguments or results.
    bool HasEncryptedSignature = false;
    /// True for an operation that ends its block and has successors in its
    /// region.
    bool IsTerminator = false;
    bool HasSuccessors = false;
  };

  struct Block {
    /// The label; empty if it has none.
    SectionRange Name;
    Index Parent = None;
    Index FirstArgument = 0;
    Index ArgumentCount = 0;
    /// The index among the blocks of its region.
    Index Number = 0;
    /// The successors, as a range in successors().
    Index FirstSuccessor = 0;
    Index SuccessorCount = 0;
  };

  /// The kind of a value by its type, as features distinguish them.
  enum class ValueKind : uint8_t {
    Other,
    Index,
    Cipher,         ///< one encrypted value
    CipherElements, ///< a vector or tensor of these
    CipherMemory    ///< a memref of these
  };

  struct Value {
    /// The name at its definition: `%r` in `%r:2`; empty if the text does not
    /// name it.
    SectionRange Name;
    /// The operation that it is a result of, or the block that it is an
    /// argument of.
    Index Owner = None;
    /// The type, a string.
    Index Type = None;
    /// The index among the results or arguments of its owner.
    Index Number = 0;
    /// The first value with the same name, and the number of such values.
    Index Group = None;
    Index GroupSize = 1;
    bool IsArgument = false;
    ValueKind Kind = ValueKind::Other;
  };

  /// An operation that is a symbol.
  struct Symbol {
    std::string Name;
    Index Operation = None;
    /// The range of `@name`; empty if the name is a string, as in generic form.
    SectionRange Range;
  };

  /// A use of a symbol: `@a`, or `@a::@b`.
  struct SymbolUse {
    /// All names, the outermost first; the use stands for the last one.
    SymbolPath Path;
    /// The symbol table for the lookup: an operation of this section, or None
    /// for the section's container. For a name in a symbol table's own
    /// attributes, the table around it.
    Index Scope = None;
    /// The operation that uses it; None outside of all.
    Index User = None;
  };

  /// An alias and its definition: `#map = ...` or `!type = ...`.
  struct Alias {
    /// The name with # or !.
    std::string Name;
    /// The value after the `=`; empty for an alias that is only used here.
    SectionRange Value;
  };

  enum class Kind : uint8_t {
    Operation, ///< an operation's name
    Block,
    Value,
    Symbol,    ///< defines it
    SymbolUse, ///< one part of it
    Alias
  };

  /// A name in the text with a target.
  struct Token {
    SectionRange Range;
    /// The index in the list of its kind. For a group of results, its first
    /// value, or the one with the number that follows (`%r#1`).
    Index Target = None;
    Kind TargetKind = Kind::Operation;
    bool IsDefinition = false;
  };

  /// A source location of an operation, `loc("file":line:column)`.
  struct ForeignLocation {
    Index Operation = None;
    /// The file, a string.
    Index File = None;
    /// Line and column from 1; 0 if unknown.
    uint32_t Line = 0;
    uint32_t Column = 0;
  };

  llvm::StringRef text() const { return Text; }
  /// What keeps text() valid.
  const std::shared_ptr<const void> &textOwner() const { return TextOwner; }
  llvm::StringRef textOf(ByteRange Range) const {
    return Text.slice(Range.Begin, Range.End);
  }

  llvm::ArrayRef<Operation> operations() const { return Operations; }
  llvm::ArrayRef<Block> blocks() const { return Blocks; }
  llvm::ArrayRef<Index> successors() const { return Successors; }
  llvm::ArrayRef<Value> values() const { return Values; }
  llvm::ArrayRef<Symbol> symbols() const { return Symbols; }
  llvm::ArrayRef<SymbolUse> symbolUses() const { return SymbolUses; }
  llvm::ArrayRef<Alias> aliases() const { return Aliases; }
  llvm::ArrayRef<ForeignLocation> foreignLocations() const {
    return ForeignLocations;
  }
  /// All names in the order of the text, without overlaps.
  llvm::ArrayRef<Token> tokens() const { return Tokens; }
  /// The operations that MLIR does not read, in order. The section has their
  /// results and the names in them, and nothing else of them. Also undefined
  /// names in other operations, and braces that are too many; an empty range is
  /// where a bracket is missing.
  llvm::ArrayRef<SectionRange> brokenRanges() const { return BrokenRanges; }
  /// The operations that the text does not omit, by their beginning, outer ones
  /// first. Stubs of broken operations are not among them.
  llvm::ArrayRef<Index> inText() const { return InText; }
  /// The number of operations that the text omits. Stubs of broken operations
  /// are not among them.
  Index omittedCount() const { return OmittedCount; }
  llvm::StringRef string(Index StringIndex) const {
    return Strings[StringIndex];
  }

  /// Returns the number of the first result of an operation, or of the value
  /// that would be next. For the number after the last operation, the number of
  /// values.
  Index firstResult(Index Operation) const {
    return Operation < Operations.size() ? Operations[Operation].FirstResult
                                         : Index(Values.size());
  }

  /// The contents of an operation, without its own results: all indices from
  /// the first up to, not including, the end.
  struct Subtree {
    Index FirstOperation, EndOperation;
    Index FirstValue, EndValue;
  };
  /// Returns the contents of an operation. Linear in their number.
  Subtree subtree(Index Operation) const;

  /// Returns the token that contains the byte at `Offset` or ends there; where
  /// two touch, the one that begins there. Null if there is none. Logarithmic.
  const Token *tokenAt(size_t Offset) const;

  /// Returns value number `Place` of those that the name at exactly `Name`
  /// defines, or None.
  Index valueDefinedAt(ByteRange Name, Index Place) const;

  /// Returns the innermost operation that contains the byte at `Offset`, or
  /// None.
  Index operationAt(size_t Offset) const;

  /// Returns the tokens whose target is `Target`, in the order of the text.
  std::vector<Token> tokensOf(Kind TargetKind, Index Target) const;

  /// Returns the groups of values (Value::Group) that must have the same name,
  /// including `Group`: an operation may name the arguments of its region after
  /// its operands, like `emitc.expression`, so that one place in the text names
  /// both.
  std::vector<Index> groupsNamedLike(Index Group) const;

  static constexpr llvm::StringLiteral NoName = "<unnamed>";
  /// Returns the name of a value in the text, "%4" or "%r#1"; `NoName` if it
  /// has none.
  std::string nameOf(Index Value) const;

private:
  friend class SectionReader;
  friend class SectionPatcher;

  static bool isOmitted(const Operation &Op) {
    return Op.Range.empty() && Op.Kind != OperationKind::Broken;
  }

  /// Sets the text; without an owner that keeps it valid, to a copy.
  void setText(llvm::StringRef NewText, std::shared_ptr<const void> Owner);

  llvm::StringRef Text;
  std::shared_ptr<const void> TextOwner;
  std::vector<Operation> Operations;
  /// The operations in the text, by their beginning, outer ones first.
  std::vector<Index> InText;
  Index OmittedCount = 0;
  std::vector<Block> Blocks;
  std::vector<Index> Successors;
  std::vector<Value> Values;
  std::vector<Symbol> Symbols;
  std::vector<SymbolUse> SymbolUses;
  std::vector<Alias> Aliases;
  std::vector<ForeignLocation> ForeignLocations;
  std::vector<Token> Tokens;
  std::vector<SectionRange> BrokenRanges;
  /// The pairs of groups of values that are named by the same place in the
  /// text.
  std::vector<std::pair<Index, Index>> SharedNames;
  std::vector<std::string> Strings;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SECTION_H
