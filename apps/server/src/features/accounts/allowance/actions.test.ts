import { randomUUID } from 'node:crypto'
import { monthsAfter } from '@penmark/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, Database } from '../../../services/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { lockAgreedPlan } from '../teachers/plan.ts'
import { insertTeacher } from '../teachers/store.ts'
import { adjustUsage, readUsage, readUsages, releaseWords, reserveWords, spendWords } from './actions.ts'
import { adjustmentsTo } from './rules.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function newTeacher(limit: number | null): Promise<string> {
  const id = randomUUID()
  await insertTeacher(database, {
    id,
    subject: id,
    email: null,
    picture: null,
    is_administrator: false,
    created_at: new Date('2026-01-10T00:00:00Z'),
  })
  await database.query('update teachers set custom_word_limit = $2 where id = $1', [id, limit])
  return id
}

const now = new Date('2026-03-20T00:00:00Z')
/**
 * Runs `work` in a transaction with a lock for the document, which stands for the lock on its row that every
 * caller holds.
 */
const withLock = <T>(document: string, work: (connection: Connection) => Promise<T>) =>
  database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtext($1))', [document])
    return work(connection)
  })
const reserve = async (
  teacher: string,
  document: string,
  words: number,
  at = now,
  characters = words * 6,
) => {
  const size = { words, characters }
  const [shortage] = await withLock(document, async (connection) =>
    reserveWords(
      connection,
      [{ plan: await lockAgreedPlan(connection, teacher), document_id: document, size }],
      at,
    ),
  )
  return shortage === null
}
const usage = async (teacher: string, at = now) =>
  readUsage(database, await database.transaction((connection) => lockAgreedPlan(connection, teacher)), at)

test('reserves, spends and releases', async () => {
  const teacher = await newTeacher(100)
  const [first, second] = [randomUUID(), randomUUID()]
  expect(await reserve(teacher, first, 60)).toBe(true)
  expect(await reserve(teacher, second, 60)).toBe(false)
  expect(await usage(teacher)).toMatchObject({ used: 60, remaining: 40, documents: 0 })
  await releaseWords(database, first)
  await releaseWords(database, first)
  expect(await reserve(teacher, second, 60)).toBe(true)
  await spendWords(database, [second])
  await releaseWords(database, second)
  expect(await usage(teacher)).toMatchObject({ used: 60, remaining: 40, documents: 1 })
})

test('never spends the last words twice when two documents ask for them at once', async () => {
  const teacher = await newTeacher(100)
  const size = { words: 60, characters: 360 }
  const shortages = await database.transaction(async (connection) => {
    const plan = await lockAgreedPlan(connection, teacher)
    return reserveWords(
      connection,
      [1, 2].map(() => ({ plan, document_id: randomUUID(), size })),
      now,
    )
  })
  expect(shortages).toEqual([null, expect.anything()])
  expect(await usage(teacher)).toMatchObject({ used: 60, remaining: 40 })
})

test('reserves only once for a document whose worker died', async () => {
  const teacher = await newTeacher(100)
  const document = randomUUID()
  for (let run = 0; run < 3; run += 1) expect(await reserve(teacher, document, 60)).toBe(true)
  expect((await usage(teacher)).used).toBe(60)
  await releaseWords(database, document)
  expect(await reserve(teacher, document, 100)).toBe(true)
  expect((await usage(teacher)).used).toBe(100)
})

test('returns words to the cycle they came from', async () => {
  const teacher = await newTeacher(100)
  const document = randomUUID()
  await reserve(teacher, document, 80, new Date('2026-02-20T00:00:00Z'))
  expect(await usage(teacher)).toMatchObject({ used: 0, remaining: 100 })
  await releaseWords(database, document)
  expect(await usage(teacher)).toMatchObject({ used: 0, remaining: 100 })
  expect((await usage(teacher, new Date('2026-02-21T00:00:00Z'))).used).toBe(0)
})

const adjust = (teacher: string, used: number, at = now) =>
  database.transaction(async (connection) =>
    adjustUsage(connection, await lockAgreedPlan(connection, teacher), used, at),
  )
const setPlan = (teacher: string, plan: string, activated: Date | null) =>
  database.query('update teachers set plan = $2, pro_plan_activated_at = $3 where id = $1', [
    teacher,
    plan,
    activated?.toISOString() ?? null,
  ])
