export const usage = `Penmark judges whether a student's writing is a person's or a machine's. Everything runs on this computer.

Usage
  penmark check FILE…                     a verdict for each file (pdf, docx, doc, txt; - reads text from standard input)
  penmark score --jsonl IN --out OUT      a score for each line {"id", "text"} (- reads standard input or writes standard output)

Options of check
  --json             one list for programs: score, finding and reasons, calibration, sentences with what they add, facts

Options of score
  --jsonl IN         lines of JSON with "id" and "text"
  --out OUT          receives lines of JSON with "id", "score", "label", "p_value", "words", in the same order
  --full             each line also holds what check --json says of a text
  --workers N        threads; by default one for each core

Everywhere
  --model MODEL      standard, open, or a model file; without it DETECTOR_MODEL, else standard
  --help, --version

What the JSON holds is written down in packages/cli/schema.

Exit code: 0 when everything was judged, 1 when something could not be, 2 when the command itself is wrong.
`

/** The command line is invalid. The message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
