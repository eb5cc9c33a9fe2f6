//! The weights: a table of logistic steps that ships with the package and can be read (`model.tsv`).
//!
//! Each row gives a step, a piece of evidence and three weights: in a run, where also the places of both sentences are known;
//! with what the documents share; and with the texts and titles alone. A step's sum goes through the logistic function. `benchmarks/kinds_train.py` writes the table.

use std::sync::LazyLock;

use super::evidence::Evidence;
use super::pair::Pair;

const MODEL_TABLE: &str = include_str!("model.tsv");

static SHIPPED_MODEL: LazyLock<Model> = LazyLock::new(|| Model::read(MODEL_TABLE).unwrap_or_default());

/// A question that the evidence answers with yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Are both lines citations?
    Reference,
    /// Is it one subject?
    Subject,
    /// Given one subject: is there a fact that cannot both hold?
    Disagreement,
    /// Given two subjects: are they alike by chance, not by a template?
    Chance,
}

const STEP_NAMES: [&str; 4] = ["reference", "subject", "disagreement", "chance"];

/// The weights of one step, for each level of knowledge; each names its evidence by number.
#[derive(Clone, Debug, Default)]
struct Weights {
    constant: [f64; 3],
    numbered: Vec<(usize, [f64; 3])>,
}

/// The weights of all steps.
#[derive(Clone, Debug, Default)]
pub struct Model {
    steps: [Weights; 4],
}

impl Model {
    /// The one that comes with the package.
    pub fn shipped() -> &'static Model {
        &SHIPPED_MODEL
    }

    /// Reads a table; the error names the row.
    pub fn read(table: &str) -> Result<Model, String> {
        let empty = Evidence::from_pair(&Pair::default());
        let names: Vec<&str> = empty.names().collect();
        let mut model = Model::default();
        for row in table.lines().filter(|row| !row.starts_with('#') && !row.trim().is_empty()) {
            model.read_row(row, &names).ok_or_else(|| format!("the model has a row that cannot be read: `{row}`"))?;
        }
        Ok(model)
    }

    fn read_row(&mut self, row: &str, names: &[&str]) -> Option<()> {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[step, name, run, context, texts] = cells.as_slice() else { return None };
        let weights = [run.parse().ok()?, context.parse().ok()?, texts.parse().ok()?];
        let step = &mut self.steps[STEP_NAMES.iter().position(|known| *known == step)?];
        if name == "constant" {
            step.constant = weights;
        } else {
            step.numbered.push((names.iter().position(|known| *known == name)?, weights));
        }
        Some(())
    }

    /// The probability of a yes.
    pub fn estimate_probability(&self, step: Step, evidence: &Evidence) -> f64 {
        let weights = &self.steps[step as usize];
        let column = match (evidence.holds("placed"), evidence.holds("context")) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        let sum: f64 = weights.numbered.iter().map(|&(at, weight)| weight[column] * evidence.number_at(at)).sum();
        1.0 / (1.0 + (-(sum + weights.constant[column])).exp())
    }
}
