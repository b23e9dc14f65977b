import { AdminTeacher, AuditEntry, type Teacher } from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Person } from '../../../services/identity/identity.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { needsTwoFactor, readTwoFactor } from './two-factor.ts'

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}
const off = '/admin/teachers/bo/second-step'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ works: false, twoFactorOf: 'administrators' })
  ana = await testApp.teacher('ana')
  await ana.call('PUT', '/teachers/me', profile)
  bo = await testApp.teacher('bo')
  await bo.call('PUT', '/teachers/me', profile)
})
beforeEach(() => {
  testApp.withTwoFactor.clear()
  testApp.withTwoFactor.add('ana')
})
afterAll(() => testApp.close())

const readMe = async (teacher: TestTeacher) => (await teacher.call('GET', '/teachers/me')).body as Teacher

describe('an administrator who must use two-factor authentication', () => {
  test.each([
    ['GET', '/admin/teachers/all'],
    ['GET', '/class-groups/all-admin'],
    ['GET', '/admin/installation'],
    ['DELETE', off],
  ] as const)('is refused at %s %s until it is on, and is told why', async (method, address) => {
    testApp.withTwoFactor.clear()
    testApp.withTwoFactor.add('bo')
    const refused = await ana.call(method, address)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'not_allowed', detail: expect.stringMatching(/two-factor authentication/) },
    })
    testApp.withTwoFactor.add('ana')
    expect((await ana.call(method, address)).status).toBe(200)
  })

  test('sees it in the profile, and can work as a teacher meanwhile', async () => {
    testApp.withTwoFactor.clear()
    expect(await readMe(ana)).toMatchObject({ is_administrator: true, needs_second_step: true })
    expect((await ana.call('GET', '/students')).status).toBe(200)
    testApp.withTwoFactor.add('ana')
    expect(await readMe(ana)).toMatchObject({ needs_second_step: false })
  })

  test('is not a plain teacher, who needs none and gains no rights by it', async () => {
    expect(await readMe(bo)).toMatchObject({ is_administrator: false, needs_second_step: false })
    testApp.withTwoFactor.add('bo')
    expect(await bo.call('GET', '/admin/teachers/all')).toMatchObject({
      status: 403,
      body: { detail: 'Only administrators may do this.' },
    })
  })
})

test('with another identity provider nothing is required or known here', async () => {
  const identity = { twoFactorControl: null }
  const parts = { database: testApp.database, identity, twoFactorOf: 'administrators' as const }
  expect(
    await needsTwoFactor(parts, {
      teacher_id: 'x',
      is_administrator: true,
      person: { subject: 'ana' } as Person,
    }),
  ).toBe(false)
  expect((await readTwoFactor(testApp.database, identity, ['ana']))('ana')).toBeNull()
})

describe('two-factor authentication of a teacher', () => {
  const listed = async () => z.array(AdminTeacher).parse((await ana.call('GET', '/admin/teachers/all')).body)

  test('is shown to administrators, who can remove it, which is audited', async () => {
    testApp.withTwoFactor.add('bo')
    const standing = Object.fromEntries(
      (await listed()).map(({ kinde_id, has_second_step }) => [kinde_id, has_second_step]),
    )
    expect(standing).toEqual({ ana: true, bo: true })
    expect(await ana.call('DELETE', off)).toMatchObject({
      status: 200,
      body: { kinde_id: 'bo', has_second_step: false },
    })
    expect((await listed()).find(({ kinde_id }) => kinde_id === 'bo')).toMatchObject({
      has_second_step: false,
    })
    const [entry] = z.array(AuditEntry).parse((await ana.call('GET', '/admin/audit')).body)
    expect(entry).toMatchObject({
      action: 'second-step.remove',
      teacher_email: 'bo@school.example',
      administrator_email: 'ana@school.example',
    })
  })

  test.each(['/admin/teachers/bo/second-step', '/admin/teachers/nobody/second-step'])(
    'that is not set up gives 404 at %s',
    async (address) => {
      const entries = async () => (await ana.call('GET', '/admin/audit')).body
      const before = await entries()
      expect((await ana.call('DELETE', address)).status).toBe(404)
      expect(await entries()).toEqual(before)
    },
  )
})
