//===- OpenSnippets.h - Snippets that are being filled in -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_OPENSNIPPETS_H
#define NOISY_SERVER_DOCUMENT_OPENSNIPPETS_H

#include "server/text/SnippetText.h"
#include "server/text/Text.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// Knows which snippets of completions the user is filling in. What stands in
/// their fields is unfinished, not wrong: nobody wrote it. A field is finished
/// once the user has gone on to one behind it.
///
/// LSP does not say that a completion was accepted, nor which field is edited.
/// So the snippets of the last list of a document are kept, and one is open
/// from the edit on that makes the text at the place of the list that of the
/// snippet, however a client writes it. It is closed by an edit outside of its
/// fields, by a cursor in a line without one of them, when the text is saved,
/// and when nothing was written for a while.
///
/// All functions may be called on any thread. Offsets are bytes.
class OpenSnippets {
public:
  /// Keeps the snippets of a list whose items replace text from `Begin` on, in
  /// place of those of the list before.
  void offer(const std::string &Uri, size_t Begin,
             std::vector<SnippetText> Offered);

  /// Follows the edits that led to version `Version` of a document with the
  /// text `After`. Call it before anything is built of that text. Closing a
  /// snippet by an edit needs no other publication of diagnostics: the edit
  /// brings one.
  void edit(const std::string &Uri, const Text &After,
            llvm::ArrayRef<TextChange> Changes, int64_t Version);
  /// Closes snippets without a field in the line of `Cursor`, a byte of
  /// `Contents`, the current text, and finishes the fields in front of the one
  /// at the cursor. True if diagnostics have changed by that.
  bool moveCursor(const std::string &Uri, const Text &Contents, size_t Cursor);
  /// Closes all snippets of a document if `Version` is still its newest one;
  /// true if there were any.
  bool closeIdle(const std::string &Uri, int64_t Version);
  /// Closes all snippets of a document; true if there were any.
  bool close(const std::string &Uri);

  /// The texts of open snippets in version `Version` of a document, in which
  /// errors say nothing yet. What the user writes at empty fields is not in
  /// them.
  std::vector<ByteRange> unfinished(const std::string &Uri,
                                    int64_t Version) const;

private:
  /// A snippet in the text.
  struct Snippet {
    struct Field {
      ByteRange Range;
      /// Nothing was proposed for it.
      bool IsFree;
      bool IsFinished = false;
    };
    ByteRange Range;
    /// In the order of the text.
    std::vector<Field> Fields;

    bool edit(const TextChange &Change);
    bool finishBefore(size_t Number);
    bool finishBeforeCursor(size_t Cursor);
    void addUnfinished(std::vector<ByteRange> &Ranges) const;
  };
  struct Offer {
    size_t Begin;
    std::vector<SnippetText> Snippets;
  };
  struct State {
    std::optional<Offer> LastOffer;
    /// The outermost first.
    std::vector<Snippet> Open;
    /// What is unfinished, by versions: a version may be published when the
    /// next one has come.
    std::map<int64_t, std::vector<ByteRange>> Versions;

    /// What is unfinished in the text of now.
    std::vector<ByteRange> unfinished() const;
    /// Finds that again, of a text that did not change.
    void update();
  };

  static std::optional<Snippet> find(llvm::StringRef Text,
                                     const Offer &Offered);

  mutable std::mutex Mutex;
  std::map<std::string, State> Documents;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_OPENSNIPPETS_H
