"""For Python users: texts in memory, without files; in a notebook, paste it into a cell."""

import twicetold

texts = [
    "The lake froze over in the winter of 1905, and nobody dared to cross it before the spring.",
    "The lake froze over in the winter of 1906, and nobody dared to cross it before the spring.",
    "The first steamer crossed the lake in the summer of 1888.",
]

clusters = twicetold.cluster(texts)
print("cluster of each text:", clusters.labels.to_pylist())

unique = twicetold.unique(texts, threshold=0.4)
print("kept:", [text for text, kept in zip(texts, unique.kept, strict=True) if kept])

# `twicetold.sentences("corpus.jsonl")` gives a run; its tables are Arrow tables: `run.matches.to_pandas()`.
