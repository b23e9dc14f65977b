import type {
  ClassGroup,
  LtiOpened,
  OpenedWritingRoom,
  Student,
  WritingRoom,
  WritingTask,
  WritingTaskView,
} from '@penmark/contract'
import { describe, expect, test } from 'vitest'
import { claim, useCourse } from '../../../../testing/lti/course.ts'
import { roles } from '../../../../testing/lti/platform.ts'
import type { TestTeacher } from '../../../../testing/test-app.ts'

const course = useCourse({ works: false })
const { beginLaunch, follow, land, launch, post } = course

const ida = {
  sub: 'u1',
  name: 'Ida Bell',
  given_name: 'Ida',
  family_name: 'Bell',
  [claim('roles')]: [roles.learner],
}
const withTask = (task_id: string, claims: object = {}) => ({
  ...ida,
  [claim('custom')]: { penmark_task: task_id },
  ...claims,
})
const reasonOf = (to: URL) => (to.pathname === '/lti/refused' ? to.searchParams.get('reason') : null)

const open = (teacher: TestTeacher, ticket: string) =>
  teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true })
const view = async (task_id: string, teacher = course.ana) =>
  (await teacher.call('GET', `/writing-tasks/${task_id}`)).body as WritingTaskView

async function setTask(teacher: TestTeacher, change: object = {}) {
  const { id: class_group_id } = (
    await teacher.call('POST', '/class-groups', { class_name: 'Year 10 English' })
  ).body as ClassGroup
  const task = (await teacher.call('POST', '/writing-tasks', {
    class_group_id,
    title: 'A place you know',
    instructions: '',
    due_at: null,
    words_min: null,
    words_max: null,
    pasting: 'shown',
    sources: null,
    language: 'en-GB',
    pin: null,
    ...change,
  })) as { status: number; body: WritingTask }
  expect(task.status).toBe(201)
  return task.body
}
/** Chooses the task as what the course links to. */
async function link(teacher: TestTeacher, task_id: string, claims: object = {}) {
  const ticket = await launch({ ...course.platform.choiceClaims(['ltiResourceLink']), ...claims })
  await open(teacher, ticket)
  const answer = await teacher.call('POST', `/integrations/lti/launches/${ticket}/answer`, {
    type: 'ltiResourceLink',
    task_id,
  })
  return { ticket, answer }
}
async function linkedTask(change: object = {}) {
  const task = await setTask(course.ana, change)
  expect((await link(course.ana, task.id)).answer.status).toBe(200)
  return task
}
const sessionIn = (to: URL) => /^#lti\.[\da-f-]{36}\.([\w-]{43})$/.exec(to.hash)?.[1] ?? ''
const room = async (path: string, payload: object) => {
  const { statusCode, body } = await course.testApp.app.inject({
    method: 'POST',
    url: `/api/v1/writing-room/${path}`,
    payload,
  })
  return { status: statusCode, body: JSON.parse(body) as WritingRoom }
}

describe('a writing task chosen by deep linking', () => {
  test('is stored with the link as its id, under its own title', async () => {
    const task = await setTask(course.ana)
    const { ticket } = await link(course.ana, task.id)
    const page = await course.testApp.app.inject({ method: 'GET', url: `/lti/answer?ticket=${ticket}` })
    const [, payload = ''] = (/name="JWT" value="([^"]+)"/.exec(page.body)?.[1] ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
    expect(claims['https://purl.imsglobal.org/spec/lti-dl/claim/content_items']).toEqual([
      {
        type: 'ltiResourceLink',
        title: 'A place you know',
        url: 'http://localhost/lti/launch',
        custom: { penmark_task: task.id },
      },
    ])
  })

  test("cannot be another teacher's or one whose class was deleted, and needs a course", async () => {
    const bo = await course.another('bo')
    const foreign = await setTask(bo)
    expect((await link(course.ana, foreign.id)).answer.status).toBe(404)
    const own = await setTask(course.ana)
    expect((await link(course.ana, own.id, { [claim('context')]: undefined })).answer.status).toBe(409)
    await course.ana.call('DELETE', `/class-groups/${own.class_group_id}`)
    expect((await link(course.ana, own.id)).answer.status).toBe(409)
  })

  test('cannot be chosen by a student', async () => {
    expect(
      reasonOf(
        await follow({ ...course.platform.choiceClaims(['ltiResourceLink']), ...withTask('0'.repeat(36)) }),
      ),
    ).toBe('role')
  })

  test('opens as the task for its teacher, and for no other', async () => {
    const task = await linkedTask()
    const asInstructor = { [claim('custom')]: { penmark_task: task.id } }
    expect((await open(course.ana, await launch(asInstructor))).body as LtiOpened).toEqual({
      state: 'task',
      task_id: task.id,
    })
    const bo = await course.another('bo')
    expect(await open(bo, await launch({ ...asInstructor, sub: 'moodle-user-8' }))).toMatchObject({
      status: 404,
    })
  })
})

