import { describe, expect, test } from 'vitest'
import { excessBackups, lastScheduledTime, nextScheduledTime } from './rules.ts'

/** In this machine's time zone, like the schedule. 1 March 2027 is a Monday. */
const at = (text: string) => new Date(`${text}:00`)

describe('the schedule', () => {
  test.each([
    ['daily', 3, '2027-03-01T03:00', '2027-03-01T03:00', '2027-03-02T03:00'],
    ['daily', 3, '2027-03-01T02:59', '2027-02-28T03:00', '2027-03-01T03:00'],
    ['daily', 0, '2027-01-01T00:30', '2027-01-01T00:00', '2027-01-02T00:00'],
    ['daily', 23, '2027-01-01T00:30', '2026-12-31T23:00', '2027-01-01T23:00'],
    ['weekly', 3, '2027-03-01T12:00', '2027-02-28T03:00', '2027-03-07T03:00'],
    ['weekly', 3, '2027-03-07T02:59', '2027-02-28T03:00', '2027-03-07T03:00'],
    ['weekly', 3, '2027-03-07T03:00', '2027-03-07T03:00', '2027-03-14T03:00'],
  ] as const)(
    '%s at %i o’clock: by %s, the last was due at %s and the next at %s',
    (frequency, hour, now, last, next) => {
      expect(lastScheduledTime({ frequency, hour }, at(now))).toEqual(at(last))
      expect(nextScheduledTime({ frequency, hour }, at(now))).toEqual(at(next))
    },
  )

  test('is never due while it is off', () => {
    expect([
      lastScheduledTime({ frequency: 'off', hour: 3 }, new Date()),
      nextScheduledTime({ frequency: 'off', hour: 3 }, new Date()),
    ]).toEqual([null, null])
  })
})

describe('of the scheduled backups', () => {
  const backups = (...verified: boolean[]) => verified.map((isVerified, number) => ({ number, isVerified }))
  const excess = (keep: number, ...verified: boolean[]) =>
    excessBackups(backups(...verified), keep).map(({ number }) => number)

  test('the newest are kept', () => {
    expect(excess(2, true, true, true, true)).toEqual([2, 3])
    expect(excess(5, true, true)).toEqual([])
  })

  test('the newest verified one is kept, however many damaged ones follow it', () => {
    expect(excess(2, false, false, false, true, true)).toEqual([2, 4])
    expect(excess(1, false, false)).toEqual([1])
  })
})
