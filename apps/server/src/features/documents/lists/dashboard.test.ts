import { type Document, noFigures, type RecentDocument } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { refreshStandings } from '../standing/refresh.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

test('starts with zero documents and no average', async () => {
  const bo = await testApp.teacher('bo')
  expect((await bo.call('GET', '/dashboard/stats')).body).toEqual({
    current_documents: 0,
    deleted_documents: 0,
    total_processed_documents: 0,
    avgScore: null,
    pending: 0,
    flaggedRecent: 0,
    flaggedRecentClosed: 0,
    figures: noFigures,
  })
  expect((await bo.call('GET', '/dashboard/recent')).body).toEqual([])
})

test('counts by status, averages scores, and flags scores of 0.5 or more within seven days', async () => {
  const ana = await testApp.teacher('ana')
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1)
    ids.push(((await ana.call('POST', '/documents/text', { text: prose(60) })).body as Document).id)
  for (const id of ids) await ana.finished(id)
  const day = 24 * 60 * 60 * 1_000
  const set = async (i: number, score: number | null, daysAgo: number, status = 'COMPLETED') => {
    await testApp.database.query(
      'update documents set score = $2, completed_at = $3, status = $4 where id = $1',
      [ids[i], score, new Date(Date.now() - daysAgo * day), status],
    )
    await refreshStandings(testApp.database, ids)
  }
  await set(0, 0.5, 6.9)
  await set(1, 0.95, 7.1)
  await set(2, 0.499, 0)
  await set(3, null, 0)
  await set(4, 0.9, 0, 'ERROR')
  await set(5, null, 0, 'UPLOADED')
  await set(6, 0.003, 0)
  expect((await ana.call('GET', '/dashboard/stats')).body).toEqual({
    current_documents: 7,
    deleted_documents: 0,
    total_processed_documents: 7,
    avgScore: 0.488,
    pending: 1,
    flaggedRecent: 1,
    flaggedRecentClosed: 0,
    figures: {
      ...noFigures,
      documents: 7,
      needs_you: 5,
      unread: 2,
      waiting: 1,
      failed: 1,
      without_student: 6,
    },
  })
  await ana.call('PUT', `/documents/${ids[0]}/done`, { done: true })
  expect((await ana.call('GET', '/dashboard/stats')).body).toMatchObject({
    flaggedRecent: 1,
    flaggedRecentClosed: 1,
    figures: { needs_you: 4, closed: 1 },
  })
  const flagged = (await ana.call('GET', '/documents?finding=recently-flagged')).body as Document[]
  expect(flagged.map(({ id }) => id)).toEqual([ids[0]])
  expect((await ana.call('GET', '/documents/count?finding=recently-flagged')).body).toEqual({ total: 1 })
  const recent = (await ana.call('GET', '/dashboard/recent')).body as RecentDocument[]
  expect(recent.map(({ id }) => id)).toEqual(ids.slice(2).reverse())
  expect(recent[0]).toMatchObject({ student: null })
  await ana.call('DELETE', `/documents/${ids[1]}`)
  expect((await ana.call('GET', '/dashboard/stats')).body).toMatchObject({ avgScore: 0.334 })
})

test('stored and deleted documents add up to those in total, read or not, in the bin or erased', async () => {
  const cy = await testApp.teacher('cy')
  const add = async () =>
    ((await cy.call('POST', '/documents/text', { text: prose(60) })).body as Document).id
  const [kept, failed, binned, erased, restored] = [
    await add(),
    await add(),
    await add(),
    await add(),
    await add(),
  ]
  for (const id of [kept, failed, binned, erased, restored]) await cy.finished(id)
  await testApp.database.query("update documents set status = 'ERROR', score = null where id = $1", [failed])
  for (const id of [failed, binned, erased, restored]) await cy.call('DELETE', `/documents/${id}`)
  await cy.call('DELETE', `/bin/${erased}`)
  await cy.call('POST', `/bin/${restored}/restore`)
  expect((await cy.call('GET', '/dashboard/stats')).body).toMatchObject({
    current_documents: 2,
    deleted_documents: 3,
    total_processed_documents: 5,
  })
})
