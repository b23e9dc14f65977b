import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { clearConsent, readConsent } from '../../lib/consent/consent.ts'
import type { SessionCode } from '../../lib/session/failure.ts'
import { AssessPage, SchoolsPage, TeachersPage } from '../../pages/placeholders.tsx'
import { fakeApi } from '../../testing/api.ts'
import { aTeacher, publicSettings } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import { Root } from '../root.tsx'
import { TeacherShell } from './teacher-shell.tsx'

const routes = [
  {
    element: <Root />,
    children: [
      {
        element: <TeacherShell />,
        children: [
          { path: '/dashboard', element: <p>The dashboard</p> },
          { path: '/documents', element: <p>The documents</p> },
          { path: '/classes', element: <p>The classes</p> },
          { path: '/schools', element: <SchoolsPage /> },
          { path: '/teachers', element: <TeachersPage /> },
          { path: '/assess/:documentId', element: <AssessPage /> },
        ],
      },
    ],
  },
]
const words = (remaining: number | null, limit: number | null = 5_000) => ({
  current_plan_word_limit: limit,
  remaining_words_current_cycle: remaining,
})

describe('notices for a teacher', () => {
  test.each([
    ['fewer than a tenth are left', 'Free', words(499), true],
    ['exactly a tenth is left', 'Free', words(500), false],
    ['a paid plan runs out', 'Pro', words(100, 100_000), true],
    ['a Schools plan has a limit', 'Schools', words(10), false],
    ['the plan has no end of words', 'Schools', words(null, null), false],
  ] as const)('include a warning about low words when %s', async (_, current_plan, left, warns) => {
    fakeApi({ 'GET /teachers/me': () => aTeacher({ current_plan, ...left }) })
    await openScreen({ routes, at: '/dashboard' })
    await screen.findByText('The dashboard')
    await screen.findByText(`${current_plan} Plan`)
    expect(screen.queryByText(/words left this month/) !== null).toBe(warns)
  })

  test('include documents that will be erased automatically', async () => {
    const upcoming = {
      documents: 2,
      first_at: '2026-11-28T10:00:00.000Z',
      last_at: '2026-12-02T10:00:00.000Z',
    }
    fakeApi({
      'GET /teachers/me': () => aTeacher(),
      'GET /teachers/me/retention': () => ({ days: 30, classes: [], upcoming }),
    })
    const { router } = await openScreen({ routes, at: '/dashboard' })
    const notice = await screen.findByText(
      '2 documents will be deleted between 28 Nov 2026 and 2 Dec 2026, as set in your profile.',
    )
    expect(notice).toBeDefined()
    expect(screen.getByRole('link', { name: 'Change' }).getAttribute('href')).toBe('/profile#privacy')
    await router.navigate('/documents')
    expect(await screen.findByRole('link', { name: 'Change' })).toBeDefined()
    await router.navigate('/classes')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Change' })).toBeNull())
  })
})

describe('the decision on cookies', () => {
  test('is requested at the bottom of the page until made', async () => {
    fakeApi({ 'GET /teachers/me': () => aTeacher() })
    await openScreen({ routes, at: '/dashboard' })
    await userEvent.click(await screen.findByRole('button', { name: 'Reject Optional' }))
    expect(readConsent()).toMatchObject({ necessary: true, analytics: false })
    expect(screen.queryByRole('button', { name: 'Reject Optional' })).toBeNull()
    clearConsent()
    expect(await screen.findByRole('button', { name: 'Accept All' })).toBeDefined()
  })
})

describe('the way up', () => {
  test('is offered on the Free plan, once', async () => {
    fakeApi({ 'GET /teachers/me': () => aTeacher() })
    await openScreen({ routes, at: '/dashboard' })
    const link = await screen.findByRole('link', { name: 'Upgrade to Pro' })
    expect(link.getAttribute('href')).toBe('/subscriptions')
    expect(screen.queryByRole('img', { name: /another plan/ })).toBeNull()
  })

  test('is not offered where nothing is sold, and no plan is named', async () => {
    fakeApi({
      'GET /teachers/me': () => aTeacher(words(100, 5_000)),
      'GET /settings': () => ({ ...publicSettings, sells_plans: false }),
    })
    await openScreen({ routes, at: '/dashboard' })
    expect(await screen.findByRole('link', { name: 'See your plan' })).toBeDefined()
    expect(screen.queryByText(/Free Plan|Upgrade/)).toBeNull()
  })

  test('is not offered on a paid plan, except by the image, which opens its page in a new tab', async () => {
    fakeApi({
      'GET /teachers/me': () => aTeacher({ current_plan: 'Pro', ...words(90_000, 100_000) }),
      'GET /settings': () => ({ ...publicSettings, upgrade_url: 'https://sign-up.example/penmark' }),
    })
    await openScreen({ routes, at: '/dashboard' })
    const image = await screen.findByRole('link', {
      name: 'More features with another plan (opens in a new tab)',
    })
    expect([image.getAttribute('href'), image.getAttribute('target')]).toEqual([
      'https://sign-up.example/penmark',
      '_blank',
    ])
    expect(screen.queryByRole('link', { name: 'Upgrade to Pro' })).toBeNull()
  })
})

