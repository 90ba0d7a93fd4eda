"""Many hands at once: on this machine (`processes`) or on a cluster (`dask`), logged as they come.

Reading order: `task`, `processes`, `result_log`, `dask`. Imports the solver.
"""