const setCharacterLimit = (teacher: string, limit: number | null) =>
  database.query('update teachers set custom_char_limit = $2 where id = $1', [teacher, limit])
const setLimit = (teacher: string, limit: number | null) =>
  database.query('update teachers set custom_word_limit = $2 where id = $1', [teacher, limit])

test('recounts a document in the current cycle when a second run finds other words, and leaves nothing behind', async () => {
  const teacher = await newTeacher(100)
  const document = randomUUID()
  const before = new Date('2026-02-20T00:00:00Z')
  await reserve(teacher, document, 60, before)
  expect(await reserve(teacher, document, 70)).toBe(true)
  expect([(await usage(teacher, before)).used, (await usage(teacher)).used]).toEqual([0, 70])
  expect(await reserve(teacher, document, 101)).toBe(false)
  expect([(await usage(teacher, before)).used, (await usage(teacher)).used]).toEqual([0, 0])
})

test('counts the words of each month against the limit of the plan', async () => {
  const teacher = await newTeacher(null)
  await reserve(teacher, randomUUID(), 4_000)
  const month = { start: new Date('2026-03-10T00:00:00Z'), end: new Date('2026-04-10T00:00:00Z') }
  expect(await usage(teacher)).toMatchObject({ limit: 5_000, used: 4_000, remaining: 1_000, cycle: month })
  expect(await reserve(teacher, randomUUID(), 1_001)).toBe(false)
  expect(await usage(teacher, month.end)).toMatchObject({ limit: 5_000, used: 0, remaining: 5_000 })
  await setPlan(teacher, 'PRO', month.start)
  expect(await reserve(teacher, randomUUID(), 90_000)).toBe(true)
  expect(await usage(teacher)).toMatchObject({ limit: 100_000, used: 94_000, remaining: 6_000, cycle: month })
  expect(await usage(teacher, month.end)).toMatchObject({ limit: 100_000, used: 0, remaining: 100_000 })
})

test('applies an override: null means the plan’s limit, 0 means nothing, and Schools is unlimited', async () => {
  const teacher = await newTeacher(0)
  expect(await reserve(teacher, randomUUID(), 1)).toBe(false)
  await setLimit(teacher, null)
  expect(await usage(teacher)).toMatchObject({ limit: 5_000, remaining: 5_000 })
  expect(await reserve(teacher, randomUUID(), 5_000)).toBe(true)
  await setPlan(teacher, 'SCHOOLS', null)
  expect(await reserve(teacher, randomUUID(), 1_000_000)).toBe(true)
  expect(await usage(teacher)).toMatchObject({ limit: null, remaining: null, used: 1_005_000 })
  await setLimit(teacher, 10)
  expect(await usage(teacher)).toMatchObject({ limit: 10, remaining: 0 })
})

test('enforces a character limit along with the word limit, and returns both together', async () => {
  const teacher = await newTeacher(1_000)
  expect((await usage(teacher)).characters).toEqual({ limit: null, used: 0, remaining: null })
  await setCharacterLimit(teacher, 500)
  const [first, second] = [randomUUID(), randomUUID()]
  expect(await reserve(teacher, first, 60, now, 400)).toBe(true)
  expect(await reserve(teacher, second, 20, now, 101)).toBe(false)
  expect(await usage(teacher)).toMatchObject({
    used: 60,
    characters: { limit: 500, used: 400, remaining: 100 },
  })
  // A second run that reads as many words but more characters has a different size.
  expect(await reserve(teacher, first, 60, now, 450)).toBe(true)
  expect((await usage(teacher)).characters.used).toBe(450)
  await releaseWords(database, first)
  expect((await usage(teacher)).characters.used).toBe(0)
  expect(await reserve(teacher, second, 20, now, 500)).toBe(true)
  await setCharacterLimit(teacher, 0)
  expect((await usage(teacher)).characters).toEqual({ limit: 0, used: 500, remaining: 0 })
})

test('refuses no text for its long words while there are words left: a plan states words and nothing else', async () => {
  const teacher = await newTeacher(null)
  expect(await reserve(teacher, randomUUID(), 3_483, now, 250_000)).toBe(true)
  expect(await usage(teacher)).toMatchObject({
    used: 3_483,
    remaining: 1_517,
    characters: { limit: null, remaining: null },
  })
})

