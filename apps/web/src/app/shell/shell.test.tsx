import { teacherRoutes } from '@penmark/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { matchRoutes } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { call } from '../../lib/call/call.ts'
import NotFoundPage from '../../pages/not-found.tsx'
import StartPage from '../../pages/public/start.tsx'
import { fakeApi, refuse } from '../../testing/api.ts'
import { eventually } from '../../testing/eventually.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openScreen } from '../../testing/screen.tsx'
import { Crash, Root } from '../root.tsx'
import { routes as allRoutes } from '../routes.tsx'
import { initialsOf } from './header.tsx'
import { entriesFor, isCurrent } from './shell.tsx'
import { TeacherShell } from './teacher-shell.tsx'

function Broken(): never {
  throw new Error('A screen broke')
}

const routes = [
  {
    element: <Root />,
    errorElement: <Crash />,
    children: [
      { path: '/', element: <StartPage /> },
      {
        element: <TeacherShell />,
        children: [
          { path: '/dashboard', element: <p>The dashboard</p> },
          { path: '/profile', element: <p>The profile</p> },
          { path: '/payment/success', element: <p>The payment</p> },
          { path: '/broken', element: <Broken />, errorElement: <Crash /> },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
]

const complete = { 'GET /teachers/me': () => aTeacher() }

test('counts beside My cases what waits there, for screen readers in words', async () => {
  fakeApi({ ...complete, 'GET /case-attention': () => ({ answered: 2, appeals: 1 }) })
  await openScreen({ routes, at: '/dashboard' })
  expect(await screen.findByRole('link', { name: 'My cases 3 wait for you' })).toBeDefined()
})

test('says in one line that the server is gone, until it is back', async () => {
  let isGone = true
  fakeApi(complete)
  await openScreen({ routes, at: '/dashboard' })
  const asked = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...sent) => {
    if (sent[0] === '/healthz') return isGone ? Promise.reject(new TypeError('gone')) : new Response('{}')
    return isGone ? Promise.reject(new TypeError('gone')) : asked(...sent)
  })
  await expect(call(teacherRoutes.readSettings, {})).rejects.toThrow('The server cannot be reached')
  expect(await screen.findByText(/^No connection to the server/)).toBeDefined()
  isGone = false
  const line = () => screen.queryByText(/^No connection to the server/)
  await waitFor(() => expect(line()).toBeNull(), { timeout: 10_000 })
})

test('goes on asking a server that answers although the browser is offline', async () => {
  const { asked } = fakeApi({ ...complete, 'GET /healthz': () => ({}) })
  await openScreen({ routes, at: '/dashboard' })
  const before = asked('GET', '/settings').length
  window.dispatchEvent(new Event('offline'))
  await waitFor(() => expect(asked('GET', '/settings').length).toBeGreaterThan(before), { timeout: 10_000 })
})

describe('a visitor', () => {
  test('is sent to sign in from any protected path, and returns to it', async () => {
    fakeApi({})
    const { client } = await openScreen({ routes, at: '/documents?x=1', status: 'unauthenticated' })
    expect(screen.getByText('Please log in to continue.')).toBeDefined()
    await eventually(() => expect(client.signIn).toHaveBeenCalledWith('/documents?x=1'))
  })

  test('is sent to register if the public site offers a new account', async () => {
    fakeApi({})
    const { client } = await openScreen({ routes, at: '/dashboard?register', status: 'unauthenticated' })
    await eventually(() => expect(client.register).toHaveBeenCalledWith('/dashboard'))
    expect(client.signIn).not.toHaveBeenCalled()
  })

  test('is sent to sign in from a path that does not exist, too', async () => {
    fakeApi({})
    const { client } = await openScreen({ routes, at: '/no/such/page?x=1', status: 'unauthenticated' })
    await eventually(() => expect(client.signIn).toHaveBeenCalledWith('/no/such/page?x=1'))
    expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull()
  })

  test.each([
    ['/dashboard', 'Please log in to view the dashboard.'],
    ['/classes', 'Please log in to view classes.'],
    ['/classes/view/c1', 'Please log in to view classes.'],
    ['/documents/d1/report', 'Authentication required to view this report.'],
    ['/documents/d1/text-view', 'Please log in to read this text.'],
    ['/students', 'Please log in to continue.'],
  ])('sees on %s why a login is needed', async (at, message) => {
    fakeApi({})
    await openScreen({ routes, at, status: 'unauthenticated' })
    expect(screen.getByRole('heading', { name: message })).toBeDefined()
  })

  test('sees a message if signing in is currently impossible, and is not redirected', async () => {
    fakeApi({})
    const { client } = await openScreen({ routes, at: '/dashboard', status: 'unavailable' })
    expect(screen.getByText(/sign-in service is not available/)).toBeDefined()
    expect(client.signIn).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(client.signIn).toHaveBeenCalledWith('/dashboard')
  })

  test('can sign in or register where a sign-in failed, or go to the home page', async () => {
    fakeApi({})
    const { client } = await openScreen({ routes, at: '/', status: 'unauthenticated' })
    expect(screen.getByRole('link', { name: 'To the home page' }).getAttribute('href')).toBe('/')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(client.register).toHaveBeenCalledWith('/dashboard')
  })
})

describe('a signed-in teacher', () => {
  test('goes from the start page to the dashboard', async () => {
    fakeApi(complete)
    const { router } = await openScreen({ routes, at: '/' })
    expect(await screen.findByText('The dashboard')).toBeDefined()
    expect(router.state.location.pathname).toBe('/dashboard')
  })

  test('is sent to the profile while it is incomplete, with no way around it', async () => {
    fakeApi({ 'GET /teachers/me': () => aTeacher({ state_county: 'Not Specified' }) })
    const { router } = await openScreen({ routes, at: '/dashboard' })
    expect(await screen.findByText('The profile')).toBeDefined()
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('stays on the payment result even if the profile is incomplete', async () => {
    fakeApi({ 'GET /teachers/me': () => aTeacher({ state_county: 'Not Specified' }) })
    await openScreen({ routes, at: '/payment/success' })
    expect(await screen.findByText('The payment')).toBeDefined()
  })

  test('stays on the page if the profile could not be loaded', async () => {
    fakeApi({ 'GET /teachers/me': () => refuse(500, {}) })
    await openScreen({ routes, at: '/dashboard' })
    expect(await screen.findByText('The dashboard')).toBeDefined()
  })

  test('sees plan, name and the highlighted entry, and signs out from the menu', async () => {
    fakeApi(complete)
    const { client } = await openScreen({ routes, at: '/dashboard' })
    expect(await screen.findByText('Free Plan')).toBeDefined()
    expect(screen.getByText('amara Osei')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'Documents' }).getAttribute('aria-current')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Account menu for amara Osei' }))
    expect(await screen.findByText('amara@school.example')).toBeDefined()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    expect(client.signOut).toHaveBeenCalledOnce()
  })

  test('can skip to the content', async () => {
    fakeApi(complete)
    await openScreen({ routes, at: '/dashboard' })
    expect(screen.getByRole('link', { name: 'Skip to the content' }).getAttribute('href')).toBe(
      `#${screen.getByRole('main').id}`,
    )
  })

  test('sees a not-found screen on any other path', async () => {
    fakeApi(complete)
    await openScreen({ routes, at: '/no/such/page' })
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  })

  test('starts every page at the top', async () => {
    fakeApi(complete)
    const scroll = vi.spyOn(window, 'scrollTo')
    const { router } = await openScreen({ routes, at: '/dashboard' })
    scroll.mockClear()
    await router.navigate('/profile')
    await eventually(() => expect(scroll).toHaveBeenCalledWith(0, 0))
  })

  test('sees an id and a way back when a screen crashes, the same id as in the console', async () => {
    fakeApi(complete)
    await openScreen({ routes, at: '/broken' })
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
    expect(await screen.findByText(/help@school.example/)).toBeDefined()
    const [id] = /\d+/.exec(screen.getByText(/Error ID/).textContent ?? '') ?? []
    const logged = vi.mocked(console.error).mock.calls.map(([first]: unknown[]) => first)
    expect(logged).toContain(`Error id ${id}`)
    vi.mocked(console.error).mockClear()
  })
})

test.each([
  ['amara', 'osei', 'AO'],
  ['Élodie', '', 'É'],
  ['', '', '?'],
])('makes initials of %s %s', (given, family, initials) => {
  expect(initialsOf(given, family)).toBe(initials)
})

test('highlights an entry for its path and everything below it', () => {
  expect([
    isCurrent('/documents', '/documents'),
    isCurrent('/documents', '/documents/1/report'),
    isCurrent('/documents', '/documentation'),
  ]).toEqual([true, true, false])
})

test('a person without a role at the school’s sign-in service sees an explanation and can sign out', async () => {
  const detail = 'Your account has no access to this installation.'
  fakeApi({ 'GET /teachers/me': () => refuse(403, { code: 'not_allowed', detail }) })
  const { client } = await openScreen({ routes, at: '/dashboard' })
  expect(
    await screen.findByRole('heading', { name: 'You cannot use Penmark with this account' }),
  ).toBeDefined()
  expect(screen.getByText(detail)).toBeDefined()
  expect(screen.queryByText('The dashboard')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(client.signOut).toHaveBeenCalled()
})

describe('the sidebar', () => {
  /**
   * Every entry that the specification names, top to bottom, with writing tasks and cases beside the students
   * they are about.
   */
  const entries = [
    '/dashboard',
    '/documents',
    '/classes',
    '/students',
    '/writing',
    '/cases',
    '/analytics',
    '/integrations',
    '/bin',
    '/admin',
    '/subscriptions',
  ]

  test('leads to pages that exist, in the order of the specification', () => {
    expect(entriesFor(true).map(({ path }) => path)).toEqual(entries)
    for (const path of entries) expect(matchRoutes(allRoutes, path)?.at(-1)?.route.path).toBe(path)
  })

  test('shows the administration entry to administrators only', () => {
    expect(entriesFor(false).map(({ path }) => path)).toEqual(entries.filter((path) => path !== '/admin'))
  })
})
