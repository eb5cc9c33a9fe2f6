//! Two numbers of each unit, which the engine of one machine keeps in memory and puts beside keys.

use std::sync::{Arc, PoisonError, RwLock};

use arrow_array::{ArrayRef, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::FromPyArrow;
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{PyBatch, build_record_batch, compute_batch, read_u32s, read_u64s};
use super::errors::arrow_error;
use super::units::list_runs;

/// Two numbers of each unit, in memory, put beside the rows of keys that several units share.
#[pyclass(frozen)]
pub(super) struct UnitNumbers {
    numbers: RwLock<Vec<(u64, u64)>>,
}

#[pymethods]
impl UnitNumbers {
    /// Room for so many units.
    #[new]
    fn new(units: usize) -> Self {
        UnitNumbers { numbers: RwLock::new(Vec::with_capacity(units)) }
    }

    /// A batch of `unit` and two columns of numbers.
    fn push(&self, py: Python<'_>, batch: Bound<'_, PyAny>) -> PyResult<()> {
        let batch = RecordBatch::from_pyarrow_bound(&batch)?;
        let units = read_u32s(&batch, "unit").map_err(arrow_error)?;
        let columns = read_number_columns(&batch).map_err(arrow_error)?;
        py.detach(|| {
            let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
            if let Some(most) = units.iter().max().filter(|&&most| most as usize >= numbers.len()) {
                numbers.resize(*most as usize + 1, (0, 0));
            }
            for (row, &unit) in units.iter().enumerate() {
                numbers[unit as usize] = (columns[0][row], columns[1][row]);
            }
        });
        Ok(())
    }

    /// The rows of keys with several units, with the columns `names` beside them. Rows are sorted by key and unit.
    fn attach(&self, py: Python<'_>, groups: PyBatch, names: (String, String)) -> PyResult<PyBatch> {
        let batch = groups.0;
        compute_batch(py, || {
            let (keys, units) = (read_u64s(&batch, "key")?, read_u32s(&batch, "unit")?);
            let numbers = self.numbers.read().unwrap_or_else(PoisonError::into_inner);
            let rows: Vec<usize> =
                list_runs(keys).filter(|(first, end)| end - first > 1).flat_map(|(first, end)| first..end).collect();
            let find = |row: &usize| numbers.get(units[*row] as usize).copied().unwrap_or_default();
            let (one, other): (Vec<u64>, Vec<u64>) = rows.iter().map(find).unzip();
            build_record_batch(vec![
                ("key", Arc::new(UInt64Array::from_iter_values(rows.iter().map(|&row| keys[row]))) as ArrayRef),
                ("unit", Arc::new(UInt32Array::from_iter_values(rows.iter().map(|&row| units[row])))),
                (&names.0, Arc::new(UInt64Array::from(one))),
                (&names.1, Arc::new(UInt64Array::from(other))),
            ])
        })
    }
}

/// The two columns beside `unit`.
fn read_number_columns(batch: &RecordBatch) -> Result<[&[u64]; 2], ArrowError> {
    let schema = batch.schema_ref();
    let mut names = schema.fields().iter().map(|field| field.name().as_str()).filter(|&name| name != "unit");
    let (Some(one), Some(other)) = (names.next(), names.next()) else {
        return Err(ArrowError::SchemaError("two columns of numbers are needed beside `unit`".to_owned()));
    };
    Ok([read_u64s(batch, one)?, read_u64s(batch, other)?])
}
