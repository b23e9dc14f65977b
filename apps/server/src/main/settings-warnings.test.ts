import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { describeModel, warningsOf } from './settings-warnings.ts'

const stripe = (key: string) => ({
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_PRO: 'price_1',
})
const codesOf = async (environment: Record<string, string>) =>
  (await warningsOf(readConfig(environment))).map(({ code }) => code)

test.each(['sk_live_1', 'rk_live_1'])(
  'warns an installation that takes real payments with a model for non-commercial use (%s)',
  async (key) => {
    const [warning] = await warningsOf(readConfig({ DETECTOR_MODEL: 'standard', ...stripe(key) }))
    expect(warning?.code).toBe('model-not-for-paid-use')
    expect(warning?.detail).toContain('Set DETECTOR_MODEL to "open".')
  },
)

test.each([
  ['the model that taking payments selects', stripe('sk_live_1')],
  ['a key for tests', stripe('sk_test_1')],
  ['no payments', { PAYMENT_STAND_IN: 'false' }],
  ['test payments on the machine itself', { HOST: '127.0.0.1', PUBLIC_URL: 'http://penmark.localhost:3000' }],
])('gives no warning with %s', async (_, environment) => {
  expect(await codesOf(environment)).toEqual([])
})

test('warns about a custom model only if its card forbids commercial use', async () => {
  expect(
    await warningsOf({ ...readConfig(stripe('sk_live_1')), detectorModel: '/nowhere/own.penmark' }),
  ).toEqual([])
})

test.each([
  ['listens on every address', { HOST: '0.0.0.0' }],
  ['listens on one of its network', { HOST: '192.168.1.20' }],
  ['is reached from elsewhere', { PUBLIC_URL: 'https://penmark.school.example' }],
])('warns an installation that %s and takes test payments', async (_, environment) => {
  expect(await codesOf(environment)).toEqual([])
  const [warning] = await warningsOf(readConfig({ ...environment, PAYMENT_STAND_IN: 'true' }))
  expect(warning?.code).toBe('test-payments-in-the-open')
  expect(warning?.detail).toContain('PAYMENT_STAND_IN to "false"')
  expect(await codesOf({ ...environment, PAYMENT_STAND_IN: 'false' })).toEqual([])
  expect(await codesOf({ ...environment, ...stripe('sk_live_1') })).toEqual([])
})

test('tells the operator which model judges and what its licence allows', async () => {
  expect(await describeModel(readConfig({}).detectorModel)).toMatch(
    /^standard \d+\.\d+\.\d+, for evaluation and non-commercial use$/,
  )
  expect(await describeModel(readConfig(stripe('sk_live_1')).detectorModel)).toMatch(
    /^open \d+\.\d+\.\d+, for any use$/,
  )
  expect(await describeModel('/nowhere/own.penmark')).toBe('/nowhere/own.penmark')
})
