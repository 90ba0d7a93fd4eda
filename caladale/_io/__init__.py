"""Bytes and text in and out: strict JSON and TOML, names of formats, whole files or none.

Nothing here knows of the game. Read `strict_json` first, then `atomic_files`. Imports only the
errors of the package.
"""
