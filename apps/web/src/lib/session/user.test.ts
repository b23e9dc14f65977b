import { User } from 'oidc-client-ts'
import { expect, test } from 'vitest'
import { toSessionUser } from './user.ts'

const userWith = (claims: Record<string, unknown>) =>
  new User({
    access_token: 'a',
    token_type: 'Bearer',
    profile: { iss: 'i', aud: 'a', exp: 0, iat: 0, sub: 'person-1', ...claims },
  })

test('reads id, email, givenName, familyName, picture, schoolName and roles, words or objects with a key', () => {
  const claims = {
    email: 'amara@school.example',
    given_name: 'Amara',
    family_name: 'Okafor',
    picture: 'https://id.example/amara.png',
    school_name: 'Hill School',
    roles: ['teacher', { id: '1', key: 'admin', name: 'Administrator' }, 7],
  }
  expect(toSessionUser(userWith(claims))).toEqual({
    id: 'person-1',
    email: 'amara@school.example',
    givenName: 'Amara',
    familyName: 'Okafor',
    picture: 'https://id.example/amara.png',
    schoolName: 'Hill School',
    roles: ['teacher', 'admin'],
  })
})

test('copes with a provider that sends only an id, or nonsense', () => {
  const empty = {
    id: 'person-1',
    email: '',
    givenName: '',
    familyName: '',
    picture: null,
    schoolName: null,
    roles: [],
  }
  expect(toSessionUser(userWith({}))).toEqual(empty)
  expect(toSessionUser(userWith({ email: 7, picture: {}, roles: 'admin' }))).toEqual(empty)
})
