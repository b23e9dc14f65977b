import { type LtiPlatform, ltiRefusals, type WritingTask } from '@penmark/contract'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as browser from '../../lib/browser/browser.ts'
import { type Answer, fakeApi, refuse } from '../../testing/api.ts'
import { aClassGroup, aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import { LtiPage } from './integrations.tsx'
import { LtiLaunchPage, LtiRefusedPage } from './lti-launch.tsx'

const moodle: LtiPlatform = {
  id: 'p1',
  name: 'Moodle',
  issuer: 'https://moodle.example',
  client_id: 'c1',
  auth_url: 'https://moodle.example/auth',
  token_url: 'https://moodle.example/token',
  keys_url: 'https://moodle.example/keys',
  deployment_ids: ['1', '2'],
  asked_deployment_id: null,
  created_at: '2026-11-21T10:00:00.000Z',
}
const tool = {
  login_url: 'https://p.example/lti/login',
  launch_url: 'https://p.example/lti/launch',
  keys_url: 'https://p.example/lti/keys',
}
const aTask = (special: Partial<WritingTask>): WritingTask => ({
  id: 'w1',
  class_group_id: 'c1',
  class_name: 'Year 9',
  title: 'A place you know',
  instructions: '',
  due_at: null,
  words_min: null,
  words_max: null,
  pasting: 'shown',
  sources: null,
  language: 'en-GB',
  has_pin: false,
  created_at: '2026-11-21T10:00:00.000Z',
  counts: { students: 2, begun: 0, handed_in: 0 },
  ...special,
})
const routes = [
  { path: '/integrations/lti', element: <LtiPage /> },
  { path: '/lti/launch', element: <LtiLaunchPage /> },
  { path: '/lti/refused', element: <LtiRefusedPage /> },
  { path: '/classes/view/:id', element: <p>The class</p> },
  { path: '/classes', element: <p>The classes</p> },
  { path: '/documents/:id/report', element: <p>The report</p> },
  { path: '/writing/:id', element: <p>The task</p> },
]
async function open(at: string, answers: Record<string, Answer> = {}) {
  const api = fakeApi({
    'GET /teachers/me': () => aTeacher({ is_administrator: true, lms_access: 'full' }),
    'GET /admin/lti/platforms': () => ({ tool, platforms: [moodle] }),
    'GET /class-groups': () => [
      aClassGroup({ id: 'c1', class_name: 'Year 9' }),
      aClassGroup({ id: 'c2', class_name: 'Year 10 English' }),
    ],
    ...answers,
  })
  return { ...api, ...(await openScreen({ routes, at })) }
}
const choice = (change: object = {}) => ({
  state: 'choose',
  platform: 'Moodle',
  course: 'Year 10 English',
  class_group_id: 'c2',
  types: ['ltiResourceLink', 'ltiAssetProcessor'],
  ...change,
})
const leaveFor = () => vi.mocked(browser.leaveFor)
beforeEach(() => void vi.spyOn(browser, 'leaveFor').mockImplementation(() => undefined))
const left = () => leaveFor().mock.calls.map(([href]) => new URL(href).pathname)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the page of learning platforms', () => {
  test("shows an administrator the product's addresses and every platform", async () => {
    await open('/integrations/lti')
    for (const address of Object.values(tool)) expect(await screen.findByText(address)).toBeDefined()
    expect(screen.getByText('Client ID: c1 · Deployments: 1, 2')).toBeDefined()
  })

  test('refers everyone else to the administrator, and loads nothing', async () => {
    const { calls } = await open('/integrations/lti', {
      'GET /teachers/me': () => aTeacher({ lms_access: 'full' }),
    })
    expect(await screen.findByText(/Your administrator sets this up/)).toBeDefined()
    expect(calls.map(({ path }) => path)).not.toContain('/admin/lti/platforms')
  })

  test('tells a teacher on another plan that it is part of Schools, and links to the plans', async () => {
    await open('/integrations/lti', { 'GET /teachers/me': () => aTeacher({ lms_access: 'none' }) })
    expect(
      await screen.findByText('Connecting a learning platform is part of the Schools plan.'),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing')
    expect(screen.queryByText(/Your administrator sets this up/)).toBeNull()
  })

  test('says how long connections work after the Schools plan ended', async () => {
    const ended = { lms_access: 'connected' as const, lms_access_until: '2026-12-22T10:00:00.000Z' }
    await open('/integrations/lti', { 'GET /teachers/me': () => aTeacher(ended) })
    expect(
      await screen.findByText(/Your Schools plan has ended.* keeps working until 22 Dec 2026/),
    ).toBeDefined()
  })

  test('links an administrator on another plan to the page for changing plans, and shows everything else', async () => {
    await open('/integrations/lti', {
      'GET /teachers/me': () => aTeacher({ is_administrator: true, lms_access: 'none' }),
    })
    expect((await screen.findByRole('link', { name: 'Go to the accounts' })).getAttribute('href')).toBe(
      '/admin',
    )
    expect(await screen.findByText(tool.launch_url)).toBeDefined()
  })

  test('adds a platform, and shows errors at their fields', async () => {
    let fails = true
    const { asked } = await open('/integrations/lti', {
      'POST /admin/lti/platforms': () =>
        fails
          ? refuse(422, {
              code: 'invalid_input',
              detail: [{ loc: ['keys_url'], msg: 'Begin with https://.' }],
            })
          : moodle,
    })
    const field = async (name: string, value: string) =>
      fireEvent.change(await screen.findByLabelText(name), { target: { value } })
    await field('Name', 'Canvas')
    await field('Deployment IDs, separated by commas', '1, 2,')
    await press('Add platform')
    expect(await screen.findByText('Begin with https://.')).toBeDefined()
    fails = false
    await press('Add platform')
    expect(await screen.findByText('The platform was added.')).toBeDefined()
    expect(asked('POST', '/admin/lti/platforms').at(-1)?.body).toMatchObject({
      name: 'Canvas',
      deployment_ids: ['1', '2'],
    })
  })

  test('removes a platform after confirmation', async () => {
    const { asked } = await open('/integrations/lti', {
      'DELETE /admin/lti/platforms/p1': () => ({ id: 'p1', deleted: true }),
    })
    await press('Remove Moodle')
    expect(await screen.findByText(/Classes and documents are kept/)).toBeDefined()
    await press('Remove')
    expect(await screen.findByText('The platform was removed.')).toBeDefined()
    expect(asked('DELETE', '/admin/lti/platforms/p1')).toHaveLength(1)
  })

  test('changes which deployments may launch, prefilling one that was refused', async () => {
    const asked = { ...moodle, deployment_ids: [], asked_deployment_id: 'campus-2' }
    let fails = true
    const { asked: sent } = await open('/integrations/lti', {
      'GET /admin/lti/platforms': () => ({ tool, platforms: [asked] }),
      'PUT /admin/lti/platforms/p1': () =>
        fails
          ? refuse(409, { code: 'conflict', detail: 'It is gone.' })
          : { ...moodle, deployment_ids: ['campus-2'] },
    })
    expect(await screen.findByText(/A launch from deployment campus-2 was refused/)).toBeDefined()
    await press('Edit the deployments of Moodle')
    await press('Save')
    expect(await screen.findByText('Nothing was changed. It is gone.')).toBeDefined()
    fails = false
    await press('Save')
    expect(await screen.findByText('The deployments were saved.')).toBeDefined()
    expect(sent('PUT', '/admin/lti/platforms/p1').at(-1)?.body).toEqual({ deployment_ids: ['campus-2'] })
  })

  test('shows a platform without a deployment as waiting', async () => {
    await open('/integrations/lti', {
      'GET /admin/lti/platforms': () => ({ tool, platforms: [{ ...moodle, deployment_ids: [] }] }),
    })
    expect(await screen.findByText(/This platform is waiting/)).toBeDefined()
  })

  test('creates an address for a platform to register itself', async () => {
    await open('/integrations/lti', {
      'POST /admin/lti/invitations': () => ({
        registration_url: 'https://p.example/lti/register?invitation=once',
        expires_at: '2026-11-22T10:00:00.000Z',
      }),
    })
    await press('Create registration address')
    expect(((await screen.findByLabelText('Registration address')) as HTMLInputElement).value).toContain(
      'invitation=once',
    )
    expect(screen.getByText(/It admits one platform, until/)).toBeDefined()
  })

  test('says if the platforms could not be loaded', async () => {
    await open('/integrations/lti', { 'GET /admin/lti/platforms': () => refuse(500, {}) })
    expect(await screen.findByText(/The platforms could not be loaded/)).toBeDefined()
  })
})

