//===- ServerDocuments.h - Generated documents and edits --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_SERVER_SERVERDOCUMENTS_H
#define NOISY_BENCH_SERVER_SERVERDOCUMENTS_H

#include <cstddef>
#include <deque>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace mlir::noisy::bench {

/// The arrangement of the operations of a document.
enum class DocumentShape {
  /// Functions of 100 operations.
  Functions,
  /// Functions of 100 operations inside of one `module { ... }`.
  InModule,
  /// Functions of 100 operations, and a function `main` at the end that calls
  /// all of them.
  CalledByMain,
  /// Functions of 100 operations, each of which calls the one before it.
  ChainOfCalls,
  /// One function, each of whose operations uses the one before.
  OneFunction,
  /// One function in the shape of AES-128 as a circuit: it encrypts 256 values,
  /// uses each result several times, far apart, and decrypts 128 of them.
  Circuit,
  /// The same with a location at the end of each operation, an alias of its own
  /// that is defined after the function, as `--mlir-print-debuginfo` prints it.
  LocatedCircuit,
  /// The text of a file: one function in the noisy dialect.
  File
};

enum class DocumentDialect {
  /// The dialect that LLVM's server knows.
  Arith,
  /// Operation for operation the same shape, without an overflow.
  Noisy
};

/// A place, counted from 0. The documents are ASCII: bytes are UTF-16 units.
struct Place {
  unsigned line = 0, column = 0;
};

/// Replaces the range from `start` to `end` by `text`.
struct DocumentEdit {
  Place start, end;
  std::string text;
};

/// A generated document that parses and has no diagnostics, and edits of it.
/// Each edit changes the text and is returned in positions of the text before
/// it.
///
/// A *site* is a hundred operations: a function, or a part of the one function.
/// Each has a constant. In a file, a site is an operand that may have another
/// name, instead of the constant.
class ServerDocument {
public:
  /// `operations` is a multiple of 100.
  ServerDocument(DocumentShape shape, unsigned operations,
                 DocumentDialect dialect);
  /// A document from a file; throws std::runtime_error if it has no site.
  explicit ServerDocument(std::string fileText);

  const std::string &getText() const { return text; }
  unsigned countSites() const { return sites; }

  /// Gives the constant of a site another value, of as many digits, with which
  /// its result has another noise; or an operand another name.
  DocumentEdit changeNumber(unsigned site);
  /// Adds an operation, whose result has a new name, after the constant of a
  /// site.
  DocumentEdit insertLine(unsigned site, const std::string &name);
  /// The operation that `insertLine` adds, as a line without its end.
  std::string makeLine(const std::string &name) const;
  /// Removes the line that defines `name`.
  DocumentEdit removeLine(const std::string &name);
  /// Removes the bracket that closes the function that a site is in.
  DocumentEdit breakBracket(unsigned site);
  /// Restores the bracket that was removed last. Edits since then must not have
  /// moved its place.
  DocumentEdit fixBracket();

  DocumentEdit replace(size_t offset, size_t length,
                       const std::string &replacement);
  /// The end of the line with the constant of a site.
  size_t findLineEnd(unsigned site) const;
  Place getPlace(size_t offset) const;

private:
  size_t findConstant(unsigned site) const;

  const DocumentShape shape;
  const DocumentDialect dialect;
  unsigned sites;
  std::string text;
  /// The operand of added lines.
  std::string operand = "%a";
  /// The last digits of operands in a file, and the digits that they become.
  std::vector<std::pair<size_t, char>> digits;
  size_t bracket = 0;
};

/// A description of a document: "1000 functions of 100", and so on; empty for a
/// file.
std::string describe(DocumentShape shape, unsigned operations);

/// A user who works on a document for hours: types operations character by
/// character, takes some back, changes numbers, removes lines, and leaves
/// brackets open for a while. The document keeps about its size, and the same
/// seed gives the same edits.
class Typist {
public:
  explicit Typist(ServerDocument &document) : document(document), random(1) {}

  /// The next edit, already made in the document.
  DocumentEdit next();

private:
  void plan();
  void planLine(unsigned length);
  unsigned choose(unsigned count) { return random() % count; }
  unsigned chooseSite() { return choose(document.countSites()); }

  ServerDocument &document;
  std::mt19937 random;
  std::deque<std::function<DocumentEdit()>> plannedEdits;
  /// The operations that were added.
  std::deque<std::string> addedNames;
  unsigned names = 0;
  /// The offset at which the next character is typed.
  size_t cursor = 0;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_SERVER_SERVERDOCUMENTS_H
