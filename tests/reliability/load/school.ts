import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from '../parts/installation.ts'
import { readState, selectLost } from '../parts/state.ts'
import { addTeachers, submitTexts } from '../parts/submit.ts'
import { addDocuments } from '../scale/generated.ts'
import type { Teacher } from './traffic.ts'

/**
 * Teachers who have worked for a while: each has older documents, and some that the running worker has just
 * processed.
 */
export async function openSchool(
  { database, documentsParts, issuer }: Installation,
  size: { teachers: number; older: number },
): Promise<Teacher[]> {
  const callers = await addTeachers(database, size.teachers)
  await submitTexts(documentsParts, callers, 2 * size.teachers)
  await waitUntilQueueIsEmpty(database)
  const { rows } = await database.query("select id, teacher_id from documents where status = 'COMPLETED'")
  if (size.older > 0)
    await addDocuments(database, {
      documents: size.teachers * size.older,
      teachers: callers.map(({ teacher_id }) => teacher_id),
    })
  await database.query('vacuum (analyze)')
  return Promise.all(
    callers.map(async ({ teacher_id }) => ({
      authorization: `Bearer ${await issuer.tokenFor(teacher_id)}`,
      documents: rows.filter((row) => row.teacher_id === teacher_id).map(({ id }) => String(id)),
    })),
  )
}

/** Waits until the queue is empty. */
export async function waitUntilQueueIsEmpty(database: Installation['database']): Promise<void> {
  while ((await readState(database)).unfinished > 0) await wait(100)
}

export interface Outcome {
  acknowledged: number
  lost: number
  unfinished: number
  failed: number
  wronglyKept: number
}

/**
 * The result of every acknowledged upload, once the queue is empty. Generated documents have no result and
 * are left out.
 */
export async function readOutcome(
  database: Installation['database'],
  acknowledged: string[],
  generated: number,
): Promise<Outcome> {
  await waitUntilQueueIsEmpty(database)
  const { unfinished, failed, wronglyKept } = await readState(database)
  const lost = (await selectLost(database, acknowledged)).length
  const twice = acknowledged.length - new Set(acknowledged).size
  return {
    acknowledged: acknowledged.length,
    lost,
    unfinished,
    failed,
    wronglyKept: wronglyKept - generated + twice,
  }
}

/** Throws unless every upload is complete: none lost, unfinished, failed or duplicated. */
export function assertNothingLost(outcome: Outcome): void {
  const { acknowledged, ...wrong } = outcome
  if (Object.values(wrong).some((count) => count !== 0))
    throw new Error(`Of ${acknowledged} uploads: ${JSON.stringify(wrong)}`)
}
