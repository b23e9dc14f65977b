import { describe, expect, test } from 'vitest'
import { fakeApi, refuse } from '../../../testing/api.ts'
import { aTeacher } from '../../../testing/samples.ts'
import { displayName, hasAdminRole, loadProfile, mustCompleteProfile, planOf, raiseUsage } from './profile.ts'
import { countriesIn } from './profile-form.tsx'

const identity = { id: 'u1', email: 'amara@school.example', givenName: 'Amara', familyName: '', roles: [] }
const missing = () => refuse(404, { code: 'not_found', detail: 'No profile.' })

const missingOnce = () => {
  let requests = 0
  return () => (requests++ === 0 ? missing() : refuse(500, {}))
}

describe('loadProfile', () => {
  test('creates a missing profile with defaults, then fetches it again', async () => {
    let created = false
    const { asked } = fakeApi({
      'GET /teachers/me': () => (created ? aTeacher() : missing()),
      'PUT /teachers/me': () => {
        created = true
        return aTeacher()
      },
    })
    const { profile, isFallback } = await loadProfile(identity)
    expect(isFallback).toBe(false)
    expect(profile.school_name).toBe('Hillside Academy')
    expect(asked('PUT', '/teachers/me')[0]?.body).toEqual({
      first_name: 'Amara',
      last_name: 'Not Specified',
      school_name: 'Not Specified',
      role: 'teacher',
      country: 'Not Specified',
      state_county: 'Not Specified',
    })
    expect(asked('GET', '/teachers/me')).toHaveLength(2)
  })

  test.each([
    ['the profile cannot be fetched', 'fetch', { 'GET /teachers/me': () => refuse(500, {}) }],
    ['the token is refused', 'token', { 'GET /teachers/me': () => refuse(401, {}) }],
    [
      'it cannot be created',
      'create',
      { 'GET /teachers/me': missing, 'PUT /teachers/me': () => refuse(500, {}) },
    ],
    [
      'it is missing after creation too',
      'missing',
      { 'GET /teachers/me': missing, 'PUT /teachers/me': () => aTeacher() },
    ],
    [
      'it cannot be fetched after creation',
      'refetch',
      { 'GET /teachers/me': missingOnce(), 'PUT /teachers/me': () => aTeacher() },
    ],
  ])('falls back to identity data if %s', async (_, reason, answers) => {
    fakeApi(answers)
    expect(await loadProfile(identity)).toMatchObject({
      isFallback: true,
      reason,
      profile: { first_name: 'Amara', usage: null },
    })
  })
})

describe('mustCompleteProfile', () => {
  const loaded = (change: Parameters<typeof aTeacher>[0], isFallback = false) => ({
    profile: { ...aTeacher(change), plan: 'FREE' as const, usage: null },
    isFallback,
    reason: null,
  })
  test('counts "Not Specified" as empty, and never asks on identity data', () => {
    expect(mustCompleteProfile(loaded({}))).toBe(false)
    expect(mustCompleteProfile(loaded({ country: 'Not Specified' }))).toBe(true)
    expect(mustCompleteProfile(loaded({ state_county: ' ' }))).toBe(true)
    expect(mustCompleteProfile(loaded({ school_name: 'Not Specified' }, true))).toBe(false)
  })
})

describe('raiseUsage', () => {
  test('never shows less than zero words, and keeps the server’s figure if unlimited', () => {
    const usage = {
      limit: 5_000,
      used: 4_900,
      remaining: 100,
      documents: 3,
      characters: null,
      storage: { used: 0, limit: 1_000 },
    }
    expect(raiseUsage(usage, 300)).toEqual({ ...usage, used: 5_200, remaining: 0, documents: 4 })
    const unlimited = { ...usage, limit: null, remaining: null }
    expect(raiseUsage(unlimited, 300, 2)).toEqual({ ...unlimited, used: 5_200, documents: 5 })
  })
})

test('reads a plan ignoring case, and an unknown one as Free', () => {
  expect([planOf('Schools'), planOf('pro'), planOf('Gold'), planOf(null)]).toEqual([
    'SCHOOLS',
    'PRO',
    'FREE',
    'FREE',
  ])
})

test('recognises the administrator role ignoring case, as a string or an object with a key', () => {
  expect([
    hasAdminRole(['Admin']),
    hasAdminRole([{ key: 'ADMIN' }]),
    hasAdminRole(['teacher']),
    hasAdminRole([]),
  ]).toEqual([true, true, false, false])
})

test('reads the administrator role from the profile, or from the identity provider if it cannot be loaded', async () => {
  const withRole = { ...identity, roles: ['Admin'] }
  fakeApi({ 'GET /teachers/me': () => aTeacher({ is_administrator: false }) })
  expect(await loadProfile(withRole)).toMatchObject({
    isFallback: false,
    profile: { is_administrator: false },
  })
  fakeApi({ 'GET /teachers/me': () => refuse(503, { code: 'busy', detail: 'Try again.' }) })
  expect(await loadProfile(withRole)).toMatchObject({ isFallback: true, profile: { is_administrator: true } })
  expect(await loadProfile(identity)).toMatchObject({
    isFallback: true,
    profile: { is_administrator: false },
  })
})

test('shows the email address if there is no name', () => {
  expect(displayName({ first_name: 'Not Specified', last_name: 'Not Specified', email: 'a@b.example' })).toBe(
    'a@b.example',
  )
})

test('offers every country by name, and keeps an unknown one', () => {
  const french = countriesIn('fr-FR', 'Narnia')
  expect(french).toContainEqual({ value: 'DE', label: 'Allemagne' })
  expect(french[0]).toEqual({ value: 'Narnia', label: 'Narnia' })
  expect(new Set(french.map(({ value }) => value)).size).toBe(french.length)
})
