import {
  Problem,
  type WritingBatchInput,
  type WritingBatchReply,
  type WritingRecordEntry,
  writingLimits,
} from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { applyEntry, type RecordEntry, StepError, textOf } from '@penmark/writing'
import { inBatches } from '../../../../lib/batches.ts'
import { hashSecret } from '../../../../lib/secrets.ts'
import { invalidFields, problem } from '../../../../locale/problems/problem.ts'
import type { Connection } from '../../../../services/database/database.ts'
import { asStored, batchHash, encodeBatches, encodeText } from '../record/body.ts'
import { insertBatches } from '../record/store.ts'
import { type CurrentText, isStep, stepsAfter } from './current-text.ts'
import type { RoomDependencies } from './read-room.ts'
import { listActiveTeachers, listClosedTasks, taskClosed, unknownLink } from './sessions.ts'
import {
  type Progress,
  type SubmissionRow,
  selectBySessionsForUpdate,
  updateProgress,
  upsertTexts,
} from './store.ts'

interface BatchDependencies extends Pick<RoomDependencies, 'database' | 'encryption' | 'texts'> {
  /** The server's clock; replaced to write a record of hours at once. */
  clock?: () => Date
}

interface Batch {
  secret_hash: string
  version: number
  entries: RecordEntry[]
}

/** How many students' batches share a commit. */
const batchesPerCommit = 100
/**
 * After this many steps the copy of the text is stored again; until then the text is rebuilt from the record.
 */
const stepsPerCopy = 200
/** Before 1 January 2100, by the device's clock. */
const latestTime = 4_102_444_800_000

/** The checks that do not need the stored text. */
function checkEntries(entries: readonly WritingRecordEntry[]): void {
  const [first] = entries
  let before = 0
  for (const [index, { client, n, at }] of entries.entries()) {
    if (client !== first?.client) throw invalidFields([['entries', index, 'client']], 'several_editors')
    if (n <= before) throw invalidFields([['entries', index, 'n']], 'entries_out_of_order')
    if (at < 0 || at > latestTime) throw invalidFields([['entries', index, 'at']], 'clock_wrong')
    before = n
  }
  if (entries.length > 0 && JSON.stringify(entries).length > writingLimits.batchCharacters)
    throw problem('too_large', 'change_too_large')
}

/** Replaces the message of a failed step, which quotes the text. */
const brokenStep = () => problem('invalid_input', 'change_does_not_fit')

/** The text after these steps. */
function applyAll(text: CurrentText, entries: readonly RecordEntry[]): CurrentText['document'] {
  try {
    return entries.reduce(applyEntry, text.document)
  } catch (error) {
    throw error instanceof StepError ? brokenStep() : error
  }
}

/** What a group of batches will write. */
interface Group {
  rows: Parameters<typeof insertBatches>[1]
  copies: Parameters<typeof upsertTexts>[1]
  progress: Map<string, Progress>
  /** The texts after the batches so far, for those that follow in the group. */
  texts: Map<string, CurrentText>
}

/** Steps that the sender does not have, at most one page of them. */
async function missingSteps(
  connection: Connection,
  { encryption }: BatchDependencies,
  row: SubmissionRow,
  version: number,
): Promise<RecordEntry[]> {
  const missing: RecordEntry[] = []
  for await (const step of stepsAfter(connection, encryption, row.id, version)) {
    missing.push(step)
    if (missing.length === writingLimits.recordPage) break
  }
  return missing
}

function requireWritable(row: SubmissionRow): void {
  if (row.state === 'handed-in') throw problem('conflict', 'handed_in')
  if (row.accepted_at === null) throw problem('conflict', 'not_begun')
}

