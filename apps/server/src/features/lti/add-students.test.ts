import type { LtiOpened, Student } from '@penmark/contract'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHouse, type TestHouse, type TestTeacher } from '../../testing/house.ts'
import { roles, startTestPlatform, type TestPlatform } from '../../testing/platform.ts'
import { hashOf, newSecret } from './begin-login.ts'
import { publicKeys } from './own-keys.ts'

let house: TestHouse
let platform: TestPlatform
let platformId: string
beforeAll(async () => {
  house = await startTestHouse({ works: false })
  platform = await startTestPlatform()
  const operator = await house.teacher('operator')
  platformId = ((await operator.call('POST', '/admin/lti/platforms', platform.description)).body as { id: string }).id
})
afterAll(async () => {
  await house.close()
  await platform.close()
})

/** The class of a course that a teacher has come from. */
async function classOf(teacher: TestTeacher, names_url: string | null) {
  const ticket = newSecret()
  await house.database.query(
    `insert into lti_launches (ticket_hash, platform_id, subject, context_id, context_title, names_url, expires_at)
     values ($1, $2, $3, 'course-12', 'Year 10 English', $4, now() + interval '5 minutes')`,
    [hashOf(ticket), platformId, ticket, names_url],
  )
  return (await teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true })).body as Extract<
    LtiOpened,
    { state: 'open' }
  >
}
const add = (teacher: TestTeacher, id: string | null) => teacher.call('POST', `/integrations/lti/classes/${id ?? ''}/students`)
const students = async (teacher: TestTeacher) => (await teacher.call('GET', '/students?sort=last_name&order=asc')).body as Student[]

test('adds the learners of a course page by page, and leaves out who is no learner, no longer there, or known already', async () => {
  const ana = await house.teacher('ana')
  const learner = { roles: [roles.learner], status: 'Active' }
  platform.people = [
    { ...learner, user_id: 'u1', given_name: 'Ida', family_name: 'Bell', email: 'ida@school.example' },
    { user_id: 'u2', given_name: 'Teacher', family_name: 'One', roles: [roles.instructor] },
    { ...learner, user_id: 'u3', name: 'Ben van Dam' },
    { ...learner, user_id: 'u4', given_name: 'Gone', family_name: 'Away', status: 'Inactive' },
    { ...learner, user_id: 'u5' },
  ]
  const { class_group_id, can_add_students } = await classOf(ana, platform.namesUrl)
  expect(can_add_students).toBe(true)
  expect(await add(ana, class_group_id)).toMatchObject({ status: 200, body: { added: 2, left_out: 1 } })
  expect(await students(ana)).toMatchObject([
    { first_name: 'Ida', last_name: 'Bell', email: 'ida@school.example', external_student_id: 'u1', class_group_ids: [class_group_id] },
    { first_name: 'Ben van', last_name: 'Dam', email: null, external_student_id: 'u3', class_group_ids: [class_group_id] },
  ])
  expect(await add(ana, class_group_id)).toMatchObject({ status: 200, body: { added: 0, left_out: 3 } })
  expect(await students(ana)).toHaveLength(2)
})

test('asks for the token with our own key, for the platform alone', async () => {
  const { payload } = await jwtVerify(platform.assertion, createLocalJWKSet(await publicKeys(house.database)), {
    issuer: platform.description.client_id,
    subject: platform.description.client_id,
    audience: `${platform.description.issuer}/token`,
    maxTokenAge: '1m',
  })
  expect(payload.jti).toMatch(/^[\da-f-]{36}$/)
})

test('offers no students where the platform names none, and says so when it is asked', async () => {
  const bo = await house.teacher('bo')
  const { class_group_id, can_add_students } = await classOf(bo, null)
  expect(can_add_students).toBe(false)
  expect(await add(bo, class_group_id)).toMatchObject({ status: 409 })
})

test('changes nothing where the platform does not answer as it should', async () => {
  const cy = await house.teacher('cy')
  const { class_group_id } = await classOf(cy, `${platform.description.issuer}/nothing`)
  expect(await add(cy, class_group_id)).toMatchObject({ status: 503, body: { detail: expect.stringContaining('Nothing was changed') } })
  expect(await students(cy)).toEqual([])
})

test('knows no course of another teacher, and none of a class made by hand', async () => {
  const [di, ed] = [await house.teacher('di'), await house.teacher('ed')]
  const { class_group_id } = await classOf(di, platform.namesUrl)
  expect(await add(ed, class_group_id)).toMatchObject({ status: 404 })
  const { id } = (await ed.call('POST', '/class-groups', { class_name: 'By hand' })).body as { id: string }
  expect(await add(ed, id)).toMatchObject({ status: 404 })
})
