import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { warningsOf } from './warnings.ts'

const stripe = (secretKey: string) => ({ stripe: { secretKey, webhookSecret: 'whsec_1', proPriceId: 'price_1' } })
const { detectorModel: standard } = readConfig({})
const { detectorModel: open } = readConfig({ DETECTOR_MODEL: 'open' })

it('warns an installation that takes real payments with a model for non-commercial use', async () => {
  const [warning] = await warningsOf({ detectorModel: standard, payment: stripe('sk_live_1') })
  expect(warning?.code).toBe('model-not-for-paid-use')
  expect(warning?.detail).toContain('Set DETECTOR_MODEL to "open".')
})

it.each([
  ['the open model', open, stripe('sk_live_1')],
  ['a key for tests', standard, stripe('sk_test_1')],
  ['no payments', standard, { stripe: null }],
  ['a model without a card', '/nowhere/own.penmark', stripe('sk_live_1')],
])('warns of nothing with %s', async (_, detectorModel, payment) => {
  expect(await warningsOf({ detectorModel, payment })).toEqual([])
})
