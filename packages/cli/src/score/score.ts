import { createReadStream, createWriteStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { showProgress, UsageError } from '../terminal/terminal.ts'

import { type BadLine, type Item, parseItem } from './item.ts'
import { type Outcome, openPool, type Pool } from './pool.ts'

/** A line of the input without its line break. */
export interface Line {
  number: number
  /** Null if the bytes are not UTF-8. */
  text: string | null
  /** How many bytes of input end with this line. */
  endsAt: number
}

const lineFeed = 0x0a

/**
 * Splits bytes into lines at \n only (JSON text may contain U+2028, at which Node's readline would split),
 * and reads no further than requested.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0
  let read = 0
  let open: Uint8Array[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(lineFeed); to !== -1; to = chunk.indexOf(lineFeed, from)) {
      number += 1
      yield { number, text: decode([...open, chunk.subarray(from, to)]), endsAt: read + to + 1 }
      open = []
      from = to + 1
    }
    if (from < chunk.length) open.push(chunk.subarray(from))
    read += chunk.length
  }
  if (open.length > 0) yield { number: number + 1, text: decode(open), endsAt: read }
}

function decode(pieces: Uint8Array[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      pieces.length === 1 ? pieces[0] : Buffer.concat(pieces),
    )
  } catch {
    return null
  }
}

export interface ScoreOptions {
  from: string
  to: string
  workers: number | undefined
  /** Path of a model file. */
  model: string
  /** The same details as `check`, instead of only the score. */
  full: boolean
}

/** Documents and characters per batch: enough to keep a thread busy, few enough to hold many batches. */
const batchItems = 8
const batchCharacters = 500_000

interface Batch {
  items: Item[]
  bad: BadLine[]
  endsAt: number
}

/**
 * `penmark score`. Reads no faster than it writes, so memory does not grow with the input. A bad line is
 * reported with its number and skipped; all others are written, in order. Returns 1 when there was a bad
 * line.
 */
export async function score({ from, to, workers, model, full }: ScoreOptions): Promise<number> {
  await refuseSameFile(from, to)
  const total = from === '-' ? null : (await stat(from)).size
  const pool = openPool(workers ?? availableParallelism(), { model, full })
  const progress = showProgress(total)
  let written = 0
  let skipped = 0

  async function* results(): AsyncGenerator<string> {
    for await (const { batch, outcomes } of scoreBatches(
      from === '-' ? process.stdin : createReadStream(from),
      pool,
    )) {
      const scored = outcomes.filter((outcome) => 'id' in outcome)
      const bad = [...batch.bad, ...outcomes.filter((outcome) => 'reason' in outcome)].sort(
        (a, b) => a.line - b.line,
      )
      for (const { line, reason } of bad) process.stderr.write(`Line ${line} ${reason}. It was skipped.\n`)
      yield scored.map((outcome) => `${JSON.stringify(outcome)}\n`).join('')
      written += scored.length
      skipped += bad.length
      progress.update(written, batch.endsAt)
    }
  }

  try {
    if (to === '-') await pipeline(results, process.stdout, { end: false })
    else await pipeline(results, createWriteStream(to))
  } finally {
    progress.end()
    await pool.close()
  }
  const bad = skipped === 0 ? '' : ` Lines skipped: ${skipped}.`
  process.stderr.write(`Documents scored: ${written.toLocaleString('en-GB')}.${bad}\n`)
  return skipped === 0 ? 0 : 1
}

/** Batches with their results in input order. Scores a few at the same time. */
async function* scoreBatches(
  source: AsyncIterable<Uint8Array>,
  pool: Pool,
): AsyncGenerator<{ batch: Batch; outcomes: Outcome[] }> {
  const inProgress: { batch: Batch; outcomes: Promise<Outcome[]> }[] = []
  const next = async (entry: (typeof inProgress)[number]) => ({
    batch: entry.batch,
    outcomes: await entry.outcomes,
  })
  for await (const batch of batches(source)) {
    const outcomes = pool.judge(batch.items)
    // A failure is handled in its turn; until then it must not end the process.
    outcomes.catch(() => undefined)
    inProgress.push({ batch, outcomes })
    const first = inProgress.length >= pool.size * 2 ? inProgress.shift() : undefined
    if (first) yield await next(first)
  }
  for (const entry of inProgress) yield await next(entry)
}

async function* batches(source: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
  let batch: Batch = { items: [], bad: [], endsAt: 0 }
  let characters = 0
  for await (const { number, text, endsAt } of readLines(source)) {
    const item = parseItem(number, text)
    if (item === null) continue
    if ('reason' in item) batch.bad.push(item)
    else batch.items.push(item)
    batch.endsAt = endsAt
    characters += text?.length ?? 0
    if (batch.items.length + batch.bad.length < batchItems && characters < batchCharacters) continue
    yield batch
    batch = { items: [], bad: [], endsAt }
    characters = 0
  }
  if (batch.items.length + batch.bad.length > 0) yield batch
}

async function refuseSameFile(from: string, to: string): Promise<void> {
  if (from === '-' || to === '-') return
  const [source, target] = await Promise.all([realpath(from), realpath(to).catch(() => null)])
  if (source === target)
    throw new UsageError(
      '--out is the same file as the input, which would be overwritten. Choose another file.',
    )
}
