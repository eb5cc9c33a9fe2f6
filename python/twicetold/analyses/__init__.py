"""What a finished run says: one question, one table, one chart to each file.

    base.py              what an analysis is: read this first
    charts.py            how every chart looks, and how it becomes SVG, PNG or HTML
    columns.py           columns of a run, read in pieces
    command.py           `twicetold analyse`
    copied_documents.py  which documents share most of their sentences
    copied_share.py      what share of the sentences is copied
    document_pairs.py    which two documents share most
    lengths.py           whether long sentences are copied more faithfully
    sizes.py             how large clusters are
    templates.py         the frames that are filled in most often
    years.py             what analyses over time share

`registry.py` names them, and those that only one job has, which are in that job's folder. An analysis reads the tables
of a run and nothing else, so it says the same whichever engine made them.
"""
