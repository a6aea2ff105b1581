"""The reference: pages of functions, commands and tunables, from spec/ and from the --help of programs."""
