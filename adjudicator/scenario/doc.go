package scenario

// Spec, Doc and Fault: see the package's plan.
type Spec struct{}
type Doc struct{}
type Fault struct{}
