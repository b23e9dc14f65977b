import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  allChoices,
  clearConsent,
  isNoticeHidden,
  onConsent,
  removeHiddenNoticesWithoutConsent,
  saveConsent,
  storeHiddenNotice,
} from './consent.ts'

beforeEach(() => {
  localStorage.clear()
  clearConsent()
})
afterEach(clearConsent)

it('remembers dismissed notices until preferences are refused, and forgets them then', () => {
  const stop = onConsent(removeHiddenNoticesWithoutConsent)
  storeHiddenNotice('upload')
  expect([isNoticeHidden('upload'), isNoticeHidden('context')]).toEqual([true, false])
  saveConsent({ ...allChoices, preferences: false })
  expect(isNoticeHidden('upload')).toBe(false)
  storeHiddenNotice('upload')
  expect(isNoticeHidden('upload')).toBe(false)
  saveConsent(allChoices)
  storeHiddenNotice('upload')
  expect(isNoticeHidden('upload')).toBe(true)
  stop()
})
