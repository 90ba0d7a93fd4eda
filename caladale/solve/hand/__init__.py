"""The best castle from a hand, found from below and bounded from above.

Reading order: `search` (the whole on one page), `schedule` (which step comes next), `problem` and
`aims` (which castles count, and which are asked for), `state` (incumbent, elite pool and bounds),
`primal` (steps that find castles) with `neighbourhood`, `dual` (steps that prove) with `case_queue`
and `cases`, `plain_dual`. `model`, `windows` and `counting` are what these ask. Imports the engine,
the models and `caladale.construct`.
"""
