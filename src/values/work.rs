//! Counts the steps of a parse in tests, so that a promise of linear time needs no clock. Costs nothing elsewhere.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Adds what was looked at: tokens or bytes.
#[inline(always)]
pub(super) fn count(_steps: usize) {
    #[cfg(test)]
    STEPS.with(|all| all.set(all.get() + _steps));
}

/// All that this thread has counted.
#[cfg(test)]
pub(super) fn counted() -> usize {
    STEPS.with(std::cell::Cell::get)
}
