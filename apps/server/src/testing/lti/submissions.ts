import { randomUUID } from 'node:crypto'
import type { ClassGroup, Document } from '@penmark/contract'
import { beforeEach, expect } from 'vitest'
import { processAsset } from '../../features/integrations/lti/assets/process-assets.ts'
import { createEgress } from '../../services/egress/egress.ts'
import { createLog } from '../../services/observe/log.ts'
import { RetryLaterError } from '../../services/queue/background-queues.ts'
import { prose } from '../text.ts'
import type { Course } from './course.ts'
import { roles, type TestAsset } from './platform.ts'

export const pollOptions = { timeout: 120_000, interval: 50 }
export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** Attaches us to the platform's assignment, for a class of the test's teacher. */
async function attach({ ana, platform, launch }: Course): Promise<string> {
  const { id: class_group_id } = (await ana.call('POST', '/class-groups', { class_name: 'Year 10 English' }))
    .body as ClassGroup
  const ticket = await launch(platform.choiceClaims(['ltiAssetProcessor']))
  await ana.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true })
  const { status } = await ana.call('POST', `/integrations/lti/launches/${ticket}/answer`, {
    type: 'ltiAssetProcessor',
    class_group_id,
    language: 'en-GB',
  })
  expect(status).toBe(200)
  return class_group_id
}

/**
 * Student submissions on the platform, to the assignment of a course that the test's teacher has attached us
 * to.
 */
export function useSubmissions(course: Course) {
  let classId: string
  beforeEach(async () => {
    const { testApp, platform } = course
    await testApp.database.query('delete from lti_processors')
    platform.broken.clear()
    platform.assets.clear()
    platform.reports.length = 0
    platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] }]
    classId = await attach(course)
  })

  /** A submitted file, by its id at the platform. */
  function handIn(content: string | Buffer = prose(120), change: Partial<TestAsset> = {}): string {
    const id = randomUUID()
    course.platform.assets.set(id, { content, type: 'text/plain', filename: 'essay.txt', ...change })
    return id
  }
  const send = (...tokens: string[]) =>
    course.testApp.app.inject({
      method: 'POST',
      url: '/lti/notices',
      payload: { notices: tokens.map((jwt) => ({ jwt })) },
    })
  const notify = async (...ids: string[]) => send(await course.platform.notice(ids))
  /** The last report that the platform received about a file, not counting that it is being processed. */
  async function lastReport(id: string): Promise<Record<string, unknown>> {
    const about = () =>
      course.platform.reports.findLast(
        ({ assetId, processingProgress }) => assetId === id && processingProgress !== 'Processing',
      )
    await expect.poll(() => lookFor(about), pollOptions).toBeDefined()
    return about() ?? {}
  }
  const documents = async (teacher = course.ana) =>
    (await teacher.call('GET', '/documents')).body as Document[]
  const rows = async () => (await course.testApp.database.query('select * from lti_assets', [])).rows
  /** Runs the jobs of all files, with a given clock. */
  const workBy = async (clock: () => Date, change: object = {}) => {
    const parts = {
      database: course.testApp.database,
      storage: course.testApp.storage,
      storageQuota: course.storageQuota,
      queue: course.testApp.queue,
      egress: createEgress({ allowPrivate: true }),
      publicUrl: 'http://localhost',
      logger: createLog('fatal', { write: () => undefined }),
      ...change,
    }
    for (const { id } of await rows()) {
      await processAsset(parts, String(id), clock).catch((error: unknown) => {
        if (!(error instanceof RetryLaterError)) throw error
      })
    }
  }
  const work = (now: Date, change: object = {}) => workBy(() => now, change)
  /** The value after the worker has looked again. */
  async function lookFor<T>(what: () => T | Promise<T>): Promise<T> {
    await work(new Date())
    return what()
  }
  /** How often the only file was attempted, once no job holds it. */
  const attempts = () =>
    lookFor(async () =>
      (await rows()).map(({ attempts, held_until }) => (held_until === null ? Number(attempts) : null)),
    )

  return {
    /** The assignment's class. */
    get classId() {
      return classId
    },
    handIn,
    send,
    notify,
    lastReport,
    documents,
    rows,
    work,
    workBy,
    lookFor,
    attempts,
  }
}
