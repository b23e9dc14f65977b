import type { Connection } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { createSampleClass } from '../class-groups/sample-class.ts'
import { storeText } from '../documents/upload/store-text.ts'
import { readPlan } from '../teachers/plan.ts'
import { sampleNamesIn } from './names.ts'
import { sampleKinds, sampleTexts } from './texts.ts'

interface CreateSamplesOptions {
  /** Language of the names; the essays are English, which is what the detector reads. */
  language: string | undefined
  planLimits: boolean
  now: Date
}

/**
 * Gives a teacher a sample class and sample documents, which are processed like any others. The caller ensures, in the same transaction,
 * that it happens once, and wakes the queue after the commit.
 */
export async function createSamples(
  connection: Connection,
  queue: Queue,
  owner: Owner,
  { language, planLimits, now }: CreateSamplesOptions,
): Promise<void> {
  const names = sampleNamesIn(language)
  const { plan } = await readPlan(connection, owner.teacher_id, planLimits)
  const class_group_id = await createSampleClass(connection, owner, names.class, now)
  for (const [index, kind] of sampleKinds.entries()) {
    const document = {
      teacher_id: owner.teacher_id,
      class_group_id,
      original_filename: names[kind],
      is_sample: true,
      text: sampleTexts[kind],
      plan,
      // One millisecond apart, so that lists show them in this order.
      now: new Date(now.getTime() - index),
    }
    await storeText(connection, document, { queue })
  }
}
