"""The games as environments of other systems. Each adapter needs its own extra; nothing else in the package needs them."""
