import { Installation } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHouse, type TestHouse } from '../../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())

test('tells the administrator about the installation, and nobody else', async () => {
  const operator = await house.teacher('ana')
  // Whoever comes first is the administrator.
  await operator.call('GET', '/teachers/me')
  const { status, body } = await operator.call('GET', '/admin/installation')
  expect(status).toBe(200)
  expect(Installation.parse(body)).toMatchObject({ detector: { name: 'tiny' }, warnings: [] })
  const other = await house.teacher('bo')
  expect((await other.call('GET', '/admin/installation')).status).toBe(403)
})
