//===- OperationDocsTest.cpp - What ODS says of operations ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/OperationDocs.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static OperationDoc docOf(llvm::StringRef Name) {
  INFO(Name.str());
  std::optional<OperationDoc> Doc = findOperationDoc(Name);
  REQUIRE(Doc);
  return *Doc;
}

TEST_CASE("OperationDocs: every operation that is registered", "[docs]") {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  Context.loadAllAvailableDialects();
  std::vector<std::string> MissingDocs;
  size_t Count = 0;
  for (RegisteredOperationName Name : Context.getRegisteredOperations()) {
    ++Count;
    std::optional<OperationDoc> Doc = findOperationDoc(Name.getStringRef());
    if (!Doc || Doc->Description.empty())
      MissingDocs.push_back(Name.getStringRef().str());
    else
      CHECK(Doc->Name == Name.getStringRef());
  }
  // MLIR has some 2,500 operations. These are written without ODS.
  CHECK(Count > 2000);
  std::vector<std::string> WithoutOds{"affine.dma_start", "affine.dma_wait"};
  llvm::sort(MissingDocs);
  CHECK(MissingDocs == WithoutOds);
}

TEST_CASE("OperationDocs: what is found", "[docs]") {
  OperationDoc Add = docOf("arith.addi");
  CHECK(Add.Name == "arith.addi");
  CHECK(Add.Summary == "integer addition operation");
  CHECK(Add.Description.starts_with("Performs N-bit addition"));
  CHECK(Add.Description.contains("\n```mlir\n"));
  OperationDoc Multiply = docOf("noisy.mul");
  CHECK(Multiply.Summary == "Multiply two encrypted integers");
  CHECK(Multiply.Description.starts_with("The noise of the result is at most"));
  CHECK(docOf("builtin.module").Summary.size() > 0);
  for (const char *Name : {"", "a", "arith", "arith.", "arith.addi.", "zzz",
                           "arith.add", "Arith.addi", "\xFF"})
    CHECK_FALSE(findOperationDoc(Name));
}

TEST_CASE("OperationDocs: where the definition says nothing", "[docs]") {
  OperationDoc Acos = docOf("llvm.intr.acos");
  CHECK(Acos.Summary == "LLVM's intrinsic `acos`");
  CHECK(Acos.Description.starts_with("- Operands: `in` ("));
  CHECK(Acos.Description.contains("\n- Results: `res` ("));
}

TEST_CASE("OperationDocs: how they look", "[docs]") {
  OperationDoc Doc{"a.b", "does", "Such as\n\n```mlir\na.b\n```\n\nand."};
  CHECK(Doc.render(MarkupKind::Markdown) ==
        "does\n\nSuch as\n\n```mlir\na.b\n```\n\nand.\n");
  CHECK(Doc.render(MarkupKind::PlainText) ==
        "does\n\nSuch as\n\na.b\n\nand.\n");
  Doc.Summary = "";
  Doc.Description = "Alone";
  CHECK(Doc.render(MarkupKind::Markdown) == "Alone\n");
}

TEST_CASE("OperationDocs: what is shown stays within bounds", "[docs]") {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  Context.loadAllAvailableDialects();
  size_t Cut = 0;
  std::vector<std::string> Open, Long;
  for (RegisteredOperationName Name : Context.getRegisteredOperations()) {
    std::optional<OperationDoc> Doc = findOperationDoc(Name.getStringRef());
    if (!Doc)
      continue;
    std::string RenderedText = Doc->render(MarkupKind::Markdown);
    Cut += llvm::StringRef(RenderedText).ends_with("\n\n...\n");
    if (RenderedText.size() > 5000)
      Long.push_back(Doc->Name.str());
    llvm::SmallVector<llvm::StringRef> Lines;
    llvm::StringRef(RenderedText).split(Lines, '\n');
    if (llvm::count_if(Lines,
                       [](llvm::StringRef Line) {
                         return Line.ltrim().starts_with("```");
                       }) %
        2)
      Open.push_back(Doc->Name.str());
  }
  CHECK(Cut > 0);
  CHECK(Cut < 100);
  CHECK(Open == std::vector<std::string>{});
  CHECK(Long == std::vector<std::string>{});
}
