// Each rotation adds three bits: the fifth is over the limit.
func.func @rotate(%x: i5) -> !noisy.i32 {
  %0 = noisy.encode %x : i5 -> !noisy.i32
  %1 = xyz.rotate %0 by 1 : !noisy.i32
  %2 = xyz.rotate %1 by 2 : !noisy.i32
  %3 = xyz.rotate %2 by 4 : !noisy.i32
  %4 = xyz.rotate %3 by 8 : !noisy.i32
  %5 = xyz.rotate %4 by 16 : !noisy.i32
  return %5 : !noisy.i32
}