describe('a launch', () => {
  test('opens the class directly for a linked account', async () => {
    const { router } = await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () => ({
        state: 'open',
        class_group_id: 'c1',
        can_add_students: false,
      }),
    })
    expect(await screen.findByText('The class')).toBeDefined()
    expect(router.state.location.pathname).toBe('/classes/view/c1')
  })

  test('asks a first-time visitor to confirm that both accounts are theirs', async () => {
    const { asked } = await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': ({ body }) =>
        (body as { confirm?: boolean } | null)?.confirm
          ? { state: 'open', class_group_id: null, can_add_students: false }
          : { state: 'confirm', platform: 'Moodle', course: 'Year 10 English', name: 'Ana Sol' },
    })
    expect(
      await screen.findByText(
        'Moodle identified you as Ana Sol. Here you are signed in as amara@school.example.',
      ),
    ).toBeDefined()
    expect(screen.getByText(/You came from the course Year 10 English/)).toBeDefined()
    await press('Both are mine: link them')
    expect(await screen.findByText('The classes')).toBeDefined()
    expect(asked('POST', '/integrations/lti/launches/t1').at(-1)?.body).toEqual({ confirm: true })
  })

  test('into a new class offers to add the students of the course, and says how many were added', async () => {
    let fails = true
    const { asked } = await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () => ({
        state: 'open',
        class_group_id: 'c1',
        can_add_students: true,
      }),
      'POST /integrations/lti/classes/c1/students': () =>
        fails
          ? refuse(503, { code: 'busy', detail: 'Nothing was changed.' })
          : { added: 2, left_out: 1, removed: 1, skipped: ['Ben Ash', 'Ida Bell'] },
    })
    await press('Add students')
    expect(await screen.findByText('No students were added. Nothing was changed.')).toBeDefined()
    fails = false
    await press('Add students')
    expect(
      await screen.findByText(
        /2 students were added\. 1 student was not added: .* about Ben Ash and Ida Bell could not be read.* 1 student left the course and was removed/,
      ),
    ).toBeDefined()
    expect(asked('POST', '/integrations/lti/launches/t1')).toHaveLength(1)
    await press('Go to the class')
    expect(await screen.findByText('The class')).toBeDefined()
  })

  test('for a report opens it', async () => {
    const { router } = await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () => ({ state: 'report', document_id: 'd1' }),
    })
    expect(await screen.findByText('The report')).toBeDefined()
    expect(router.state.location.pathname).toBe('/documents/d1/report')
  })

  test('offers a choice for deep linking, and returns to the platform', async () => {
    let fails = true
    const { asked } = await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () => choice(),
      'POST /integrations/lti/launches/t1/answer': () =>
        fails
          ? refuse(503, { code: 'busy', detail: 'Try again.' })
          : { continue_at: '/lti/answer?ticket=t1' },
    })
    expect(await screen.findByText('Moodle asks what this course should link to.')).toBeDefined()
    expect(((await screen.findByLabelText('Class')) as HTMLSelectElement).value).toBe('c2')
    await userEvent.click(screen.getByRole('radio', { name: 'This assignment' }))
    expect(screen.getByText(/no grade is written/)).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Title of the link' }), 'Check it')
    await press('Create link')
    expect(await screen.findByText('The link was not created. Try again.')).toBeDefined()
    fails = false
    await press('Create link')
    expect(await screen.findByText('Going back to your course…')).toBeDefined()
    expect(left()).toEqual(['/lti/answer'])
    expect(asked('POST', '/integrations/lti/launches/t1/answer').at(-1)?.body).toEqual({
      type: 'ltiAssetProcessor',
      class_group_id: 'c2',
      title: 'Check it',
      language: 'en-GB',
    })
  })

  test('for deep linking offers what the platform takes, with a new class for the course, or no link', async () => {
    const { asked } = await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () =>
        choice({ class_group_id: null, types: ['ltiResourceLink'] }),
      'POST /integrations/lti/launches/t1/answer': () => ({ continue_at: null }),
    })
    expect(await screen.findByRole('option', { name: 'A new class: Year 10 English' })).toBeDefined()
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(screen.queryByRole('radio', { name: 'This assignment' })).toBeNull()
    await press('Do not link')
    expect(await screen.findByText('Done. Close this window and go back to your course.')).toBeDefined()
    expect(asked('POST', '/integrations/lti/launches/t1/answer').at(-1)?.body).toMatchObject({
      type: null,
      class_group_id: null,
    })
    expect(left()).toEqual([])
  })

  test('for deep linking offers the writing tasks that have a class, and links the chosen one', async () => {
    const { asked } = await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () => choice(),
      'POST /integrations/lti/launches/t1/answer': () => ({ continue_at: null }),
      'GET /writing-tasks': () => [
        aTask({ id: 'w1', title: 'A place you know' }),
        aTask({ id: 'w2', title: 'My summer' }),
        aTask({ id: 'w3', title: 'Without a class', class_group_id: null, class_name: null }),
      ],
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'A writing task' }))
    await userEvent.selectOptions(await screen.findByLabelText('Writing task'), 'My summer (Year 9)')
    expect(screen.queryByRole('option', { name: /Without a class/ })).toBeNull()
    await press('Create link')
    expect(await screen.findByText('Done. Close this window and go back to your course.')).toBeDefined()
    expect(asked('POST', '/integrations/lti/launches/t1/answer').at(-1)?.body).toMatchObject({
      type: 'ltiResourceLink',
      task_id: 'w2',
    })
  })

  test('for deep linking cannot link a writing task if there is none, and leads to setting one', async () => {
    await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () => choice(),
      'GET /writing-tasks': () => [],
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'A writing task' }))
    expect(await screen.findByText('You have no writing task with a class yet.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Set a new writing task' }).getAttribute('href')).toBe(
      '/writing/new',
    )
    expect((screen.getByRole('button', { name: 'Create link' }) as HTMLButtonElement).disabled).toBe(true)
  })

  test('for a writing task opens it', async () => {
    await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () => ({ state: 'task', task_id: 'w1' }),
    })
    expect(await screen.findByText('The task')).toBeDefined()
  })

  test('shows that it has ended', async () => {
    await open('/lti/launch?ticket=t1', {
      'POST /integrations/lti/launches/t1': () =>
        refuse(404, { code: 'not_found', detail: 'This launch is over.' }),
    })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The launch failed. This launch is over.',
    )
  })

  test.each([...ltiRefusals, 'something else'])('refused for %s says why', async (reason) => {
    await open(`/lti/refused?reason=${encodeURIComponent(reason)}`)
    expect(await screen.findByRole('heading', { name: 'This launch was refused' })).toBeDefined()
    const unknown = screen.queryByText(/Unknown reason/)
    expect(unknown === null).toBe(reason !== 'something else')
  })
})
