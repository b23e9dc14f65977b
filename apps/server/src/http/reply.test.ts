import { expect, test } from 'vitest'
import { readRange } from './reply.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-', [0, 99]],
  ['bytes=40-', [40, 99]],
  ['bytes=0-0', [0, 0]],
  ['bytes=10-19', [10, 19]],
  ['bytes=90-500', [90, 99]],
  ['bytes=-7', [93, 99]],
  ['bytes=-500', [0, 99]],
  // Nothing of these exists.
  ['bytes=100-', null],
  ['bytes=-0', null],
  // A server may ignore what it does not understand, and several parts.
  ['bytes=9-3', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=0-5', 'whole'],
  ['bytes=a-b', 'whole'],
])('reads the range %s of a hundred bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})
