"""The reference: pages of functions, commands and tunables, from spec/ and from what programs say of themselves."""
