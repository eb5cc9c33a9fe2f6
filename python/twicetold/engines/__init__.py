"""Engines: they move tables and know nothing of text.

    base.py      what an engine is
    graph.py     tables as a graph of nodes, which knows no engine
    steps.py     what a step is, and steps that know nothing of text
    parquet.py   a Parquet file that batches are added to
    progress.py  what hears how far the work is
    options.py   the engine that a user asks for on the command line

An engine is a folder with a class that has the verbs of `base.Engine`, and a line in `registry.py`. It inherits the
verbs that only note down from `graph.Planner`, turns every node of the graph into work of its own, and is made by
`from_options`. Other code imports the class from the folder and nothing from inside it.
"""
