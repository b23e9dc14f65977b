import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import type { Database } from '../../database/database.ts'
import { attemptLimits, createAttempts } from './attempts.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('counts the attempts of a whole IPv6 network together, since one user owns all its addresses', async () => {
  const twoPoints = { points: 2, duration: 60 }
  const limits = {
    ...attemptLimits,
    signInByAddress: twoPoints,
    registerByAddress: twoPoints,
    askResetByAddress: twoPoints,
  }
  const attempts = createAttempts(database, limits)
  const kinds = {
    signIn: (address: string, nth: number) =>
      attempts.signIn({ address, email: `s${nth}@school.example`, device: null }),
    register: (address: string, nth: number) => attempts.register(address, `r${nth}@school.example`),
    requestReset: (address: string, nth: number) => attempts.requestReset(address, `a${nth}@school.example`),
  }
  for (const attempt of Object.values(kinds)) {
    const verdicts = []
    for (const nth of [1, 2, 3]) verdicts.push((await attempt(`2001:db8:1:2:${nth}::${nth}`, nth)).allowed)
    expect(verdicts).toEqual([true, true, false])
    expect((await attempt('2001:db8:1:3::1', 4)).allowed).toBe(true)
  }
})

test('allows five codes in a quarter of an hour and twenty in a day, also where a right one came between', async () => {
  const attempts = createAttempts(database, attemptLimits)
  const guess = async (accountId: string) => (await attempts.twoFactor({ accountId, device: null })).allowed
  const inARow = []
  for (let tried = 0; tried < 6; tried += 1) inARow.push(await guess('in a row'))
  expect(inARow).toEqual([true, true, true, true, true, false])
  const wholeDay = []
  for (let tried = 0; tried < 21; tried += 1) {
    wholeDay.push(await guess('all day'))
    await attempts.passedTwoFactor({ accountId: 'all day', device: null })
  }
  expect(wholeDay.indexOf(false)).toBe(20)
})

test('bounds by the day how many emails a mailbox gets that somebody asks for again and again', async () => {
  const wide = { points: 1_000, duration: 60 }
  const attempts = createAttempts(database, {
    ...attemptLimits,
    mailRegistrationByEmail: wide,
    mailVerification: wide,
    mailChange: wide,
    askResetByAddressAndEmail: wide,
  })
  const kinds = [
    () => attempts.mailRegistration('flooded@school.example', database),
    () => attempts.mailVerification('flooded'),
    () => attempts.mailChange('flooded'),
    () => attempts.requestReset('192.0.2.7', 'flooded@school.example'),
  ]
  for (const attempt of kinds) {
    const verdicts = []
    for (let nth = 0; nth < 20; nth += 1) verdicts.push((await attempt()).allowed)
    expect(verdicts).toContain(false)
  }
  // From another network the owner can still reset the password.
  expect((await attempts.requestReset('198.51.100.7', 'flooded@school.example')).allowed).toBe(true)
})
