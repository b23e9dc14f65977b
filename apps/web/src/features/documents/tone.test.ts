import { expect, it } from 'vitest'
import { toneOf } from './status.ts'

it('gives each status the tone of the specification', () => {
  expect(toneOf).toEqual({
    COMPLETED: 'success',
    PROCESSING: 'warning',
    QUEUED: 'info',
    ERROR: 'error',
    LIMIT_EXCEEDED: 'warning',
    UPLOADED: 'neutral',
  })
})
