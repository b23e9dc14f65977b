import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openElement, openScreen } from '../../testing/screen.tsx'
import { AccountMenu } from './header.tsx'
import { TeacherShell } from './teacher-shell.tsx'

test('leads to the profile and to support, and closes on a click outside', async () => {
  fakeApi({})
  await openElement(
    <>
      <p>Elsewhere</p>
      <AccountMenu
        givenName="Amara"
        familyName="Osei"
        email="amara@school.example"
        onKeys={() => {}}
        onSignOut={() => {}}
      />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Account menu for Amara Osei' }))
  expect((await screen.findByRole('menuitem', { name: 'Profile' })).getAttribute('href')).toBe('/profile')
  expect(screen.getByRole('menuitem', { name: 'Subscriptions' }).getAttribute('href')).toBe('/subscriptions')
  expect(screen.getByRole('menuitem', { name: 'Support' }).getAttribute('href')).toBe('/support')
  await userEvent.click(screen.getByText('Elsewhere'))
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Profile' })).toBeNull())
})

test.each([
  ['Free', 'Free Plan'],
  ['Pro', 'Pro Plan'],
  ['Schools', 'Schools Plan'],
] as const)('names the plan %s as %s', async (plan, words) => {
  fakeApi({ 'GET /teachers/me': () => aTeacher({ current_plan: plan }) })
  await openScreen({
    routes: [{ element: <TeacherShell />, children: [{ path: '/dashboard', element: <p>Here</p> }] }],
    at: '/dashboard',
  })
  expect(await screen.findByText(words)).toBeDefined()
})

test('shows only a loading indicator until it knows who is signed in', async () => {
  fakeApi({})
  const routes = [{ element: <TeacherShell />, children: [{ path: '/dashboard', element: <p>Here</p> }] }]
  await openScreen({ routes, at: '/dashboard', status: 'loading' })
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
  expect(screen.queryByText('Here')).toBeNull()
})
