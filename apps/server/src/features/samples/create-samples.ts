import type { Connection } from '../../database/database.ts'
import type { Events } from '../../events.ts'
import { nearestLocale } from '../../locale/locale.ts'
import { translatorOf } from '../../locale/texts.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { createSampleClass } from '../class-groups/sample-class.ts'
import { storeText } from '../documents/upload/store-text.ts'
import { readPlan } from '../teachers/plan.ts'
import { sampleKinds, sampleTexts } from './texts.ts'

/**
 * Gives a teacher a sample class and sample documents, which are processed like any others. `language` is that of the names; the essays
 * are English, which is what the detector reads. Whoever announces the event wakes the queue after the commit.
 */
export async function createSamples(
  connection: Connection,
  queue: Queue,
  { teacher_id, language, planLimits, now }: Events['profileCompleted'] & { planLimits: boolean },
): Promise<void> {
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
}
