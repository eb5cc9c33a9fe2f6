//! The model: a text to a vector of signed bytes.

use super::layers::{Normaliser, attend, bend_all};
use super::linear::{Linear, WIDEST};
use super::pieces::Vocabulary;
use super::tensors::Tensors;

/// A BERT whose vector of a text is the mean over its pieces.
pub struct TextEncoder {
    vocabulary: Vocabulary,
    width: usize,
    heads: usize,
    most: usize,
    pieces: Vec<f32>,
    places: Vec<f32>,
    first: Normaliser,
    layers: Vec<Layer>,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    after_attention: Normaliser,
    wide: Linear,
    narrow: Linear,
    after: Normaliser,
}

impl TextEncoder {
    /// Reads the bytes of `model.safetensors` and the text of `vocab.txt`. At most `most` pieces of a text count.
    pub fn new(weights: &[u8], vocabulary: &str, heads: usize, most: usize) -> Result<Self, String> {
        let vocabulary = Vocabulary::from_lines(vocabulary)?;
        let file = Tensors::from_bytes(weights)?;
        let &[known, places] =
            &[file.shape("embeddings.word_embeddings.weight")?, file.shape("embeddings.position_embeddings.weight")?];
        let (&[known, width], &[places, _]) = (known, places) else {
            return Err("the embeddings of the model are not tables".to_owned());
        };
        if known < vocabulary.len() || heads == 0 || width % heads != 0 || width > WIDEST || most < 2 || places < most {
            return Err(format!("the model does not fit {} pieces, {heads} heads and {most} places", vocabulary.len()));
        }
        let reader = LayerReader { file: &file, width };
        let types = file.read("embeddings.token_type_embeddings.weight", &[2, width])?;
        let mut placed = file.read("embeddings.position_embeddings.weight", &[places, width])?;
        for row in placed.chunks_exact_mut(width) {
            row.iter_mut().zip(&types).for_each(|(place, kind)| *place += kind);
        }
        let mut layers = Vec::new();
        while file.shape(&format!("encoder.layer.{}.attention.self.query.weight", layers.len())).is_ok() {
            layers.push(reader.read_layer(&format!("encoder.layer.{}", layers.len()))?);
        }
        Ok(TextEncoder {
            vocabulary,
            width,
            heads,
            most,
            pieces: file.read("embeddings.word_embeddings.weight", &[known, width])?,
            places: placed,
            first: reader.read_normaliser("embeddings.LayerNorm")?,
            layers,
        })
    }

    /// Numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.width
    }

    /// The vector of a text in steps of a millionth; of one without words, nothing.
    pub fn encode(&self, text: &str) -> Option<Vec<i64>> {
        let pieces = self.vocabulary.cut_text(text, self.most);
        if pieces.len() < 3 {
            return None;
        }
        let mut state: Vec<f32> = Vec::with_capacity(pieces.len() * self.width);
        for (&piece, place) in pieces.iter().zip(self.places.chunks_exact(self.width)) {
            let row = &self.pieces[piece as usize * self.width..][..self.width];
            state.extend(row.iter().zip(place).map(|(one, other)| one + other));
        }
        self.first.apply(&mut state);
        for layer in &self.layers {
            state = layer.apply(state, self.width, self.heads);
        }
        let mut sums = vec![0.0f32; self.width];
        for row in state.chunks_exact(self.width) {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        Some(sums.iter().map(|&sum| (f64::from(sum) / pieces.len() as f64 * 1e6) as i64).collect())
    }
}

impl Layer {
    fn apply(&self, state: Vec<f32>, width: usize, heads: usize) -> Vec<f32> {
        let (query, key, value) = (self.query.apply(&state), self.key.apply(&state), self.value.apply(&state));
        let mut found = self.attended.apply(&attend(&query, &key, &value, width, heads));
        add(&mut found, &state);
        self.after_attention.apply(&mut found);
        let mut wide = self.wide.apply(&found);
        bend_all(&mut wide);
        let mut out = self.narrow.apply(&wide);
        add(&mut out, &found);
        self.after.apply(&mut out);
        out
    }
}

fn add(values: &mut [f32], others: &[f32]) {
    values.iter_mut().zip(others).for_each(|(value, other)| *value += other);
}

struct LayerReader<'a> {
    file: &'a Tensors<'a>,
    width: usize,
}

impl LayerReader<'_> {
    fn read_layer(&self, name: &str) -> Result<Layer, String> {
        let wide = match self.file.shape(&format!("{name}.intermediate.dense.weight"))? {
            &[wide, _] if (1..=WIDEST).contains(&wide) => wide,
            shape => return Err(format!("the inner layer of `{name}` has the shape {shape:?}")),
        };
        let square = |part: &str| self.read_linear(&format!("{name}.attention.{part}"), self.width, self.width);
        Ok(Layer {
            query: square("self.query")?,
            key: square("self.key")?,
            value: square("self.value")?,
            attended: square("output.dense")?,
            after_attention: self.read_normaliser(&format!("{name}.attention.output.LayerNorm"))?,
            wide: self.read_linear(&format!("{name}.intermediate.dense"), wide, self.width)?,
            narrow: self.read_linear(&format!("{name}.output.dense"), self.width, wide)?,
            after: self.read_normaliser(&format!("{name}.output.LayerNorm"))?,
        })
    }

    fn read_linear(&self, name: &str, outputs: usize, width: usize) -> Result<Linear, String> {
        let weights = self.file.read(&format!("{name}.weight"), &[outputs, width])?;
        Ok(Linear::new(&weights, self.file.read(&format!("{name}.bias"), &[outputs])?, width))
    }

    fn read_normaliser(&self, name: &str) -> Result<Normaliser, String> {
        let read = |part: &str| self.file.read(&format!("{name}.{part}"), &[self.width]);
        Ok(Normaliser { scale: read("weight")?, shift: read("bias")? })
    }
}
