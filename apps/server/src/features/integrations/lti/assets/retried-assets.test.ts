import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress } from '../../../../services/egress/egress.ts'
import { useCourse } from '../../../../testing/lti/course.ts'
import { later, pollOptions, useSubmissions } from '../../../../testing/lti/submissions.ts'
import { prose } from '../../../../testing/text.ts'
import { sweepAssets } from './process-assets.ts'

const course = useCourse()
const { handIn, send, notify, lastReport, documents, rows, work, workBy, lookFor, attempts } =
  useSubmissions(course)

describe('a download or report that fails is tried again', () => {
  beforeEach(() => course.testApp.database.query("update lti_processors set language = 'en-GB'", []))
  const held = { egress: { allows: () => true, send: () => Promise.reject(new Error('held')) } }

  test('with growing delays, and finally given up as not downloaded', async () => {
    course.platform.broken.set('/moved', 503)
    const id = handIn()
    await notify(id)
    // The test's clock is an hour ahead, so that the real worker never finds the file due.
    let at = later(60)
    const start =
      'update lti_assets set attempts = 0, next_attempt_at = $1 where held_until is null returning id'
    await expect
      .poll(async () => (await course.testApp.database.query(start, [at])).rows, pollOptions)
      .toHaveLength(1)
    const attempts = async () => (await rows()).map((row) => Number(row.attempts))
    await work(at)
    const [second, minute, hour] = [1_000, 60_000, 3_600_000]
    for (const [index, pause] of [
      10 * second,
      minute,
      5 * minute,
      30 * minute,
      2 * hour,
      6 * hour,
      12 * hour,
    ].entries()) {
      await work(new Date(at.getTime() + pause - 1))
      expect(await attempts()).toEqual([index + 1])
      at = new Date(at.getTime() + pause)
      await work(at)
      expect(await attempts()).toEqual([index + 2])
    }
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Failed', errorCode: 'DOWNLOAD_FAILED' })
    expect(await documents()).toEqual([])
    course.platform.broken.clear()
    await notify(id)
    await expect
      .poll(() => lookFor(() => course.platform.reports.at(-1)?.processingProgress), pollOptions)
      .toBe('Processed')
  })

  test('if the file is not what the platform announced', async () => {
    const id = handIn(prose(80), { sum: 'another' })
    await notify(id)
    await expect.poll(attempts, pollOptions).toEqual([1])
    expect(await documents()).toEqual([])
  })

  test('also for the report, if the platform does not accept it at once', async () => {
    course.platform.broken.set('/reports', 500)
    const id = handIn()
    await notify(id)
    await expect
      .poll(() => lookFor(async () => (await documents())[0]?.status), pollOptions)
      .toBe('COMPLETED')
    await expect.poll(attempts, pollOptions).toEqual([1])
    course.platform.broken.clear()
    await work(later(5))
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Processed' })
  })

  test('but not if the platform no longer wants the report', async () => {
    course.platform.broken.set('/reports', 404)
    const id = handIn()
    await notify(id)
    await expect.poll(() => lookFor(async () => (await rows())[0]?.is_closed), pollOptions).toBe(true)
    expect((await documents())[0]?.status).toBe('COMPLETED')
  })

  test('but not from an internal address that a redirect leads to', async () => {
    const asked: string[] = []
    const id = randomUUID()
    await course.testApp.stopWorker()
    await notify(handIn())
    const outside = createEgress({ allowPrivate: true })
    const guard = createEgress({ allowPrivate: false })
    const egress = {
      allows: guard.allows,
      send: (outgoing: Parameters<typeof outside.send>[0]) => {
        asked.push(outgoing.url)
        if (outgoing.url.includes('/moved/'))
          return Promise.resolve({
            status: 302,
            headers: { location: `http://169.254.169.254/${id}` },
            body: Buffer.alloc(0),
          })
        return outgoing.url.includes('169.254') ? guard.send(outgoing) : outside.send(outgoing)
      },
    }
    await work(new Date(), { egress })
    expect(asked).toContain(`http://169.254.169.254/${id}`)
    expect(course.platform.reports.at(-1)).toMatchObject({
      processingProgress: 'Failed',
      errorCode: 'DOWNLOAD_FAILED',
    })
    await expect(work(later(1), held)).resolves.toBeUndefined()
  })
})

describe('a notice that was acknowledged is not lost', () => {
  test('if the process dies before the download: the next process fetches it, once', async () => {
    const id = handIn()
    expect((await notify(id)).statusCode).toBe(200)
    // A process locks the row and then dies.
    await course.testApp.database.query(
      "update lti_assets set held_until = now() + interval '3 minutes', attempts = 1",
      [],
    )
    await work(later(1))
    expect(await documents()).toEqual([])
    await work(later(4))
    expect(await documents()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ asset_id: id, person: null, fetched_at: expect.anything() }])
  })

  test('and becomes one document, however often it is sent', async () => {
    const token = await course.platform.notice([handIn()])
    expect([(await send(token)).statusCode, (await send(token)).statusCode]).toEqual([200, 200])
    await work(new Date())
    await send(token)
    await work(later(1))
    expect(await documents()).toHaveLength(1)
  })

  test('and is forgotten if it never became a document', async () => {
    await notify(handIn())
    await sweepAssets({ database: course.testApp.database }, later(31 * 24 * 60))
    expect(await rows()).toEqual([])
  })

  test('and stays leased to its worker during the download, however long earlier files took', async () => {
    await course.testApp.stopWorker()
    await notify(...Array.from({ length: 12 }, () => handIn()))
    let time = Date.now() + 1_000
    const outside = createEgress({ allowPrivate: true })
    const send: Egress['send'] = async (outgoing) => {
      const [, id] = outgoing.url.split('/moved/')
      if (id !== undefined) {
        time += 40_000
        const row = (await rows()).find(({ asset_id }) => asset_id === id)
        expect(Number(row?.held_until)).toBeGreaterThan(time)
      }
      return outside.send(outgoing)
    }
    await workBy(() => new Date(time), { egress: { ...outside, send } })
    expect(await documents()).toHaveLength(12)
  })
})