describe('a student who follows the link of a writing task', () => {
  test('arrives in the writing room as themselves, without a personal link, an account or the PIN', async () => {
    const task = await linkedTask({ pin: '4711' })
    const to = await follow(withTask(task.id))
    expect(to.pathname).toBe('/write')
    const { status, body } = await room('read', { session: sessionIn(to) })
    expect([status, body.student_name, body.task.title]).toEqual([200, 'Ida Bell', 'A place you know'])
    const { students } = await view(task.id)
    expect(students).toMatchObject([
      { student_name: 'Ida Bell', link: { opened_at: expect.any(String), revoked_at: null } },
    ])
  })

  test('finds the same text again, on every device', async () => {
    const task = await linkedTask()
    const [first, second] = [
      await follow(withTask(task.id)),
      await follow(withTask(task.id, { name: 'Ida Bell-Ash', given_name: 'Idina' })),
    ]
    expect(first.hash.split('.')[1]).toBe(second.hash.split('.')[1])
    expect(sessionIn(first)).not.toBe(sessionIn(second))
    expect((await room('accept', { session: sessionIn(first) })).status).toBe(200)
    expect((await room('read', { session: sessionIn(second) })).body.accepted_at).not.toBeNull()
    expect((await view(task.id)).students).toHaveLength(1)
  })

  test('continues the text that a personal link began, and both stay open', async () => {
    const task = await linkedTask()
    await follow(withTask(task.id))
    const [student] = (await view(task.id)).students
    const made = await course.ana.call('POST', `/writing-tasks/${task.id}/links`, {
      student_ids: [student?.student_id],
    })
    const [url] = (made.body as { links: { url: string }[] }).links.map((each) => each.url)
    const byLink = await room('open', { token: url?.split('#')[1], pin: null })
    const { session } = byLink.body as unknown as Extract<OpenedWritingRoom, { state: 'open' }>
    await follow(withTask(task.id))
    expect((await room('read', { session })).status).toBe(200)
    expect((await view(task.id)).students).toHaveLength(1)
  })

  test('is not taken for a student with the same number but another name', async () => {
    const task = await linkedTask()
    const { status } = await course.ana.call('POST', '/students', {
      first_name: 'Ben',
      last_name: 'Ash',
      external_student_id: 'u1',
    })
    expect(status).toBe(201)
    expect(reasonOf(await follow(withTask(task.id)))).toBe('student')
  })

  test('is the student with the same number and name, who keeps their place in the class', async () => {
    const task = await linkedTask()
    const known = await course.ana.call('POST', '/students', {
      first_name: 'Ida',
      last_name: 'Bell',
      external_student_id: 'u1',
    })
    expect((await follow(withTask(task.id))).pathname).toBe('/write')
    expect((await view(task.id)).students).toMatchObject([{ student_id: (known.body as Student).id }])
  })

  test('is named by the course if the launch gives no name, and refused if it does not either', async () => {
    const task = await linkedTask()
    const nameless = withTask(task.id, { name: undefined, given_name: undefined, family_name: undefined })
    course.platform.people = []
    course.platform.broken.set('/names', 403)
    expect(reasonOf(await follow(nameless))).toBe('student')
    course.platform.broken.clear()
    course.platform.people = [
      { user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] },
    ]
    expect((await follow(nameless)).pathname).toBe('/write')
  })

  test('in a frame gets a button that opens a window, once, with nothing secret in an address', async () => {
    const task = await linkedTask()
    const start = await beginLaunch()
    const id_token = await course.platform.token(start.nonce, { claims: withTask(task.id) })
    const page = await post(
      '/lti/launch',
      { id_token, state: start.state },
      { cookie: start.cookie, 'sec-fetch-dest': 'iframe' },
    )
    expect(page.headers['content-security-policy']).toContain(
      `frame-ancestors ${course.platform.description.issuer}`,
    )
    expect(page.body).toContain('target="_blank"')
    const ticket = /name="ticket" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    expect(page.body.split(ticket)).toHaveLength(2)
    const enter = async () =>
      new URL(String((await post('/lti/write', { ticket })).headers.location), 'http://localhost')
    expect((await room('read', { session: sessionIn(await enter()) })).status).toBe(200)
    expect(reasonOf(await enter())).toBe('state')
  })
})