test('counts and returns more than a 32-bit number holds, and starts again', async () => {
  const teacher = await newTeacher(null)
  await setPlan(teacher, 'SCHOOLS', null)
  const documents = Array.from({ length: 4 }, () => randomUUID())
  for (const document of documents)
    expect(await reserve(teacher, document, 900_000_000, now, 1_000_000_000)).toBe(true)
  expect(await usage(teacher)).toMatchObject({ used: 3_600_000_000, characters: { used: 4_000_000_000 } })
  expect(await reserve(teacher, documents[0] ?? '', 900_000_000, now, 1_000_000_000)).toBe(true)
  const plan = await database.transaction((connection) => lockAgreedPlan(connection, teacher))
  expect((await readUsages(database, [plan], now)).get(teacher)).toMatchObject({ used: 3_600_000_000 })
  await adjust(teacher, 0)
  expect(await usage(teacher)).toMatchObject({ used: 3_600_000_000 })
  await spendWords(database, documents)
  await adjust(teacher, 0)
  expect(await usage(teacher)).toMatchObject({ used: 0, documents: 4, characters: { used: 0 } })
})

test('resets the characters when the words are set to zero, and only then', async () => {
  const teacher = await newTeacher(1_000)
  const [spent, running] = [randomUUID(), randomUUID()]
  await reserve(teacher, spent, 50, now, 300)
  await spendWords(database, [spent])
  await reserve(teacher, running, 20, now, 100)
  await adjust(teacher, 40)
  expect(await usage(teacher)).toMatchObject({ used: 40, characters: { used: 400 } })
  await adjust(teacher, 0)
  expect(await usage(teacher)).toMatchObject({ used: 20, characters: { used: 100 } })
  await releaseWords(database, running)
  expect(await usage(teacher)).toMatchObject({ used: 0, characters: { used: 0 } })
})

test('lets an administrator set the words used, but not below what is being processed', async () => {
  const teacher = await newTeacher(100)
  const [spent, running] = [randomUUID(), randomUUID()]
  await reserve(teacher, spent, 30)
  await spendWords(database, [spent])
  await reserve(teacher, running, 60)
  await adjust(teacher, 95)
  expect(await usage(teacher)).toMatchObject({ used: 95, remaining: 5, documents: 1 })
  await adjust(teacher, 0)
  expect((await usage(teacher)).used).toBe(60)
  await releaseWords(database, running)
  expect((await usage(teacher)).used).toBe(0)
  const one = (target: number, used: number, reserved: number) => adjustmentsTo(target, [{ used, reserved }])
  expect([one(50, 95, 0), one(95, 95, 60), one(0, 95, 60), one(100, 95, 0)]).toEqual([
    { each: [-45], added: 0 },
    { each: [0], added: 0 },
    { each: [-35], added: 0 },
    { each: [0], added: 5 },
  ])
})

test('carries what is used into the cycle of Pro, and back when Pro ends', async () => {
  const teacher = await newTeacher(null)
  const document = randomUUID()
  await reserve(teacher, document, 4_000)
  await setPlan(teacher, 'PRO', new Date('2026-03-20T00:00:01Z'))
  const upgraded = new Date('2026-03-20T00:00:02Z')
  expect(await usage(teacher, upgraded)).toMatchObject({ limit: 100_000, used: 4_000, remaining: 96_000 })
  await spendWords(database, [document])
  expect(await reserve(teacher, randomUUID(), 90_000, upgraded)).toBe(true)
  await setPlan(teacher, 'FREE', new Date('2026-03-20T00:00:01Z'))
  expect(await usage(teacher, upgraded)).toMatchObject({
    limit: 5_000,
    used: 94_000,
    remaining: 0,
    documents: 1,
  })
})

test('counts words of Pro in the month of the free plan in which they were used, once its paid month is over', async () => {
  const teacher = await newTeacher(null)
  await setPlan(teacher, 'PRO', new Date('2026-01-20T00:00:00Z'))
  await reserve(teacher, randomUUID(), 3_000, new Date('2026-03-05T00:00:00Z'))
  await reserve(teacher, randomUUID(), 1_000, new Date('2026-03-15T00:00:00Z'))
  const ended = new Date('2026-03-20T00:00:00Z')
  // The next paid month has begun, and the event that ends the plan comes a moment later.
  expect(await usage(teacher, ended)).toMatchObject({ limit: 100_000, used: 0 })
  await setPlan(teacher, 'FREE', new Date('2026-01-20T00:00:00Z'))
  expect(await usage(teacher, ended)).toMatchObject({
    limit: 5_000,
    used: 1_000,
    cycle: { start: new Date('2026-03-10T00:00:00Z') },
  })
  expect(await usage(teacher, new Date('2026-04-10T00:00:00Z'))).toMatchObject({ used: 0 })
})

