//! The filter: the parts of the input in their order, each case answered as it comes.

use std::io::{Read, Write};

use crate::board::Board;
use crate::error::{Error, InputError, Place};
use crate::grammar;
use crate::input::Input;
use crate::report::Report;
use crate::shortcut::{self, Cases};

/// Answers the cases of `input` on `output`, each as soon as the end of its fourth row has been read.
///
/// Reads to the end of the input, in constant memory, and in large pieces, so neither stream needs
/// a buffer of its own. Whatever is answered is written, and `output` flushed, before each read.
///
/// ```
/// let mut answers = Vec::new();
/// tomek::answer("1\nOXX.\n.OX.\n..O.\nXX.O\n".as_bytes(), &mut answers)?;
/// assert_eq!(answers, b"Case #1: O won\n");
/// # Ok::<(), tomek::Error>(())
/// ```
///
/// # Errors
///
/// The first error ends the run: input that is wrong, a read or a write that fails. All cases
/// before it have been answered, unless it was the write. Reads and writes that were
/// [interrupted](std::io::ErrorKind::Interrupted) are tried again.
pub fn answer<R: Read, W: Write>(input: R, output: W) -> Result<(), Error> {
    Filter::<R, W, false>::new(input, output).answer()
}

/// Like [`answer`], but a board that play can't reach is an error, too. That is judged on the whole
/// board, when its fourth row has ended.
///
/// ```
/// let error = tomek::answer_strict("1\nXXXX\n....\n....\n....\n".as_bytes(), Vec::new()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 1: case 1: play can't reach this board: X has 4 marks and O has 0"
/// );
/// ```
///
/// # Errors
///
/// Those of [`answer`], and for the first board that [`Board::check_reachable`] refuses.
pub fn answer_strict<R: Read, W: Write>(input: R, output: W) -> Result<(), Error> {
    Filter::<R, W, true>::new(input, output).answer()
}

/// `STRICT` is known at compile time, so that it costs nothing where it isn't asked for.
struct Filter<R, W, const STRICT: bool> {
    input: Input<R>,
    report: Report<W>,
}

impl<R: Read, W: Write, const STRICT: bool> Filter<R, W, STRICT> {
    fn new(input: R, output: W) -> Self {
        Filter {
            input: Input::new(input),
            report: Report::new(output),
        }
    }

    fn answer(mut self) -> Result<(), Error> {
        match self.run() {
            Err(Error::Write(error)) => Err(Error::Write(error)),
            outcome => {
                self.report.write_out().map_err(Error::Write)?;
                outcome
            }
        }
    }

    /// `input = [BOM] *blank count *blank [ board *( 1*blank board ) ] *blank`
    fn run(&mut self) -> Result<(), Error> {
        self.next(Place::Head, |input| input.parse(grammar::byte_order_mark()))?;
        self.skip_blanks(Place::Head)?;
        let count = self.next(Place::Head, |input| input.parse(grammar::count()))?;
        let mut answered = 0;
        while answered < count {
            if answered > 0 {
                let place = Place::AfterCase(answered);
                self.next(place, |input| input.parse(grammar::blank()))?;
            }
            answered += 1;
            let place = Place::Case(answered);
            self.skip_blanks(place)?;
            let board = self.next(place, |input| {
                if STRICT {
                    input.parse(grammar::reachable_board())
                } else {
                    input.parse(grammar::board())
                }
            })?;
            self.report.add(board.status()).map_err(Error::Write)?;
            answered += self.take_shortcut(count - answered)?;
        }
        let place = Place::AfterAll(count);
        self.skip_blanks(place)?;
        self.next(place, |input| input.parse(grammar::end()))
    }

    /// Answers what it can of `1*blank board` from what has been read, at `most` so many cases.
    // On its own, it has all registers for its loop.
    #[inline(never)]
    fn take_shortcut(&mut self, most: u64) -> Result<u64, Error> {
        let unparsed = self.input.unparsed();
        let accepts = |board: Board| !STRICT || board.check_reachable().is_ok();
        let mut cases = Cases::new(unparsed, most, accepts);
        let statuses = &mut cases.by_ref().map(Board::status);
        self.report.add_all(statuses).map_err(Error::Write)?;
        let (rest, left) = cases.left();
        let (length, answered) = (unparsed.len() - rest.len(), most - left);
        self.input.skip(length, answered * shortcut::LINES);
        Ok(answered)
    }

    /// `*blank`
    fn skip_blanks(&mut self, place: Place) -> Result<(), Error> {
        while self.next(place, |input| input.parse(grammar::another_blank()))? {}
        Ok(())
    }

    /// Parses the next part, with as many reads as it takes.
    fn next<T>(
        &mut self,
        place: Place,
        mut parse: impl FnMut(&mut Input<R>) -> Result<Option<T>, InputError>,
    ) -> Result<T, Error> {
        loop {
            match parse(&mut self.input) {
                Ok(Some(part)) => return Ok(part),
                Ok(None) => self.read_on()?,
                Err(error) => return Err(Error::Input(InputError { place, ..error })),
            }
        }
    }

    /// Reads more, which may block: so all answers have to be out by then.
    fn read_on(&mut self) -> Result<(), Error> {
        self.report.write_out().map_err(Error::Write)?;
        self.input.refill().map_err(Error::Read)
    }
}
