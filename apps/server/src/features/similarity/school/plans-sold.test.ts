import type { Document } from '@penmark/contract'
import { expect, test } from 'vitest'
import { insertSchoolMatch } from '../../../testing/records/school-match.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { endSchoolComparison } from '../school.ts'

test('an installation that sells plans never compares texts across its teachers', async () => {
  const testApp = await startTestApp({
    adminEmails: ['root@school.example'],
    works: false,
    payment: (fake) => ({ ...fake, provider: 'stripe' }),
  })
  try {
    const root = await testApp.teacher('root')
    expect((await root.call('GET', '/admin/school-comparison')).body).toEqual({
      is_on: false,
      is_possible: false,
    })
    expect(await root.call('PUT', '/admin/school-comparison', { is_on: true })).toMatchObject({
      status: 409,
      body: { reason: { code: 'school_comparison_impossible' } },
    })
  } finally {
    await testApp.close()
  }
})

test('an installation that begins to sell plans ends the comparison, with everything that was found', async () => {
  const testApp = await startTestApp({ adminEmails: ['root@school.example'], works: false })
  try {
    const root = await testApp.teacher('root')
    expect((await root.call('PUT', '/admin/school-comparison', { is_on: true })).status).toBe(200)
    const { id } = (await root.call('POST', '/documents/text', { text: prose(60) })).body as Document
    await insertSchoolMatch(testApp.database, id)
    await endSchoolComparison(testApp.database)
    expect((await root.call('GET', '/admin/school-comparison')).body).toMatchObject({ is_on: false })
    for (const table of ['school_matches', 'comparison_requests'])
      expect((await testApp.database.query(`select 1 from ${table}`)).rows).toEqual([])
  } finally {
    await testApp.close()
  }
})
