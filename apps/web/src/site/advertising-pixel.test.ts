import { afterEach, beforeEach, expect, test } from 'vitest'
import { allChoices, clearConsent, defaultChoices, saveConsent } from '../lib/consent/consent.ts'
import { followMarketingConsent } from './advertising-pixel.ts'

const loaded = () =>
  [...document.querySelectorAll<HTMLImageElement>('[data-advertising-pixel]')].map(({ src }) => src)
let stop: () => void = () => undefined
const open = (address: string) => {
  document.head.innerHTML = `<meta name="advertising-pixel" content="${address}">`
  stop = followMarketingConsent()
}
beforeEach(() => {
  clearConsent()
  document.body.innerHTML = ''
})
afterEach(() => stop())

test('loads the pixel once and only after consent, and removes it when marketing is refused', () => {
  open('https://ads.example/pixel?id=7')
  expect(loaded()).toEqual([])
  saveConsent(defaultChoices)
  expect(loaded()).toEqual([])
  saveConsent(allChoices)
  saveConsent({ ...allChoices, analytics: false })
  expect(loaded()).toEqual(['https://ads.example/pixel?id=7'])
  saveConsent(defaultChoices)
  expect(loaded()).toEqual([])
})

test('loads it on the next visit of someone who allowed it before', () => {
  saveConsent(allChoices)
  open('https://ads.example/pixel?id=8')
  expect(loaded()).toEqual(['https://ads.example/pixel?id=8'])
})

test('loads nothing if the operator configured none', () => {
  open('')
  saveConsent(allChoices)
  expect(loaded()).toEqual([])
  stop()
  open('https://ads.example/pixel?id=9')
  expect(loaded()).toEqual(['https://ads.example/pixel?id=9'])
})
