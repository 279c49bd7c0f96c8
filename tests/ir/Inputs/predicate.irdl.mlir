irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.c_pred "::llvm::isa<::mlir::IntegerType>($_self)"
    irdl.operands(a: %0)
  }
}
