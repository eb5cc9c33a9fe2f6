"""`twicetold evaluate`: how well what was found agrees with what is known.

command.py      prints the evaluation of a run
truth.py        the user's file: pairs, cluster labels, located passages or a labelled sample
names.py        documents by the names that the file gives them
resolve.py      the rows of the file as members of the run
adapters.py     what a job says of its runs, so that they can be judged
findings.py     what was found: members, links with scores, clusters
judge.py        the measures, the curve and the errors, row by row
pairs.py        precision and recall of pairs
clusters.py     measures of clusters against labels
sample.py       a labelled sample against the run: kinds, contradictions, confidence
estimate.py     a share of a population from a sample, with its interval
page.py         the rows as text
sample_page.py  the rows of a labelled sample as text
chart.py        the curve as a chart
"""
