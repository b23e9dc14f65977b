import { randomUUID } from 'node:crypto'
import { sha256 } from '../../../lib/secrets.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { BackgroundJob, JobWorker } from '../../../services/queue/background-queues.ts'
import { sendJob, sendMissingJobs } from '../../../services/queue/send-job.ts'
import { sharedSecret } from '../../../services/shared-secrets/shared-secrets.ts'
import {
  lockDocuments,
  lockSharing,
  readComparables,
  readDocumentsById,
  readTexts,
  replaceSharedApart,
} from '../../documents/index.ts'
import {
  compareWithOthersInSlices,
  fingerprintsToKeep,
  fingerprintsToLookUp,
  fingerprintVersion,
  type OtherTexts,
} from '../comparison/compare-texts.ts'
import { selectAssignmentText } from '../comparison/due-store.ts'
import {
  type Begun,
  beginNextDue,
  selectAlike,
  selectTeachersWithDue,
  selectWithoutFingerprints,
  updateAllToDue,
  updateCompared,
  updateFingerprints,
  updateRestored,
  updateToDue,
  upsertDue,
} from '../comparison/fingerprint-store.ts'
import { sharedWords } from '../comparison/shared-words.ts'
import { compareInSchool } from '../school/compare-in-school.ts'
import { isSchoolCompared } from '../school/setting.ts'
import { compareWithSources } from '../sources/compare-with-sources.ts'
import { selectSourceTexts } from '../sources/source-store.ts'
import { replaceEarlier } from './earlier-store.ts'

const queue = 'earlier-documents'
/** Texts whose fingerprints are made in one transaction. */
const textsAtOnce = 20
/**
 * The most similar documents are compared word by word, as long as they have no more words than these
 * together.
 */
const limits = { documents: 24, words: 300_000 } as const
/** Gives up a document at which workers keep dying. */
const maximumRuns = 4

async function sendJobs(connection: Connection, teacherIds: readonly string[]): Promise<void> {
  for (const teacher_id of teacherIds)
    await sendJob(connection, queue, teacher_id, { singletonKey: teacher_id })
}

/** Lets completed documents be compared with all others of their teacher. */
export async function compareWithEarlierSoon(
  connection: Connection,
  document_ids: readonly string[],
): Promise<void> {
  await sendJobs(connection, await upsertDue(connection, document_ids))
}

/** Lets documents be compared again, because what they are compared with is something else now. */
export async function compareAllAgain(
  connection: Connection,
  document_ids: readonly string[],
): Promise<void> {
  await sendJobs(connection, await updateToDue(connection, document_ids))
}

/** Lets all documents since a moment be compared again, whosever they are. */
export async function compareAllSince(connection: Connection, since: Date): Promise<void> {
  await updateAllToDue(connection, since)
  await sendJobs(connection, await selectTeachersWithDue(connection))
}

/** Lets a document be compared again, because the documents of its class are others now. */
export async function compareAgain(connection: Connection, document_id: string): Promise<void> {
  await compareAllAgain(connection, [document_id])
}

/**
 * Lets a document that came back from the bin be compared with what came meanwhile, and with those of other
 * teachers, whose matches are not kept.
 */
export async function compareRestored(
  connection: Connection,
  { id, deleted_at }: { id: string; deleted_at: Date },
): Promise<void> {
  if (await isSchoolCompared(connection)) return compareAgain(connection, id)
  const teacher_id = await updateRestored(connection, id, deleted_at)
  if (teacher_id !== null) await sendJobs(connection, [teacher_id])
}

/** Makes missing fingerprints, the newest documents first. */
async function makeFingerprints(database: Database, teacher_id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const ids = await selectWithoutFingerprints(database, teacher_id, fingerprintVersion, textsAtOnce)
    if (ids.length === 0) return
    const texts = await readTexts(database, teacher_id, ids)
    const made = ids.map((document_id) => ({
      document_id,
      hashes: fingerprintsToKeep(texts.get(document_id) ?? ''),
    }))
    await updateFingerprints(database, made, fingerprintVersion)
  }
}

interface Alike {
  id: string
  text: string
  class_group_id: string | null
}

/** The documents that are most like a text, as many as are compared. */
async function readAlike(
  database: Database,
  { id, teacher_id }: { id: string; teacher_id: string },
  text: string,
  assignment: string,
): Promise<Alike[]> {
  const alike = await selectAlike(
    database,
    { id, teacher_id },
    fingerprintsToLookUp(text, assignment),
    limits.documents,
  )
  const words = new Map(
    (await readComparables(database, teacher_id, alike)).map((document) => [document.id, document.words]),
  )
  let sum = 0
  const ids = alike.filter((other) => {
    sum += words.get(other) ?? 0
    return sum <= limits.words
  })
  const classes = new Map(
    (await readDocumentsById(database, teacher_id, ids)).map((other) => [other.id, other.class_group_id]),
  )
  const texts = await readTexts(database, teacher_id, ids)
  return [...texts].map(([other, otherText]) => ({
    id: other,
    text: otherText,
    class_group_id: classes.get(other) ?? null,
  }))
}

