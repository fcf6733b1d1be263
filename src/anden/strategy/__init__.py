"""How to play well: plain functions over the kernel's records, compiled like the rules.

They read only what the seat to act may know, so a view gives the same choice as the state.
"""
