// Integer arithmetic at the edges of what is allowed, beside noise.
func.func @widths(%x: i5, %z: i0, %b: i1, %w: i1000, %s: si8, %u: ui8, %n: index) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %z0 = arith.constant 0 : i0
  %z1 = arith.addi %z, %z0 : i0
  %z2 = arith.muli %z1, %z : i0
  %z3 = arith.extui %z2 : i0 to i8
  %z4 = arith.cmpi slt, %z, %z1 : i0
  %b1 = arith.addi %b, %b : i1
  %b2 = arith.extsi %b1 : i1 to i8
  %b3 = arith.divsi %b, %b1 : i1
  %b4 = arith.muli %b, %b1 : i1
  %b5 = arith.shli %b, %b1 : i1
  %most = arith.constant 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF : i1000
  %w1 = arith.muli %w, %most : i1000
  %w2 = arith.trunci %w1 : i1000 to i3
  %w3 = arith.index_cast %w1 : i1000 to index
  %w4 = arith.divsi %w, %w1 : i1000
  %w5 = arith.shrsi %w, %w4 : i1000
  %n1 = arith.index_castui %n : index to i128
  %n2 = arith.index_cast %n : index to i7
  return
}

// -----

func.func @divisions(%x: i5, %i: i8, %n: index) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %minus = arith.constant -1 : i8
  %least = arith.constant -128 : i8
  %1 = arith.divsi %i, %zero : i8
  %2 = arith.divui %i, %zero : i8
  %3 = arith.remsi %i, %zero : i8
  %4 = arith.remui %i, %zero : i8
  %5 = arith.ceildivsi %i, %zero : i8
  %6 = arith.ceildivui %i, %zero : i8
  %7 = arith.floordivsi %i, %zero : i8
  %8 = arith.divsi %least, %minus : i8
  %9 = arith.remsi %least, %minus : i8
  %10 = arith.ceildivsi %least, %minus : i8
  %11 = arith.floordivsi %least, %minus : i8
  %12 = arith.shli %i, %minus : i8
  %13 = arith.shrui %i, %minus : i8
  %14 = arith.shrsi %i, %least : i8
  %15 = arith.shli %one, %i : i8
  %16 = arith.divsi %i, %i : i8
  %17 = arith.remsi %i, %i : i8
  %18, %19 = arith.addui_extended %minus, %one : i8, i1
  %20, %21 = arith.mulsi_extended %least, %least : i8
  %22, %23 = arith.mului_extended %minus, %minus : i8
  %c0 = arith.constant 0 : index
  %24 = index.divs %n, %c0
  %25 = index.divu %n, %c0
  %26 = index.ceildivs %n, %c0
  %27 = index.ceildivu %n, %c0
  %28 = index.floordivs %n, %c0
  %29 = index.rems %n, %c0
  %30 = index.remu %n, %c0
  %31 = index.shl %n, %n
  %32 = index.shrs %n, %n
  %33 = index.casts %n : index to i0
  %34 = index.castu %n : index to i9
  %35 = index.cmp ult(%n, %c0)
  %36 = index.sizeof
  %37 = index.bool.constant true
  %38 = index.maxs %n, %c0
  %39 = index.sub %c0, %36
  %40 = index.mul %39, %39
  %41 = index.add %40, %n
  return
}

// -----

func.func @shapes(%x: i5, %t: tensor<4x?xi8>, %m: memref<?x0xi8>, %v: vector<4xi8>, %n: index, %u: tensor<*xi8>, %r: memref<*xi8>) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %minus = arith.constant -1 : index
  %1 = tensor.dim %t, %n : tensor<4x?xi8>
  %2 = tensor.dim %t, %c0 : tensor<4x?xi8>
  %3 = tensor.dim %t, %c7 : tensor<4x?xi8>
  %4 = tensor.dim %t, %minus : tensor<4x?xi8>
  %5 = memref.dim %m, %c7 : memref<?x0xi8>
  %6 = memref.dim %m, %c0 : memref<?x0xi8>
  %7 = tensor.dim %u, %c7 : tensor<*xi8>
  %8 = memref.dim %r, %c0 : memref<*xi8>
  %9 = tensor.rank %u : tensor<*xi8>
  %10 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi8>
  %11 = arith.addi %v, %10 : vector<4xi8>
  %12 = arith.divsi %11, %v : vector<4xi8>
  %15 = vector.extract %12[0] : i8 from vector<4xi8>
  %16 = arith.constant dense<0> : tensor<2xi0>
  %17 = tensor.extract %16[%c0] : tensor<2xi0>
  %18 = vector.step : vector<[4]xindex>
  %19 = vector.step : vector<4xindex>
  %20 = vector.vscale
  %21 = arith.muli %20, %20 : index
  %22 = vector.create_mask %n : vector<4xi1>
  %23 = vector.reduction <add>, %v : vector<4xi8> into i8
  %24 = arith.constant sparse<[[0]], [1]> : tensor<2xi8>
  %25 = arith.constant dense_resource<none> : tensor<2xi8>
  %26 = arith.addi %24, %25 : tensor<2xi8>
  %27 = arith.bitcast %26 : tensor<2xi8> to tensor<2xi8>
  %28 = affine.min affine_map<()[s0] -> (s0 * s0 mod 4, -9223372036854775807 - 1)>()[%n]
  %29 = affine.apply affine_map<(d0) -> (d0 * -9223372036854775807)>(%n)
  return
}

