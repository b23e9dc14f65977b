import { expect, test } from 'vitest'
import { isMobileLike } from './demo-input.tsx'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537'

test.each([
  [phone, 932, 430, true],
  [android, 900, 400, true],
  [mac, 480, 300, true],
  [mac, 481, 300, false],
  [mac, 1_024, 1_366, true],
  [mac, 1_025, 1_366, false],
  [mac, 1_024, 768, false],
  [windows, 1_024, 1_366, false],
  [windows, 480, 900, true],
])('%s at %i by %i is mobile-like: %s', (userAgent, width, height, isMobile) => {
  expect(isMobileLike({ userAgent, width, height })).toBe(isMobile)
})
