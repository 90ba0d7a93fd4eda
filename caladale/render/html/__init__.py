"""Castles as HTML pages: one castle (`page`), many (`gallery`), and a folder of files (`folder`).

Imports the pictures of `caladale.render.svg`.
"""
