import type { LtiOpened, Student } from '@penmark/contract'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret, newSecret } from '../../../../lib/secrets.ts'
import { roles, startTestPlatform, type TestPlatform } from '../../../../testing/lti/platform.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { publicKeys } from '../platforms/tokens.ts'

let testApp: TestApp
let platform: TestPlatform
let platformId: string
beforeAll(async () => {
  testApp = await startTestApp({ works: false, planLimits: false })
  platform = await startTestPlatform()
  const operator = await testApp.teacher('operator')
  platformId = (
    (await operator.call('POST', '/admin/lti/platforms', platform.description)).body as { id: string }
  ).id
})
afterAll(async () => {
  await testApp.close()
  await platform.close()
})

/** The class of a course that a teacher launched from. */
async function classOf(teacher: TestTeacher, names_url: string | null, course = 'course-12') {
  const ticket = newSecret()
  await testApp.database.query(
    `insert into lti_launches (ticket_hash, platform_id, subject, context_id, context_title, names_url, expires_at)
     values ($1, $2, $3, $5, 'The course ' || $5, $4, now() + interval '5 minutes')`,
    [hashSecret(ticket), platformId, ticket, names_url, course],
  )
  return (await teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true }))
    .body as Extract<LtiOpened, { state: 'open' }>
}
const add = (teacher: TestTeacher, id: string | null) =>
  teacher.call('POST', `/integrations/lti/classes/${id ?? ''}/students`)
const students = async (teacher: TestTeacher) =>
  (await teacher.call('GET', '/students?sort=last_name&order=asc')).body as Student[]

test('adds the learners of a course page by page, and skips members who are not learners, inactive or nameless', async () => {
  const ana = await testApp.teacher('ana')
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
  expect(await add(ana, class_group_id)).toMatchObject({
    status: 200,
    body: { added: 2, left_out: 1, removed: 0 },
  })
  expect(await students(ana)).toMatchObject([
    {
      first_name: 'Ida',
      last_name: 'Bell',
      email: 'ida@school.example',
      external_student_id: 'u1',
      class_group_ids: [class_group_id],
    },
    {
      first_name: 'Ben van',
      last_name: 'Dam',
      email: null,
      external_student_id: 'u3',
      class_group_ids: [class_group_id],
    },
  ])
  expect(await add(ana, class_group_id)).toMatchObject({
    status: 200,
    body: { added: 0, left_out: 1, removed: 0 },
  })
  expect(await students(ana)).toHaveLength(2)
})

test('removes only students who came from the course and left it, and no documents', async () => {
  const fay = await testApp.teacher('fay')
  const learner = { roles: [roles.learner], status: 'Active' }
  const ida = { ...learner, user_id: 'u1', given_name: 'Ida', family_name: 'Bell' }
  const ben = { ...learner, user_id: 'u2', given_name: 'Ben', family_name: 'Ash' }
  platform.people = [ida, ben]
  const { class_group_id } = await classOf(fay, platform.namesUrl)
  const id = class_group_id ?? ''
  expect(await fay.call('GET', `/integrations/lti/classes/${id}`)).toMatchObject({
    status: 200,
    body: { platform: 'Moodle of the school' },
  })
  await add(fay, id)
  const own = (
    await fay.call('POST', '/students', { first_name: 'By', last_name: 'Hand', external_student_id: 'u9' })
  ).body as Student
  await fay.call('POST', `/class-groups/${id}/students/${own.id}`)
  const left = (await students(fay)).find(({ external_student_id }) => external_student_id === 'u2')
  const owners = { class_group_id: id, student_id: left?.id }
  const document = (await fay.call('POST', '/documents/text', { text: 'An essay of before.', ...owners }))
    .body as { id: string }

  platform.people = [ida, { ...ben, status: 'Inactive' }]
  expect(await add(fay, id)).toMatchObject({ status: 200, body: { added: 0, left_out: 0, removed: 1 } })
  expect(await students(fay)).toMatchObject([
    { external_student_id: 'u2', class_group_ids: [] },
    { external_student_id: 'u1', class_group_ids: [id] },
    { external_student_id: 'u9', class_group_ids: [id] },
  ])
  expect(await fay.call('GET', `/documents/${document.id}`)).toMatchObject({ status: 200, body: owners })

  platform.people = [ida, ben]
  expect(await add(fay, id)).toMatchObject({ status: 200, body: { added: 1, left_out: 0, removed: 0 } })
  expect((await students(fay)).find(({ id }) => id === left?.id)?.class_group_ids).toEqual([id])
})

test('does not add back students whom the teacher removed from the class', async () => {
  const ivy = await testApp.teacher('ivy')
  platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] }]
  const { class_group_id } = await classOf(ivy, platform.namesUrl)
  await add(ivy, class_group_id)
  const [ida] = await students(ivy)
  await ivy.call('DELETE', `/class-groups/${class_group_id}/students/${ida?.id}`)
  expect(await add(ivy, class_group_id)).toMatchObject({
    status: 200,
    body: { added: 0, left_out: 1, removed: 0 },
  })
  expect(await students(ivy)).toMatchObject([{ class_group_ids: [] }])
})

