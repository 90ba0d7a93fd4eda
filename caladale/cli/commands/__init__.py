"""The commands, a module each; each is imported only when it is called.

They import the support modules of `caladale.cli` and never one another.
"""
