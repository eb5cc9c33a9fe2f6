//! What holds for every page, however broken: no panic, and every byte of text leads back to its source.
