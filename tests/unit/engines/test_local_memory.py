"""What was freed goes back to the system, and a small limit has small batches."""

from twicetold.engines.local import memory
from twicetold.engines.local.limits import LocalLimits


def test_the_memory_of_the_process_is_known_and_released():
    assert memory.measure_resident_bytes() > 10 << 20
    memory.release_memory()


def test_a_small_limit_shares_one_heap_and_others_have_one_for_each_worker(monkeypatch):
    calls = []
    monkeypatch.setattr(memory, "_limit_heaps", calls.append)
    memory.prepare_allocators(2_000_000_000, 3)
    memory.prepare_allocators(400_000_000, 3)
    assert calls == [3, 1]


def test_a_small_limit_has_small_batches():
    assert LocalLimits.from_memory(1 << 31) == LocalLimits()
    assert LocalLimits.from_memory(400_000_000).joined_batch_bytes < LocalLimits().joined_batch_bytes