// -----

func.func @mixed(%x: i5, %n: index, %p: i1, %f: f32, %g: vector<4xf32>,
                 %v: vector<4xi8>, %m: memref<4xi8>, %q: vector<4xi1>, %i: i8,
                 %t: tensor<?xindex>, %vi: vector<4xindex>, %z: vector<4xi0>) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %c0 = arith.constant 0 : index
  %1 = arith.select %p, %f, %f : f32
  %2 = arith.select %p, %g, %g : vector<4xf32>
  %3 = arith.select %q, %v, %v : vector<4xi1>, vector<4xi8>
  %4 = arith.select %p, %m, %m : memref<4xi8>
  %5 = arith.select %p, %t, %t : tensor<?xindex>
  %6 = vector.extract %g[0] : f32 from vector<4xf32>
  %7 = vector.insert %6, %g[0] : f32 into vector<4xf32>
  %8 = vector.insert %i, %v[0] : i8 into vector<4xi8>
  %9 = vector.broadcast %f : f32 to vector<4xf32>
  %10 = vector.shape_cast %v : vector<4xi8> to vector<2x2xi8>
  %11 = vector.transpose %10, [1, 0] : vector<2x2xi8> to vector<2x2xi8>
  %12 = arith.constant dense<1.0> : vector<4xf32>
  %13 = arith.constant 1.0 : f64
  %14 = arith.constant dense_resource<res> : tensor<4xi8>
  %15 = arith.constant sparse<[], []> : tensor<4xi8>
  %16 = arith.constant sparse<[[1]], [3]> : vector<4xi8>
  %17 = arith.constant dense<[true, false]> : vector<2xi1>
  %21 = arith.constant dense<0> : vector<2xi0>
  %22 = arith.constant dense<"0x0102"> : tensor<2xi8>
  %23 = arith.index_cast %vi : vector<4xindex> to vector<4xi8>
  %24 = arith.index_cast %t : tensor<?xindex> to tensor<?xi64>
  %25 = arith.addi %z, %z : vector<4xi0>
  %26 = arith.extui %z : vector<4xi0> to vector<4xi8>
  %27 = arith.cmpi ult, %z, %z : vector<4xi0>
  %28 = arith.shrui %z, %z : vector<4xi0>
  %29 = arith.divsi %z, %z : vector<4xi0>
  %30 = arith.divui %z, %z : vector<4xi0>
  %31 = arith.remsi %z, %z : vector<4xi0>
  %32 = arith.muli %z, %z : vector<4xi0>
  %33 = arith.maxsi %z, %z : vector<4xi0>
  %34 = arith.minui %z, %z : vector<4xi0>
  %35 = arith.trunci %v : vector<4xi8> to vector<4xi0>
  %36 = arith.xori %z, %z : vector<4xi0>
  %37 = arith.ceildivsi %z, %z : vector<4xi0>
  %38 = arith.floordivsi %z, %z : vector<4xi0>
  %39 = arith.subi %z, %z : vector<4xi0>
  %40 = arith.shli %z, %z : vector<4xi0>
  %41 = gpu.thread_id x upper_bound 0
  %42 = gpu.block_dim x upper_bound 1
  %43 = gpu.global_id x
  %44 = gpu.lane_id upper_bound 0
  %45 = gpu.lane_id
  %46 = gpu.subgroup_size : index
  %47 = gpu.cluster_dim x
  %48 = gpu.grid_dim z upper_bound 9223372036854775807
  %49 = gpu.global_id y upper_bound 0
  %50 = gpu.subgroup_broadcast %f, first_active_lane : f32
  %51 = gpu.subgroup_broadcast %i, first_active_lane : i8
  %52 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %53 = nvvm.read.ptx.sreg.laneid range <i32, 0, 0> : i32
  %55 = nvvm.read.ptx.sreg.warpid range <i32, 5, 3> : i32
  %56 = nvvm.read.ptx.sreg.warpid range <i32, -2147483648, 3> : i32
  %57 = affine.apply affine_map<(d0) -> (d0 floordiv -1)>(%n)
  %58 = affine.apply affine_map<() -> (-9223372036854775807 floordiv -1)>()
  %59 = affine.apply affine_map<(d0) -> (d0 ceildiv -2)>(%c0)
  %60 = affine.apply affine_map<(d0) -> (d0 mod -3)>(%n)
  %62 = gpu.subgroup_id : index
  %63 = gpu.num_subgroups upper_bound 0 : index
  %64 = gpu.cluster_block_id x upper_bound 0
  %65 = gpu.cluster_dim_blocks x upper_bound 0
  return
}