test('adds a student of another course of the platform to this class as the same student', async () => {
  const joy = await testApp.teacher('joy')
  platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] }]
  const { class_group_id: english } = await classOf(joy, platform.namesUrl)
  await add(joy, english)
  const { class_group_id: history } = await classOf(joy, platform.namesUrl, 'course-13')
  platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell-Ray', roles: [roles.learner] }]
  expect(await add(joy, history)).toMatchObject({ status: 200, body: { added: 1, left_out: 0, removed: 0 } })
  const [ida, ...others] = await students(joy)
  expect(others).toEqual([])
  expect(new Set(ida?.class_group_ids)).toEqual(new Set([english, history]))
})

test('matches a student with a platform member only by both number and name', async () => {
  const kay = await testApp.teacher('kay')
  await kay.call('POST', '/students', { first_name: 'Ben', last_name: 'Ash', external_student_id: '1' })
  await kay.call('POST', '/students', { first_name: 'IDA', last_name: 'Bell', external_student_id: '2' })
  const learner = { roles: [roles.learner] }
  platform.people = [
    { ...learner, user_id: '1', given_name: 'Eve', family_name: 'Long' },
    { ...learner, user_id: '2', name: 'Ida  Bell' },
  ]
  const { class_group_id } = await classOf(kay, platform.namesUrl)
  expect(await add(kay, class_group_id)).toMatchObject({
    status: 200,
    body: { added: 1, left_out: 1, removed: 0 },
  })
  expect(await students(kay)).toMatchObject([
    { last_name: 'Ash', class_group_ids: [] },
    { last_name: 'Bell', class_group_ids: [class_group_id] },
  ])
})

test('does not empty a class if the platform lists no members, or fails', async () => {
  const gus = await testApp.teacher('gus')
  platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] }]
  const { class_group_id } = await classOf(gus, platform.namesUrl)
  await add(gus, class_group_id)
  platform.people = [{ user_id: 't1', given_name: 'Tom', family_name: 'Lee', roles: [roles.instructor] }]
  expect(await add(gus, class_group_id)).toMatchObject({
    status: 200,
    body: { added: 0, left_out: 0, removed: 0 },
  })
  platform.broken.set('/names', 500)
  expect(await add(gus, class_group_id)).toMatchObject({ status: 503 })
  platform.broken.clear()
  expect(await students(gus)).toMatchObject([{ class_group_ids: [class_group_id] }])
})

test("requests the token with the product's own key, for this platform only", async () => {
  const { payload } = await jwtVerify(
    platform.assertion,
    createLocalJWKSet(await publicKeys(testApp.database)),
    {
      issuer: platform.description.client_id,
      subject: platform.description.client_id,
      audience: `${platform.description.issuer}/token`,
      maxTokenAge: '1m',
    },
  )
  expect(payload.jti).toMatch(/^[\da-f-]{36}$/)
})

test('offers no students if the platform lists none, and says so on request', async () => {
  const bo = await testApp.teacher('bo')
  const { class_group_id, can_add_students } = await classOf(bo, null)
  expect(can_add_students).toBe(false)
  expect(await add(bo, class_group_id)).toMatchObject({ status: 409 })
})

test('changes nothing if the platform does not answer properly', async () => {
  const cy = await testApp.teacher('cy')
  const { class_group_id } = await classOf(cy, `${platform.description.issuer}/nothing`)
  expect(await add(cy, class_group_id)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('Nothing was changed') },
  })
  expect(await students(cy)).toEqual([])
})

test('names no platform for a class created by hand', async () => {
  const hal = await testApp.teacher('hal')
  const { id } = (await hal.call('POST', '/class-groups', { class_name: 'By hand' })).body as { id: string }
  expect(await hal.call('GET', `/integrations/lti/classes/${id}`)).toMatchObject({
    status: 200,
    body: { platform: null },
  })
})

test('finds no course of another teacher, and none for a class created by hand', async () => {
  const [di, ed] = [await testApp.teacher('di'), await testApp.teacher('ed')]
  const { class_group_id } = await classOf(di, platform.namesUrl)
  expect(await add(ed, class_group_id)).toMatchObject({ status: 404 })
  const { id } = (await ed.call('POST', '/class-groups', { class_name: 'By hand' })).body as { id: string }
  expect(await add(ed, id)).toMatchObject({ status: 404 })
})

const learning = { roles: [roles.learner], status: 'Active' }
const ida = { ...learning, user_id: 'u1', given_name: 'Ida', family_name: 'Bell' }

