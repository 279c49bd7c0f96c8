//===- OutlineLines.h - Outlines as lines of text ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_SYNTAX_OUTLINELINES_H
#define NOISY_TESTS_SERVER_SYNTAX_OUTLINELINES_H

#include "server/syntax/Outline.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

using Lines = std::vector<std::string>;

/// The pieces, one a line: a letter for the kind, ! when it is unbalanced, and
/// the text with ~ for line ends; two dots in front for each container.
inline Lines piecesOf(llvm::StringRef Text,
                      Outline::Mode ScanMode = Outline::Mode::Tolerant) {
  Outline Whole = Outline::scan(Text, ScanMode);
  Lines Descriptions;
  for (const Piece &Part : Whole.pieces()) {
    std::string Line;
    for (uint32_t I = Part.Container; I != Piece::None;
         I = Whole.pieces()[I].Container)
      Line += "..";
    Line += "OAHFMS"[int(Part.Kind)];
    Line += Part.Info->IsUnbalanced ? "! " : " ";
    for (char C : Text.slice(Part.Range.Begin, Part.Range.End))
      Line += C == '\n' ? '~' : C;
    Descriptions.push_back(Line);
  }
  return Descriptions;
}

} // namespace mlir::noisy::lsp

#endif // NOISY_TESTS_SERVER_SYNTAX_OUTLINELINES_H
