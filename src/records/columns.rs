//! Which of a record's fields is its id, its text, its title ...: as the user says, or by the names people use.

/// The fields' names as the user gives them; `None` is guessed. A dot reaches into an object: `metadata.url`.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Fields {
    pub id: Option<String>,
    pub text: Option<String>,
    pub title: Option<String>,
    pub url: Option<String>,
    pub language: Option<String>,
    pub timestamp: Option<String>,
    pub contributor: Option<String>,
    pub revision: Option<String>,
    pub series: Option<String>,
    pub description: Option<String>,
    pub answer: Option<String>,
    /// A field with a list of numbers, which fills the column `vector`: a line each.
    pub vector: Option<String>,
    /// Records are threads: their text is a question, and the columns [`THREAD_COLUMNS`] are filled besides.
    pub threads: bool,
    /// Records are revisions of pages: a column `comment` is filled besides.
    pub revisions: bool,
}

/// The columns that a thread has besides those of a document.
pub const THREAD_COLUMNS: [&str; 6] = ["description", "answer", "tags", "score", "more_answers", "duplicate_of"];

/// The column of a record's vector, where one is asked for.
pub const VECTOR_COLUMN: &str = "vector";

/// A column that is filled from a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Id,
    Text,
    Title,
    Url,
    Language,
    Timestamp,
    Contributor,
    Revision,
    Series,
    Description,
    Answer,
    Tags,
    Score,
    MoreAnswers,
    DuplicateOf,
    Vector,
    Comment,
}

pub(super) const COLUMNS: [Column; 17] = [
    Column::Id,
    Column::Text,
    Column::Title,
    Column::Url,
    Column::Language,
    Column::Timestamp,
    Column::Contributor,
    Column::Revision,
    Column::Series,
    Column::Description,
    Column::Answer,
    Column::Tags,
    Column::Score,
    Column::MoreAnswers,
    Column::DuplicateOf,
    Column::Vector,
    Column::Comment,
];

/// Those of [`THREAD_COLUMNS`], in its order.
pub(super) const THREAD_FIELDS: [Column; 6] =
    [Column::Description, Column::Answer, Column::Tags, Column::Score, Column::MoreAnswers, Column::DuplicateOf];

/// What the page of a revision may be called: `id` is the revision's where the page has a field of its own.
const PAGE_NAMES: [&str; 8] = ["page", "page_id", "pageid", "document", "path", "id", "title", "url"];

/// The column of a revision's comment, where records are revisions.
pub const COMMENT_COLUMN: &str = "comment";

/// What a thread's question may be called.
const QUESTION_NAMES: [&str; 7] = ["question", "title", "subject", "question_title", "query", "headline", "text"];

impl Column {
    /// The names to try, the likeliest first.
    pub fn usual_names(self) -> &'static [&'static str] {
        match self {
            Column::Id => &["id", "_id", "doc_id", "docid", "document_id", "page_id", "pageid", "uid", "url"],
            Column::Text => &["text", "content", "body", "raw_content", "raw_text", "article", "abstract"],
            Column::Title => &["title", "name", "headline", "question"],
            Column::Url => &["url", "uri", "link", "source_url"],
            Column::Language => &["language", "lang"],
            Column::Timestamp => &["timestamp", "date", "created", "created_at", "date_modified"],
            Column::Contributor => &["contributor", "author", "user", "username"],
            Column::Revision => &["revision", "revision_id", "rev_id", "revid"],
            Column::Series => &["series"],
            Column::Description => &["description", "body", "question_body", "details", "detail", "content"],
            Column::Answer => &["answer", "best_answer", "accepted_answer", "reply", "response"],
            Column::Tags => &["tags", "categories", "category", "topics"],
            Column::Score => &["score", "votes"],
            Column::MoreAnswers => &["more_answers", "other_answers", "answers", "comments", "replies"],
            Column::DuplicateOf => &["duplicate_of", "duplicates"],
            Column::Vector => &[],
            Column::Comment => &["comment", "summary", "message"],
        }
    }
}

impl Fields {
    /// What the user said about a column.
    pub(super) fn given_name(&self, column: Column) -> Option<&str> {
        match column {
            Column::Id => &self.id,
            Column::Text => &self.text,
            Column::Title => &self.title,
            Column::Url => &self.url,
            Column::Language => &self.language,
            Column::Timestamp => &self.timestamp,
            Column::Contributor => &self.contributor,
            Column::Revision => &self.revision,
            Column::Series => &self.series,
            Column::Description => &self.description,
            Column::Answer => &self.answer,
            Column::Vector => &self.vector,
            Column::Comment | Column::Tags | Column::Score | Column::MoreAnswers | Column::DuplicateOf => &None,
        }
        .as_deref()
    }

    /// The names that people use for a column, the likeliest first; none where it is not wanted.
    pub(super) fn usual_names(&self, column: Column) -> &'static [&'static str] {
        match column {
            Column::Text if self.threads => &QUESTION_NAMES,
            Column::Id if self.revisions => &PAGE_NAMES,
            Column::Comment if !self.revisions => &[],
            _ if THREAD_FIELDS.contains(&column) && !self.threads => &[],
            _ => column.usual_names(),
        }
    }

    /// The option that names a column's field: `--question-field`.
    fn option_name(&self, column: Column) -> &'static str {
        match column {
            Column::Description => "description",
            Column::Answer => "answer",
            _ if self.threads => "question",
            _ => "text",
        }
    }

    /// The names to try for a column: the user's alone, or the guesses.
    pub(super) fn candidate_names(&self, column: Column) -> Vec<&str> {
        match self.given_name(column) {
            Some(name) => vec![name],
            None => self.usual_names(column).to_vec(),
        }
    }
}

