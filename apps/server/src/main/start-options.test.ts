import { expect, test } from 'vitest'
import { readStart } from './start-options.ts'

test('a start takes --adopt beside its part, and nothing else', () => {
  expect(readStart([], true)).toEqual({ role: 'all', adopts: false })
  expect(readStart(['--adopt'], true)).toEqual({ role: 'all', adopts: true })
  for (const given of [
    ['api', '--adopt'],
    ['--adopt', 'api'],
  ])
    expect(readStart(given, false)).toEqual({ role: 'api', adopts: true })
  expect(() => readStart(['worker', '--adoptt'], false)).toThrow('Unknown option "--adoptt"')
  expect(() => readStart(['--adoptt'], false)).toThrow('Unknown command "--adoptt"')
  expect(() => readStart(['worker'], true)).toThrow('Set DATABASE_URL')
})
