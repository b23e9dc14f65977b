import { expect, test } from 'vitest'
import { z } from 'zod'
import { randomUuid } from './random-uuid.ts'

test('makes UUIDs of version 4, each another', () => {
  const made = Array.from({ length: 100 }, randomUuid)
  expect(made.every((id) => z.uuidv4().safeParse(id).success)).toBe(true)
  expect(new Set(made).size).toBe(100)
})
