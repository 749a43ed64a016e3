// The kernel computes with floating point only where it has saved the processor's registers.
//
// kernel-float (error, CWE-758, 5.0): Floating point in the kernel
//
// The kernel does not save floating-point registers on entry: computing with them changes those
// of the process that happens to run.
//
// To mend it, compute with integers, or between kernel_fpu_begin and kernel_fpu_end.
//
// Runs only when named: floating point is no mistake elsewhere.
sm kernel_float local {
  decl double d;
  decl float f;
  decl long double l;

  outside:
    { kernel_fpu_begin() } ==> inside
  | { d } || { f } || { l } ==> stop, { err("floating point without kernel_fpu_begin"); }
  ;
  inside: { kernel_fpu_end() } ==> outside;
}
