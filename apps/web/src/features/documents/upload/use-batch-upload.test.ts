import { expect, it } from 'vitest'
import { progressOf } from './use-batch-upload.ts'

const files = [new File(['x'.repeat(100)], 'a.txt'), new File(['x'.repeat(300)], 'b.txt')]
const look = (...given: Parameters<typeof progressOf>) => progressOf(...given).map(({ share, state }) => [share, state])

it('shows progress file by file', () => {
  expect(look(files, { state: 'sending', share: 0.125 })).toEqual([
    [0.5, 'sending'],
    [0, 'waiting'],
  ])
  expect(look(files, { state: 'sending', share: 0.625 })).toEqual([
    [1, 'sending'],
    [0.5, 'sending'],
  ])
})

it('reports nothing as sent before the response', () => {
  expect(look(files, { state: 'sent', count: 2 })).toEqual([
    [1, 'sent'],
    [1, 'sent'],
  ])
  expect(look(files, { state: 'failed', message: 'No.' })).toEqual([
    [0, 'failed'],
    [0, 'failed'],
  ])
})

it('handles an empty file', () => {
  expect(look([new File([], 'empty.txt')], { state: 'sending', share: 0 })).toEqual([[0, 'waiting']])
})
