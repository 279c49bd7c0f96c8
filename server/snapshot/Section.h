//===- Section.h - What a part of a text says -------------------*- C++ -*-===//
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
/// Immutable once made (SectionReader); any thread may read it.
///
/// Operations, blocks and values are numbered in the order of a walk: an
/// operation, its results, then for each of its blocks the arguments and the
/// operations in it.
class Section {
public:
  using Index = uint32_t;
  static constexpr Index None = ~Index(0);

  /// The kinds of operations that features tell apart.
  enum class OperationKind : uint8_t {
    Other,
    Call,     ///< calls a function, or hands one to who calls it
    Constant, ///< a number that stands beside its result
    Encode,   ///< `noisy.encode`
    Reduction ///< `noisy.reduce_noise`
  };

  struct Operation {
    /// Its name, `func.func` or `"func.func"`, as it stands in the text.
    SectionRange Name;
    /// From its first result's name to its end; both ranges are empty when the
    /// text leaves it out, as many terminators.
    SectionRange Where;
    /// The operation around it; None where that is the section's container.
    Index Parent = None;
    /// The full name, a string: "func.func".
    Index FullName = None;
    Index FirstResult = 0;
    Index ResultCount = 0;
    /// What it defines, in symbols(); None when it is no symbol.
    Index Symbol = None;
    /// Whether symbols are looked up in here and no further out.
    bool IsSymbolTable = false;
    OperationKind Kind = OperationKind::Other;
    /// Whether it is one of MLIR's FunctionOpInterface.
    bool IsFunction = false;
    /// Whether it is a function with encrypted arguments or results.
    bool HasEncryptedSignature = false;
    /// Whether it ends its block, and leads to others of its region.
    bool IsTerminator = false;
    bool HasSuccessors = false;
  };

  struct Block {
    /// Its label; empty when it has none.
    SectionRange Name;
    Index Parent = None;
    Index FirstArgument = 0;
    Index ArgumentCount = 0;
    /// Its place among the blocks of its region.
    Index Number = 0;
    /// Its successors, as a range in successors().
    Index FirstSuccessor = 0;
    Index SuccessorCount = 0;
  };

  /// The kinds of values that features tell apart, by their types.
  enum class ValueKind : uint8_t {
    Other,
    Index,
    Cipher,         ///< one encrypted value
    CipherElements, ///< a vector or tensor of these
    CipherMemory    ///< a memref of these
  };

  struct Value {
    /// Where its name is defined: `%r` of `%r:2`; empty when the text does not
    /// name it.
    SectionRange Name;
    /// The operation that it is a result of, or the block that it is an
    /// argument of.
    Index Owner = None;
    /// A string.
    Index Type = None;
    /// Which result or argument of its owner.
    Index Number = 0;
    /// The first value that has the same name, and how many there are.
    Index Group = None;
    Index GroupSize = 1;
    bool IsArgument = false;
    ValueKind Kind = ValueKind::Other;
  };

  /// An operation that is a symbol.
  struct Symbol {
    std::string Name;
    Index Operation = None;
    /// Of `@name`; empty when it stands as a string, as in generic form.
    SectionRange Where;
  };

  /// A symbol that is named: `@a`, or `@a::@b`.
  struct SymbolUse {
    /// All names, the outermost first; which of them it stands for is the last.
    SymbolPath Path;
    /// The symbol table to look in: an operation of this section, or None for
    /// the section's container. Of what a symbol table names in its own
    /// attributes, the one around it.
    Index Scope = None;
    /// The operation that names it; None outside of all.
    Index User = None;
  };

  /// `#map = ...` or `!type = ...`.
  struct Alias {
    /// With # or !.
    std::string Name;
    /// What is behind the `=`; empty for one that is only used here.
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

  /// A name in the text that stands for something.
  struct Token {
    SectionRange Where;
    /// In the list of its kind. For a group of results, its first value, or the
    /// one with the number that follows (`%r#1`).
    Index What = None;
    Kind Of = Kind::Operation;
    bool IsDefinition = false;
  };

  /// `loc("file":line:column)` of an operation.
  struct ForeignLocation {
    Index Operation = None;
    std::string File;
    /// Both from 1; 0 when not known.
    uint32_t Line = 0;
    uint32_t Column = 0;
  };

  llvm::StringRef text() const { return Text; }
  llvm::StringRef textOf(ByteRange Where) const {
    return llvm::StringRef(Text).slice(Where.Begin, Where.End);
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
  llvm::StringRef string(Index Of) const { return Strings[Of]; }

  /// What is inside of an operation, its own results not among it: all numbers
  /// from the first up to, not including, the end.
  struct Inside {
    Index FirstOperation, EndOperation;
    Index FirstValue, EndValue;
  };
  /// Linear in what there is.
  Inside inside(Index Operation) const;

  /// The token that the byte at `Offset` is in or right behind; where two
  /// touch, the one that begins there. Null when there is none. Logarithmic.
  const Token *tokenAt(size_t Offset) const;

  /// The innermost operation whose range has the byte at `Offset`, or None.
  Index operationAt(size_t Offset) const;

  /// The tokens that stand for `What`, in the order of the text.
  std::vector<Token> tokensOf(Kind Of, Index What) const;

  /// The groups of values (Value::Group) that have to have one name, `Group`
  /// among them: an operation may name the arguments of its region after its
  /// operands, as `emitc.expression` does, and one place in the text is both
  /// then.
  std::vector<Index> groupsNamedLike(Index Group) const;

  /// The name of a value as the text has it, "%4" or "%r#1"; "<unnamed>" when
  /// it has none.
  std::string nameOf(Index Value) const;

private:
  friend class SectionReader;

  std::string Text;
  std::vector<Operation> Operations;
  /// Those that are in the text, by where they begin, outer ones first.
  std::vector<Index> InText;
  std::vector<Block> Blocks;
  std::vector<Index> Successors;
  std::vector<Value> Values;
  std::vector<Symbol> Symbols;
  std::vector<SymbolUse> SymbolUses;
  std::vector<Alias> Aliases;
  std::vector<ForeignLocation> ForeignLocations;
  std::vector<Token> Tokens;
  /// Pairs of groups of values that one place in the text names.
  std::vector<std::pair<Index, Index>> SharedNames;
  std::vector<std::string> Strings;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SECTION_H
