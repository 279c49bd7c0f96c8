irdl.dialect @my {
  irdl.type @ct {}
  irdl.operation @mul {
    %0 = irdl.any
    irdl.operands(a: %0, b: %0)
    irdl.results(r: %0)
  }
  irdl.operation @boot {
    %0 = irdl.any
    %1 = irdl.any
    irdl.operands(a: %0)
    irdl.attributes { "rounds" = %1 }
    irdl.results(r: %0)
  }
}
