//===- GuessedTypes.cpp - Types that a text does not show -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/GuessedTypes.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// How much text is parsed again at most, and how often.
static constexpr size_t MaxBytes = 8 << 20;
static constexpr size_t MaxTimes = 64;

void GuessedTypes::begin(StringRef NewText) {
  Text = NewText;
  Guesses.clear();
  ByKind.clear();
  HasNews = false;
}

Type GuessedTypes::typeOf(Location Place, unsigned Number, StringRef Kind,
                          Type Guessed) {
  Guess &Entry = Guesses[{Place.getAsOpaquePointer(), Number}];
  if (Entry.IsLearned)
    return Entry.Assumed;
  Entry.Kind = Kind.str();
  Type Usual = ByKind.lookup(Kind);
  return Entry.Assumed = Usual ? Usual : Guessed;
}

static SmallVector<Type, 2> typesIn(const Diagnostic &Message) {
  SmallVector<Type, 2> Types;
  for (const DiagnosticArgument &Part : Message.getArguments())
    if (Part.getKind() == DiagnosticArgument::DiagnosticArgumentKind::Type)
      Types.push_back(Part.getAsType());
  return Types;
}

bool GuessedTypes::learn(const Diagnostic &Error) {
  if (Error.getNotes().begin() == Error.getNotes().end())
    return false;
  const Diagnostic &Note = *Error.getNotes().begin();
  SmallVector<Type, 2> Types = typesIn(Error), NoteTypes = typesIn(Note);
  StringRef First =
      Error.getArguments().empty() ||
              Error.getArguments()[0].getKind() !=
                  DiagnosticArgument::DiagnosticArgumentKind::String
          ? ""
          : Error.getArguments()[0].getAsString();
  // "use of value '%x' expects different type than prior uses: 'i8' vs 'i16'",
  // noted at the definition.
  if (First.starts_with("use of value") && Types.size() == 2)
    return learn(Note.getLocation(), /*Used=*/Types[0], /*Defined=*/Types[1]);
  // "definition of SSA value '%x#0' has type 'i16'", "previously used here with
  // type 'i8'".
  if (First.starts_with("definition of SSA value") && Types.size() == 1 &&
      NoteTypes.size() == 1)
    return learn(Note.getLocation(), Types[0], NoteTypes[0]) ||
           learn(Error.getLocation(), NoteTypes[0], Types[0]);
  return false;
}

bool GuessedTypes::learn(Location Definition, Type Used, Type Defined) {
  const void *Place = Definition.getAsOpaquePointer();
  for (auto Entry = Guesses.lower_bound({Place, 0});
       Entry != Guesses.end() && Entry->first.first == Place; ++Entry) {
    Guess &Value = Entry->second;
    if (Value.IsLearned || Value.Assumed != Defined)
      continue;
    Value.IsLearned = true;
    Value.Assumed = Used;
    if (!Value.Kind.empty())
      ByKind.try_emplace(Value.Kind, Used);
    return HasNews = true;
  }
  return false;
}

void mlir::noisy::lsp::parseLearning(MLIRContext &Context, GuessedTypes *Types,
                                     llvm::function_ref<void()> Parse) {
  if (!Types)
    return Parse();
  size_t Bytes = std::max<size_t>(Types->text().size(), 1);
  for (size_t Times = 1; Times < MaxTimes && Times * Bytes < MaxBytes;
       ++Times) {
    {
      ScopedDiagnosticHandler Handler(&Context, [&](Diagnostic &Message) {
        Types->learn(Message);
        return failure(); // Others get it, too.
      });
      Parse();
    }
    if (!Types->takeNews())
      return;
  }
  Parse();
}
