#key = #cipher.key<id = 7>
!text = !cipher.text<key = #key, parts = 2>
!product = !cipher.text<key = #key, parts = 3>

// x * x + x, encrypted.
func.func @polynomial(%x: !text) -> !text {
  %square = cipher.mul %x, %x : (!text, !text) -> !product
  %small = cipher.shrink %square to 2 : !product -> !text
  %sum = cipher.add %small, %x : !text
  return %sum : !text
}

func.func @next(%x: !text) -> !text {
  %one = arith.constant 1 : i16
  %next = cipher.inside(%x, %one : !text, i16) {
  ^body(%number: i16, %step: i16):
    %after = arith.addi %number, %step : i16
    cipher.yield %after : i16
  } -> !text
  return %next : !text
}
