import { Installation } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bibliography } from '../../../services/catalogues/bibliography.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

test('describes the installation to administrators only', async () => {
  const operator = await testApp.teacher('ana')
  // The first account becomes the administrator.
  await operator.call('GET', '/teachers/me')
  const { status, body } = await operator.call('GET', '/admin/installation')
  expect(status).toBe(200)
  expect(Installation.parse(body)).toMatchObject({
    detector: { name: 'tiny' },
    warnings: [],
    reference_services: [],
  })
  const other = await testApp.teacher('bo')
  expect((await other.call('GET', '/admin/installation')).status).toBe(403)
})

test('names the catalogues that references are looked up in', async () => {
  const bibliography: Bibliography = { services: ['crossref', 'openalex'], ask: async () => [] }
  const asking = await startTestApp({ bibliography })
  try {
    const operator = await asking.teacher('ana')
    await operator.call('GET', '/teachers/me')
    const { body } = await operator.call('GET', '/admin/installation')
    expect(Installation.parse(body).reference_services).toEqual(['crossref', 'openalex'])
  } finally {
    await asking.close()
  }
})
