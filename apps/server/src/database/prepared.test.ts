import { expect, it } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { createNames } from './prepared.ts'

it('names only statements that are repeated, always the same way', () => {
  const nameOf = createNames()
  expect(['select 1', 'select 1', 'select 2'].map(nameOf)).toEqual([null, null, null])
  const name = nameOf('select 1')
  expect([typeof name, nameOf('select 1'), nameOf('select 2')]).toEqual(['string', name, null])
})

it('names no more statements than the server should keep', () => {
  const nameOf = createNames()
  const often = (text: string) => [1, 2, 3].map(() => nameOf(text)).at(-1)
  const named = Array.from({ length: 1_000 }, (_, i) => often(`select ${i}`)).filter((name) => name !== null)
  expect(new Set(named).size).toBe(named.length)
  expect(named.length).toBe(200)
})

it('returns the same rows named or not, also in transactions and after a failed statement', async () => {
  const database = await openTestDatabase()
  for (let i = 0; i < 6; i += 1) {
    expect((await database.query('select $1::int as n, $2::text as word', [i, 'a'])).rows).toEqual([{ n: i, word: 'a' }])
    await expect(database.query('select 1 / $1::int as n', [0])).rejects.toThrow()
    const inside = await database.transaction((connection) => connection.query('select $1::int + 1 as n', [i]))
    expect(inside.rows).toEqual([{ n: i + 1 }])
  }
})