test('forgets carried words when the month is over in which they were used', async () => {
  const teacher = await newTeacher(null)
  await reserve(teacher, randomUUID(), 4_000)
  await setPlan(teacher, 'PRO', new Date('2026-03-25T00:00:00Z'))
  await reserve(teacher, randomUUID(), 100, new Date('2026-03-26T00:00:00Z'))
  expect((await usage(teacher, new Date('2026-04-09T23:00:00Z'))).used).toBe(4_100)
  expect((await usage(teacher, new Date('2026-04-10T00:00:00Z'))).used).toBe(100)
})

test('takes back carried words where they were used, so that a correction adds nothing later', async () => {
  const teacher = await newTeacher(null)
  const [free, paid] = [randomUUID(), randomUUID()]
  await reserve(teacher, free, 4_000)
  await setPlan(teacher, 'PRO', new Date('2026-03-25T00:00:00Z'))
  const corrected = new Date('2026-03-26T00:00:00Z')
  await reserve(teacher, paid, 100, corrected)
  await spendWords(database, [free, paid])
  await adjust(teacher, 50, corrected)
  expect((await usage(teacher, corrected)).used).toBe(50)
  await adjust(teacher, 250, corrected)
  expect((await usage(teacher, corrected)).used).toBe(250)
  expect((await usage(teacher, new Date('2026-04-10T00:00:00Z'))).used).toBe(250)
})

test('counts movements of an earlier version in their own cycle, and when the plan changes', async () => {
  const teacher = await newTeacher(null)
  const document = randomUUID()
  await reserve(teacher, document, 4_000)
  await database.query('update allowance_movements set counted_at = null where teacher_id = $1', [teacher])
  expect((await usage(teacher)).used).toBe(4_000)
  await setPlan(teacher, 'PRO', now)
  expect((await usage(teacher)).used).toBe(4_000)
  await releaseWords(database, document)
  expect((await usage(teacher)).used).toBe(0)
})

interface Held {
  words: number
  characters: number
  /** When it was reserved, and in which cycle. */
  at: number
  cycle: number
  state: 'reserved' | 'spent' | 'released'
}

