// These pass on only what LLVM has; the noise goes round them.
func.func @br(%x: i5, %p: i1, %i: i8) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  llvm.br ^one(%i, %p : i8, i1)
^one(%j: i8, %q: i1):
  %w = noisy.add %a, %a : !noisy.i32
  llvm.cond_br %q weights([1, 2]), ^one(%j, %p : i8, i1), ^two(%j : i8)
^two(%k: i8):
  %m = noisy.mul %w, %w : !noisy.i32
  llvm.cond_br %q, ^three, ^three
^three:
  return %m : !noisy.i32
}

// -----

func.func @switch(%x: i5, %k: i32) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  llvm.switch %k : i32, ^one(%a : !noisy.i32) [
    0: ^one(%a : !noisy.i32),
    -7: ^two
  ]
^one(%v: !noisy.i32):
  return %v : !noisy.i32
^two:
  return %a : !noisy.i32
}

// -----

func.func @indirectbr(%x: i5, %where: !llvm.ptr) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  llvm.indirectbr %where : !llvm.ptr, [
    ^one(%a : !noisy.i32),
    ^two
  ]
^one(%v: !noisy.i32):
  return %v : !noisy.i32
^two:
  return %a : !noisy.i32
}

// -----

llvm.func @personality(...) -> i32
llvm.func @throws(i32) -> i32
llvm.func @invoke(%n: i32) -> i32 attributes {personality = @personality} {
  %r = llvm.invoke @throws(%n) to ^fine(%n : i32) unwind ^wrong : (i32) -> i32
^fine(%i: i32):
  %c = llvm.call @throws(%i) : (i32) -> i32
  %s = llvm.add %c, %r : i32
  llvm.return %s : i32
^wrong:
  %l = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.return %n : i32
}
func.func @noise(%x: i5, %n: i32) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %m = noisy.mul %a, %a : !noisy.i32
  %r = llvm.invoke @throws(%n) to ^fine(%n : i32) unwind ^wrong(%n : i32) : (i32) -> i32
^fine(%i: i32):
  return %m : !noisy.i32
^wrong(%j: i32):
  %l = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  %over = noisy.mul %m, %a : !noisy.i32
  return %over : !noisy.i32
}