/** Adds one batch to the group, or throws the problem that its sender gets. */
async function addBatch(
  dependencies: BatchDependencies,
  connection: Connection,
  row: SubmissionRow,
  batch: Batch,
  group: Group,
  now: Date,
): Promise<WritingBatchReply> {
  const text = group.texts.get(row.id) ?? (await dependencies.texts.read(connection, row))
  const reply = (stored: boolean, after: CurrentText, missing: RecordEntry[] = []): WritingBatchReply => ({
    stored,
    version: after.version,
    hash: after.hash,
    missing,
  })
  if (batch.version > text.version) throw problem('conflict', 'page_ahead')
  if (batch.version < text.version) {
    // The missing steps may be in rows of this group.
    await writeGroup(connection, group)
    return reply(false, text, await missingSteps(connection, dependencies, row, batch.version))
  }
  const [first] = batch.entries
  const lastEntryNumber = first === undefined ? 0 : (text.lastEntryNumbers.get(first.client) ?? 0)
  const added = batch.entries.filter(({ n }) => n > lastEntryNumber)
  const last = added.at(-1)
  if (last === undefined) return reply(true, text)
  requireWritable(row)
  const before = group.progress.get(row.id) ?? row
  if (before.entries + added.length > writingLimits.entries) throw problem('too_large', 'record_full')

  const entries = asStored(added)
  const document = applyAll(text, entries)
  const steps = entries.filter(isStep).length
  const plainText = steps === 0 ? null : textOf(document)
  if (plainText !== null && plainText.length > writingLimits.textCharacters)
    throw problem('too_large', 'student_text_too_long')

  const seq = text.seq + 1
  const hash = batchHash(row.id, text.hash, { seq, received_at: now, entries })
  const version = text.version + steps
  const isCopied = version - text.storedVersion >= stepsPerCopy
  const after: CurrentText = {
    document,
    version,
    hash,
    seq,
    lastEntryNumbers: new Map(text.lastEntryNumbers).set(last.client, last.n),
    storedVersion: isCopied ? version : text.storedVersion,
  }
  const { teacher_id } = row
  group.rows.push({
    submission_id: row.id,
    seq,
    teacher_id,
    first_entry: before.entries,
    entry_count: entries.length,
    first_version: text.version,
    step_count: steps,
    client: last.client,
    last_n: last.n,
    received_at: now,
    hash,
    body: encodeBatches(dependencies.encryption, row.id, seq, [{ received_at: now, entries }]),
  })
  if (isCopied) {
    group.copies = group.copies.filter(({ submission_id }) => submission_id !== row.id)
    group.copies.push({
      submission_id: row.id,
      teacher_id,
      version,
      body: encodeText(dependencies.encryption, row.id, document),
    })
  }
  group.texts.set(row.id, after)
  group.progress.set(row.id, {
    id: row.id,
    words: plainText === null ? before.words : countWords(plainText),
    entries: before.entries + entries.length,
    version,
    hash,
    last_written_at: now,
  })
  return reply(true, after)
}

async function writeGroup(connection: Connection, group: Group): Promise<void> {
  await insertBatches(connection, group.rows.splice(0))
  await upsertTexts(connection, group.copies.splice(0))
}

/** Stores the batches of many students with one commit. A refused batch leaves the others alone. */
async function storeBatches(
  dependencies: BatchDependencies,
  batches: Batch[],
): Promise<(WritingBatchReply | Problem)[]> {
  const texts = new Map<string, CurrentText>()
  const replies = await dependencies.database.transaction(async (connection) => {
    const found = await selectBySessionsForUpdate(connection, [
      ...new Set(batches.map(({ secret_hash }) => secret_hash)),
    ])
    const rows = new Map(found.map(({ secret_hash, submission }) => [secret_hash, submission]))
    const activeTeachers = await listActiveTeachers(connection, [...rows.values()])
    const closedTasks = await listClosedTasks(connection, [...rows.values()])
    const group: Group = { rows: [], copies: [], progress: new Map(), texts }
    const answers: (WritingBatchReply | Problem)[] = []
    // The rows are locked, so that the time of receipt never decreases from one batch of a text to the next.
    const now = dependencies.clock?.() ?? new Date()
    for (const batch of batches) {
      const row = rows.get(batch.secret_hash)
      try {
        if (row === undefined || !activeTeachers.has(row.teacher_id)) throw unknownLink()
        if (closedTasks.has(row.task_id)) throw taskClosed()
        answers.push(await addBatch(dependencies, connection, row, batch, group, now))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        answers.push(error)
      }
    }
    await writeGroup(connection, group)
    await updateProgress(connection, [...group.progress.values()])
    return answers
  })
  for (const [id, text] of texts) dependencies.texts.remember(id, text)
  return replies
}

/** Stores the next entries of a record. Resolves once they are committed. */
export function createBatchWriter(
  dependencies: BatchDependencies,
): (input: Required<WritingBatchInput>) => Promise<WritingBatchReply> {
  const store = inBatches((batches: Batch[]) => storeBatches(dependencies, batches), batchesPerCommit)
  return async ({ session, version, entries }) => {
    checkEntries(entries)
    const stored = await store({
      secret_hash: hashSecret(session),
      version,
      entries: entries as RecordEntry[],
    })
    if (stored instanceof Problem) throw stored
    return stored
  }
}
