import type { AuditEntry } from '@penmark/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

const roleRules = { administrators: ['it-staff'], teachers: ['teachers'] }
const opened: TestApp[] = []
afterEach(async () => {
  for (const testApp of opened.splice(0)) await testApp.close()
})

async function start(options: { adminEmails?: string[] } = {}) {
  const testApp = await startTestApp({ works: false, roleRules, ...options })
  opened.push(testApp)
  const standing = async (
    subject: string,
    roles: string[],
    claims: { email?: string; emailVerified?: boolean } = {},
  ) => (await testApp.teacher(subject, { roles, ...claims })).call('GET', '/setup/standing')
  const roleChanges = async () => {
    const { body } = await (await testApp.teacher('ana', { roles: ['it-staff'] })).call('GET', '/admin/audit')
    return (body as AuditEntry[]).map(({ action }) => action)
  }
  return { testApp, standing, roleChanges }
}

const administrator = { status: 200, body: { is_administrator: true } }
const teacher = { status: 200, body: { is_administrator: false } }
const refused = { status: 403, body: { code: 'not_allowed' } }

describe('roles and groups of the sign-in service', () => {
  test('make administrators and teachers, ignoring case, and refuse others without creating an account', async () => {
    const { testApp, standing } = await start()
    // Coming first decides nothing here.
    expect(await standing('bo', ['Teachers'])).toMatchObject(teacher)
    expect(await standing('ana', ['IT-Staff'])).toMatchObject(administrator)
    expect(await standing('eve', ['students'])).toMatchObject(refused)
    const { rows } = await testApp.database.query('select subject from teachers order by subject')
    expect(rows).toEqual([{ subject: 'ana' }, { subject: 'bo' }])
  })

  test('are followed at every sign-in, and the audit log records each change', async () => {
    const { standing, roleChanges } = await start()
    expect(await standing('ana', ['it-staff'])).toMatchObject(administrator)
    expect(await standing('bo', ['it-staff'])).toMatchObject(administrator)
    expect(await standing('bo', ['teachers'])).toMatchObject(teacher)
    expect(await standing('bo', ['teachers'])).toMatchObject(teacher)
    expect(await standing('bo', [])).toMatchObject(refused)
    expect(await roleChanges()).toEqual(['access.end', 'role.take', 'role.give', 'role.give'])
  })

  test('never take the role from the last administrator', async () => {
    const { standing } = await start()
    await standing('ana', ['it-staff'])
    expect(await standing('ana', [])).toMatchObject(administrator)
    await standing('bo', ['it-staff'])
    expect(await standing('ana', [])).toMatchObject(refused)
  })

  test('take the role from the last one who has it if another administers by ADMIN_EMAILS', async () => {
    const { testApp, standing } = await start({ adminEmails: ['head@school.example'] })
    await standing('ana', ['it-staff'])
    // An address that is not confirmed administers nothing.
    await standing('head', ['teachers'], { email: 'head@school.example' })
    expect(await standing('ana', ['teachers'])).toMatchObject(administrator)
    await standing('head', ['teachers'], { email: 'head@school.example', emailVerified: true })
    expect(await standing('ana', ['teachers'])).toMatchObject(teacher)
    const { rows } = await testApp.database.query('select 1 from teachers where is_administrator')
    expect(rows).toEqual([])
  })

  test('leave one administrator when two lose the role at the same moment', async () => {
    const { testApp, standing } = await start()
    await standing('ana', ['it-staff'])
    await standing('bo', ['it-staff'])
    await Promise.all([standing('ana', ['teachers']), standing('bo', ['teachers'])])
    const { rows } = await testApp.database.query('select subject from teachers where is_administrator')
    expect(rows).toHaveLength(1)
  })

  test('of a token from before the last change no longer count', async () => {
    const { testApp, standing } = await start()
    await standing('ana', ['it-staff'])
    await standing('bo', ['it-staff'])
    // Bo's role is taken by a token that is issued a minute later.
    await standing('bo', ['teachers'])
    await testApp.database.query(
      "update teachers set role_token_issued_at = role_token_issued_at + interval '1 minute' where subject = 'bo'",
    )
    expect(await standing('bo', ['it-staff'])).toMatchObject(teacher)
  })

  test('do not lock out an address of ADMIN_EMAILS', async () => {
    const { standing } = await start({ adminEmails: ['head@school.example'] })
    expect(await standing('head', [], { email: 'head@school.example', emailVerified: true })).toMatchObject(
      administrator,
    )
    expect(await standing('fake', [], { email: 'head@school.example' })).toMatchObject(refused)
  })
})