/** The texts of the sources of classes, by class. */
async function readSourceTexts(
  database: Database,
  documents: readonly Pick<Alike, 'class_group_id'>[],
): Promise<Map<string | null, string[]>> {
  const sources = await selectSourceTexts(database, [
    ...new Set(documents.map(({ class_group_id }) => class_group_id)),
  ])
  return new Map(
    [...sources].map(([class_group_id, listed]) => [class_group_id, listed.map(({ text }) => text)]),
  )
}

/** The pairs of a comparison, without documents that were deleted meanwhile. */
function pairsOf(
  found: OtherTexts['found'],
  [document_a, text]: readonly [id: string, text: string],
  others: readonly Alike[],
  {
    teacher_id,
    comparison_id,
    remaining,
  }: { teacher_id: string; comparison_id: string; remaining: ReadonlySet<string> },
) {
  return found.flatMap(({ other, words, share, share_other, passages }) => {
    const { id: document_b, text: otherText } = others[other] as Alike
    if (!remaining.has(document_b)) return []
    return {
      id: randomUUID(),
      comparison_id,
      teacher_id,
      document_a,
      document_b,
      text_hash_a: sha256(text),
      text_hash_b: sha256(otherText),
      words: sharedWords(words, [text, otherText]),
      share_a: share,
      share_b: share_other,
      passages: passages.map(({ a, b, words: equal }) => ({
        a: [a.start, a.end] as [number, number],
        b: [b.start, b.end] as [number, number],
        words: equal,
      })),
    }
  })
}

async function compareOne(
  database: Database,
  begun: Begun,
  teacher_id: string,
  { signal, schoolKey }: { signal: AbortSignal; schoolKey: () => Promise<string> },
): Promise<void> {
  const { document_id } = begun
  const [document] = await readDocumentsById(database, teacher_id, [document_id])
  const text = (await readTexts(database, teacher_id, [document_id])).get(document_id)
  if (document === undefined || text === undefined) return updateCompared(database, begun, new Date())
  const { class_group_id, batch_id } = document
  const scope = class_group_id === null ? { batch_id: batch_id ?? document_id } : { class_group_id }
  const assignment = await selectAssignmentText(database, teacher_id, scope)
  const ownSources = (await selectSourceTexts(database, [class_group_id])).get(class_group_id ?? '') ?? []
  const sources = ownSources.map((source) => source.text)
  const others = await readAlike(database, { id: document_id, teacher_id }, text, assignment)
  const sourcesOfOthers = await readSourceTexts(database, others)
  const ownTexts = others.map((other) => ({
    text: other.text,
    sources: sourcesOfOthers.get(other.class_group_id) ?? [],
  }))
  const { found, left_out } = await compareWithOthersInSlices({ text, sources }, ownTexts, assignment, () =>
    signal.throwIfAborted(),
  )
  const storeInSchool = await compareInSchool(
    database,
    await schoolKey(),
    { id: document_id, created_at: document.created_at, teacher_id, text, sources, assignment, ownTexts },
    signal,
  )
  const storeMatches = await compareWithSources(
    { document_id, teacher_id, text, assignment, sources: ownSources },
    signal,
  )
  const comparison_id = randomUUID()
  const completed_at = new Date()
  await database.transaction(async (connection) => {
    const compared_ids = [document_id, ...others.map(({ id }) => id)]
    await lockSharing(connection, compared_ids)
    const remaining = await lockDocuments(connection, teacher_id, compared_ids)
    if (!remaining.has(document_id)) return
    const pairs = pairsOf(found, [document_id, text], others, { teacher_id, comparison_id, remaining })
    const counts = {
      documents: others.length + 1,
      pairs: pairs.length,
      left_out,
      progress: 1,
      completed_at,
    }
    const row = {
      id: comparison_id,
      teacher_id,
      document_id,
      assignment_text: '',
      state: 'ready',
      ...counts,
    } as const
    const replaced = await replaceEarlier(connection, row, pairs, [...remaining])
    await replaceSharedApart(connection, document_id, { found: pairs, replaced }, completed_at)
    await storeMatches(connection)
    await storeInSchool(connection)
    await updateCompared(connection, begun, completed_at)
  })
}

/**
 * Compares every document of a teacher that is due, after all have their fingerprints: otherwise two that
 * came together would miss each other. One that comes after the last look has a job of its own.
 */
async function compareDue(
  database: Database,
  { id: teacher_id }: BackgroundJob,
  using: { signal: AbortSignal; schoolKey: () => Promise<string> },
): Promise<void> {
  for (;;) {
    await makeFingerprints(database, teacher_id, using.signal)
    const begun = await beginNextDue(database, teacher_id, fingerprintVersion)
    if (begun === null) return
    if (begun.runs > maximumRuns) await updateCompared(database, begun, new Date())
    else await compareOne(database, begun, teacher_id, using)
  }
}

export function earlierDocumentsWorker({ database }: { database: Database }): JobWorker {
  const schoolKey = sharedSecret(database, 'school-comparison')
  return { atOnce: 1, run: (job, signal) => compareDue(database, job, { signal, schoolKey }) }
}

/** Sends a job for each teacher with documents that are due and none. */
export async function sendMissingEarlier(database: Database): Promise<void> {
  await sendMissingJobs(database, queue, await selectTeachersWithDue(database))
}
