import { expect, test } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'

test('an installation that sells plans never compares texts across its teachers', async () => {
  const testApp = await startTestApp({
    adminEmails: ['root@school.example'],
    works: false,
    payment: (fake) => ({ ...fake, provider: 'stripe' }),
  })
  try {
    const root = await testApp.teacher('root')
    expect((await root.call('GET', '/admin/school-comparison')).body).toEqual({ is_on: false, is_possible: false })
    expect(await root.call('PUT', '/admin/school-comparison', { is_on: true })).toMatchObject({
      status: 409,
      body: { reason: { code: 'school_comparison_impossible' } },
    })
  } finally {
    await testApp.close()
  }
})
