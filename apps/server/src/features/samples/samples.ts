import type { Connection, Database } from '../../database/database.ts'
import type { Events } from '../../events.ts'
import type { Owner } from '../../http/caller.ts'
import { nearestLocale } from '../../locale/locale.ts'
import { translatorOf } from '../../locale/texts.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { createSampleClass, hasSampleClass, removeSampleClass } from '../class-groups/sample-class.ts'
import { holdsDocuments } from '../documents/follow.ts'
import { deleteSampleDocuments, hasSampleDocuments } from '../documents/sample-documents.ts'
import { storeText } from '../documents/upload/store-text.ts'
import { readPlan } from '../teachers/plan.ts'
import { sampleKinds, sampleTexts } from './texts.ts'

/**
 * Gives a teacher a sample class and sample documents, which are processed like any others. `language` is that of the names; the essays
 * are English, which is what the detector reads. Whoever announces the event wakes the queue after the commit. False where the teacher has
 * samples already.
 */
export async function createSamples(
  connection: Connection,
  queue: Queue,
  { teacher_id, language, planLimits, now }: Events['profileCompleted'] & { planLimits: boolean },
): Promise<boolean> {
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`samples ${teacher_id}`])
  if (await hasSamples(connection, teacher_id)) return false
  const nameOf = translatorOf('samples', nearestLocale(language ?? ''))
  const { plan } = await readPlan(connection, teacher_id, planLimits)
  const class_group_id = await createSampleClass(connection, { teacher_id }, nameOf('class'), now)
  for (const [index, kind] of sampleKinds.entries()) {
    const document = {
      teacher_id,
      class_group_id,
      original_filename: nameOf(kind),
      is_sample: true,
      text: sampleTexts[kind],
      plan,
      // One millisecond apart, so that lists show them in this order.
      now: new Date(now.getTime() - index),
    }
    await storeText(connection, document, { queue })
  }
  return true
}

export async function hasSamples(connection: Connection, teacher_id: string): Promise<boolean> {
  const owner = { teacher_id }
  return (await hasSampleDocuments(connection, owner)) || (await hasSampleClass(connection, owner))
}

/** Gives a teacher samples on request. False, and nothing changes, where there are some already. */
export async function addSamples(
  { database, queue, planLimits }: { database: Database; queue: Queue; planLimits: boolean },
  language: string | undefined,
  { teacher_id }: Owner,
): Promise<{ added: boolean }> {
  const added = await database.transaction((connection) =>
    createSamples(connection, queue, { teacher_id, language, planLimits, now: new Date() }),
  )
  queue.wake()
  return { added }
}

/** Removes the remaining samples. Removing them again changes nothing. */
export function removeSamples(database: Database, owner: Owner): Promise<{ documents: number }> {
  return database.transaction(async (connection) => {
    const now = new Date()
    const documents = await deleteSampleDocuments(connection, owner, now)
    await removeSampleClass(connection, owner, now, (id) => holdsDocuments(connection, owner.teacher_id, id))
    return { documents }
  })
}
