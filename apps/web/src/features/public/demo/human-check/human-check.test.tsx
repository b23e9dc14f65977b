import { ChallengeToken } from '@penmark/contract'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearConsent, defaultChoices, readConsent, saveConsent } from '../../../../lib/consent/consent.ts'
import { type Answer, fakeApi, refuse } from '../../../../testing/api.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { publicSettings } from '../../../../testing/samples.ts'
import HumanCheck from './human-check.tsx'

const work = {
  parameters: {
    algorithm: 'a',
    nonce: 'n',
    salt: 's',
    cost: 1,
    keyLength: 32,
    keyPrefix: 'p',
    keySignature: 'k',
    expiresAt: 1,
  },
  signature: 'sig',
}
const passed = { success: true, proof: 'proof-1' }
const failed = { success: false, proof: null }
const withRecaptcha = {
  ...publicSettings,
  human_check: { challenge: 'recaptcha', recaptcha_site_key: 'key-1' },
}
const operators = ['plus', 'minus', 'times'] as const

beforeEach(() => {
  clearConsent()
  vi.stubGlobal('Worker', fakeWorker({ counter: 3, derivedKey: 'ff', time: 1 }))
})
afterEach(() => {
  vi.useRealTimers()
  for (const script of document.querySelectorAll('script')) script.remove()
})

/** A worker that answers every message at once; `null` makes it fail. */
function fakeWorker(solution: unknown) {
  return class {
    onmessage?: (event: { data: unknown }) => void
    onerror?: () => void
    postMessage() {
      queueMicrotask(() => (solution === null ? this.onerror?.() : this.onmessage?.({ data: solution })))
    }
    terminate() {}
  }
}

function open(answers: Record<string, Answer> = {}) {
  let sums = 0
  const api = fakeApi({
    'POST /human-check/sums': () => {
      sums += 1
      return { problem: `p${sums}`, left: 7, operator: operators[(sums - 1) % 3], right: 5 }
    },
    'POST /human-check/sums/answer': () => failed,
    'POST /human-check/work': () => work,
    'POST /verify-recaptcha': () => passed,
    ...answers,
  })
  const onProof = vi.fn<(proof: string) => void>()
  const onError = vi.fn<(message: string | null) => void>()
  render(<HumanCheck onProof={onProof} onError={onError} />)
  return { ...api, onProof, onError }
}

/** Opens the check for a visitor who allowed analytics cookies. */
function openAutomatic(answers: Record<string, Answer> = {}) {
  saveConsent({ ...defaultChoices, analytics: true })
  return open(answers)
}

const input = () => screen.getByRole<HTMLInputElement>('textbox')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const findQuestion = (question: string) => screen.findByText(question)
const advanceTimers = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
const answer = (value: string) => {
  fireEvent.change(input(), { target: { value: value } })
  fireEvent.click(button('Verify'))
}

test('asks sums with plus, minus and times, and returns the proof for a correct answer', async () => {
  const { onProof, asked } = open({ 'POST /human-check/sums/answer': () => passed })
  await findQuestion('What is 7 plus 5?')
  fireEvent.click(button('New problem'))
  await findQuestion('What is 7 minus 5?')
  fireEvent.click(button('New problem'))
  await findQuestion('What is 7 times 5?')
  expect(screen.getByText('7 × 5 =')).toBeDefined()
  answer('35')
  await eventually(() => expect(onProof).toHaveBeenCalledWith('proof-1'))
  expect(asked('POST', '/human-check/sums/answer')[0]?.body).toEqual({ problem: 'p3', answer: 35 })
})

test('disables Verify until there is an answer', async () => {
  open()
  await findQuestion('What is 7 plus 5?')
  expect(button('Verify').disabled).toBe(true)
  fireEvent.change(input(), { target: { value: ' ' } })
  expect(button('Verify').disabled).toBe(true)
  fireEvent.change(input(), { target: { value: '1' } })
  expect(button('Verify').disabled).toBe(false)
})

test('shows an error for anything but a number without using an attempt', async () => {
  const { asked } = open()
  await findQuestion('What is 7 plus 5?')
  for (const value of ['twelve', '1.5', '12a', 'no']) answer(value)
  expect(screen.getByText('Please enter a whole number.')).toBeDefined()
  expect(input().getAttribute('aria-invalid')).toBe('true')
  expect(asked('POST', '/human-check/sums/answer')).toEqual([])
  answer('3')
  expect(await screen.findByText('Incorrect answer. 2 attempts remaining.')).toBeDefined()
})

