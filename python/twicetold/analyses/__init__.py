"""What a finished run says: one question, one table, one chart to each file.

    base.py     what an analysis is: read this first
    charts.py   how every chart looks, and how it becomes SVG, PNG or HTML
    columns.py  columns of a run, read in pieces

The other files are the family; `registry.py` names them. An analysis reads the tables of a run and nothing else, so it
says the same whichever engine made them.
"""
