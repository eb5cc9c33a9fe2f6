"""Limits under which the local engine has next to no memory: everything that is sorted or looked up goes to disk."""

from dataclasses import replace

from twicetold.engines.local import LocalLimits

NO_MEMORY = LocalLimits(process_bytes=1 << 60, min_kernel_bytes=1 << 12)
SMALL_PIECES = replace(
    NO_MEMORY,
    large_row_bytes=0,
    joined_batch_bytes=1 << 11,
    shared_batch_bytes=1 << 11,
    sorted_batch_bytes=1 << 11,
    max_reordered_rows=64,
)
