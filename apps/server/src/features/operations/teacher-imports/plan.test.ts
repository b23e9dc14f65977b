import { describe, expect, test } from 'vitest'
import type { ListedAccount } from '../../accounts/teachers/accounts.ts'
import { changesOf, type PlanOptions, planImport } from './plan.ts'
import { readList } from './read-list.ts'

const then = new Date('2026-09-01T02:00:00Z')

const account = (name: string, change: Partial<ListedAccount> = {}): ListedAccount => ({
  id: name,
  subject: name,
  email: `${name}@school.example`,
  email_verified: true,
  first_name: name,
  last_name: 'Test',
  profile_saved_at: null,
  is_administrator: false,
  erasing_since: null,
  listed_at: then,
  invited_at: null,
  deactivated_at: null,
  ...change,
})
const head = account('head', { is_administrator: true })
const usual: PlanOptions = { missing: 'keep', allowMany: false, adminEmails: [], rolesFromProvider: false }

/** Lines of `name,role,active`. */
function plan(lines: string[], accounts: ListedAccount[], options: Partial<PlanOptions> = {}) {
  const rows = lines.map((line) => {
    const [name = '', role = '', active = ''] = line.split(',')
    return `${name}@school.example,${name},Test,${role},${active}`
  })
  const list = readList(
    new TextEncoder().encode(['email,first name,last name,role,active', ...rows].join('\n')),
  )
  const planned = planImport(list, accounts, { ...usual, ...options })
  const changes = changesOf(planned).map(({ kind, name, fields }) =>
    [kind, name.replace(' Test', ''), ...fields].join(' '),
  )
  return { ...planned, shown: changes }
}

describe('a list', () => {
  test('adds who is unknown and leaves the others as they are', () => {
    const { shown, unchanged, fault } = plan(['ana', 'bo,administrator', 'cy', 'dee,,no'], [account('cy')])
    expect(shown).toEqual(['add ana', 'add bo administrator'])
    expect([unchanged, fault]).toEqual([2, null])
  })

  test('adds nobody without a first and last name', () => {
    const list = readList(new TextEncoder().encode('email,first name,last name\nana@school.example,,Sol'))
    const { additions, problems } = planImport(list, [], usual)
    expect([additions, problems]).toEqual([[], [{ line: 2, code: 'name' }]])
  })

  test('changes names until the teacher has saved a profile', () => {
    const [fresh, own] = [
      account('ana', { first_name: 'Anna' }),
      account('bo', { first_name: 'Bobby', profile_saved_at: then }),
    ]
    expect(plan(['ana', 'bo'], [fresh, own]).shown).toEqual(['change ana name'])
  })

  test('gives and takes the administrator role, and leaves it where it says nothing', () => {
    const accounts = [
      head,
      account('ana'),
      account('bo', { is_administrator: true }),
      account('cy', { is_administrator: true }),
    ]
    const { shown } = plan(['ana,administrator', 'bo,teacher', 'cy'], accounts)
    expect(shown).toEqual(['change ana administrator', 'change bo teacher'])
  })

  test('gives no role to an unconfirmed address, or if the sign-in service decides about roles', () => {
    const typed = account('ana', { email_verified: false })
    expect(plan(['ana,administrator'], [head, typed])).toMatchObject({
      shown: [],
      problems: [{ line: 2, code: 'unverified' }],
    })
    const options = { rolesFromProvider: true }
    const { shown, problems } = plan(
      ['ana,administrator', 'bo,administrator', 'head,teacher'],
      [head, account('ana')],
      options,
    )
    expect(shown).toEqual(['add bo'])
    expect(problems.map(({ code }) => code)).toEqual([
      'role-from-provider',
      'role-from-provider',
      'role-from-provider',
    ])
  })

  test('never demotes or deactivates the last administrator', () => {
    const invited = account('new', { is_administrator: true, invited_at: then })
    for (const line of ['head,teacher', 'head,,no'])
      expect(plan([line, 'bo,administrator'], [head, invited])).toMatchObject({
        shown: ['add bo administrator'],
        problems: [{ line: 2, code: 'last-administrator' }],
      })
    const second = account('ana', { is_administrator: true })
    const both = plan(['head,teacher', 'ana,,no'], [head, second])
    expect(both).toMatchObject({
      shown: ['change head teacher'],
      problems: [{ line: 3, code: 'last-administrator' }],
    })
    const missing = plan(['cy'], [head, account('cy')], { missing: 'deactivate' })
    expect(missing).toMatchObject({ shown: [], problems: [{ line: null, code: 'last-administrator' }] })
  })

  test('never deactivates an administrator whom a setting names', () => {
    const { shown, problems } = plan(['ana,,no'], [head, account('ana')], {
      adminEmails: ['ana@school.example'],
    })
    expect([shown, problems]).toEqual([[], [{ line: 2, code: 'named-administrator' }]])
  })

  test('deactivates and reactivates', () => {
    const accounts = [
      account('ana'),
      account('bo', { deactivated_at: then }),
      account('cy', { deactivated_at: then }),
    ]
    expect(plan(['ana,,no', 'bo', 'cy,,no'], accounts).shown).toEqual(['deactivate ana', 'change bo active'])
  })

  test('leaves teachers alone whose address has several accounts, or who are being deleted', () => {
    const accounts = [
      account('ana'),
      account('other', { email: 'ANA@school.example' }),
      account('bo', { erasing_since: then }),
    ]
    const { shown, problems } = plan(['ana,,no', 'bo,,no'], accounts, { missing: 'deactivate' })
    expect([shown, problems.map(({ code }) => code)]).toEqual([[], ['ambiguous', 'being-deleted']])
  })
})

