//===- RandomTypist.h - A random user who edits a text ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_RANDOMTYPIST_H
#define NOISY_FUZZ_RANDOMTYPIST_H

#include "fuzz/EditScript.h"
#include "fuzz/TextSource.h"
#include <deque>

namespace mlir::noisy::fuzz {

/// A random user who edits a text: types lines key by key, deletes, moves
/// blocks, renames, undoes, and makes the mistakes of an unlucky cat. Broken
/// text is fixed by and by, so that many comparisons have a good text.
///
/// Returns edits; each list of changes is one message to the server. Edits are
/// between characters. Equal seeds give equal edits.
class RandomTypist {
public:
  RandomTypist(const TextSource &Source, std::mt19937 &Random,
               std::string First)
      : Source(Source), Random(Random), Bytes(std::move(First)), Good(Bytes) {}

  const std::string &text() const { return Bytes; }
  /// Marks the present text as one without errors.
  void keepGood() { Good = Bytes; }
  /// Makes the next edits, in one message or several.
  std::vector<std::vector<RandomEdit>> next();

private:
  using Messages = std::vector<std::vector<RandomEdit>>;
  size_t randomBelow(size_t N) { return N ? Random() % N : 0; }
  /// Makes an edit in the message that was begun last.
  void edit(size_t Begin, size_t End, std::string New);
  void beginMessage() { NewMessages.emplace_back(); }
  void become(const std::string &New);

  size_t lineBegin(size_t Offset) const;
  size_t lineEnd(size_t Offset) const;
  void chance();
  void typeKeys();
  void eraseKeys();
  void moveBlock();
  void renameEverywhere();
  void indentOrComment();
  void insertSnippet();
  void cutBracket();
  void changeLineEnds();
  void editManyPlaces();
  void replaceParagraph();
  void retypeLine();
  void undo();

  const TextSource &Source;
  std::mt19937 &Random;
  std::string Bytes;
  /// The last text without errors, or the first text.
  std::string Good;
  /// The earlier texts to go back to.
  std::deque<std::string> Past;
  std::string Clipboard;
  Messages NewMessages;
};

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_RANDOMTYPIST_H
