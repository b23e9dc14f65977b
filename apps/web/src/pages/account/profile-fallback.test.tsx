import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi, refuse } from '../../test/api.ts'
import { aTeacher } from '../../test/samples.ts'
import { openElement } from '../../test/screen.tsx'
import ProfilePage from './profile.tsx'

const missing = () => refuse(404, { code: 'not_found', detail: 'No profile.' })
const broken = () => refuse(500, {})
const firstMissingThenBroken = () => {
  let asked = 0
  return () => (asked++ === 0 ? missing() : broken())
}

it.each([
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
