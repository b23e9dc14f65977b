import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { cycleAt, meter, type Plan, shortageOf, wordLimitOf } from './rules.ts'

const free = (created: string): Plan => ({
  teacher_id: 'ana',
  plan: 'FREE',
  custom_word_limit: null,
  custom_char_limit: null,
  created_at: new Date(created),
  pro_plan_activated_at: null,
})

const cycle = (plan: Plan, now: string) => {
  const { start, end } = cycleAt(plan, new Date(now))
  return [start.toISOString(), end.toISOString()]
}

test('starts a cycle at the time of day the account was created', () => {
  const plan = free('2026-01-15T10:00:00.000Z')
  expect(cycle(plan, '2026-03-15T09:59:59.999Z')).toEqual([
    '2026-02-15T10:00:00.000Z',
    '2026-03-15T10:00:00.000Z',
  ])
  expect(cycle(plan, '2026-03-15T10:00:00.000Z')).toEqual([
    '2026-03-15T10:00:00.000Z',
    '2026-04-15T10:00:00.000Z',
  ])
})

test('is a calendar month in UTC from the account, on Pro from its first day, whatever the time zone', () => {
  const account = free('2026-01-31T23:30:00.000Z')
  const activated = new Date('2026-02-28T23:30:00.000Z')
  const pro: Plan = { ...account, plan: 'PRO', pro_plan_activated_at: activated }
  try {
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      vi.stubEnv('TZ', zone)
      expect(cycle(account, '2026-03-15T00:00:00.000Z')).toEqual([
        '2026-02-28T23:30:00.000Z',
        '2026-03-31T23:30:00.000Z',
      ])
      expect(cycle(pro, '2026-03-30T00:00:00.000Z')).toEqual([
        '2026-03-28T23:30:00.000Z',
        '2026-04-28T23:30:00.000Z',
      ])
    }
  } finally {
    vi.unstubAllEnvs()
  }
})

test('ends on the last day of a month that is too short, and returns to the original day afterwards', () => {
  const plan = free('2026-01-31T00:00:00.000Z')
  expect(cycle(plan, '2026-02-27T23:00:00.000Z')).toEqual([
    '2026-01-31T00:00:00.000Z',
    '2026-02-28T00:00:00.000Z',
  ])
  expect(cycle(plan, '2026-02-28T00:00:00.000Z')).toEqual([
    '2026-02-28T00:00:00.000Z',
    '2026-03-31T00:00:00.000Z',
  ])
})

test('counts Pro from its first day', () => {
  const plan: Plan = {
    ...free('2026-01-01T00:00:00.000Z'),
    plan: 'PRO',
    pro_plan_activated_at: new Date('2026-01-20T00:00:00.000Z'),
  }
  expect(cycle(plan, '2026-02-05T00:00:00.000Z')).toEqual([
    '2026-01-20T00:00:00.000Z',
    '2026-02-20T00:00:00.000Z',
  ])
})

test('always contains the present moment, in cycles without gaps', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const [created, now] = a < b ? [a, b] : [b, a]
      const plan = free(created.toISOString())
      const { start, end } = cycleAt(plan, now)
      expect(start <= now && now < end).toBe(true)
      expect(cycleAt(plan, end).start).toEqual(end)
      expect(cycleAt(plan, new Date(end.getTime() - 1)).start).toEqual(start)
    }),
  )
})

test('prefers an override to the plan’s limit, even zero', () => {
  expect(wordLimitOf(free('2026-01-01'))).toBe(5_000)
  expect(wordLimitOf({ ...free('2026-01-01'), custom_word_limit: 0 })).toBe(0)
  expect(wordLimitOf({ ...free('2026-01-01'), plan: 'SCHOOLS' })).toBeNull()
})

test('has no limit for an unlimited allowance, and never a negative remainder', () => {
  expect(meter(null, 1_000_000)).toEqual({ limit: null, used: 1_000_000, remaining: null })
  expect(meter(10, 12)).toEqual({ limit: 10, used: 12, remaining: 0 })
})

test('says whether words or characters are missing, words first', () => {
  const size = { words: 5, characters: 30 }
  expect(shortageOf(size, { words: null, characters: null })).toBeNull()
  expect(shortageOf(size, { words: 5, characters: 30 })).toBeNull()
  expect(shortageOf(size, { words: 4, characters: 29 })).toBe('words')
  expect(shortageOf(size, { words: 5, characters: 29 })).toBe('characters')
})
