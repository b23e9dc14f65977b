import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCurrentTexts } from '../../apps/server/src/features/authorship/writing/room/current-text.ts'
import { packRecords } from '../../apps/server/src/features/authorship/writing/room/pack-records.ts'
import { createBatchWriter } from '../../apps/server/src/features/authorship/writing/room/send-batch.ts'
import { hashSecret, newSecret } from '../../apps/server/src/lib/secrets.ts'
import { connect } from '../../apps/server/src/services/database/connect/connect.ts'
import { createEncryption } from '../../apps/server/src/services/storage/encryption.ts'
import { insertWritingLink, Typist } from '../../apps/server/src/testing/writing-room.ts'
import type { WritingRecordEntry } from '../../packages/contract/src/index.ts'
import { type RecordEntry, Replay, timelineOf } from '../../packages/writing/src/index.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'

const words = 1_000
/** The editor sends what was typed every two seconds. */
const everyMs = 2_000
const sessions = 4
const dayMs = 24 * 60 * 60 * 1_000

const replaySteps = 10_000
const keysPerParagraph = 500
const replayRuns = 5
const replayJumps = 200

/** The same numbers in every run, from 0 to 1. */
function createChance(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/**
 * An essay as it is typed: uneven keys, pauses to think, wrong letters that are taken back, and words that
 * are replaced further up.
 */
function* keys(chance: () => number): Generator<WritingRecordEntry & { at: number }> {
  const text = textOf(words, 0)
  let typist = new Typist()
  let end = 1
  const rest = (ms: number) => (typist.at += Math.round(ms))
  const key = () => rest(60 + 240 * -Math.log(1 - chance() * 0.98) - 150)
  for (const [nth, character] of Array.from(text).entries()) {
    if (nth > 0 && nth % Math.ceil(text.length / sessions) === 0) {
      yield typist.event('close')
      const { at } = typist
      typist = new Typist()
      typist.at = at + dayMs
      yield typist.event('open')
    }
    if (character === ' ' && chance() < 0.1) rest(1_000 + 8_000 * chance())
    if (chance() < 0.01) {
      yield typist.event('blur')
      rest(5_000 * chance())
      yield typist.event('focus')
    }
    if (chance() < 0.06) {
      key()
      yield typist.insert('e', end)
      key()
      yield typist.remove(end, end + 1)
    }
    key()
    yield typist.insert(character, end)
    end += 1
    if (chance() < 0.005 && end > 400) {
      const place = end - 20 - Math.floor(300 * chance())
      for (let at = place; at > place - 5; at -= 1) {
        key()
        yield typist.remove(at - 1, at)
      }
      for (let at = place - 5; at < place; at += 1) {
        key()
        yield typist.insert('a', at)
      }
    }
  }
}

/** The size of the record of an essay in the embedded database, encrypted, once it is at rest. */
export async function measureWriting(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'penmark-bench-writing-'))
  const database = await connect({ databaseUrl: null, dataDir }, () => undefined)
  try {
    const encryption = createEncryption({ keys: [randomBytes(32)] })
    const [teacher_id, student_id, session] = [randomUUID(), randomUUID(), newSecret()]
    await database.query("insert into teachers (id, subject) values ($1, 'ana')", [teacher_id])
    await database.query(
      "insert into students (id, teacher_id, first_name, last_name) values ($1, $2, 'A', 'B')",
      [student_id, teacher_id],
    )
    const { submission_id } = await insertWritingLink(database, {
      teacher_id,
      student_id,
      class_group_id: null,
    })
    await database.query(
      "update writing_submissions set accepted_at = now(), state = 'writing' where id = $1",
      [submission_id],
    )
    await database.query(
      'insert into writing_sessions (id, submission_id, teacher_id, secret_hash) values (gen_random_uuid(), $1, $2, $3)',
      [submission_id, teacher_id, hashSecret(session)],
    )
    let now = 0
    const send = createBatchWriter({
      database,
      encryption,
      texts: createCurrentTexts(encryption),
      clock: () => new Date(now),
    })
    let version = 0
    let batch: (WritingRecordEntry & { at: number })[] = []
    const flush = async () => {
      const last = batch.at(-1)
      if (last === undefined) return
      now = last.at + 40
      version = (await send({ session, version, entries: batch })).version
      batch = []
    }
    for (const entry of keys(createChance())) {
      const [first] = batch
      if (first && (entry.at - first.at > everyMs || entry.client !== first.client)) await flush()
      batch.push(entry)
    }
    await flush()
    await packRecords({ database, encryption }, new Date(now + dayMs))
    const { rows } = await database.query(
      'select sum(pg_column_size(b.*))::float8 as bytes, count(*)::float8 as stored from writing_batches b where submission_id = $1',
      [submission_id],
    )
    const value = Number(rows[0]?.bytes) / 1_000
    return [
      {
        name: 'record of an essay of 1,000 words, every key with its time, as stored',
        value,
        unit: 'kB',
        n: 1,
        target: 60,
        better: 'lower',
      },
    ]
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * An essay of several pages: every seventh key is taken back and typed again, and a paragraph is pasted now
 * and then.
 */
function longRecord(): RecordEntry[] {
  const typist = new Typist()
  const characters = Array.from(textOf(2_000, 0).replaceAll('\n', ' '))
  const entries: RecordEntry[] = []
  const split = { content: [{ type: 'paragraph' }, { type: 'paragraph' }], openStart: 1, openEnd: 1 }
  let end = 1
  for (let nth = 0; entries.length < replaySteps; nth++) {
    entries.push(typist.insert(characters[nth % characters.length] ?? ' ', end))
    end += 1
    if (nth % 7 === 6) entries.push(typist.remove(end - 1, end), typist.insert('e', end - 1))
    if (nth % keysPerParagraph !== keysPerParagraph - 1) continue
    const pasted = textOf(30, nth)
    entries.push(
      typist.step({ stepType: 'replace', from: end, to: end, slice: split }),
      typist.insert(pasted, end + 2, 'paste'),
    )
    end += 2 + pasted.length
  }
  return entries.slice(0, replaySteps)
}

function timed<T>(run: () => T): { result: T; ms: number } {
  const start = performance.now()
  const result = run()
  return { result, ms: performance.now() - start }
}

const countWords = (text: string) => text.split(/\s+/).length

/**
 * How long a teacher's browser works to open a long record and to jump in it, measured in Node on the same
 * code.
 */
export function measureReplay(): Figure[] {
  const entries = longRecord()
  const open = () => {
    const replay = Replay.of(entries, [], countWords)
    return { replay, timeline: timelineOf(replay.history) }
  }
  const opened = Array.from({ length: replayRuns }, () => timed(open))
  const { replay } = opened[0]!.result
  const jumpTimes = Array.from(
    { length: replayJumps },
    (_, nth) => timed(() => replay.at((nth * 7_919) % replaySteps)).ms,
  )
  return [
    {
      name: 'replay of a record of 10,000 steps, opened',
      value: median(opened.map(({ ms }) => ms)),
      unit: 'ms',
      n: replayRuns,
      target: 1_000,
      better: 'lower',
    },
    {
      name: 'replay of a record of 10,000 steps, jump to any moment',
      value: median(jumpTimes),
      unit: 'ms',
      n: replayJumps,
      target: 50,
      better: 'lower',
    },
  ]
}
