//! A template's arguments: split at its own bars, not at those of links or of templates inside.

use super::index::Node;
use super::stops;

/// One argument; `from..to` in the source, trimmed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    /// The name before `=`, empty for one that goes by its place.
    pub name: (u32, u32),
    /// Its place, also when written as a name (`2=x`); 0 for other names.
    pub place: u32,
    pub from: u32,
    pub to: u32,
    /// The first node at or after `from`.
    pub node: u32,
}

/// Splits `from..to`, where `node` is the first node inside; the arguments go to `into`.
///
/// `x|b=[[y|z]]` -> `1: x`, `b: [[y|z]]`
pub(super) fn split_arguments(
    source: &str,
    nodes: &[Node],
    from: usize,
    to: usize,
    node: usize,
    into: &mut Vec<Argument>,
) {
    let bytes = source.as_bytes();
    let mut place = 0;
    let mut start = from;
    let mut first_node = node;
    let mut next_node = node;
    let mut at = from;
    let mut links = 0u32;
    loop {
        let stop = nodes.get(next_node).map_or(to, |node| (node.start as usize).clamp(at, to));
        match stops::find_sign(bytes, at, stop, [b'|', b'[', b']']) {
            found if found < stop => {
                at = found;
                match bytes[at] {
                    b'|' if links == 0 => {
                        into.push(read_argument(source, nodes, (start, at), first_node, &mut place));
                        start = at + 1;
                        first_node = next_node;
                    }
                    b'[' if bytes.get(at + 1) == Some(&b'[') => {
                        links += 1;
                        at += 1;
                    }
                    b']' if bytes.get(at + 1) == Some(&b']') => {
                        links = links.saturating_sub(1);
                        at += 1;
                    }
                    _ => {}
                }
                at = (at + 1).min(to);
            }
            _ if stop >= to => break,
            _ => {
                let node = &nodes[next_node];
                at = (node.end as usize).max(stop).min(to);
                next_node = node.next as usize;
            }
        }
    }
    into.push(read_argument(source, nodes, (start, to), first_node, &mut place));
}

fn read_argument(source: &str, nodes: &[Node], range: (usize, usize), node: usize, place: &mut u32) -> Argument {
    let (from, to) = range;
    let own_end = nodes.get(node).map_or(to, |node| (node.start as usize).clamp(from, to));
    let bytes = source.as_bytes();
    let mut argument = Argument { name: (0, 0), place: 0, from: from as u32, to: to as u32, node: node as u32 };
    let equals = stops::find_sign(bytes, from, own_end, [b'=', b'[', b'<']);
    match bytes.get(equals) {
        Some(b'=') if equals < own_end => {
            let name = trim_range(source, from, equals);
            if !bytes[name.0].is_ascii_alphabetic() {
                argument.place = source.get(name.0..name.1).and_then(|name| name.parse().ok()).unwrap_or(0);
            }
            argument.name = (name.0 as u32, name.1 as u32);
            argument.from = (equals + 1) as u32;
        }
        _ => {
            *place += 1;
            argument.place = *place;
        }
    }
    let (from, to) = trim_range(source, argument.from as usize, to);
    (argument.from, argument.to) = (from as u32, to as u32);
    argument
}

/// `from..to` without the white space at its ends.
pub(super) fn trim_range(source: &str, from: usize, to: usize) -> (usize, usize) {
    let Some(text) = source.as_bytes().get(from..to) else { return (from, from) };
    let lead = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    (from + lead, from + lead + text[lead..].trim_ascii_end().len())
}

#[cfg(test)]
mod tests {
    use super::super::index::NodeIndex;
    use super::*;

    #[test]
    fn bars_inside_links_and_templates_do_not_split() {
        let source = "a | b = [[c|d]] {{e|f}} |3=g|h";
        let mut index = NodeIndex::default();
        index.build(source);
        let mut found = Vec::new();
        split_arguments(source, &index.nodes, 0, source.len(), 0, &mut found);
        let texts: Vec<_> = found.iter().map(|one| (one.place, &source[one.from as usize..one.to as usize])).collect();
        assert_eq!(texts, [(1, "a"), (0, "[[c|d]] {{e|f}}"), (3, "g"), (2, "h")]);
    }
}
