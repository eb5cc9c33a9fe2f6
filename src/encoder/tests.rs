use super::layers::{Normaliser, attend, bend_all, exp};
use super::linear::Linear;
use super::model::TextEncoder;
use super::pieces::Vocabulary;

const WORDS: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nplay\n##ing\n##ed\ncafe\n?\n湖\nun\n##play";

#[test]
fn words_become_the_longest_pieces_that_are_known() {
    let words = Vocabulary::from_lines(WORDS).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(words.cut_text("Playing  CAFÉ?", 16), [2, 4, 5, 7, 8, 3]);
    assert_eq!(words.cut_text("unplayed 湖湖", 16), [2, 10, 11, 6, 9, 9, 3]);
    assert_eq!(words.cut_text("played zebra", 16), [2, 4, 6, 1, 3]);
    assert_eq!(words.cut_text("playing playing playing", 5), [2, 4, 5, 4, 3]);
    assert_eq!(words.cut_text(" \u{0} ", 16), [2, 3]);
    assert!(Vocabulary::from_lines("play").is_err());
}

#[test]
fn exp_and_the_curve_of_neurons_are_near_the_true_ones() {
    for step in -800..800 {
        let x = step as f32 / 10.0;
        let true_value = f64::from(x).exp();
        assert!((f64::from(exp(x)) - true_value).abs() <= 2e-5 * true_value, "{x}");
    }
    let mut values = [-3.0, -1.0, 0.0, 0.5, 2.0];
    bend_all(&mut values);
    for (found, wanted) in values.iter().zip([-0.004_049_7, -0.158_655_3, 0.0, 0.345_731_2, 1.954_499_7]) {
        assert!((found - wanted).abs() < 1e-5, "{found} {wanted}");
    }
}

#[test]
fn a_matrix_multiplies_each_row_and_any_number_of_rows() {
    let linear = Linear::new(&[1.0, 2.0, -1.0, 0.5, 0.0, 4.0], vec![0.0, 10.0], 3);
    for rows in 1..7 {
        let inputs: Vec<f32> = (0..rows).flat_map(|row| [row as f32, 1.0, 2.0]).collect();
        for (row, found) in linear.apply(&inputs).chunks(2).enumerate() {
            let wanted = [row as f32, row as f32 * 0.5 + 18.0];
            assert!(found.iter().zip(wanted).all(|(one, two)| (one - two).abs() < 0.05), "{found:?} {wanted:?}");
        }
    }
}

#[test]
fn attention_takes_from_the_row_that_fits() {
    let keys = [9.0, 0.0, 0.0, 9.0];
    let found = attend(&[9.0, 0.0], &keys, &[1.0, 2.0, 30.0, 40.0], 2, 1);
    assert!((found[0] - 1.0).abs() < 1e-4 && (found[1] - 2.0).abs() < 1e-4);
    let mut row = [1.0, 3.0];
    Normaliser { scale: vec![2.0, 2.0], shift: vec![0.0, 1.0] }.apply(&mut row);
    assert!((row[0] + 2.0).abs() < 1e-4 && (row[1] - 3.0).abs() < 1e-4);
}

/// A file of weights for a model of one layer, filled by a simple generator.
fn build_weights() -> Vec<u8> {
    let (width, wide, known, places) = (4, 8, 12, 8);
    let mut shapes = vec![
        ("embeddings.word_embeddings.weight".to_owned(), vec![known, width]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![places, width]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![2, width]),
        ("embeddings.LayerNorm.weight".to_owned(), vec![width]),
        ("embeddings.LayerNorm.bias".to_owned(), vec![width]),
    ];
    let parts = [
        ("attention.self.query", width, width),
        ("attention.self.key", width, width),
        ("attention.self.value", width, width),
        ("attention.output.dense", width, width),
        ("intermediate.dense", wide, width),
        ("output.dense", width, wide),
    ];
    for (part, outputs, inputs) in parts {
        shapes.push((format!("encoder.layer.0.{part}.weight"), vec![outputs, inputs]));
        shapes.push((format!("encoder.layer.0.{part}.bias"), vec![outputs]));
    }
    for part in ["attention.output.LayerNorm", "output.LayerNorm"] {
        shapes.push((format!("encoder.layer.0.{part}.weight"), vec![width]));
        shapes.push((format!("encoder.layer.0.{part}.bias"), vec![width]));
    }
    let (mut header, mut numbers) = (serde_json::Map::new(), Vec::new());
    let mut state = 1u32;
    for (name, shape) in shapes {
        let from = numbers.len();
        for _ in 0..shape.iter().product::<usize>() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            numbers.extend(((state >> 8) as f32 / (1 << 23) as f32 - 1.0).to_le_bytes());
        }
        header.insert(name, serde_json::json!({"dtype": "F32", "shape": shape, "data_offsets": [from, numbers.len()]}));
    }
    let header = serde_json::Value::Object(header).to_string().into_bytes();
    [&(header.len() as u64).to_le_bytes()[..], &header, &numbers].concat()
}

#[test]
fn a_text_has_one_vector_and_a_damaged_file_is_refused() {
    let weights = build_weights();
    let model = TextEncoder::new(&weights, WORDS, 2, 8).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(model.dimensions(), 4);
    assert_eq!(model.encode("Playing?"), model.encode("playing ?"));
    assert_ne!(model.encode("playing"), model.encode("played"));
    assert_eq!(model.encode("  "), None);
    for end in [0, 7, 100, weights.len() - 4] {
        assert!(TextEncoder::new(&weights[..end], WORDS, 2, 8).is_err());
    }
    assert!(TextEncoder::new(&weights, WORDS, 3, 8).is_err());
}
