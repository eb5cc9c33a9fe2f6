"""A finished run as one HTML file that needs nothing else: `twicetold report`.

    command.py         writes the file
    choosing.py        which clusters it shows when there are too many
    clusters.py        their members by variant, and what sets the variants apart
    contradictions.py  the facts that no longer agree
    marking.py         two texts cut into what is the same and what differs
    passages_page.py   the page of a run of `passages`
    passages.py        its pairs of documents, and their passages side by side
    dots.py            the plot of a pair: where its sentences match
    threads_page.py    the page of a run of `threads`
    threads.py         its clusters, each thread against its core
    links.py           where a document can be opened
    overview.py        the figures, the settings, the rejects
    charts.py          a section for each analysis that suits the run
    frame.py           what every page has
    drawing.py         a chart's SVG with only what draws
    page.py            templates to text: everything is escaped here
    frame.html.j2      what every page has; parts.html.j2, charts.html.j2, page.css and page.js are for all of them
    page.html.j2, cluster.html.j2, contradiction.html.j2
    passages.html.j2, pairing.html.j2, passages.css, passages.js
    threads.html.j2, thread_cluster.html.j2, threads.css

The page is made of HTML, not of data that a script draws: it can be read and printed without the script, which only
hides what a filter leaves out. It depends on the tables and the settings alone, so the same run gives the same bytes.
"""