/// At most this many names are listed in a reason, each cut at `NAME_CHARACTERS`.
const MOST_LISTED_NAMES: usize = 12;
const NAME_CHARACTERS: usize = 60;

/// Why a record has no text (or not another field that was asked for), and the way out. `present` are its fields' names
/// with the length of what they hold.
///
/// `body` asked, `id`, `title`, `text` present -> "no field `body`; the record has `id`, `title`, `text`;
/// try `--text-field text`".
pub(super) fn explain_missing_field(
    fields: &Fields,
    column: Column,
    holder: &str,
    present: &[(String, usize)],
) -> String {
    let asked = fields.given_name(column);
    let guesses = fields.usual_names(column);
    let what = match (asked, guesses) {
        (Some(name), _) => format!("no field `{}`", shorten_name(name)),
        (None, [first, second, third, ..]) => format!("no field `{first}`, `{second}`, `{third}` or the like"),
        (None, _) => "no such field".to_string(),
    };
    if present.is_empty() {
        return format!("{what}; {holder} is empty");
    }
    let listed: Vec<String> =
        present.iter().take(MOST_LISTED_NAMES).map(|(name, _)| format!("`{}`", shorten_name(name))).collect();
    let more = match present.len().saturating_sub(MOST_LISTED_NAMES) {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let hint = match find_likeliest_field(asked, guesses, present) {
        Some(name) => format!("; try `--{}-field {}`", fields.option_name(column), shorten_name(name)),
        None => String::new(),
    };
    format!("{what}; {holder} has {}{more}{hint}", listed.join(", "))
}

/// The field that was probably meant: one spelled like `asked`, one with a usual name, else the longest.
fn find_likeliest_field<'a>(asked: Option<&str>, guesses: &[&str], present: &'a [(String, usize)]) -> Option<&'a str> {
    let names = || present.iter().map(|(name, _)| name.as_str());
    let similar = asked.and_then(|asked| {
        let near = |name: &&str| count_edits(asked, name) <= asked.chars().count().div_ceil(3);
        names().filter(near).min_by_key(|name| count_edits(asked, name))
    });
    let usual = || guesses.iter().find_map(|&guess| names().find(|&name| name == guess));
    let longest = || {
        let filled = present.iter().filter(|(_, length)| *length > 0);
        filled.max_by_key(|(_, length)| *length).map(|(name, _)| name.as_str())
    };
    similar.or_else(usual).or_else(longest)
}

/// The number of insertions, deletions and replacements between two short names; long ones count as far apart.
fn count_edits(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().flat_map(char::to_lowercase).take(NAME_CHARACTERS).collect();
    let left = left.chars().flat_map(char::to_lowercase).take(NAME_CHARACTERS);
    let mut costs: Vec<usize> = (0..=right.len()).collect();
    for (row, left) in left.enumerate() {
        let mut diagonal = costs[0];
        costs[0] = row + 1;
        for (column, &right) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = costs[column + 1];
            costs[column + 1] = replaced.min(diagonal + 1).min(costs[column] + 1);
        }
    }
    costs[right.len()]
}

fn shorten_name(name: &str) -> String {
    match name.char_indices().nth(NAME_CHARACTERS) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn present(names: &[&str]) -> Vec<(String, usize)> {
        names.iter().map(|name| (name.to_string(), name.len())).collect()
    }

    fn no_text(asked: Option<&str>, holder: &str, present: &[(String, usize)]) -> String {
        let fields = Fields { text: asked.map(str::to_string), ..Fields::default() };
        explain_missing_field(&fields, Column::Text, holder, present)
    }

    #[test]
    fn a_thread_without_its_question_is_answered_with_the_option_for_it() {
        let fields = Fields { text: Some("titel".into()), threads: true, ..Fields::default() };
        let reason = explain_missing_field(&fields, Column::Text, "the record", &present(&["id", "title", "body"]));
        assert!(reason.ends_with("try `--question-field title`"), "{reason}");
    }

    #[test]
    fn a_missing_field_is_answered_with_the_usual_name() {
        assert_eq!(
            no_text(Some("body"), "the record", &present(&["id", "title", "text"])),
            "no field `body`; the record has `id`, `title`, `text`; try `--text-field text`"
        );
    }

    #[test]
    fn a_misspelt_field_is_answered_with_the_one_that_looks_like_it() {
        let reason = no_text(Some("conten"), "the record", &present(&["text", "content"]));
        assert!(reason.ends_with("try `--text-field content`"), "{reason}");
    }

    #[test]
    fn without_a_usual_name_the_longest_field_is_proposed() {
        let reason = no_text(None, "the record", &present(&["id", "description", "n"]));
        assert!(reason.ends_with("try `--text-field description`"), "{reason}");
        assert!(no_text(None, "the record", &[]).ends_with("the record is empty"));
    }

    #[test]
    fn many_or_long_names_make_a_short_reason() {
        let many: Vec<(String, usize)> = (0..5000).map(|number| ("k".repeat(number), 1)).collect();
        assert!(no_text(None, "the record", &many).len() < 2000);
    }
}
