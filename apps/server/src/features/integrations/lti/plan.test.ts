import type { Document, LtiInvitation, LtiOpened, Teacher } from '@penmark/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { claim, useCourse } from '../../../testing/lti/course.ts'
import { useSubmissions } from '../../../testing/lti/submissions.ts'
import type { TestTeacher } from '../../../testing/test-app.ts'

const course = useCourse({ planLimits: true })
const { launch } = course

const refused = {
  status: 403,
  body: { code: 'plan_required', detail: expect.stringContaining('part of the Schools plan') },
}
const open = (teacher: TestTeacher, ticket: string) =>
  teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true })
const rowsIn = async (table: string) =>
  (await course.testApp.database.query(`select * from ${table}`)).rows.length
const profile = {
  first_name: 'Ana',
  last_name: 'Bell',
  school_name: 'North',
  role: 'teacher',
  country: 'GB',
  state_county: 'Kent',
}
const readProfile = async (teacher: TestTeacher) =>
  (await teacher.call('PUT', '/teachers/me', profile)).body as Teacher

async function givePlan(teacher: TestTeacher, plan: 'SCHOOLS' | 'FREE'): Promise<void> {
  const { kinde_id } = await readProfile(teacher)
  const { status } = await course.operator.call('PUT', `/admin/teachers/${kinde_id}/plan`, { plan })
  expect(status).toBe(200)
}
/** Lets so many days pass since the Schools plan ended. */
async function passDays(teacher: TestTeacher, days: number): Promise<void> {
  const { id } = await readProfile(teacher)
  const age = "update teachers set schools_ended_at = schools_ended_at - $2 * interval '1 day' where id = $1"
  await course.testApp.database.query(age, [id, days])
}
async function endPlan(teacher: TestTeacher, daysAgo: number): Promise<void> {
  await givePlan(teacher, 'FREE')
  await passDays(teacher, daysAgo)
}

describe('without the Schools plan', () => {
  test('a launch is refused before the accounts are linked', async () => {
    expect(await open(course.ana, await launch())).toMatchObject(refused)
    expect(await rowsIn('lti_people')).toBe(0)
    expect((await readProfile(course.ana)).lms_access).toBe('none')
  })

  test('a teacher who pays for Pro is refused too', async () => {
    const { id } = await readProfile(course.ana)
    const set = 'update teachers set plan = $2, pro_plan_activated_at = now() where id = $1'
    await course.testApp.database.query(set, [id, 'PRO'])
    expect(await readProfile(course.ana)).toMatchObject({ current_plan: 'Pro', lms_access: 'none' })
    expect(await open(course.ana, await launch())).toMatchObject(refused)
    expect(await rowsIn('lti_people')).toBe(0)
    await course.testApp.database.query(set, [id, 'FREE'])
  })

  test('an administrator can neither add nor invite a platform, and earlier invitations stop working', async () => {
    const { body } = await course.operator.call('POST', '/admin/lti/invitations', {})
    await givePlan(course.operator, 'FREE')
    const platforms = await rowsIn('lti_platforms')
    const input = { ...course.platform.description, client_id: 'another' }
    expect(await course.operator.call('POST', '/admin/lti/platforms', input)).toMatchObject(refused)
    expect(await course.operator.call('POST', '/admin/lti/invitations', {})).toMatchObject(refused)
    const invitation = new URL((body as LtiInvitation).registration_url).searchParams.get('invitation') ?? ''
    const sent = {
      invitation,
      openid_configuration: `${course.platform.description.issuer}/openid`,
      registration_token: 'once',
    }
    const page = await course.post('/lti/register', sent)
    expect(page.statusCode).toBe(400)
    expect(page.body).toContain(
      'part of the Schools plan, which the administrator who created this address is not on',
    )
    expect(await rowsIn('lti_platforms')).toBe(platforms)
    await givePlan(course.operator, 'SCHOOLS')
  })
})

describe('on the Schools plan', () => {
  beforeEach(() => givePlan(course.ana, 'SCHOOLS'))

  test('a launch opens the class of the course', async () => {
    expect((await readProfile(course.ana)).lms_access).toBe('full')
    expect((await open(course.ana, await launch())).body).toMatchObject({ state: 'open' })
  })

  test('existing connections work for thirty days after the plan ended, and new ones cannot be made', async () => {
    const { class_group_id } = (await open(course.ana, await launch())).body as Extract<
      LtiOpened,
      { state: 'open' }
    >
    const asked = await launch(course.platform.choiceClaims(['ltiResourceLink']))
    await open(course.ana, asked)
    await endPlan(course.ana, 29)
    const { lms_access, lms_access_until } = await readProfile(course.ana)
    expect(lms_access).toBe('connected')
    const daysLeft = (new Date(lms_access_until ?? 0).getTime() - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(0.9)
    expect(daysLeft).toBeLessThan(1.1)
    expect((await open(course.ana, await launch())).body).toMatchObject({ state: 'open', class_group_id })
    expect(
      await course.ana.call('POST', `/integrations/lti/launches/${asked}/answer`, {
        type: 'ltiResourceLink',
      }),
    ).toMatchObject(refused)
    expect(
      await open(course.ana, await launch({ [claim('context')]: { id: 'new', title: 'A new course' } })),
    ).toMatchObject(refused)
    expect(
      await open(course.ana, await launch(course.platform.choiceClaims(['ltiResourceLink']))),
    ).toMatchObject(refused)
    await passDays(course.ana, 2)
    expect(await open(course.ana, await launch())).toMatchObject(refused)
    expect(
      await course.ana.call('POST', `/integrations/lti/classes/${class_group_id}/students`),
    ).toMatchObject(refused)
    expect(await readProfile(course.ana)).toMatchObject({ lms_access: 'none', lms_access_until: null })
  })

  test('getting the plan back enables everything again', async () => {
    await open(course.ana, await launch())
    await endPlan(course.ana, 31)
    expect(await open(course.ana, await launch())).toMatchObject(refused)
    await givePlan(course.ana, 'SCHOOLS')
    expect((await open(course.ana, await launch())).status).toBe(200)
  })

  describe('with an assignment at the platform', () => {
    const submissions = useSubmissions(course)

    test('submissions are checked for thirty days after the plan ended', async () => {
      await endPlan(course.ana, 29)
      const id = submissions.handIn()
      await submissions.notify(id)
      expect(await submissions.lastReport(id)).toMatchObject({ processingProgress: 'Processed' })
    })

    test('a later submission is not checked, and its platform is told why', async () => {
      await endPlan(course.ana, 31)
      const before = ((await course.ana.call('GET', '/documents')).body as Document[]).length
      const id = submissions.handIn()
      await submissions.notify(id)
      expect(await submissions.lastReport(id)).toMatchObject({
        processingProgress: 'PendingManual',
        comment: expect.stringContaining('part of the Penmark Schools plan, and yours has ended'),
      })
      expect(await submissions.documents()).toHaveLength(before)
    })
  })
})
