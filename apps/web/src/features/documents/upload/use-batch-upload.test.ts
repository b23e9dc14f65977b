import { expect, test } from 'vitest'
import { progressOf } from './use-batch-upload.ts'

const files = [new File(['x'.repeat(100)], 'a.txt'), new File(['x'.repeat(300)], 'b.txt')]
const progress = (...args: Parameters<typeof progressOf>) =>
  progressOf(...args).map(({ share, state }) => [share, state])

test('shows progress file by file', () => {
  expect(progress(files, { state: 'sending', share: 0.125 })).toEqual([
    [0.5, 'sending'],
    [0, 'waiting'],
  ])
  expect(progress(files, { state: 'sending', share: 0.625 })).toEqual([
    [1, 'sending'],
    [0.5, 'sending'],
  ])
})

test('reports nothing as sent before the response', () => {
  expect(progress(files, { state: 'sent', count: 2 })).toEqual([
    [1, 'sent'],
    [1, 'sent'],
  ])
  expect(progress(files, { state: 'failed', message: 'No.' })).toEqual([
    [0, 'failed'],
    [0, 'failed'],
  ])
})

test('handles an empty file', () => {
  expect(progress([new File([], 'empty.txt')], { state: 'sending', share: 0 })).toEqual([[0, 'waiting']])
})