test.each([
  ['Free', ['Integrations', 'Upgrade to Pro']],
  ['Pro', ['Integrations']],
] as const)('on %s offers each of %j once, and sign-out in the header', async (current_plan, names) => {
  fakeApi({ 'GET /teachers/me': () => aTeacher({ current_plan }) })
  await openScreen({ routes, at: '/dashboard' })
  await screen.findByText(`${current_plan} Plan`)
  const offered = screen.getAllByRole('link', { name: /^(Integrations|Upgrade to Pro)$/ })
  expect(offered.map((link) => link.textContent)).toEqual(names)
  expect(offered[0]?.getAttribute('href')).toBe('/integrations')
  expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Sign out' })).toBeDefined()
})

test('also signs out from the header', async () => {
  fakeApi({ 'GET /teachers/me': () => aTeacher() })
  const { client } = await openScreen({ routes, at: '/dashboard' })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(client.signOut).toHaveBeenCalledOnce()
})

describe('a placeholder page', () => {
  test.each([
    ['/schools', 'Schools', /planned/],
    ['/teachers', 'Teachers', /planned/],
    ['/assess/d%2F1', 'Assessment', 'Document d/1'],
  ])('%s says so', async (at, title, words) => {
    const { calls } = fakeApi({ 'GET /teachers/me': () => aTeacher() })
    await openScreen({ routes, at })
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
    expect(screen.getByText(words)).toBeDefined()
    expect(calls.filter((call) => call.path.startsWith('/documents'))).toEqual([])
  })
})

describe('trouble with the sign-in service', () => {
  test.each<[SessionCode, string, RegExp]>([
    ['ERR_LOGIN', 'Failed to fetch', /sign-in page could not be opened/],
    ['ERR_REGISTER', 'Failed to fetch', /registration page could not be opened/],
    ['ERR_LOGOUT', 'Failed to fetch', /signed out here/],
    ['ERR_STATE_PARSE', 'Unexpected end of JSON input', /the page you came from was lost/],
    ['ERR_CODE_EXCHANGE', 'Invalid state or code', /Sign-in failed/],
    ['ERR_REFRESH', 'No refresh token found', /could not be renewed/],
  ])(
    "%s is explained, with the library's message below, and can be dismissed",
    async (code, description, sentence) => {
      fakeApi({ 'GET /teachers/me': () => aTeacher() })
      await openScreen({ routes, at: '/dashboard', failure: { code, description } })
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toMatch(sentence)
      expect(alert.textContent).toContain(`${code}: ${description}`)
      await userEvent.click(screen.getByRole('button', { name: 'Close' }))
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

test('says that an expired session signed the teacher out, with a button to sign in again', async () => {
  fakeApi({})
  const failure = { code: 'ERR_REFRESH' as const, description: 'Failed to refresh token: invalid_grant' }
  const { client } = await openScreen({
    routes,
    at: '/documents?class=7b',
    status: 'unauthenticated',
    failure,
  })
  expect(await screen.findByRole('heading', { name: 'You were signed out' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(client.signIn).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }))
  expect(client.signIn).toHaveBeenCalledWith('/documents?class=7b')
})

describe('a session that expires on an open page', () => {
  const writing = [
    {
      element: <Root />,
      children: [
        {
          element: <TeacherShell />,
          children: [{ path: '/documents', element: <textarea aria-label="Text" /> }],
        },
      ],
    },
  ]
  const text = () => screen.getByRole('textbox', { name: 'Text', hidden: true })

  test('covers it and keeps what was typed, until the teacher has signed in in another tab', async () => {
    fakeApi({ 'GET /teachers/me': () => aTeacher() })
    const opened = vi.spyOn(window, 'open').mockReturnValue(window)
    const { client, expire, signInElsewhere } = await openScreen({ routes: writing, at: '/documents' })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), 'Half a sentence')
    expire()
    const dialog = screen.getByRole('dialog', { name: 'You were signed out' })
    expect(dialog.textContent).toContain('What you typed is still here.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign in again' }))
    expect(opened).toHaveBeenCalledWith('/signed-in', '_blank')
    expect(client.signIn).not.toHaveBeenCalled()
    signInElsewhere()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(text()).toHaveProperty('value', 'Half a sentence')
  })

  test('leads to the sign-in page itself where the browser opens no tab', async () => {
    fakeApi({ 'GET /teachers/me': () => aTeacher() })
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { client, expire } = await openScreen({ routes: writing, at: '/documents?class=7b' })
    await screen.findByRole('textbox', { name: 'Text' })
    expire()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }))
    expect(client.signIn).toHaveBeenCalledWith('/documents?class=7b')
  })
})

test('offers signing in and registering to visitors', async () => {
  fakeApi({})
  const { client } = await openScreen({ routes, at: '/dashboard', status: 'unavailable' })
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  expect(client.register).toHaveBeenCalledWith('/dashboard')
})
