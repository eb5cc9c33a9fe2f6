//! Counts the steps of a parse in tests, so that a promise of linear time needs no clock. Costs nothing in a release build.

#[cfg(all(test, debug_assertions))]
thread_local! {
    static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Adds what was looked at: tokens or bytes.
#[inline(always)]
pub(super) fn count_steps(_steps: usize) {
    #[cfg(all(test, debug_assertions))]
    STEPS.with(|all| all.set(all.get() + _steps));
}

/// All that this thread has counted.
#[cfg(all(test, debug_assertions))]
pub(super) fn read_step_count() -> usize {
    STEPS.with(std::cell::Cell::get)
}
