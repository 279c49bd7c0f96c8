//===- EditStage.h - Two servers that play a script -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_EDITSTAGE_H
#define NOISY_FUZZ_EDITSTAGE_H

#include "fuzz/Comparison.h"
#include "fuzz/EditScript.h"
#include "fuzz/FuzzedServer.h"

namespace mlir::noisy::fuzz {

/// A defect of a server.
struct Finding {
  /// The kind: "crash", "answer", or the request whose answers differ. Findings
  /// of one kind count as the same while a script is shrunk.
  std::string Kind;
  std::string Message;
};

/// The numbers of actions.
struct EditCounts {
  size_t Edits = 0, Messages = 0, Requests = 0, Comparisons = 0;
  std::map<std::string, size_t> ComparisonsByKind;
  size_t Starts = 0;
  size_t MostMemory = 0;

  void add(const EditCounts &OtherCounts);
};

/// A server that is edited, and one that sees every text for the first time.
/// One thread.
class EditStage {
public:
  /// `Thorough`: comparisons use many places.
  EditStage(const ServerOptions &Options, EditCounts &Counts, bool Thorough);

  /// The present text of a document.
  const lsp::Text &text(unsigned Document) { return Documents[Document].Text; }
  /// Plays a step and returns the defects found. After a crash the stage is
  /// unusable.
  std::vector<Finding> play(const Step &Next);
  /// Ends both servers.
  std::vector<Finding> end();
  bool hasCrashed() const { return HasCrashed; }
  /// True if the text that was compared last has no errors.
  bool wasGood() const { return WasGood; }

private:
  struct Document {
    bool IsOpen = false;
    int64_t Version = 0;
    lsp::Text Text;
    /// The semantic tokens of the last request.
    lsp::json Tokens;
  };
  static std::string uri(unsigned Document) {
    return "file:///fuzz/" + std::to_string(Document) + ".mlir";
  }

  void playOn(const Step &Next, std::vector<Finding> &Findings);
  void edit(Document &Doc, const std::string &Uri, const Step &Next);
  void ask(const Document &Doc, const std::string &Uri, const Step &Next);
  void takeAnswers(bool Wait);
  void configure(const std::string &Settings);
  void compare(Document &Doc, const std::string &Uri, uint64_t Seed,
               std::vector<Finding> &Findings);
  /// Requests the changes of the tokens since the last request, and compares
  /// them with all tokens.
  void compareTokens(Document &Doc, const std::string &Uri,
                     std::vector<Finding> &Findings);
  Finding describeCrash(FuzzedServer &Server, const std::string &Name,
                        const std::string &Reason);

  const ServerOptions Options;
  EditCounts &Counts;
  const bool Thorough;
  std::unique_ptr<FuzzedServer> EditedServer, Fresh;
  std::map<unsigned, Document> Documents;
  std::vector<int64_t> RequestIds;
  /// True while the fresh server is used, false for the edited one.
  bool IsFresh = false;
  bool HasCrashed = false;
  bool WasGood = false;
};

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_EDITSTAGE_H
