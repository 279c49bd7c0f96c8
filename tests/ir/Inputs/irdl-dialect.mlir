irdl.dialect @my {
  irdl.type @ct {}
  irdl.operation @mul {
    %0 = irdl.any
    irdl.operands(a: %0, b: %0)
    irdl.results(r: %0)
  }
}
