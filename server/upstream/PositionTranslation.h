//===- PositionTranslation.h - Between our client and LLVM ------*- C++ -*-===//
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

/// Rewrites the parameters and results of requests about one document between
/// our client, which counts columns as negotiated and has any URI, and LLVM's
/// server, which counts bytes and takes `file:` URIs.
///
/// It knows no method. What it looks for are objects with integers `line` and
/// `character`, and the URI of the document as the value of `uri`,
/// `targetUri` or as a member of `changes`. Positions that stand beside the
/// URI of another document are left alone, as are `data` and `arguments`,
/// which belong to whoever wrote them. Not for results that hide positions in
/// bare numbers (semantic tokens, folding ranges).
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
  void walk(nlohmann::json &Value, bool ToUpstream, bool Inside) const;
  void movePosition(nlohmann::json &Position, bool ToUpstream) const;

  std::string ClientUri;
  std::string UpstreamUri;
  Text Contents;
  PositionEncoding Encoding;
};

/// The text that LLVM's server is given: it has the same length and the same
/// lines, so that byte offsets and byte columns are those of `Contents`. It
/// knows no line end \r, and JSON cannot carry bytes that are not UTF-8: these
/// become \n and `?`. Of comments that it would split the text at, and we do
/// not, such as `// ------`, the blank becomes a minus.
std::string textForUpstream(const Text &Contents);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_POSITIONTRANSLATION_H
