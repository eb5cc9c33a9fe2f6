"""A finished run as one HTML file that needs nothing else: `twicetold report`. Each job has its own page.

    command.py      writes the file
    frame.py        what every page has, and how much it may carry
    corpus.py       what the input is called
    page.py         templates to text: everything is escaped here
    overview.py     what every page says of the run: inputs, settings, rejects
    charts.py       a section for each analysis that suits the run
    svg.py          a chart's SVG with only what draws
    links.py        where a document can be opened
    clusters.py     clusters within a byte budget, and the bridges between them
    differences.py  two texts cut into what is the same and what differs
    common_runs.py  runs of words that two texts have, in any order
    stretches.py    long texts, cut to what differs

The folder `templates` has `frame.html.j2`, which the page of a job fills in, and the style and script of every page.
A job's package has a folder `templates` of its own; style and script in it are added to its page.

The page is made of HTML, not of data that a script draws: it can be read and printed without the script, which only
hides what a filter leaves out. It depends on the tables and the settings alone, so the same run gives the same bytes.
"""
