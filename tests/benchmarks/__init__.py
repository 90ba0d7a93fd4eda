"""The benchmarks and the peers in them."""
