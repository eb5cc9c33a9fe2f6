//! Decodes pieces on several threads and gives them back in order.
//!
//! One thread cuts, `threads` decode. The queue of the order is bounded, and with it what is held: about four blocks for
//! each thread, so that one slow block (a thread that had to wait for its core) does not stop the others. Past the end of a
//! range nothing is cut ahead: there the caller wants a block or two at most.

use std::io;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::block::{BlockDecoder, DecodedPiece};
use super::pieces::{Piece, PieceKind, Pieces};

/// A piece and, for a block, what it decoded to.
pub struct DecodeOutcome {
    /// The piece.
    pub piece: Piece,
    /// What it holds; `Broken` for what is not a block.
    pub decoded: DecodedPiece,
}

impl DecodeOutcome {
    /// Decodes a piece here and now.
    pub fn from_piece(piece: Piece, decoder: &mut BlockDecoder) -> DecodeOutcome {
        let decoded = if piece.kind == PieceKind::Block { decoder.decode(&piece) } else { DecodedPiece::Broken };
        DecodeOutcome { piece, decoded }
    }
}

enum CutterStep {
    Piece(Receiver<DecodeOutcome>),
    PastEnd,
    Failed(io::Error),
}

type Job = (Piece, Sender<DecodeOutcome>);

/// The receiving side. Dropping it ends the threads.
pub struct ParallelDecoder {
    steps: Receiver<CutterStep>,
    wanted: Sender<()>,
    past_end: bool,
}

impl ParallelDecoder {
    /// Starts the threads. `end` is the bit of the file from which on pieces are cut only when asked for.
    pub fn start(pieces: Pieces, threads: usize, end: u64) -> io::Result<ParallelDecoder> {
        let (step_sender, steps) = bounded(4 * threads + 4);
        let (job_sender, jobs) = unbounded::<Job>();
        let (wanted, want) = unbounded();
        for _ in 0..threads {
            let jobs = jobs.clone();
            thread::Builder::new().name("bzip2".into()).spawn(move || decode_all(&jobs))?;
        }
        thread::Builder::new()
            .name("bzip2 cut".into())
            .spawn(move || cut_all(pieces, end, &step_sender, &job_sender, &want))?;
        Ok(ParallelDecoder { steps, wanted, past_end: false })
    }

    /// The next piece in the order of the file.
    pub fn next(&mut self) -> io::Result<Option<DecodeOutcome>> {
        loop {
            if self.past_end {
                // The cutting thread may have ended already; then `recv` says so.
                let _ = self.wanted.send(());
            }
            match self.steps.recv() {
                Ok(CutterStep::Piece(outcome)) => {
                    return outcome.recv().map(Some).map_err(|_| io::Error::other("a decoding thread failed"));
                }
                Ok(CutterStep::PastEnd) => self.past_end = true,
                Ok(CutterStep::Failed(error)) => return Err(error),
                Err(_) => return Ok(None),
            }
        }
    }
}

fn decode_all(jobs: &Receiver<Job>) {
    let mut decoder = BlockDecoder::default();
    for (piece, reply) in jobs {
        // Nobody waits for it any more when the reader was dropped.
        let _ = reply.send(DecodeOutcome::from_piece(piece, &mut decoder));
    }
}

fn cut_all(mut pieces: Pieces, end: u64, steps: &Sender<CutterStep>, jobs: &Sender<Job>, want: &Receiver<()>) {
    let mut past_end = false;
    loop {
        if past_end && want.recv().is_err() {
            return;
        }
        let piece = match pieces.next() {
            Ok(Some(piece)) => piece,
            Ok(None) => return,
            Err(error) => {
                let _ = steps.send(CutterStep::Failed(error));
                return;
            }
        };
        if !past_end && piece.start >= end {
            past_end = true;
            if steps.send(CutterStep::PastEnd).is_err() || want.recv().is_err() {
                return;
            }
        }
        let (reply, outcome) = bounded(1);
        if steps.send(CutterStep::Piece(outcome)).is_err() || jobs.send((piece, reply)).is_err() {
            return;
        }
    }
}