test('accounts for every word, in any order of uploads, failures, resets, cycles and changes of plan', async () => {
  const document = fc.integer({ min: 0, max: 3 })
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('reserve' as const),
        document,
        words: fc.integer({ min: 0, max: 70 }),
        characters: fc.integer({ min: 0, max: 400 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('end' as const),
        how: fc.constantFrom('spend', 'release'),
        document,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('adjust' as const),
        used: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('limit' as const), limit: fc.integer({ min: 0, max: 150 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('character limit' as const),
        limit: fc.option(fc.integer({ min: 0, max: 900 })),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('plan' as const),
        plan: fc.constantFrom('FREE', 'PRO', 'SCHOOLS'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const teacher = await newTeacher(100)
      const documents = Array.from({ length: 4 }, () => randomUUID())
      const held = new Map<string, Held>()
      // After a correction only its own result is checked, and that nothing is ever negative.
      let isCorrected = false
      type Unit = 'words' | 'characters'
      const expected = (unit: Unit, { start, end }: { start: Date; end: Date }, ...states: Held['state'][]) =>
        [...held.values()]
          .filter(({ state }) => states.includes(state))
          .filter(
            (one) =>
              (one.at >= start.getTime() && one.at < end.getTime()) ||
              monthsAfter(new Date(one.cycle), 1) > at,
          )
          .reduce((sum, one) => sum + one[unit], 0)
      let at = now
      for (const each of steps) {
        const id = 'document' in each ? (documents[each.document] ?? '') : ''
        const mine = held.get(id)
        const before = await usage(teacher, at)
        const cycle = before.cycle.start.getTime()
        if (each.do === 'reserve') {
          const { words, characters } = each
          const isReserved = await reserve(teacher, id, words, at, characters)
          const isSame = mine?.words === words && mine.characters === characters
          if (mine?.state === 'spent' || (mine?.state === 'reserved' && isSame)) expect(isReserved).toBe(true)
          else {
            const isCounted =
              mine?.state === 'reserved' && (mine.at >= cycle || monthsAfter(new Date(mine.cycle), 1) > at)
            const given = isCounted ? mine : { words: 0, characters: 0 }
            const isFitting = (
              needed: number,
              { limit, used }: { limit: number | null; used: number },
              back: number,
            ) => limit === null || needed <= Math.max(0, limit - (used - back))
            expect(isReserved).toBe(
              isFitting(words, before, given.words) &&
                isFitting(characters, before.characters, given.characters),
            )
            held.set(id, {
              words,
              characters,
              at: at.getTime(),
              cycle,
              state: isReserved ? 'reserved' : 'released',
            })
          }
        } else if (each.do === 'end') {
          await (each.how === 'spend' ? spendWords(database, [id]) : releaseWords(database, id))
          if (mine?.state === 'reserved')
            held.set(id, { ...mine, state: each.how === 'spend' ? 'spent' : 'released' })
        } else if (each.do === 'adjust') {
          await adjust(teacher, each.used, at)
          isCorrected = true
          expect((await usage(teacher, at)).used).toBe(
            Math.max(each.used, expected('words', before.cycle, 'reserved')),
          )
        } else if (each.do === 'limit') await setLimit(teacher, each.limit)
        else if (each.do === 'character limit') await setCharacterLimit(teacher, each.limit)
        else if (each.do === 'plan') await setPlan(teacher, each.plan, at)
        else at = new Date(at.getTime() + each.days * 86_400_000)
        const after = await usage(teacher, at)
        expect(Math.min(after.used, after.characters.used)).toBeGreaterThanOrEqual(0)
        if (isCorrected) continue
        expect(after.used).toBe(expected('words', after.cycle, 'reserved', 'spent'))
        expect(after.characters.used).toBe(expected('characters', after.cycle, 'reserved', 'spent'))
        if (each.do !== 'plan') continue
        // A change of plan forgets nothing but words of a month that is over: Pro may end early, or begin anew.
        const ofMonthsOver = [...held.values()]
          .filter((one) => one.state !== 'released' && monthsAfter(new Date(one.cycle), 1) <= at)
          .reduce((sum, { words }) => sum + words, 0)
        expect(after.used + ofMonthsOver).toBeGreaterThanOrEqual(before.used)
      }
    }),
    { numRuns: 25 },
  )
})

test('of 300 simultaneous reservations accepts exactly those that fit into the last 500 words', async () => {
  const teacher = await newTeacher(5_000)
  await adjust(teacher, 4_500)
  const sizes = Array.from({ length: 300 }, (_, nth) => 3 + (nth % 11))
  const outcomes = await Promise.all(
    sizes.map(async (words) => {
      const document = randomUUID()
      const isReserved = await reserve(teacher, document, words)
      if (isReserved) await spendWords(database, [document])
      return { words, isReserved }
    }),
  )
  const passed = outcomes.filter(({ isReserved }) => isReserved)
  const spent = passed.reduce((sum, { words }) => sum + words, 0)
  const left = 500 - spent
  expect(left).toBeGreaterThanOrEqual(0)
  expect(await usage(teacher)).toMatchObject({
    used: 4_500 + spent,
    remaining: left,
    documents: passed.length,
  })
  // Documents were only refused if they did not fit.
  expect(
    Math.min(...outcomes.filter(({ isReserved }) => !isReserved).map(({ words }) => words)),
  ).toBeGreaterThan(left)
})

test('never spends more than the allowance, whatever runs at the same time', async () => {
  const step = fc.record({
    document: fc.integer({ min: 0, max: 5 }),
    words: fc.integer({ min: 0, max: 70 }),
    end: fc.constantFrom('spend', 'release', 'die'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const teacher = await newTeacher(100)
      const documents = Array.from({ length: 6 }, () => randomUUID())
      await Promise.all(
        steps.map(async ({ document: nth, words, end }) => {
          const document = documents[nth] ?? ''
          if (!(await reserve(teacher, document, words))) return
          if (end === 'spend') await withLock(document, (connection) => spendWords(connection, [document]))
          if (end === 'release') await withLock(document, (connection) => releaseWords(connection, document))
          const { used } = await usage(teacher)
          expect(used).toBeLessThanOrEqual(100)
          expect(used).toBeGreaterThanOrEqual(0)
        }),
      )
    }),
    // Each run makes about fifty statements.
    { numRuns: 12 },
  )
})
