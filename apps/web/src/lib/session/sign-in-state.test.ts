import { describe, expect, test } from 'vitest'
import { decodeSignInState, encodeSignInState, sameOriginPath } from './sign-in-state.ts'

describe('the state of a sign-in', () => {
  test('survives the round trip, without characters that URLs escape', () => {
    const state = { event: 'register', returnTo: '/documents/é%20?from=dashboard#ö' } as const
    const text = encodeSignInState(state)
    expect(text).toMatch(/^[\w-]+$/)
    expect(decodeSignInState(text)).toEqual({
      event: 'register',
      returnTo: '/documents/%C3%A9%20?from=dashboard#%C3%B6',
    })
  })

  test('needs no address', () => {
    expect(decodeSignInState(encodeSignInState({ event: 'login' }))).toEqual({ event: 'login' })
  })

  test.each([
    ['', /JSON/],
    ['!!!', /decoded|encoded|character/i],
    ['bm9uZQ', /JSON/],
    [btoa('{"event":"logout"}'), /event/],
    [btoa('null'), /object/],
  ])('cannot be read from %j', (text, reason) => {
    expect(() => decodeSignInState(text)).toThrow(reason)
  })

  test.each([
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'dashboard',
    '',
  ])('never redirects to another site: %j', (address) => {
    expect(sameOriginPath(address)).toBeUndefined()
    expect(decodeSignInState(encodeSignInState({ event: 'login', returnTo: address }))).toEqual({
      event: 'login',
    })
  })
})
