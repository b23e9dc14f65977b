import { apiBase, HumanCheckResult, MathsProblem, WorkChallenge } from '@penmark/contract'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newSum, resultOf } from './human-check.ts'

let testApp: TestApp
beforeAll(async () => {
  const verify = async (token: string) => token === 'good at google'
  testApp = await startTestApp({ works: false, recaptcha: { siteKey: 'site', verify } })
})
afterAll(() => testApp.close())

const post = async (url: string, payload: object = {}, remoteAddress = '192.0.2.1') => {
  const response = await testApp.app.inject({
    method: 'POST',
    url: `${apiBase}${url}`,
    payload,
    remoteAddress,
  })
  return { status: response.statusCode, body: response.json() as unknown, headers: response.headers }
}
const setSum = async () => MathsProblem.parse((await post('/human-check/sums')).body)
const answer = async (problem: string, value: unknown) =>
  post('/human-check/sums/answer', { problem, answer: value })
const verify = async (token: string) =>
  HumanCheckResult.parse((await post('/verify-recaptcha', { token })).body)

async function solvedWork(): Promise<string> {
  const challenge = WorkChallenge.parse((await post('/human-check/work')).body)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

describe('a sum', () => {
  test('is passed with the right result and gives a proof', async () => {
    const sum = await setSum()
    const result = HumanCheckResult.parse((await answer(sum.problem, resultOf(sum))).body)
    expect(result).toEqual({ success: true, proof: expect.any(String) })
  })

  test('does not contain its result', async () => {
    const sum = await setSum()
    const payload = Buffer.from(sum.problem.split('.')[1] ?? '', 'base64url').toString()
    expect(Object.keys(JSON.parse(payload) as object).sort()).toEqual(['aud', 'exp', 'iat', 'jti', 'mark'])
    expect((await setSum()).problem).not.toBe(sum.problem)
  })

  test('accepts one answer, right or wrong', async () => {
    const sum = await setSum()
    expect((await answer(sum.problem, resultOf(sum) + 1)).body).toEqual({ success: false, proof: null })
    expect((await answer(sum.problem, resultOf(sum))).body).toEqual({ success: false, proof: null })
  })

  test('is used up by exactly one of ten answers at the same time', async () => {
    const sum = await setSum()
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(sum.problem, resultOf(sum))))
    expect(answers.filter(({ body }) => HumanCheckResult.parse(body).success)).toHaveLength(1)
  })

  test('refuses what is not a number, without counting it as an attempt', async () => {
    const sum = await setSum()
    expect(await answer(sum.problem, 'seven')).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    expect((await answer(sum.problem, resultOf(sum))).body).toMatchObject({ success: true })
  })

  test('that the server did not set is never passed', async () => {
    const [head, body] = (await setSum()).problem.split('.')
    for (const forged of [
      '',
      'x',
      `${head}.${body}.AAAA`,
      'eyJhbGciOiJub25lIn0.eyJhdWQiOiJzdW0iLCJqdGkiOiJ4In0.',
    ].filter(Boolean)) {
      expect((await answer(forged, 1)).body).toEqual({ success: false, proof: null })
    }
  })

  test('is limited per network, with the time to wait', async () => {
    const statuses = new Set<number>()
    for (let count = 0; count < 120; count += 1)
      statuses.add((await post('/human-check/sums', {}, '2001:db8::1')).status)
    expect([...statuses]).toEqual([200])
    const refused = await post('/human-check/sums', {}, '2001:db8:0:0:ffff::2')
    expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect((await post('/human-check/sums', {}, '2001:db8:0:1::1')).status).toBe(200)
  })
})

describe('work for the computer', () => {
  test('is passed once it is done, and once only', async () => {
    const token = await solvedWork()
    expect(await verify(token)).toEqual({ success: true, proof: expect.any(String) })
    expect(await verify(token)).toEqual({ success: false, proof: null })
  })

  test('cannot be made easier by the client', async () => {
    const challenge = WorkChallenge.parse((await post('/human-check/work')).body)
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } }
    const solution = await solveChallenge({ challenge: easier, deriveKey })
    expect(
      await verify(Buffer.from(JSON.stringify({ challenge: easier, solution })).toString('base64')),
    ).toMatchObject({ success: false })
    const guessed = { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') }
    expect(
      await verify(Buffer.from(JSON.stringify({ challenge, solution: guessed })).toString('base64')),
    ).toMatchObject({ success: false })
  })

  test.each(['e30=', 'not base64 at all', Buffer.from('[1,2').toString('base64')])(
    'is not done by %s',
    async (token) => {
      expect(await verify(token)).toEqual({ success: false, proof: null })
    },
  )
})

test('a token confirmed by reCAPTCHA is accepted', async () => {
  expect(await verify('good at google')).toEqual({ success: true, proof: expect.any(String) })
})

test('browsers are told which challenge is used', async () => {
  const { body } = await testApp.app.inject({ url: `${apiBase}/settings` })
  expect(JSON.parse(body)).toMatchObject({
    human_check: { challenge: 'recaptcha', recaptcha_site_key: 'site' },
    support_email: 'support@school.example',
  })
})

describe('the sums of the human check', () => {
  test('can be worked out in the head', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true })), (chances) => {
        const sum = newSum((from, to) => from + Math.floor((chances.next().value ?? 0) * (to - from + 1)))
        expect(resultOf(sum)).toBeGreaterThanOrEqual(0)
        expect(resultOf(sum)).toBeLessThanOrEqual(100)
        for (const part of [sum.left, sum.right]) expect(part).toBeGreaterThanOrEqual(2)
      }),
    )
  })

  test('use plus, minus and times', () => {
    const chosen = (operator: number) => newSum((from, to) => (to === 2 ? operator : from))
    expect([0, 1, 2].map((operator) => chosen(operator).operator)).toEqual(['plus', 'minus', 'times'])
  })

  test('have the correct result', () => {
    expect(resultOf({ left: 7, operator: 'plus', right: 5 })).toBe(12)
    expect(resultOf({ left: 7, operator: 'minus', right: 5 })).toBe(2)
    expect(resultOf({ left: 7, operator: 'times', right: 5 })).toBe(35)
  })
})
