"""Many hands at once: on this machine (`processes`) or on a cluster (`dask`), logged as they come.

Reading order: `task`, `processes`, `result_log`, `dask`. Imports the solver. What is listed here is
imported when it is first used: dask is large, and so is OR-Tools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from caladale._late import late

if TYPE_CHECKING:
    from caladale.batch.dask import solve_on_cluster
    from caladale.batch.processes import solve_hands
    from caladale.batch.result_log import ResultLog, is_finished, is_result_log
    from caladale.batch.task import Task, task_of
else:
    __getattr__, __dir__ = late(
        __name__,
        {
            "ResultLog": "caladale.batch.result_log",
            "Task": "caladale.batch.task",
            "is_finished": "caladale.batch.result_log",
            "is_result_log": "caladale.batch.result_log",
            "solve_hands": "caladale.batch.processes",
            "solve_on_cluster": "caladale.batch.dask",
            "task_of": "caladale.batch.task",
        },
    )

__all__ = [
    "ResultLog",
    "Task",
    "is_finished",
    "is_result_log",
    "solve_hands",
    "solve_on_cluster",
    "task_of",
]
