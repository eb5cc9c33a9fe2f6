//! A clock of one thread.

use std::time::Instant;

/// Seconds of this thread's own work, so that a busy machine measures the same; of the clock where the system does not say.
pub(crate) struct Clock(Instant, Option<f64>);

impl Clock {
    pub(crate) fn start() -> Self {
        Clock(Instant::now(), own_seconds())
    }

    pub(crate) fn seconds(&self) -> f64 {
        match (self.1, own_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.0.elapsed().as_secs_f64(),
        }
    }
}

fn own_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(|nanoseconds: f64| nanoseconds / 1e9)
}
