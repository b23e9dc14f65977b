import { readTypes } from '@penmark/extract/file-types'

export const usage = `Penmark estimates whether a text was written by a person or a machine. Everything runs on this computer.

Usage
  penmark check FILE…                     prints a verdict for each file (${readTypes.join(', ')}; - reads text from standard input)
  penmark score --jsonl IN --out OUT      writes a score for each line {"id", "text"} (- reads standard input or writes standard output)
  penmark verify PACK                     says whether an evidence pack is as it was made (a ZIP, or the folder it was unpacked to)
  penmark admin list                      prints the accounts of this installation; also promote, demote, reset-password and
                                          remove-two-factor, each with an email address

Options of check
  --json             a JSON list for programs: score, finding and reasons, calibration, each sentence's contribution,
                     facts of the file and of its references

Options of score
  --jsonl IN         lines of JSON with "id" and "text"
  --out OUT          receives lines of JSON with "id", "score", "label", "p_value", "words", in the same order
  --full             adds the fields of check --json to each line
  --workers N        number of threads; one per core by default

Everywhere
  --model MODEL      standard, open, or the path of a model file; the default is DETECTOR_MODEL, or standard
  --help, --version

The JSON is described in packages/cli/schema.

Exit code: 0 if everything was scored or is unchanged, 1 if something could not be scored or was changed, 2 if the command is wrong.
`

/** The command line is invalid. The message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

interface Progress {
  /** `done` counts in the unit of the total: bytes or files. */
  update(documents: number, done: number): void
  end(): void
}

const everyMs = 200

/** Where a bar can be drawn: standard error, or a test double. */
type Terminal = Pick<NodeJS.WriteStream, 'isTTY'> & { write(text: string): unknown }

/** A progress bar; nothing is drawn when standard error is not a terminal. `total` is null when unknown. */
export function showProgress(total: number | null, stderr: Terminal = process.stderr): Progress {
  if (!stderr.isTTY) return { update: () => undefined, end: () => undefined }
  const started = performance.now()
  let drawn = Number.NEGATIVE_INFINITY
  return {
    update: (documents, done) => {
      const now = performance.now()
      if (now - drawn < everyMs) return
      drawn = now
      const rate = Math.round(documents / (Math.max(now - started, 1) / 1_000))
      const share = total ? Math.min(done / total, 1) : null
      const bar =
        share === null
          ? ''
          : `[${'■'.repeat(Math.round(share * 30)).padEnd(30, '·')}] ${Math.floor(share * 100)} %  `
      stderr.write(
        `\r\u001B[K${bar}${documents.toLocaleString('en-GB')} documents, ${rate.toLocaleString('en-GB')} a second`,
      )
    },
    end: () => void stderr.write('\r\u001B[K'),
  }
}
