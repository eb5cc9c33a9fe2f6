//! Tensors of 32-bit floats by their names, from a file in the format of `safetensors`.
//!
//! The file is a length of eight bytes, a header in JSON of that length (`{"name": {"dtype": "F32", "shape": [2, 3],
//! "data_offsets": [0, 24]}}`), and the numbers.

use std::collections::HashMap;

use serde_json::Value;

struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (usize, usize),
}

impl Entry {
    /// None for an entry that is not a tensor, such as `__metadata__`.
    fn from_json(value: &Value) -> Option<Self> {
        let read_sizes = |name: &str| -> Option<Vec<usize>> {
            value.get(name)?.as_array()?.iter().map(|each| usize::try_from(each.as_u64()?).ok()).collect()
        };
        let &[from, to] = read_sizes("data_offsets")?.as_slice() else { return None };
        Some(Entry {
            dtype: value.get("dtype")?.as_str()?.to_owned(),
            shape: read_sizes("shape")?,
            data_offsets: (from, to),
        })
    }
}

/// The tensors of a file.
pub struct Tensors<'a> {
    entries: HashMap<String, Entry>,
    numbers: &'a [u8],
}

impl<'a> Tensors<'a> {
    /// Reads the header.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, String> {
        let damaged = || "the file of weights is damaged".to_owned();
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged())?;
        let (header, numbers) = rest.split_at_checked(length).ok_or_else(damaged)?;
        let header: HashMap<String, Value> = serde_json::from_slice(header).map_err(|_| damaged())?;
        let entries = header.into_iter().filter_map(|(name, value)| Some((name, Entry::from_json(&value)?))).collect();
        Ok(Tensors { entries, numbers })
    }

    /// The numbers of a tensor that must have this shape.
    pub fn read(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let entry = self.entries.get(name).ok_or_else(|| format!("the file of weights has no tensor `{name}`"))?;
        let wrong = || format!("the tensor `{name}` is not {shape:?} floats of 32 bits");
        if entry.dtype != "F32" || entry.shape != shape {
            return Err(wrong());
        }
        let (from, to) = entry.data_offsets;
        let bytes = self.numbers.get(from..to).ok_or_else(wrong)?;
        let found: Vec<f32> = bytes.as_chunks().0.iter().map(|&each| f32::from_le_bytes(each)).collect();
        if found.len() != shape.iter().product::<usize>() || !found.iter().all(|each| each.is_finite()) {
            return Err(wrong());
        }
        Ok(found)
    }

    /// The shape of a tensor.
    pub fn shape(&self, name: &str) -> Result<&[usize], String> {
        let entry = self.entries.get(name).ok_or_else(|| format!("the file of weights has no tensor `{name}`"))?;
        Ok(&entry.shape)
    }
}
