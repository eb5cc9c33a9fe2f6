//! What the command line says: `TEXTS name=value ...`

use std::path::PathBuf;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const USAGE: &str = "floors TEXTS [threads=2] [characters=12] [words=5] [by=characters|words] [rows=5] [bands=12]";

pub struct Settings {
    pub path: PathBuf,
    /// As many as all cores means.
    pub threads: usize,
    /// How long a window of characters is,
    pub characters: usize,
    /// and one of words.
    pub words: usize,
    /// Whether keys are made of windows of words.
    pub by_words: bool,
    pub rows: usize,
    pub bands: usize,
}

impl Settings {
    pub fn of(arguments: &[String]) -> Result<Self> {
        let [path, given @ ..] = arguments else { return Err(USAGE.into()) };
        let threads = std::thread::available_parallelism()?.get();
        let path = path.into();
        let mut settings = Settings { path, threads, characters: 12, words: 5, by_words: false, rows: 5, bands: 12 };
        for each in given {
            let (name, value) = each.split_once('=').ok_or(USAGE)?;
            match (name, value) {
                ("by", "characters") => settings.by_words = false,
                ("by", "words") => settings.by_words = true,
                _ => *settings.number(name).ok_or(USAGE)? = value.parse::<usize>()?.max(1),
            }
        }
        Ok(settings)
    }

    fn number(&mut self, name: &str) -> Option<&mut usize> {
        match name {
            "threads" => Some(&mut self.threads),
            "characters" => Some(&mut self.characters),
            "words" => Some(&mut self.words),
            "rows" => Some(&mut self.rows),
            "bands" => Some(&mut self.bands),
            _ => None,
        }
    }
}
