#map = affine_map<(d0, d1) -> (d0 + d1)>
#set = affine_set<(d0) : (d0 >= 0)>
!vector = vector<4xf32>
!pair = tuple<!vector, i32>

func.func @f(%v: !vector, %p: !pair) -> !vector {
  %0 = arith.addf %v, %v {map = #map} : !vector loc(#here)
  "a.b"(%p) {set = #set, map = #map} : (!pair) -> ()
  return %0 : !vector
}
#here = loc("aliases.mlir":6:8)
