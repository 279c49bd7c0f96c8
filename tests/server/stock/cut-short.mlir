func.func @f() {
  "unclosed
