import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrivalOf } from './arrival.ts'
import { Browser } from './testing/browser.ts'

const minute = 60_000
const day = 24 * 60 * minute
const findings = ({ entries, receipts, openedAt }: Browser) => arrivalOf(entries, receipts, openedAt)
const kindsOf = (browser: Browser) =>
  findings(browser).map(({ kind, explained }) => `${kind}${explained ? ', explained' : ''}`)
const ms = (iso: string) => Date.parse(iso)

describe('a record that a program made up', () => {
  test('is dated before the task was opened, and over more time than it took to arrive', () => {
    const forged = new Browser().wait(800)
    forged.forge(2_179, forged.now - day, 300, 500, 100)
    const [early, faster, ...others] = findings(forged)
    expect(others).toEqual([])
    expect(early).toMatchObject({ kind: 'before-opening', changes: 2_179, all: true, explained: false })
    expect(faster).toMatchObject({ kind: 'faster', changes: 2_179, all: true, explained: false })
    expect(ms(faster!.to) - ms(faster!.from)).toBeGreaterThan(10 * minute)
    expect(ms(faster!.received_to) - ms(faster!.received_from)).toBeLessThan(1_000)
  })

  test('that arrives all at once is found when it is dated between the opening and now, and when it is dated ahead', () => {
    for (const datedFrom of [-10 * minute, 0]) {
      const forged = new Browser().wait(1_000)
      forged.forge(2_179, forged.now + datedFrom, 300, 500, 50)
      expect(kindsOf(forged)).toContain('faster')
    }
  })

  test('that arrives little by little is found when it is dated over more time than passes', () => {
    for (const speed of [1.5, 3, 10]) {
      const forged = new Browser().wait(1_000)
      forged.forge(3_000, forged.now, 300, 20, (20 * 300) / speed)
      const faster = findings(forged).find(({ kind }) => kind === 'faster')
      expect(faster, `${speed} times`).toMatchObject({ kind: 'faster' })
      expect(faster!.changes).toBeGreaterThan(2_000)
    }
  })

  test('that a page of the student wrote before and after is told apart from what was written', () => {
    const browser = new Browser().type(10 * minute)
    browser.forge(2_000, browser.now, 300, 250, 500)
    browser.wait(20 * minute).type(10 * minute)
    const found = findings(browser)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ kind: 'faster', all: false })
    expect(found[0]!.changes).toBeGreaterThanOrEqual(2_000)
    expect(found[0]!.changes).toBeLessThan(2_100)
  })

  test('that is dated into a silence is said to have arrived late, without a note of the page', () => {
    const forged = new Browser().wait(60 * minute)
    forged.forge(2_000, forged.openedAt + 10 * minute, 300, 300, 50)
    expect(kindsOf(forged)).toEqual(['late'])
  })

  test('is found when each of its parts pretends to come from another page', () => {
    const forged = new Browser().wait(1_000)
    const start = forged.now - day
    for (let nth = 0; nth < 20; nth++)
      forged.openAnother(`page-of-${nth}`).forge(100, start + nth * 40_000, 400, 100, 50)
    expect(kindsOf(forged)).toContain('faster')
  })
})

describe('a student who writes', () => {
  test('leaves nothing to say, slow or fast, with pauses, another page and a clock that is wrong by minutes or days', () => {
    for (const clockAheadMs of [0, 90_000, -90_000, 3 * minute, -day, day]) {
      const browser = new Browser()
      browser.clockAheadMs = clockAheadMs
      browser
        .wait(3_000)
        .type(5 * minute, 120)
        .wait(20 * minute)
        .type(minute, 900)
        .openAnother('page-bbbb')
        .type(3 * minute)
      expect(findings(browser), String(clockAheadMs)).toEqual([])
    }
  })

  test('without a connection for a while is said to have sent it later, which the note of the page explains', () => {
    const browser = new Browser()
      .type(2 * minute)
      .disconnect()
      .type(11 * minute)
      .connect()
      .type(2 * minute)
    const [late, ...others] = findings(browser)
    expect(others).toEqual([])
    expect(late).toMatchObject({ kind: 'late', explained: true, all: false })
    expect(ms(late!.to) - ms(late!.from)).toBeGreaterThan(8 * minute)
    expect(ms(late!.received_from) - ms(late!.since)).toBeGreaterThanOrEqual(11 * minute)
  })

  test('of whom too little arrived to know that the clock is a day slow is not accused', () => {
    const browser = new Browser()
    browser.clockAheadMs = -day
    expect(kindsOf(browser.type(3_000))).toEqual(['before-opening, explained'])
  })

  test('whose clock was a day fast and was then set is not accused either', () => {
    const browser = new Browser()
    browser.clockAheadMs = day
    browser.type(5 * minute)
    browser.clockAheadMs = 0
    browser.type(5 * minute)
    expect(kindsOf(browser)).toEqual(['before-opening, explained'])
  })

  test('without a connection is never said to have written faster than is possible, even if the page noted nothing', () => {
    const browser = new Browser()
    browser.notesConnection = false
    browser
      .disconnect()
      .type(40 * minute)
      .connect()
      .type(5 * minute)
    expect(kindsOf(browser)).toEqual(['late'])
  })

  test('who closes the laptop and opens it the next day leaves nothing to say', () => {
    const browser = new Browser().type(5 * minute)
    browser
      .disconnect()
      .type(1_500)
      .wait(day)
      .connect()
      .type(5 * minute)
    expect(findings(browser)).toEqual([])
  })

  test('whose clock was a day slow and was then set is not accused: the pace of arrival explains it', () => {
    const browser = new Browser()
    browser.clockAheadMs = -day
    browser.type(5 * minute)
    browser.clockAheadMs = 0
    browser.type(5 * minute)
    expect(kindsOf(browser)).toEqual(['before-opening, explained'])
  })

  test('on a bad network, with any clock and any breaks, is never accused', () => {
    const part = fc.record({
      write: fc.integer({ min: 500, max: 15 * minute }),
      every: fc.integer({ min: 60, max: 4_000 }),
      wait: fc.integer({ min: 0, max: 40 * minute }),
      isConnected: fc.boolean(),
      isNewPage: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: -day, max: day }),
        (parts, clockAheadMs) => {
          const browser = new Browser()
          browser.clockAheadMs = clockAheadMs
          for (const [nth, { write, every, wait, isConnected, isNewPage }] of parts.entries()) {
            if (isNewPage && browser.isConnected) browser.openAnother(`page-of-${nth}`)
            if (!isConnected && browser.isConnected) browser.disconnect()
            if (isConnected && !browser.isConnected) browser.connect()
            browser.type(write, every).wait(wait)
          }
          if (!browser.isConnected) browser.connect()
          expect(kindsOf(browser).filter((kind) => kind === 'faster')).toEqual([])
          if (Math.abs(clockAheadMs) < 2 * minute)
            expect(kindsOf(browser).filter((kind) => kind !== 'late, explained')).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('a record without times of receipt has nothing to compare', () => {
  const { entries } = new Browser().type(minute)
  expect(arrivalOf(entries, [], 0)).toEqual([])
})
