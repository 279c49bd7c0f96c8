//===- CompletionCollector.cpp - Completions of MLIR's parser -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionCollector.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Types.h"
#include "server/parse/PrintedText.h"
#include "server/parse/SafeParse.h"
#include "server/text/Utf8.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Item = Completions::Item;

namespace {
/// Collects the completions that the parser offers at the end of the text.
class Collector : public AsmParserCodeCompleteContext {
public:
  Collector(llvm::SMLoc Loc, const TypedWord &Word,
            const llvm::StringSet<> &Values, MLIRContext &Context,
            const AsmParserState &State, CollectedCompletions &Result)
      : AsmParserCodeCompleteContext(Loc), Word(Word), Values(Values),
        Context(Context), State(State), Types(Result.Types),
        Items(Result.Items) {}

  void completeDialectName(StringRef Prefix) override {
    prepareForEnd();
    for (StringRef Name : Context.getAvailableDialects())
      add((Prefix + Name).str(), CompletionItemKind::Module, "dialect", "3");
  }

  void completeOperationName(StringRef DialectName) override {
    prepareForEnd();
    Dialect *Owner = Context.getOrLoadDialect(DialectName);
    if (!Owner)
      return;
    // getRegisteredOperationsByDialect is not used: it misses some, such as all
    // of the dialect that sorts last.
    for (RegisteredOperationName Name : Context.getRegisteredOperations())
      if (&Name.getDialect() == Owner) {
        add(Name.getStringRef().drop_front(DialectName.size() + 1).str(),
            CompletionItemKind::Field, "operation", "1");
        Items.back().Operation = Name.getStringRef().str();
      }
  }

  void appendSSAValueCompletion(StringRef Name, std::string Detail) override {
    prepareForEnd();
    if (!inCode())
      return;
    // The name of an operation or the number of an argument, and types.
    StringRef Type = StringRef(Detail).split(": ").second;
    std::string First =
        cutShort(Type.consume_back(", ...") ? Type : Type, MaxCompletionDetail);
    add(Name.str(), CompletionItemKind::Variable, std::move(Detail), "");
    Items.back().Type = std::move(First);
  }

  void appendBlockCompletion(StringRef Name) override {
    prepareForEnd();
    if (inCode())
      add(Name.str(), CompletionItemKind::Field, "", "");
  }

  void completeExpectedTokens(llvm::ArrayRef<StringRef> Tokens,
                              bool Optional) override {
    prepareForEnd();
    // Parsing may go on.
    IsPrepared = false;
    if (inCode())
      for (StringRef Token : Tokens)
        add(Token.str(), CompletionItemKind::Keyword,
            Optional ? "optional" : "", "0");
  }

  void completeAttribute(const llvm::StringMap<Attribute> &Aliases) override {
    prepareForEnd();
    if (!inCode())
      return;
    for (const char *Name :
         {"affine_set", "affine_map", "dense", "dense_resource", "false", "loc",
          "sparse", "true", "unit"})
      add(Name, CompletionItemKind::Field, "", "1");
    completeDialectName("#");
    addAliases(Aliases, "#");
  }

  void completeDialectAttributeOrAlias(
      const llvm::StringMap<Attribute> &Aliases) override {
    addNamesOrMembers(Aliases);
  }

  void completeType(const llvm::StringMap<Type> &Aliases) override {
    prepareForEnd();
    if (!inCode())
      return;
    for (const char *Name : {"memref", "tensor", "complex", "tuple", "vector",
                             "bf16", "f16", "f32", "f64", "f80", "f128",
                             "index", "none", "i1", "i8", "i16", "i32", "i64"})
      add(Name, CompletionItemKind::Field, "", "1");
    if (llvm::is_contained(Context.getAvailableDialects(), "noisy"))
      add("!noisy.i32", CompletionItemKind::Field, "", "1");
    for (const char *Name : {"i", "si", "ui"}) {
      add(std::string(Name) + "<N>", CompletionItemKind::Field, "", "1");
      Items.back().NewText = Name;
    }
    completeDialectName("!");
    addAliases(Aliases, "!");
  }

