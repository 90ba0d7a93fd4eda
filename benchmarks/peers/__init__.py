"""Other ways to the best castle of a hand, each given the same objective, bound and time.

Every peer is a module with a function ``solve`` that takes a hand and `Terms` and gives an
`Answer`.
"""
