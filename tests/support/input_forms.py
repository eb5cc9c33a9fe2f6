"""The same records in every form that a job takes them in."""

import json

import pandas
import polars
import pyarrow as pa


class Dataset:
    """A dataset as Hugging Face has it: it iterates over dicts, again and again, and is no list."""

    def __init__(self, records):
        self._records = records

    def __len__(self):
        return len(self._records)

    def __iter__(self):
        return iter(self._records)


class Stream:
    """Anything that offers an Arrow stream and nothing else."""

    def __init__(self, records):
        self._table = pa.Table.from_pylist(records)

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


FORMS = {
    "list of dicts": list,
    "generator": lambda records: (record for record in records),
    "dataset": Dataset,
    "pandas": pandas.DataFrame,
    "pandas, filtered": lambda records: pandas.DataFrame(records).set_index(pandas.Index(range(len(records), 0, -1))),
    "polars": polars.DataFrame,
    "Arrow table": pa.Table.from_pylist,
    "Arrow batch": lambda records: pa.RecordBatch.from_pylist(records),
    "Arrow chunks": lambda records: _cut_table(pa.Table.from_pylist(records)),
    "Arrow stream": Stream,
}


def _cut_table(table):
    return pa.concat_tables([table.slice(row, 1) for row in range(table.num_rows)])


def write_jsonl(path, records):
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return path