  void
  completeDialectTypeOrAlias(const llvm::StringMap<Type> &Aliases) override {
    addNamesOrMembers(Aliases);
  }

private:
  /// Makes the parser stop after this, without an error (parseSafely).
  void prepareForEnd() {
    if (!IsPrepared) {
      findTypes();
      dropAllUses(State);
    }
    IsPrepared = true;
  }

  /// Notes the types of the values that were asked for.
  void findTypes() {
    if (Values.empty())
      return;
    auto Add = [&](llvm::SMRange Place, llvm::function_ref<Type(size_t)> TypeOf,
                   size_t Count) {
      StringRef Name(Place.Start.getPointer(),
                     Place.End.getPointer() - Place.Start.getPointer());
      if (Values.contains(Name) && Count > 0)
        Types[Name] = printShort(TypeOf(0));
      for (size_t I = 0; Count > 1 && I < Count; ++I)
        if (std::string Part = (Name + "#" + llvm::Twine(I)).str();
            Values.contains(Part))
          Types[Part] = printShort(TypeOf(I));
    };
    // Names that come later hide those outside.
    for (const AsmParserState::BlockDefinition &Definition :
         State.getBlockDefs())
      for (auto [I, Argument] : llvm::enumerate(Definition.arguments))
        if (I < Definition.block->getNumArguments())
          Add(
              Argument.loc,
              [&, I = I](size_t) {
                return Definition.block->getArgument(I).getType();
              },
              1);
    for (const AsmParserState::OperationDefinition &Definition :
         State.getOpDefs()) {
      size_t Count = Definition.op->getNumResults();
      for (auto [I, Group] : llvm::enumerate(Definition.resultGroups)) {
        size_t Begin = Group.startIndex;
        size_t End = I + 1 < Definition.resultGroups.size()
                         ? Definition.resultGroups[I + 1].startIndex
                         : Count;
        Add(
            Group.definition.loc,
            [&](size_t J) {
              return Definition.op->getResult(Begin + J).getType();
            },
            std::min(End, Count) - std::min(Begin, Count));
      }
    }
  }

  /// True in code; strings only complete names of operations.
  bool inCode() const { return Word.Kind == TypedWord::Place::Code; }

  void add(std::string Label, CompletionItemKind Kind, std::string Detail,
           std::string SortText) {
    // The parser offers an empty word for enumeration values without a name.
    if (Label.empty())
      return;
    std::string NewText = Label;
    Items.push_back({std::move(Label), Kind,
                     cutShort(Detail, MaxCompletionDetail), std::move(SortText),
                     std::move(NewText)});
  }

  template <typename T> void addNamesOrMembers(const llvm::StringMap<T> &Map) {
    prepareForEnd();
    if (Word.Dialect.empty()) {
      completeDialectName("");
      addAliases(Map, "");
      if (std::is_same_v<T, Type> &&
          llvm::is_contained(Context.getAvailableDialects(), "noisy"))
        add("noisy.i32", CompletionItemKind::Field, "", "1");
    }
  }

  template <typename T>
  void addAliases(const llvm::StringMap<T> &Aliases, StringRef Prefix) {
    for (const auto &Alias : Aliases) {
      add((Prefix + Alias.getKey()).str(), CompletionItemKind::Field,
          "alias: " + printShort(Alias.getValue()), "2");
    }
  }

  const TypedWord &Word;
  const llvm::StringSet<> &Values;
  MLIRContext &Context;
  const AsmParserState &State;
  ValueTypes &Types;
  std::vector<Item> &Items;
  bool IsPrepared = false;
};
} // namespace

std::unique_ptr<AsmParserCodeCompleteContext>
mlir::noisy::lsp::makeCompletionCollector(llvm::SMLoc Loc,
                                          const TypedWord &Word,
                                          const llvm::StringSet<> &Values,
                                          MLIRContext &Context,
                                          const AsmParserState &State,
                                          CollectedCompletions &Result) {
  return std::make_unique<Collector>(Loc, Word, Values, Context, State, Result);
}