describe('a teacher who is no longer listed', () => {
  const staff = ['a', 'b', 'c', 'd', 'e'].map((name) => account(name))

  test('is kept unless a setting says otherwise', () => {
    expect(plan(['a', 'b', 'c', 'd'], staff).shown).toEqual([])
    expect(plan(['a', 'b', 'c', 'd'], staff, { missing: 'deactivate' }).shown).toEqual(['deactivate e'])
  })

  test('is kept if no list ever named them', () => {
    const unlisted = account('guest', { listed_at: null })
    const { shown, newlyListed } = plan(['a', 'b', 'c', 'd', 'e'], [...staff, unlisted], {
      missing: 'deactivate',
    })
    expect([shown, newlyListed]).toEqual([[], []])
    expect(plan(['a', 'guest'], [...staff, unlisted]).newlyListed).toEqual(['guest'])
  })

  test('is kept while a line does not say whom it is about, and while their own line is faulty', () => {
    expect(plan(['a', 'b', 'c', 'd', 'e at'], staff, { missing: 'deactivate' }).shown).toEqual([])
    expect(plan(['a', 'b', 'c', 'd', 'e,head'], staff, { missing: 'deactivate' }).shown).toEqual([])
  })

  test('is kept if more than a fifth would go, unless an administrator agrees', () => {
    const school = Array.from({ length: 20 }, (_, n) => account(`t${n}`))
    const listed = (most: number) => school.slice(0, most).map(({ id }) => id)
    expect(plan(listed(16), school, { missing: 'deactivate' })).toMatchObject({ fault: null })
    expect(plan(listed(15), school, { missing: 'deactivate' })).toMatchObject({
      fault: 'too-many-deactivated',
    })
    expect(plan(listed(15), school, { missing: 'deactivate', allowMany: true })).toMatchObject({
      fault: null,
    })
    expect(
      plan(
        listed(15).map((name) => `${name},,no`),
        school,
      ),
    ).toMatchObject({ fault: 'too-many-deactivated' })
    expect(plan(['a', 'b', 'c'], staff, { missing: 'deactivate' })).toMatchObject({ fault: null })
    expect(plan(['a', 'b'], staff, { missing: 'deactivate' })).toMatchObject({
      fault: 'too-many-deactivated',
    })
  })
})