describe('a student is refused', () => {
  test('at a link without a task, or with an invalid one', async () => {
    expect(reasonOf(await follow(ida))).toBe('role')
    expect(reasonOf(await follow(withTask('1')))).toBe('role')
  })

  test("at a task of a teacher who has not linked this course, and of another teacher's in it", async () => {
    await linkedTask()
    const bo = await course.another('bo')
    const foreign = await setTask(bo)
    expect(reasonOf(await follow(withTask(foreign.id)))).toBe('task')
    expect((await view(foreign.id, bo)).students).toEqual([])
  })

  test('at a linked task from another course, or from none', async () => {
    const task = await linkedTask()
    expect(reasonOf(await follow(withTask(task.id, { [claim('context')]: { id: 'course-13' } })))).toBe(
      'task',
    )
    expect(reasonOf(await follow(withTask(task.id, { [claim('context')]: undefined })))).toBe('task')
  })

  test('at a task that was deleted', async () => {
    const task = await linkedTask()
    await course.ana.call('DELETE', `/writing-tasks/${task.id}`)
    expect(reasonOf(await follow(withTask(task.id)))).toBe('task')
  })

  test('when the launch is sent twice', async () => {
    const task = await linkedTask()
    const start = await beginLaunch()
    const token = await course.platform.token(start.nonce, { claims: withTask(task.id) })
    expect((await land(token, start)).pathname).toBe('/write')
    expect(reasonOf(await land(token, start))).toBe('state')
  })

  test('once the teacher revoked their access, on every device, until there is a new link', async () => {
    const task = await linkedTask()
    const session = sessionIn(await follow(withTask(task.id)))
    const student_id = (await view(task.id)).students[0]?.student_id ?? ''
    expect((await course.ana.call('DELETE', `/writing-tasks/${task.id}/links/${student_id}`)).status).toBe(
      200,
    )
    expect((await room('read', { session })).status).toBe(404)
    expect(reasonOf(await follow(withTask(task.id)))).toBe('revoked')
    await course.ana.call('POST', `/writing-tasks/${task.id}/links`, { student_ids: [student_id] })
    expect((await follow(withTask(task.id))).pathname).toBe('/write')
  })

  test('once the teacher removed them from the class and their text', async () => {
    const task = await linkedTask()
    await follow(withTask(task.id))
    const student_id = (await view(task.id)).students[0]?.student_id ?? ''
    await course.ana.call('DELETE', `/class-groups/${task.class_group_id}/students/${student_id}`)
    const other = await setTask(course.ana, { class_group_id: task.class_group_id })
    expect(reasonOf(await follow(withTask(other.id)))).toBe('student')
  })

  test('as a person who is neither a student nor an instructor', async () => {
    const task = await linkedTask()
    expect(reasonOf(await follow(withTask(task.id, { [claim('roles')]: [] })))).toBe('role')
  })
})
