//! Connected components, and clusters without chaining.

use crate::clock::Clock;
use twicetold::clusters::{find_components, split_component};

fn mix_number(number: u32) -> u32 {
    let number = (number ^ (number >> 16)).wrapping_mul(0x45d9_f3b5);
    (number ^ (number >> 15)).wrapping_mul(0x2c1b_3c6d)
}

/// Components of ten million pairs, and the coherence of small and large ones.
pub fn measure() {
    time_components();
    time_splitting();
}

fn time_components() {
    let count = 20_000_000u32;
    for (name, reach) in [("near", 1000), ("anywhere", count)] {
        let pairs: Vec<(u32, u32)> = (0..10_000_000u32)
            .map(|at| (mix_number(at) % count, mix_number(at ^ 0x5555_5555) % reach))
            .map(|(left, step)| (left, (left + step) % count))
            .collect();
        let start = Clock::start();
        let roots = find_components(count as usize, pairs);
        let sets = roots.iter().enumerate().filter(|&(member, &root)| member as u32 == root).count();
        println!("{name}: 10 M pairs of 20 M, {sets} components, {:.2} s", start.seconds());
    }
}

fn time_splitting() {
    let start = Clock::start();
    let found: usize = (0..1_000_000u32)
        .map(|at| {
            split_component(&[at, at + 1], &[(at, at + 1, 0.9)], |_, _| 0.0, 0.8)
                .map_or(0, |found| found.clusters.len())
        })
        .sum();
    println!("{found} components of two: {:.2} s", start.seconds());
    let members: Vec<u32> = (0..200_000).collect();
    let matches: Vec<(u32, u32, f32)> =
        (0..2_000_000u32).map(|at| (mix_number(at) % 200_000, mix_number(at ^ 0x5555_5555) % 200_000, 0.9)).collect();
    let start = Clock::start();
    let found =
        split_component(&members, &matches, |left, right| f64::from((left ^ right) & 1), 0.8).unwrap_or_default();
    println!(
        "200,000 members, 2 M matches: {} clusters, {} bridges, {:.2} s",
        found.clusters.len(),
        found.bridges.len(),
        start.seconds()
    );
}
