import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
})
afterAll(() => testApp.close())

const stored = async () =>
  (await testApp.database.query('select integration from integration_interests order by integration')).rows

test('records which integration a teacher would like, once', async () => {
  const ana = await testApp.teacher('ana')
  for (const integration of ['moodle', 'moodle', 'teams'])
    expect(await ana.call('POST', '/integrations/interests', { integration })).toMatchObject({
      status: 200,
      body: { integration },
    })
  expect(await stored()).toEqual([{ integration: 'moodle' }, { integration: 'teams' }])
})

test('shows only administrators how many teachers would like each', async () => {
  const [operator, cy] = [await testApp.teacher('ana'), await testApp.teacher('cy')]
  await cy.call('POST', '/integrations/interests', { integration: 'teams' })
  const { status, body, text } = await operator.call('GET', '/admin/interests')
  expect([status, body]).toEqual([
    200,
    [
      { integration: 'teams', teachers: 2 },
      { integration: 'moodle', teachers: 1 },
    ],
  ])
  expect(text).not.toContain('cy')
  expect(await cy.call('GET', '/admin/interests')).toMatchObject({ status: 403 })
})

test('records only integrations that are offered', async () => {
  const bo = await testApp.teacher('bo')
  const before = await stored()
  expect(await bo.call('POST', '/integrations/interests', { integration: 'fax' })).toMatchObject({
    status: 422,
    body: { code: 'invalid_input', detail: [{ loc: ['integration'] }] },
  })
  expect(await stored()).toEqual(before)
})
