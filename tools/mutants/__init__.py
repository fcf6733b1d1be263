"""How well the tests hold the code: small mistakes are put into it, and a test has to notice.

`mutations` finds the mistakes, `workshop` keeps a copy of the repository to make them in,
`bench` runs tests there, `known` tells which mistakes change nothing that anyone could notice.
"""
