//===- SymbolPath.h - The names of a nested symbol --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_SYMBOLPATH_H
#define NOISY_SERVER_SNAPSHOT_SYMBOLPATH_H

#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The names of `@a::@b`, the outermost first. The paths to all of its parts,
/// `@a` and `@a::@b`, share their names: a reference may have thousands.
/// Immutable; any thread may read it.
class SymbolPath {
public:
  SymbolPath() = default;
  explicit SymbolPath(std::vector<std::string> Names)
      : Names(
            std::make_shared<const std::vector<std::string>>(std::move(Names))),
        Size(this->Names->size()) {}

  /// The path to the part that the first `Count` names stand for.
  SymbolPath prefix(size_t Count) const {
    SymbolPath Result = *this;
    Result.Size = std::min(Count, Size);
    return Result;
  }
  /// The path to a symbol beside this one.
  SymbolPath sibling(std::string Name) const {
    std::vector<std::string> NewNames = names();
    NewNames.back() = std::move(Name);
    return SymbolPath(std::move(NewNames));
  }

  llvm::ArrayRef<std::string> names() const {
    return Names ? llvm::ArrayRef(*Names).take_front(Size)
                 : llvm::ArrayRef<std::string>();
  }
  size_t size() const { return Size; }
  const std::string &front() const { return names().front(); }
  const std::string &back() const { return names().back(); }

  friend bool operator==(const SymbolPath &A, const SymbolPath &B) {
    return A.names() == B.names();
  }

private:
  std::shared_ptr<const std::vector<std::string>> Names;
  size_t Size = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SYMBOLPATH_H
