"""The machinery of the learners: the primitives of a step, and how a step is compiled and run."""
