"""The forms that question sets come in, as threads and pairs."""

import json

from replication.threads import read_pair_table, read_semeval

SEMEVAL = """<?xml version="1.0"?><xml>
<OrgQuestion ORGQ_ID="Q1"><OrgQSubject>Deep?</OrgQSubject><OrgQBody>How deep is it?</OrgQBody>
<Thread THREAD_SEQUENCE="Q1_R1"><RelQuestion RELQ_ID="Q1_R1" RELQ_RELEVANCE2ORGQ="PerfectMatch">
<RelQSubject>Depth</RelQSubject><RelQBody>Of the lake?</RelQBody></RelQuestion>
<RelComment RELC_RELEVANCE2RELQ="Bad"><RelCText>Hello.</RelCText></RelComment>
<RelComment RELC_RELEVANCE2RELQ="Good"><RelCText>90 m.</RelCText></RelComment></Thread></OrgQuestion>
<OrgQuestion ORGQ_ID="Q1"><OrgQSubject>Deep?</OrgQSubject><OrgQBody>How deep is it?</OrgQBody>
<Thread THREAD_SEQUENCE="Q1_R2"><RelQuestion RELQ_ID="Q1_R2" RELQ_RELEVANCE2ORGQ="Relevant">
<RelQSubject>Cold</RelQSubject><RelQBody/></RelQuestion></Thread></OrgQuestion>
</xml>"""


def test_semeval_becomes_threads_with_a_good_comment_for_an_answer_and_the_others_beside_it(tmp_path):
    (tmp_path / "s.xml").write_text(SEMEVAL)
    found = read_semeval(tmp_path / "s.xml")
    assert list(found.threads.values()) == [
        {"id": "Q1", "question": "Deep?", "description": "How deep is it?", "answer": ""},
        {
            "id": "Q1_R1",
            "question": "Depth",
            "description": "Of the lake?",
            "answer": "90 m.",
            "more_answers": "Hello.",
        },
        {"id": "Q1_R2", "question": "Cold", "description": "", "answer": ""},
    ]
    assert found.pairs == [("Q1", "Q1_R1", 1), ("Q1", "Q1_R2", 1)]
    assert read_semeval(tmp_path / "s.xml", perfect=True).pairs == [("Q1", "Q1_R1", 1), ("Q1", "Q1_R2", 0)]


def test_a_table_of_pairs_with_a_header_becomes_threads(tmp_path):
    (tmp_path / "p.csv").write_text("sentence1,sentence2,label\n湖深吗？,湖有多深？,1\na,b,0\nc,d,maybe\n")
    found = read_pair_table(tmp_path / "p.csv", "sentence1", "sentence2", "label")
    assert [each["question"] for each in found.threads.values()] == ["湖深吗？", "湖有多深？", "a", "b"]
    assert found.pairs == [("2-left", "2-right", 1), ("3-left", "3-right", 0)]
    assert [each["place"] for each in found.rejects] == ["line 4"]


def test_lines_that_are_not_utf_8_are_rejects_and_files_are_written(tmp_path):
    (tmp_path / "p.tsv").write_bytes(b"0\tDeep?\tHow deep?\t18\n1\tCold\x92?\tHow cold?\t7\n1\tWhy?\tWhat for?\t9\n")
    found = read_pair_table(tmp_path / "p.tsv", "2", "3", "1")
    assert found.pairs == [("1-left", "1-right", 0), ("3-left", "3-right", 1)]
    assert "UTF-8" in found.rejects[0]["reason"]
    found.write(tmp_path / "out")
    first = (tmp_path / "out" / "threads.jsonl").read_text().splitlines()[0]
    assert json.loads(first) == {"id": "1-left", "question": "Deep?", "description": "", "answer": ""}
    assert (tmp_path / "out" / "pairs.csv").read_text().startswith("left,right,duplicate\n1-left,1-right,0\n")
