// Four multiplications in a row. A fresh value has 12 bits of noise and the
// limit is 26, so the second product, with 48, can no longer be decrypted.
func.func @power(%x: i5, %y: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.encode %y : i5 -> !noisy.i32
  %p1 = noisy.mul %a, %b : !noisy.i32
  %p2 = noisy.mul %p1, %p1 : !noisy.i32
  %p3 = noisy.mul %p2, %p2 : !noisy.i32
  %p4 = noisy.mul %p3, %p3 : !noisy.i32
  %result = noisy.decode %p4 : !noisy.i32 -> i5
  return %result : i5
}
