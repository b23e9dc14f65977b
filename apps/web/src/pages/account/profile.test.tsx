import type { Teacher } from '@penmark/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, refuse } from '../../testing/api.ts'
import { aTeacher } from '../../testing/samples.ts'
import { openElement, openScreen } from '../../testing/screen.tsx'
import ProfilePage from './profile.tsx'

const open = () =>
  openScreen({
    at: '/profile',
    routes: [
      { path: '/profile', element: <ProfilePage /> },
      { path: '/dashboard', element: <p>The dashboard</p> },
    ],
  })

const fresh = { school_name: 'Not Specified', country: 'Not Specified', state_county: 'Not Specified' }

const labelOf = (id: string) => document.querySelector(`label[for='${id}']`)?.firstChild?.textContent

/** The first of two: the other saves when documents are deleted. */
const saveButton = () => screen.findByRole('button', { name: 'Save profile' })

test('asks for what is missing, saves it, and continues to the dashboard', async () => {
  let profile = aTeacher(fresh)
  const { asked } = fakeApi({
    'GET /teachers/me': () => profile,
    'PUT /teachers/me': ({ body }) => {
      profile = aTeacher(body as Parameters<typeof aTeacher>[0])
      return profile
    },
  })
  await open()
  const save = await screen.findByRole('button', { name: 'Save and continue' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Where do you teach?')
  expect(screen.getAllByRole('textbox').map(({ ariaLabel, id }) => ariaLabel ?? labelOf(id))).toEqual([
    'School',
    'State or county',
  ])
  expect(screen.getAllByRole('heading')).toHaveLength(1)
  expect(screen.queryByText(/Delete account/)).toBeNull()
  await userEvent.click(save)
  expect(await screen.findByText('Please fill in all the fields marked with an asterisk.')).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'School' }).getAttribute('aria-invalid')).toBe('true')
  expect(asked('PUT', '/teachers/me')).toHaveLength(0)

  await userEvent.type(screen.getByRole('textbox', { name: 'School' }), 'Hillside Academy')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'United Kingdom')
  await userEvent.type(screen.getByRole('textbox', { name: 'State or county' }), 'Kent')
  await userEvent.click(save)
  expect(await screen.findByText('The dashboard')).toBeDefined()
  expect(asked('PUT', '/teachers/me')[0]?.body).toMatchObject({
    first_name: 'amara',
    school_name: 'Hillside Academy',
    country: 'GB',
    role: 'teacher',
    language: 'en-GB',
  })
  await waitFor(() => expect(asked('GET', '/teachers/me')).toHaveLength(2))
})

test('also asks for the name if the sign-up did not provide it', async () => {
  fakeApi({ 'GET /teachers/me': () => aTeacher({ ...fresh, last_name: 'Not Specified' }) })
  await open()
  expect(await screen.findByRole('textbox', { name: 'Last name' })).toHaveProperty('value', '')
})

test('saves optional details, and does not require them at sign-up', async () => {
  const { asked } = fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'PUT /teachers/me': ({ body }) => aTeacher(body as Partial<Teacher>),
  })
  await open()
  await userEvent.type(await screen.findByRole('textbox', { name: 'About you' }), 'I teach poetry.')
  await userEvent.type(
    screen.getByRole('textbox', { name: 'How did you hear about Penmark?' }),
    'A colleague',
  )
  await userEvent.click(await saveButton())
  await waitFor(() => expect(asked('PUT', '/teachers/me')).toHaveLength(1))
  expect(asked('PUT', '/teachers/me')[0]?.body).toMatchObject({
    description: 'I teach poetry.',
    how_did_you_hear: 'A colleague',
  })
})

test('shows the email address read-only, and marks administrators', async () => {
  fakeApi({ 'GET /teachers/me': () => aTeacher({ is_administrator: true }) })
  await open()
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveProperty('readOnly', true)
  expect(screen.getByText('You administer this installation.')).toBeDefined()
})

test('says only that a field is too long if nothing is missing', async () => {
  const { asked } = fakeApi({ 'GET /teachers/me': () => aTeacher() })
  await open()
  fireEvent.change(await screen.findByRole('textbox', { name: 'School' }), {
    target: { value: 'a'.repeat(201) },
  })
  await userEvent.click(await saveButton())
  expect(await screen.findByText('This is too long.')).toBeDefined()
  expect(screen.queryByText('Please fill in all the fields marked with an asterisk.')).toBeNull()
  expect(asked('PUT', '/teachers/me')).toHaveLength(0)
})

test('blocks saving until the profile has loaded', async () => {
  let down = true
  fakeApi({ 'GET /teachers/me': () => (down ? refuse(500, {}) : aTeacher()) })
  await open()
  expect(await screen.findByText('Failed to fetch user profile from /teachers/me')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Save profile' })).toHaveProperty('disabled', true)
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save profile' })).toHaveProperty('disabled', false),
  )
  expect(screen.getByRole('textbox', { name: 'School' })).toHaveProperty('value', 'Hillside Academy')
})

test('says why saving failed and keeps what was typed', async () => {
  fakeApi({
    'GET /teachers/me': () => aTeacher(),
    'PUT /teachers/me': () => refuse(503, { code: 'busy', detail: 'Try in a minute.' }),
  })
  await open()
  const school = await screen.findByRole('textbox', { name: 'School' })
  await userEvent.clear(school)
  await userEvent.type(school, 'Lakeside')
  await userEvent.click(await saveButton())
  expect((await screen.findByText(/Your profile was not saved/)).textContent).toContain('Try in a minute.')
  expect(school).toHaveProperty('value', 'Lakeside')
})

test('says that the profile is saved even if it cannot be reloaded, and asks to sign in if the session ended', async () => {
  let read = 0
  let saves = 0
  fakeApi({
    'GET /teachers/me': () =>
      read++ === 0 ? aTeacher() : refuse(503, { code: 'busy', detail: 'Try in a minute.' }),
    'PUT /teachers/me': () =>
      saves++ === 0 ? aTeacher() : refuse(401, { code: 'not_signed_in', detail: 'Gone.' }),
  })
  await open()
  await userEvent.click(await saveButton())
  expect(
    await screen.findByText('Your profile was saved, but could not be reloaded. Try in a minute.'),
  ).toBeDefined()
  await userEvent.click(await saveButton())
  expect(await screen.findByText('Sign in again to save your profile. Nothing was changed.')).toBeDefined()
})

const missing = () => refuse(404, { code: 'not_found', detail: 'No profile.' })
const broken = () => refuse(500, {})
const firstMissingThenBroken = () => {
  let asked = 0
  return () => (asked++ === 0 ? missing() : broken())
}

test.each([
  ['Failed to fetch user profile from /teachers/me', { 'GET /teachers/me': broken }],
  ['Kinde token is null or undefined. Cannot fetch profile.', { 'GET /teachers/me': () => refuse(401, {}) }],
  ['Failed to fetch or create user profile.', { 'GET /teachers/me': missing, 'PUT /teachers/me': broken }],
  [
    'User profile not found in DB via /teachers/me. Using Kinde data as fallback.',
    { 'GET /teachers/me': missing, 'PUT /teachers/me': () => aTeacher() },
  ],
  [
    'Profile created/updated, but failed to fetch final state. Using Kinde data as fallback.',
    { 'GET /teachers/me': firstMissingThenBroken(), 'PUT /teachers/me': () => aTeacher() },
  ],
])('says "%s" if the profile shows identity data for that reason', async (words, answers) => {
  fakeApi(answers)
  await openElement(<ProfilePage />)
  expect(await screen.findByText(words)).toBeDefined()
})