// -----

func.func @loops(%x: i5, %n: index, %i0: i0, %i1: i1, %w: i128, %i: i32) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  scf.for %k = %i0 to %i0 step %i0 : i0 {
    %j = arith.addi %k, %k : i0
  }
  scf.for %k = %true to %i1 step %true : i1 {
    %j = arith.addi %k, %k : i1
  }
  %r = scf.for %k = %w to %w step %w iter_args(%v = %i0) -> i0 : i128 {
    %j = arith.addi %v, %v : i0
    scf.yield %j : i0
  }
  scf.for unsigned %k = %i to %i step %i : i32 {
    %j = arith.addi %k, %k : i32
  }
  affine.for %k = -9223372036854775808 to 9223372036854775807 {
    %j = arith.addi %k, %k : index
  }
  affine.for %k = 9223372036854775807 to -9223372036854775808 {
    %j = arith.addi %k, %k : index
  }
  affine.for %k = 0 to 9223372036854775807 step 9223372036854775807 {
    %j = arith.addi %k, %k : index
  }
  affine.for %k = max affine_map<() -> (0, 5)>() to min affine_map<() -> (3, 7)>() {
    %j = arith.addi %k, %k : index
  }
  affine.for %k = affine_map<() -> (5 floordiv 0)>() to 7 {
    %j = arith.addi %k, %k : index
  }
  scf.forall (%k) = (0) to (5) step (0) {
    %j = arith.addi %k, %k : index
  }
  scf.forall (%k) = (5) to (0) step (-1) {
    %j = arith.addi %k, %k : index
  }
  affine.if affine_set<(d0) : (d0 floordiv 0 >= 0)>(%c0) {
    %j = arith.addi %n, %n : index
  }
  return
}

// -----

// Conditions of which there is a constant, of every kind.
func.func @conditions(%x: i5, %n: index) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %poison = ub.poison : index
  %r = scf.index_switch %poison -> !noisy.i32
  case 1 {
    scf.yield %a : !noisy.i32
  }
  default {
    scf.yield %a : !noisy.i32
  }
  %opaque = "emitc.constant"() <{value = #emitc.opaque<"x">}> : () -> i1
  emitc.if %opaque {
    %m = noisy.mul %a, %a : !noisy.i32
  }
  %number = "emitc.constant"() <{value = #emitc.opaque<"x">}> : () -> i32
  emitc.switch %number : i32
  case 1 {
    emitc.yield
  }
  default {
    %m = noisy.mul %a, %a : !noisy.i32
  }
  %wide = arith.constant 0 : i128
  cf.switch %wide : i128, [
    default: ^one,
    0: ^one
  ]
^one:
  %none = arith.constant 0 : i0
  cf.switch %none : i0, [
    default: ^two
  ]
^two:
  %zero = llvm.mlir.zero : i1
  cf.cond_br %zero, ^three, ^three
^three:
  %undefined = llvm.mlir.undef : i1
  llvm.cond_br %undefined, ^four, ^four
^four:
  %fifteen = spirv.Constant 15 : si32
  spirv.Switch %fifteen : si32, [
    default: ^five,
    15: ^five
  ]
^five:
  %yes = ub.poison : i1
  cf.cond_br %yes, ^six, ^six
^six:
  return %r : !noisy.i32
}

// -----

// MLIR reads the first element of a constant that has none.
func.func @no_elements(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %1 = arith.constant dense<> : tensor<0xi8>
  %2 = arith.addi %1, %1 : tensor<0xi8>
  %3 = arith.constant dense<> : tensor<4x0x2xi1>
  %4 = arith.constant dense<> : tensor<0xindex>
  %5 = arith.constant dense<3> : tensor<0xi8>
  return
}

// -----

// MLIR takes this position for one that an operand gives, and reads an
// operand that is not there.
func.func @no_position(%x: i5, %v: vector<4xi8>, %i: i8) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %1 = vector.insert %i, %v[-9223372036854775808] : i8 into vector<4xi8>
  return
}
