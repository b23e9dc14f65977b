import { textClasses } from '../../../complexity/texts.ts'
import { createRandom, seedOf } from './random.ts'

/** Strings that have broken other programs. */
const odd = [
  '',
  ' ',
  '\0',
  '\ud800',
  "' or 1=1 --",
  '{{7*7}}',
  '../../etc/passwd',
  'a\r\nset-cookie: b=c',
  '=cmd()',
  '2026-02-30T25:61:61Z',
  '1e309',
  'ﬀ'.repeat(200),
  `a@${'b.'.repeat(300)}`,
  `${'a'.repeat(70)}@b.c`,
  'https://[::ffff:127.0.0.1]/',
  'x'.repeat(20_000),
  ...Object.values(textClasses).map((textOf) => textOf(20_000)),
]
const numbers = [0, -0, 1, -1, 0.5, 1e21, 2 ** 53, -(2 ** 53), 1e-7, 2_147_483_648]
/** Names of properties that every object inherits. */
const oddKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'teacher_id',
  'role',
  'is_administrator',
  'id',
  '',
]

/** Inputs for a value reader, always the same for the same name. */
export function someBytes(name: string, count: number): Buffer[] {
  const random = createRandom(seedOf(name))
  return Array.from({ length: count }, (_, nth) =>
    Buffer.from(Array.from({ length: 60 + nth * 20 }, () => random.below(256))),
  )
}

/**
 * Derives JSON values from bytes: the same bytes always give the same value, and a small change changes
 * little.
 */
export function createValueReader(input: Buffer, names: readonly string[]) {
  let offset = 0
  const byte = () => input[offset++] ?? 0
  const pick = <T>(choices: readonly T[]): T => choices[((byte() << 8) | byte()) % choices.length] as T
  const text = (): string => {
    const kind = byte()
    if (kind < 80) return pick(odd)
    if (kind < 110) return pick(names)
    const length = byte()
    const end = Math.min(input.length, offset + length)
    const read = input.toString('utf8', offset, end)
    offset = end
    return read
  }
  const number = () => (byte() < 100 ? pick(numbers) : (byte() << 8) - byte())
  const value = (depth: number): unknown => {
    const kind = byte() % 16
    if (offset >= input.length) return null
    if (kind < 5) return text()
    if (kind < 7) return number()
    if (kind === 7) return byte() > 127
    if (kind === 8) return null
    if (kind === 9) return undefined
    if (depth > 40) return 'deep'
    if (kind < 12) return Array.from({ length: byte() % 8 }, () => value(depth + 1))
    return fields(depth + 1)
  }
  const fields = (depth = 0): Record<string, unknown> => {
    const made: Record<string, unknown> = {}
    for (let left = byte() % 12; left > 0; left -= 1) {
      const name = byte() < 40 ? pick(oddKeys) : pick(names)
      Object.defineProperty(made, name, {
        value: value(depth),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return made
  }
  return { fields, value: () => value(0), text, below: (end: number) => ((byte() << 8) | byte()) % end }
}