test('on a wrong answer counts, disables the input, and sets a new sum after 1.5 s', async () => {
  open()
  await findQuestion('What is 7 plus 5?')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer('3')
  await advanceTimers()
  expect(screen.getByText('Incorrect answer. 2 attempts remaining.')).toBeDefined()
  expect(screen.getByText('Here comes a new problem…')).toBeDefined()
  expect(input().disabled).toBe(true)
  await advanceTimers(1_499)
  expect(screen.queryByText('What is 7 plus 5?')).not.toBeNull()
  await advanceTimers(1)
  expect(screen.queryByText('What is 7 minus 5?')).not.toBeNull()
  expect([input().disabled, input().value]).toEqual([false, ''])
})

test('reports three wrong answers and stays locked until a new problem is requested', async () => {
  const { onError } = open()
  await findQuestion('What is 7 plus 5?')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const remaining of [2, 1]) {
    answer('3')
    await advanceTimers()
    expect(screen.getByText(`Incorrect answer. ${remaining} attempts remaining.`)).toBeDefined()
    await advanceTimers(1_500)
  }
  answer('3')
  await advanceTimers()
  expect(screen.getByText('Too many incorrect attempts. Please refresh to try again.')).toBeDefined()
  expect(onError).toHaveBeenCalledWith('Too many attempts. Please refresh the page.')
  await advanceTimers(10_000)
  expect(input().disabled).toBe(true)
  fireEvent.click(button('New problem'))
  await advanceTimers()
  expect(onError).toHaveBeenLastCalledWith(null)
  answer('3')
  await advanceTimers()
  expect(screen.getByText('Incorrect answer. 2 attempts remaining.')).toBeDefined()
})

test('says why there is no sum, and retries on request', async () => {
  let isBusy = true
  open({
    'POST /human-check/sums': () =>
      isBusy
        ? refuse(503, { code: 'busy', detail: 'Too many sums. Wait a minute.' })
        : { problem: 'p', left: 2, operator: 'plus', right: 2 },
  })
  await screen.findByText('Too many sums. Wait a minute.')
  isBusy = false
  fireEvent.click(button('New problem'))
  expect(await findQuestion('What is 2 plus 2?')).toBeDefined()
})

test.each([
  ['without a decision about cookies', null],
  ['where analytics cookies are refused', defaultChoices],
])('%s asks a sum, does no work and asks for no settings', async (_, choices) => {
  if (choices) saveConsent(choices)
  const { calls } = open()
  await findQuestion('What is 7 plus 5?')
  expect(calls.map(({ path }) => path)).toEqual(['/human-check/sums'])
  expect(readConsent()?.analytics ?? false).toBe(false)
})

test('lets the computer do the work instead of the person where analytics cookies are allowed', async () => {
  const { onProof, asked } = openAutomatic()
  await eventually(() => expect(onProof).toHaveBeenCalledWith('proof-1'))
  expect(asked('POST', '/human-check/sums')).toEqual([])
  const [verified] = asked('POST', '/verify-recaptcha')
  expect(JSON.parse(atob(ChallengeToken.parse(verified?.body).token))).toEqual({
    challenge: work,
    solution: { counter: 3, derivedKey: 'ff', time: 1 },
  })
  expect(verified?.headers).not.toHaveProperty('authorization')
})

test('offers the automatic check beside the sum, says what it loads, and asks for that consent alone', async () => {
  const { onProof, asked } = open()
  await findQuestion('What is 7 plus 5?')
  fireEvent.click(button('Check automatically instead'))
  expect(await screen.findByText(/nothing is loaded from anyone else/)).toBeDefined()
  expect(
    screen.getByText('For this we need your consent to analytics cookies, and to nothing else.'),
  ).toBeDefined()
  // The sum stays, and nothing has begun.
  expect(input()).toBeDefined()
  expect([readConsent(), asked('POST', '/human-check/work')]).toEqual([null, []])
  fireEvent.click(button('Allow analytics cookies and check automatically'))
  await eventually(() => expect(onProof).toHaveBeenCalledWith('proof-1'))
  expect(readConsent()).toMatchObject({ analytics: true, marketing: false, preferences: true })
})

