//===- LocationReader.h - Reads locations of operations ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_LOCATIONREADER_H
#define NOISY_SERVER_PARSE_LOCATIONREADER_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace mlir::noisy::lsp {

/// Reads the locations that a text gives its operations, `loc(...)`.
class LocationReader {
public:
  /// The most places of one operation that are read. A location may combine any
  /// number of others, which many share, as the calls that led to it.
  static constexpr size_t MaxPlaces = 32;

  /// A place in another file. Line and column are from 1; 0 if unknown.
  struct Place {
    StringAttr File;
    unsigned Line = 0, Column = 0;

    friend bool operator==(const Place &, const Place &) = default;
  };

  /// `FileName` is the name in the locations of operations without one.
  /// `Buffer` is the beginning of what was parsed.
  LocationReader(const char *Buffer, llvm::StringRef FileName)
      : Buffer(Buffer), FileName(FileName) {}

  /// The places that the location of an operation names, the outermost first,
  /// each once. The operation gets the location of its name, `Name` in the
  /// buffer, which may be null: messages of verifiers are about the text. The
  /// result holds until the next call.
  llvm::ArrayRef<Place> read(Operation *Op, const char *Name);

private:
  size_t numberOf(LocationAttr Whole);
  size_t join(llvm::ArrayRef<LocationAttr> Parts);
  FileLineColLoc placeOf(const char *Name, MLIRContext *Context);

  const char *Buffer;
  llvm::StringRef FileName;
  /// The places of locations, of which the first has none; and where they are
  /// in the list.
  std::vector<std::vector<Place>> Lists = {{}};
  llvm::DenseMap<Attribute, size_t> Numbers;
  /// The beginnings of the lines of the buffer, up to `LinesEnd`.
  std::vector<size_t> LineStarts = {0};
  size_t LinesEnd = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_LOCATIONREADER_H
