"""The rules and strategies as whole calls: what Python asks of compiled code, asked at once.

Records come in arrays of one element: handing one over takes half a microsecond, a record by itself
five, because NumPy and Numba go through its fields one by one. The folder of its own means that
no edit elsewhere in the room compiles it again.
"""
