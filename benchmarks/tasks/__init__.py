"""The tasks of the benchmark, a file each: who takes part, on what, and what is true."""
