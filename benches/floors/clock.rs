//! Rates: the same work on one core and on all at once, the best of three rounds.
//!
//! Seconds are those that a thread had a core for: on a busy machine the clock would make every floor too high, and so
//! whatever stands on it look good. What waits for the disk is timed by the clock.

use crate::settings::Result;
use rustix::time::{ClockId, clock_gettime};
use std::thread;

const ROUNDS: usize = 3;

/// So many things in so many seconds.
#[derive(Clone, Copy, Default)]
pub struct Done {
    pub amount: usize,
    pub seconds: f64,
}

/// A limit of the machine.
pub struct Limit {
    pub name: &'static str,
    /// What is counted.
    unit: &'static str,
    /// How many of them these texts have.
    amount: usize,
    /// In a second.
    one_core: f64,
    all_cores: f64,
}

impl Limit {
    pub fn told(&self) -> serde_json::Value {
        serde_json::json!({
            "unit": self.unit, "amount": self.amount, "one_core": self.one_core, "all_cores": self.all_cores,
        })
    }
}

/// Does `work` and counts it as `amount` things, in the seconds that this thread had a core.
pub fn timed<T>(amount: usize, work: impl FnOnce() -> T) -> (Done, T) {
    by(ClockId::ThreadCPUTime, amount, work)
}

/// The same in the seconds of the clock: for what waits for the disk.
pub fn waited<T>(amount: usize, work: impl FnOnce() -> T) -> (Done, T) {
    by(ClockId::Monotonic, amount, work)
}

fn by<T>(clock: ClockId, amount: usize, work: impl FnOnce() -> T) -> (Done, T) {
    let start = clock_gettime(clock);
    let result = work();
    let end = clock_gettime(clock);
    let seconds = (end.tv_sec - start.tv_sec) as f64 + (end.tv_nsec - start.tv_nsec) as f64 / 1e9;
    (Done { amount, seconds }, result)
}

/// Measures `work`, which is given the number of its thread and how many there are, and times what is to be timed itself.
pub fn limit(
    name: &'static str,
    unit: &'static str,
    amount: usize,
    threads: usize,
    work: impl Fn(usize, usize) -> Result<Done> + Sync,
) -> Result<Limit> {
    let one_core = best(1, &work)?;
    let all_cores = if threads > 1 { best(threads, &work)?.max(one_core) } else { one_core };
    Ok(Limit { name, unit, amount, one_core, all_cores })
}

/// The most in a second; threads that work at once are summed up.
fn best(threads: usize, work: &(impl Fn(usize, usize) -> Result<Done> + Sync)) -> Result<f64> {
    let mut most = 0.0_f64;
    for _ in 0..ROUNDS {
        let done: Vec<Done> = thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread, threads))).collect();
            let joined = running.into_iter().map(|part| part.join().unwrap_or_else(|_| Err("a thread failed".into())));
            joined.collect::<Result<_>>()
        })?;
        most = most.max(done.iter().filter(|done| done.amount > 0).map(|done| done.amount as f64 / done.seconds).sum());
    }
    Ok(most)
}
