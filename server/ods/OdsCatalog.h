//===- OdsCatalog.h - The dialects of a project -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_ODS_ODSCATALOG_H
#define NOISY_SERVER_ODS_ODSCATALOG_H

#include "server/ods/OdsDialect.h"
#include <map>

namespace mlir::noisy::lsp {

/// The dialects that the project in the workspace defines by TableGen. Does not
/// change; another one takes its place when the files change.
class OdsCatalog {
public:
  /// Adds what some files define; the first definition of a name stands.
  void add(std::vector<OdsDialect> Dialects);

  const std::map<std::string, OdsDialect> &dialects() const { return ByName; }
  const OdsDialect *findDialect(llvm::StringRef Name) const;
  /// An operation by its full name, such as "bgv.add"; null if there is none.
  const OdsOperation *findOperation(llvm::StringRef Name) const;
  /// A type or an attribute by its name, such as "!lwe.ciphertext".
  const OdsDefinition *findDefinition(llvm::StringRef Name) const;
  size_t operationCount() const;

private:
  std::map<std::string, OdsDialect> ByName;
};

using OdsCatalogPtr = std::shared_ptr<const OdsCatalog>;

/// The catalog of the workspace; never null. A process serves one workspace, so
/// there is one, and what looks an operation up by its name finds it as it
/// finds those of MLIR. Any thread.
OdsCatalogPtr currentOds();
/// Replaces it. What was parsed before has to be parsed again.
void setCurrentOds(OdsCatalogPtr New);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_ODS_ODSCATALOG_H
