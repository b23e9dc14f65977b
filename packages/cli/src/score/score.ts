import { createReadStream, createWriteStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { showProgress } from '../progress.ts'
import { UsageError } from '../usage.ts'
import { type BadLine, type Item, parseItem } from './item.ts'
import { readLines } from './lines.ts'
import { type Outcome, openPool, type Pool } from './pool.ts'

export interface ScoreOptions {
  from: string
  to: string
  workers: number | undefined
  model: string | undefined
  /** Everything that check says, instead of the score alone. */
  full: boolean
}

/** Documents and characters after which a batch goes to a thread: large enough to keep it busy, small enough to hold many. */
const batchItems = 32
const batchCharacters = 500_000

interface Batch {
  items: Item[]
  bad: BadLine[]
  endsAt: number
}

/**
 * `penmark score`. Reads no faster than it writes, so memory stays the same for any length of input. A bad line is named with its
 * number and left out; all others are written, in order. Returns 1 when there was a bad line.
 */
export async function score({ from, to, workers, model, full }: ScoreOptions): Promise<number> {
  await refuseSameFile(from, to)
  const total = from === '-' ? null : (await stat(from)).size
  const pool = openPool(workers ?? availableParallelism(), { model, full })
  const progress = showProgress(total)
  let written = 0
  let leftOut = 0

  async function* results(): AsyncGenerator<string> {
    for await (const { batch, outcomes } of judged(from === '-' ? process.stdin : createReadStream(from), pool)) {
      const scored = outcomes.filter((outcome) => 'id' in outcome)
      const bad = [...batch.bad, ...outcomes.filter((outcome) => 'reason' in outcome)].sort((a, b) => a.line - b.line)
      for (const { line, reason } of bad) process.stderr.write(`Line ${line} ${reason}. It was left out.\n`)
      yield scored.map((one) => `${JSON.stringify(one)}\n`).join('')
      written += scored.length
      leftOut += bad.length
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
  const bad = leftOut === 0 ? '' : ` Bad lines left out: ${leftOut}.`
  process.stderr.write(`Documents scored: ${written.toLocaleString('en-GB')}.${bad}\n`)
  return leftOut === 0 ? 0 : 1
}

/** Batches with their outcomes in the order of the input, a few of them in work at a time. */
async function* judged(source: AsyncIterable<Uint8Array>, pool: Pool): AsyncGenerator<{ batch: Batch; outcomes: Outcome[] }> {
  const inWork: { batch: Batch; outcomes: Promise<Outcome[]> }[] = []
  const next = async (entry: (typeof inWork)[number]) => ({ batch: entry.batch, outcomes: await entry.outcomes })
  for await (const batch of batches(source)) {
    const outcomes = pool.judge(batch.items)
    // A failure is met when its turn comes; until then it must not end the program.
    outcomes.catch(() => undefined)
    inWork.push({ batch, outcomes })
    const first = inWork.length >= pool.size * 2 ? inWork.shift() : undefined
    if (first) yield await next(first)
  }
  for (const entry of inWork) yield await next(entry)
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
  if (source === target) throw new UsageError('--out names the input itself, which would be lost. Name another file.')
}