test('needs no sum and loads nothing from Google in a browser that keeps no cookies', async () => {
  const { onProof } = await openRecaptcha()
  await findQuestion('What is 7 plus 5?')
  vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  fireEvent.click(button('Check automatically instead'))
  fireEvent.click(
    await screen.findByRole('button', { name: 'Allow analytics cookies and check automatically' }),
  )
  await eventually(() => expect(onProof).toHaveBeenCalledWith('proof-1'))
  expect([readConsent(), script()]).toEqual([null, null])
})

test.each<[string, Answer]>([
  ['a refusal', () => failed],
  ['a fault of the server', () => refuse(500, {})],
])('treats %s of finished work as failed, and retries on request', async (_, verify) => {
  let isGood = false
  const { onProof } = openAutomatic({ 'POST /verify-recaptcha': (call) => (isGood ? passed : verify(call)) })
  expect((await screen.findByRole('alert')).textContent).toBe('Verification failed. Please try again.')
  expect(onProof).not.toHaveBeenCalled()
  isGood = true
  fireEvent.click(button('Try again'))
  await eventually(() => expect(onProof).toHaveBeenCalledWith('proof-1'))
})

test('falls back to a sum if the computer cannot do the work', async () => {
  vi.stubGlobal('Worker', fakeWorker(null))
  openAutomatic()
  await findQuestion('What is 7 plus 5?')
  fireEvent.click(button('Check automatically instead'))
  await screen.findByText('The automatic check could not be completed. Try again, or solve a sum instead.')
  fireEvent.click(button('Solve a sum instead'))
  expect(await screen.findByText(/^What is 7/)).toBeDefined()
})

/** The parts of Google's script used here. The module keeps it for the whole file, as a page does. */
const google = { options: {} as Record<string, (token?: string) => void> }
async function openRecaptcha(answers: Record<string, Answer> = {}) {
  vi.stubGlobal('grecaptcha', {
    ready: (then: () => void) => then(),
    render: (_: HTMLElement, options: typeof google.options) => {
      google.options = options
      return 0
    },
  })
  const opened = open({ 'GET /settings': () => withRecaptcha, ...answers })
  return opened
}
const script = () => document.querySelector<HTMLScriptElement>('script[src*="recaptcha"]')

test('loads nothing from Google before analytics cookies are allowed, and has another check where loading fails', async () => {
  const { onProof } = await openRecaptcha()
  await screen.findByText('What is 7 plus 5?')
  fireEvent.click(button('Check automatically instead'))
  await screen.findByText(/This loads reCAPTCHA from Google/)
  expect(script()).toBeNull()
  fireEvent.click(button('Allow analytics cookies and check automatically'))
  await eventually(() =>
    expect(script()?.src).toBe('https://www.google.com/recaptcha/api.js?render=explicit'),
  )
  act(() => void script()?.dispatchEvent(new Event('error')))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'reCAPTCHA error occurred. Please check your internet connection and try again.',
  )
  fireEvent.click(button('Use this site’s own automatic check instead of Google’s'))
  await eventually(() => expect(onProof).toHaveBeenCalledWith('proof-1'))
})

test("shows reCAPTCHA's message, and returns the proof for a valid token", async () => {
  saveConsent({ ...defaultChoices, analytics: true })
  let isGood = false
  const { onProof } = await openRecaptcha({ 'POST /verify-recaptcha': () => (isGood ? passed : failed) })
  await eventually(() => expect(script()).not.toBeNull())
  act(() => void script()?.dispatchEvent(new Event('load')))
  await eventually(() => expect(google.options.sitekey).toBe('key-1'))
  const message = () => screen.getByRole('alert').textContent
  act(() => google.options['expired-callback']?.())
  expect(message()).toBe('reCAPTCHA has expired. Please solve it again.')
  act(() => google.options['error-callback']?.())
  expect(message()).toBe('reCAPTCHA error occurred. Please check your internet connection and try again.')
  act(() => google.options.callback?.('token'))
  await eventually(() => expect(message()).toBe('reCAPTCHA verification failed. Please try again.'))
  expect(onProof).not.toHaveBeenCalled()
  isGood = true
  act(() => google.options.callback?.('token'))
  await eventually(() => expect(onProof).toHaveBeenCalledWith('proof-1'))
})
