import { read } from '@penmark/detector/lab'
import { describe, expect, test } from 'vitest'
import { randomStream } from '../sampling.ts'
import { attacks } from './attacks.ts'

const text =
  'The important thing is that students organize their own work. In 2019, many teachers tried to help them — and it changed a lot! Was it enough?'

describe('attacks', () => {
  test.each(Object.entries(attacks))('%s changes the text but keeps most of it', (_, attack) => {
    const changed = attack(text, randomStream(1))
    expect(changed).not.toBe(text)
    expect(read(changed).words).toBeGreaterThan(15)
  })

  test.each([
    'look-alike letters',
    'zero-width characters',
    'soft hyphens',
    'direction marks',
    'extra spaces',
  ])('%s leave no trace after normalising', (name) => {
    expect(read(attacks[name]?.(text, randomStream(1)) ?? '').tokens).toEqual(read(text).tokens)
  })
})
