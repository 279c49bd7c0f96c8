//===- SectionReader.h - Makes sections from parsed IR ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_SECTIONREADER_H
#define NOISY_SERVER_PARSE_SECTIONREADER_H

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Operation.h"
#include "server/parse/LocationReader.h"
#include "server/parse/PatternedText.h"
#include "server/snapshot/Section.h"
#include "server/syntax/Outline.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace mlir::noisy::lsp {

/// Makes a Section of a part of a parsed buffer: the contents of AsmParserState
/// and of the IR as plain data; and the names of symbols, which are in neither,
/// from the text.
class SectionReader {
public:
  /// `Buffer` is what was parsed, and `Offsets` the map from it to the buffer
  /// as it is (Recovery), in which `Text`, the section, begins at `Begin`.
  /// Operations outside of it are ignored. `FileName` is the name in the
  /// parser's locations.
  SectionReader(const AsmParserState &Names, const char *Buffer,
                const OffsetMap &Offsets, size_t Begin, llvm::StringRef Text,
                llvm::StringRef FileName);

  /// Sets the broken operations, in the offsets of the buffer as it is.
  void setBrokenRanges(llvm::ArrayRef<ByteRange> Ranges);
  /// Gives the first value of a group a name, if that is outside of the
  /// section; before the values are added.
  void nameOuter(llvm::StringRef Name, Section::Index Number) {
    OuterNames.emplace_back(Name, Number);
  }
  /// Sets the operations of lines that the parser has not read, and the map of
  /// these lines to the buffer as it is, both without its prefix; before the
  /// operations are added.
  void setPatterned(const PatternedText &Source, const OffsetMap &ToText);
  /// Adds an operation of the section's container with everything in it; to be
  /// called in the order of the text.
  void add(mlir::Operation *Op);
  /// The number of symbols that were added.
  size_t symbolCount() const { return Result->Symbols.size(); }
  /// Finishes the section. `Info` is that of the piece.
  std::shared_ptr<const Section> finish(const PieceInfo &Info);

  /// The IR of the operations and the values, by their numbers.
  std::vector<mlir::Operation *> Operations;
  std::vector<mlir::Value> Values;

private:
  using Index = Section::Index;

  SectionRange toRange(llvm::SMRange Range) const;
  SectionRange rangeOf(const AsmParserState::OperationDefinition &Source,
                       SectionRange Name) const;
  Index addString(llvm::StringRef Text);
  Index addFile(StringAttr Name);
  void setType(Section::Value &Value, mlir::Type Type);
  void visit(mlir::Operation *Op, Index Parent);
  Section::Operation describe(mlir::Operation *Op, Index Parent);
  void visitLine(const PatternedText::Operation &Line, Index Parent);
  void visitResults(mlir::Operation *Op, Index Number,
                    const AsmParserState::OperationDefinition *Source);
  void visitBlock(mlir::Block &IRBlock, Index Parent, Index Number);
  Index addValue(mlir::Value IRValue, Index Owner, Index Number,
                 SectionRange Name);
  void addToken(SectionRange Range, Section::Kind TargetKind, Index Target,
                bool IsDefinition);
  void addUses(llvm::ArrayRef<llvm::SMRange> Uses, Index First, Index Count);
  void findSharedNames();
  void addAliases(const PieceInfo &Info);
  void addSymbolNames();
  void addNamesInBrokenRanges();
  void addSymbolUse(llvm::ArrayRef<ByteRange> Path);

  const AsmParserState &Names;
  const char *Buffer;
  const OffsetMap Offsets;
  ByteRange Part;
  LocationReader Locations;
  std::shared_ptr<Section> Result;
  std::vector<std::pair<llvm::StringRef, Section::Index>> OuterNames;
  /// The names and kinds of what was met, which many share.
  llvm::DenseMap<mlir::Type, std::pair<Index, Section::ValueKind>> Types;
  llvm::DenseMap<void *, std::pair<Index, Section::OperationKind>>
      OperationNames;
  /// The strings of the files in locations.
  llvm::DenseMap<StringAttr, Index> Files;
  llvm::DenseMap<mlir::Block *, Index> Blocks;

  /// What setPatterned set; null if the parser has read all lines.
  const PatternedText *Patterned = nullptr;
  OffsetMap LineOffsets;
  /// The index of the next of its operations.
  size_t NextLine = 0;
  /// What is the same in all lines of a pattern.
  struct PatternInfo {
    Section::Operation Operation;
    Section::Value Result;
  };
  llvm::DenseMap<int32_t, PatternInfo> Patterns;
  /// The numbers of the values of `Patterned`, None until they are met; and of
  /// those that are not in its lines.
  std::vector<Index> PatternedValues;
  llvm::DenseMap<mlir::Value, Index> OtherValues;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_SECTIONREADER_H
