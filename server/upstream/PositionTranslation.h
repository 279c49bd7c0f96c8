//===- PositionTranslation.h - Positions for LLVM's server ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UPSTREAM_POSITIONTRANSLATION_H
#define NOISY_SERVER_UPSTREAM_POSITIONTRANSLATION_H

#include "server/text/PositionEncoding.h"
#include "server/text/Text.h"
#include <nlohmann/json.hpp>
#include <string>

namespace mlir::noisy::lsp {

/// Translates the parameters and results of requests about one document between
/// our client, with columns as negotiated and any URI, and LLVM's server, with
/// columns in bytes and `file:` URIs.
///
/// It does not know methods. It translates objects with integers `line` and
/// `character`, and the URI of the document as the value of `uri`, `targetUri`
/// or as a member of `changes`. Positions beside the URI of another document
/// stay as they are, and so do `data` and `arguments`, which belong to their
/// author. Not for results with positions in bare numbers (semantic tokens,
/// folding ranges).
///
/// An immutable value, for any thread.
class PositionTranslation {
public:
  PositionTranslation(std::string ClientUri, std::string UpstreamUri,
                      Text Contents, PositionEncoding Encoding)
      : ClientUri(std::move(ClientUri)), UpstreamUri(std::move(UpstreamUri)),
        Contents(std::move(Contents)), Encoding(Encoding) {}

  void toUpstream(nlohmann::json &Params) const;
  void fromUpstream(nlohmann::json &Result) const;

private:
  void walk(nlohmann::json &Value, bool ToUpstream, bool IsInside) const;
  void movePosition(nlohmann::json &Position, bool ToUpstream) const;

  std::string ClientUri;
  std::string UpstreamUri;
  Text Contents;
  PositionEncoding Encoding;
};

/// Returns the text for LLVM's server: it has the same length and the same
/// lines, so that byte offsets and byte columns are those of `Contents`. The
/// server does not know the line end \r, and JSON cannot carry bytes that are
/// not UTF-8: these become \n and `?`. In comments that only that server would
/// take for separators, such as `// ------`, the blank becomes a minus.
std::string textForUpstream(const Text &Contents);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_POSITIONTRANSLATION_H
