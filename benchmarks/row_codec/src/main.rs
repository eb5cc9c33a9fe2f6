//! Our row codec against arrow-row: bytes of a row, and rows in a second to bytes, sorted, and back.
//!
//! `row-codec TABLE.arrow KEY ...` prints one line of JSON for each codec. `benchmarks/row_codec.py` makes the tables.

use std::fs::File;
use std::hint::black_box;
use std::time::{Duration, Instant};

use arrow_array::{ArrayRef, RecordBatch};
use arrow_row::{RowConverter, SortField};

#[path = "../../../src/python/arrow.rs"]
#[allow(dead_code, reason = "the codec needs two functions of it")]
mod arrow;
#[path = "../../../src/python/codec.rs"]
#[allow(dead_code, reason = "the codec of the kernels, as it is")]
mod codec;

mod columns {
    pub use twicetold::columns::*;
}
mod documents {
    pub use twicetold::documents::*;
}
mod rows {
    pub use twicetold::rows::Block;
}

const ROUNDS: usize = 5;

#[derive(Default)]
struct Cost {
    bytes: usize,
    encode: Duration,
    sort: Duration,
    decode: Duration,
}

fn timed<T>(spent: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = black_box(work());
    *spent += start.elapsed();
    made
}

fn ours(batch: &RecordBatch, by: &[String], cost: &mut Cost) {
    let block = timed(&mut cost.encode, || codec::encode(batch, by).expect("rows"));
    cost.bytes += block.bytes.len();
    timed(&mut cost.sort, || {
        let mut rows: Vec<&[u8]> = (0..block.len()).map(|row| block.row(row)).collect();
        rows.sort_unstable();
        rows.len()
    });
    timed(&mut cost.decode, || codec::decode(&block, &batch.schema(), by, None).expect("a batch"));
}

fn arrows(batch: &RecordBatch, by: &[String], cost: &mut Cost) {
    let mut order: Vec<usize> = by.iter().map(|name| batch.schema().index_of(name).expect("a column")).collect();
    order.extend((0..batch.num_columns()).filter(|at| !by.contains(batch.schema().field(*at).name())));
    let columns: Vec<ArrayRef> = order.iter().map(|&at| batch.column(at).clone()).collect();
    let fields = columns.iter().map(|column| SortField::new(column.data_type().clone())).collect();
    let converter = RowConverter::new(fields).expect("types it knows");
    let rows = timed(&mut cost.encode, || converter.convert_columns(&columns).expect("rows"));
    cost.bytes += rows.iter().map(|row| row.as_ref().len()).sum::<usize>();
    timed(&mut cost.sort, || {
        let mut sorted: Vec<&[u8]> = (0..rows.num_rows()).map(|row| rows.row(row).data()).collect();
        sorted.sort_unstable();
        sorted.len()
    });
    // As the engine reads them back: from bytes that were put aside.
    let aside: Vec<Vec<u8>> = rows.iter().map(|row| row.as_ref().to_vec()).collect();
    timed(&mut cost.decode, || {
        let parser = converter.parser();
        converter.convert_rows(aside.iter().map(|row| parser.parse(row))).expect("columns")
    });
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let by: Vec<String> = arguments.collect();
    let file = File::open(&path).expect("the file");
    let reader = arrow_ipc::reader::FileReader::try_new(file, None).expect("an IPC file");
    let batches: Vec<RecordBatch> = reader.map(|batch| batch.expect("a batch")).collect();
    let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
    let codecs: [(&str, fn(&RecordBatch, &[String], &mut Cost)); 2] = [("ours", ours), ("arrow-row", arrows)];
    for (name, run) in codecs {
        let mut cost = Cost::default();
        for _ in 0..ROUNDS {
            batches.iter().for_each(|batch| run(batch, &by, &mut cost));
        }
        let rate = |spent: Duration| (rows * ROUNDS) as f64 / spent.as_secs_f64() / 1e6;
        println!(
            "{{\"codec\": \"{name}\", \"rows\": {rows}, \"bytes\": {:.1}, \"encode\": {:.2}, \"sort\": {:.2}, \"decode\": {:.2}}}",
            cost.bytes as f64 / (rows * ROUNDS) as f64,
            rate(cost.encode),
            rate(cost.sort),
            rate(cost.decode)
        );
    }
}