test.each([
  ['a NUL in the name', { ...learning, user_id: 'u2', name: 'Ben\u0000 Ash' }, 'Ben Ash'],
  [
    'a very long name',
    { ...learning, user_id: 'u2', given_name: 'B'.repeat(900), family_name: 'Ash' },
    'B'.repeat(100),
  ],
  ['a numeric id', { ...learning, user_id: 17, given_name: 'Ben', family_name: 'Ash' }, 'Ben Ash'],
  ['no id at all', { ...learning, email: 'ben@school.example' }, 'ben@school.example'],
  ['no roles', { user_id: 'u2', given_name: 'Ben', family_name: 'Ash', status: 'Active' }, 'Ben Ash'],
  ['half of a character', { ...learning, user_id: 'u2', name: 'Ben \ud83d' }, 'Ben \ufffd'],
])('skips and names one member with %s, and adds the others', async (name, odd, label) => {
  const gia = await testApp.teacher(`gia-${name.replaceAll(' ', '-')}`)
  platform.people = [odd as (typeof platform.people)[number], ida]
  const { class_group_id } = await classOf(gia, platform.namesUrl, `course ${name}`)
  const { status, body } = await add(gia, class_group_id)
  expect({ status, body }).toMatchObject({ status: 200, body: { added: 1, left_out: 1, removed: 0 } })
  const [named = ''] = (body as { skipped: string[] }).skipped
  expect(named.startsWith(label.slice(0, 100))).toBe(true)
  expect(await students(gia)).toMatchObject([{ first_name: 'Ida', last_name: 'Bell' }])
})

test('keeps a student in the class whose details can no longer be read, and adds one whose email is unusable', async () => {
  const hal = await testApp.teacher('hal')
  const ben = {
    ...learning,
    user_id: 'u2',
    given_name: 'Ben',
    family_name: 'Ash',
    email: `${'a'.repeat(600)}@school.example`,
  }
  platform.people = [ida, ben]
  const { class_group_id } = await classOf(hal, platform.namesUrl, 'course of Hal')
  expect((await add(hal, class_group_id)).body).toMatchObject({ added: 2, left_out: 0, skipped: [] })
  const { roles: _roles, ...roleless } = ben
  platform.people = [ida, roleless as typeof ben]
  expect((await add(hal, class_group_id)).body).toMatchObject({
    added: 0,
    left_out: 1,
    removed: 0,
    skipped: ['Ben Ash'],
  })
  platform.people = [{ ...learning, given_name: 'No', family_name: 'Id' } as unknown as typeof ben, ben]
  expect((await add(hal, class_group_id)).body).toMatchObject({ removed: 0, skipped: ['No Id'] })
  expect((await students(hal)).map(({ class_group_ids }) => class_group_ids)).toEqual([
    [class_group_id],
    [class_group_id],
  ])
})

test('adds a course of two thousand in one call, and takes out those who left it', async () => {
  const jon = await testApp.teacher('jon')
  platform.people = Array.from({ length: 2_000 }, (_, nth) => ({
    ...learning,
    user_id: `many-${nth}`,
    given_name: `Ida ${nth}`,
    family_name: 'Bell',
  }))
  platform.peoplePerPage = 200
  const { class_group_id } = await classOf(jon, platform.namesUrl, 'course of thousands')
  expect((await add(jon, class_group_id)).body).toMatchObject({ added: 2_000, left_out: 0, removed: 0 })
  platform.people = platform.people.slice(0, 100)
  expect((await add(jon, class_group_id)).body).toMatchObject({ added: 0, left_out: 0, removed: 1_900 })
  platform.peoplePerPage = 1
})

test('adds somebody who is listed twice once, and never takes two people for one whose ids differ in case', async () => {
  const kim = await testApp.teacher('kim')
  const ben = { ...learning, user_id: 'U1', given_name: 'Ben', family_name: 'Ash' }
  platform.people = [ida, { ...ida, roles: [roles.learner, 'Observer'] }, ben]
  const { class_group_id } = await classOf(kim, platform.namesUrl, 'course of doubles')
  expect((await add(kim, class_group_id)).body).toMatchObject({ added: 1, left_out: 1, removed: 0 })
  expect(await students(kim)).toMatchObject([{ first_name: 'Ida', external_student_id: 'u1' }])
})

test('passes over what is no member, and roles that it does not know', async () => {
  const leo = await testApp.teacher('leo')
  const strange = [null, 'Ida', 7, [], {}, { ...learning, user_id: 'u2', roles: 'Learner' }]
  const others = [
    { ...learning, user_id: 'u3', name: 'Ann Lee', roles: ['urn:example#Auditor', ''] },
    { ...learning, user_id: 'u4', name: 'Tom Lee', status: 'Deleted' },
  ]
  platform.people = [...strange, ...others, ida] as typeof platform.people
  const { class_group_id } = await classOf(leo, platform.namesUrl, 'course of strangers')
  expect((await add(leo, class_group_id)).body).toMatchObject({ added: 1, left_out: strange.length })
  expect(await students(leo)).toMatchObject([{ first_name: 'Ida' }])
})
