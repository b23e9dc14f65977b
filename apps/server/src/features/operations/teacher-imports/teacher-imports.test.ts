import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import {
  AdminTeacher,
  AuditEntry,
  Installation,
  MailPage,
  TeacherImportResult,
  TeacherImports,
} from '@penmark/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InvitedPerson, Person } from '../../../services/identity/identity.ts'
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
  type TestTeacher,
} from '../../../testing/test-app.ts'
import { importNightly, type NightlyDependencies } from './import-nightly.ts'

const header = 'email,first name,last name,role,active'
const fileOf = (...lines: string[]) => Buffer.from([header, ...lines].join('\n')).toString('base64')
const verified = { emailVerified: true }

let testApp: TestApp
let ana: TestTeacher
const invited: InvitedPerson[] = []
const signedOut: string[] = []

async function start(options: TestAppOptions = {}): Promise<void> {
  testApp = await startTestApp({ works: false, ...options })
  // The first account becomes the administrator.
  ana = await testApp.teacher('ana', verified)
  await ana.call('GET', '/teachers/me')
}

/** An embedded provider whose subjects are the addresses. */
const withAccounts: TestAppOptions = {
  accounts: {
    invite: async (_connection, person) => {
      invited.push(person)
      return { subject: person.email, isNew: true }
    },
    endSessions: async (_connection, subject) => void signedOut.push(subject),
    languageOf: async () => 'fr-FR',
  },
}

beforeEach(() => {
  invited.length = 0
  signedOut.length = 0
})
afterEach(() => testApp.close())

const post = (body: object) => ana.call('POST', '/admin/teacher-imports', body)
const preview = async (body: object) => TeacherImportResult.parse((await post(body)).body)
async function carryOut(body: object) {
  const { fingerprint } = await preview(body)
  const { status, body: reply } = await post({ ...body, fingerprint })
  expect(status).toBe(200)
  return TeacherImportResult.parse(reply)
}
const list = async () => TeacherImports.parse((await ana.call('GET', '/admin/teacher-imports')).body)
const teachers = async () =>
  z.array(AdminTeacher).parse((await ana.call('GET', '/admin/teachers/all?sort=email&order=asc')).body)
const states = async () =>
  (await teachers()).map(({ email, is_active, is_invited, is_administrator }) => {
    const marks = [
      is_administrator && 'administrator',
      is_invited && 'invited',
      !is_active && 'inactive',
    ].filter(Boolean)
    return [email?.split('@')[0], ...marks].join(' ')
  })
const audited = async () => z.array(AuditEntry).parse((await ana.call('GET', '/admin/audit')).body)
const profileOf = async (name: string, claims: Partial<Person> = verified) =>
  (await testApp.teacher(name, claims)).call('GET', '/teachers/me')

describe('an uploaded list of teachers', () => {
  test('is for administrators alone', async () => {
    await start()
    const bo = await testApp.teacher('bo')
    for (const answer of [
      await bo.call('GET', '/admin/teacher-imports'),
      await bo.call('POST', '/admin/teacher-imports', { file: fileOf() }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  })

  test('is previewed before it changes anything', async () => {
    await start(withAccounts)
    const file = fileOf('bo@school.example,Bo,Aas,,', 'nobody,Cy,Lo,,')
    expect(await preview({ file })).toMatchObject({
      fault: null,
      changes: [{ kind: 'add', line: 2, email: 'bo@school.example', name: 'Bo Aas', fields: [] }],
      problems: [{ line: 3, code: 'email' }],
      run: null,
    })
    expect([await states(), invited, (await list()).runs]).toEqual([['ana administrator'], [], []])
  })

  test('makes accounts and invites their owners, in the language of the administrator', async () => {
    await start(withAccounts)
    const { run } = await carryOut({
      file: fileOf('bo@school.example,Bo,Aas,,', 'cy@school.example,Cy,Lo,administrator,'),
    })
    expect(run).toMatchObject({ source: 'upload', added: 2, changed: 0, deactivated: 0, fault: null })
    expect(await states()).toEqual(['ana administrator', 'bo invited', 'cy administrator invited'])
    expect(invited.map(({ email, language }) => [email, language])).toEqual([
      ['bo@school.example', 'fr-FR'],
      ['cy@school.example', 'fr-FR'],
    ])
    const cy = await testApp.teacher('cy@school.example', { email: 'cy@school.example' })
    expect((await cy.call('GET', '/admin/audit')).status).toBe(200)
    expect(await states()).toEqual(['ana administrator', 'bo invited', 'cy administrator'])
    expect(await list()).toMatchObject({ sends_invitations: true, nightly: null, runs: [{ added: 2 }] })
    expect((await audited())[0]).toMatchObject({
      action: 'teachers.import',
      administrator_email: 'ana@school.example',
    })
  })

  test('changes nothing the second time', async () => {
    await start(withAccounts)
    const file = fileOf('ana@school.example,Ana,Sol,administrator,', 'bo@school.example,Bo,Aas,,')
    await carryOut({ file })
    expect(await carryOut({ file })).toMatchObject({
      changes: [],
      unchanged: 2,
      run: { added: 0, changed: 0, unchanged: 2 },
    })
    expect(invited).toHaveLength(1)
  })

  test('is not carried out when accounts have changed since the preview', async () => {
    await start(withAccounts)
    const file = fileOf('bo@school.example,Bo,Aas,,')
    const { fingerprint } = await preview({ file })
    await carryOut({ file: fileOf('bo@school.example,Bo,Other,,') })
    expect(await post({ file, fingerprint })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await list()).runs).toHaveLength(1)
  })

  test('is carried out once when it is sent twice at the same time', async () => {
    await start(withAccounts)
    const file = fileOf('bo@school.example,Bo,Aas,,')
    const { fingerprint } = await preview({ file })
    const answers = await Promise.all([post({ file, fingerprint }), post({ file, fingerprint })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect([await states(), invited.length]).toEqual([['ana administrator', 'bo invited'], 1])
  })

  test('leaves nothing behind when it fails halfway', async () => {
    const invite = async (_connection: unknown, { email }: InvitedPerson) => {
      if (email.startsWith('cy')) throw new Error('The process died.')
      return { subject: email, isNew: true }
    }
    await start({ accounts: { invite, endSessions: async () => undefined, languageOf: async () => null } })
    const file = fileOf('bo@school.example,Bo,Aas,,', 'cy@school.example,Cy,Lo,,')
    const { fingerprint } = await preview({ file })
    expect((await post({ file, fingerprint })).status).toBe(500)
    expect([await states(), (await list()).runs]).toEqual([['ana administrator'], []])
    expect(testApp.logged.join('\n')).not.toMatch(/bo@school|cy@school|Aas/)
  })

  test('is refused with a reason where it is no list', async () => {
    await start()
    const file = Buffer.from('name,school\nBo,Hill').toString('base64')
    expect(await preview({ file })).toMatchObject({ fault: 'headers', changes: [] })
    expect(await carryOut({ file })).toMatchObject({ run: { fault: 'headers', added: 0 } })
    expect((await post({ file: 'not base64!' })).status).toBe(422)
  })
})

describe('at the school’s own sign-in service, an account from a list', () => {
  test('can be used by the person who confirmed its address', async () => {
    await start()
    await carryOut({ file: fileOf('bo@school.example,Bo,Aas,administrator,') })
    expect(await states()).toEqual(['ana administrator', 'bo administrator invited'])
    const bo = await testApp.teacher('bo', { email: 'BO@school.example', ...verified })
    expect((await bo.call('GET', '/admin/teacher-imports')).status).toBe(200)
    expect((await states()).map((state) => state.toLowerCase()).sort()).toEqual([
      'ana administrator',
      'bo administrator',
    ])
  })

  test('is not entered with an address that the service has not confirmed', async () => {
    await start()
    await carryOut({ file: fileOf('bo@school.example,Bo,Aas,administrator,') })
    const bo = await testApp.teacher('bo')
    expect((await bo.call('GET', '/admin/teacher-imports')).status).toBe(403)
    expect(await states()).toHaveLength(3)
  })
})

describe('a deactivated teacher', () => {
  test('is signed out and refused, with API keys too, until listed again', async () => {
    await start(withAccounts)
    const bo = await testApp.teacher('bo', verified)
    const profile = {
      first_name: 'Bo',
      last_name: 'Aas',
      school_name: 'Hill',
      role: 'teacher',
      country: 'ES',
      state_county: 'Soria',
    }
    await bo.call('PUT', '/teachers/me', profile)
    const made = z
      .object({ key: z.string() })
      .parse(
        (await bo.call('POST', '/integrations/api-keys', { name: 'Key', scopes: ['documents:read'] })).body,
      )
    const program = testApp.caller(`Bearer ${made.key}`)
    expect((await program.call('GET', '/documents/none')).status).toBe(404)

    await carryOut({ file: fileOf('bo@school.example,Bo,Aas,,no') })
    expect(await states()).toEqual(['ana administrator', 'bo inactive'])
    expect(signedOut).toEqual(['bo'])
    expect(await profileOf('bo')).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('has been deactivated') },
    })
    expect((await program.call('GET', '/documents/none')).status).toBe(401)
    expect((await audited()).map(({ action }) => action)).toEqual(['teachers.import', 'account.deactivate'])

    await carryOut({ file: fileOf('bo@school.example,Bo,Aas,,') })
    expect((await profileOf('bo')).status).toBe(200)
    expect((await audited())[1]).toMatchObject({
      action: 'account.reactivate',
      teacher_email: 'bo@school.example',
    })
  })

  test('may be one of many only where the administrator agrees', async () => {
    await start(withAccounts)
    const names = ['b', 'c', 'd', 'e', 'f']
    const rows = names.map((name) => `${name}@school.example,${name},Test,,`)
    await carryOut({ file: fileOf(...rows) })
    const body = { file: fileOf(rows[0] ?? ''), missing: 'deactivate' }
    expect(await carryOut(body)).toMatchObject({ run: { fault: 'too-many-deactivated', deactivated: 0 } })
    expect(await carryOut({ ...body, allow_many: true })).toMatchObject({
      run: { fault: null, deactivated: 4 },
    })
    expect(await states()).toEqual([
      'ana administrator',
      'b invited',
      ...names.slice(1).map((name) => `${name} invited inactive`),
    ])
  })
})

describe('the list that is read every night', () => {
  const night = new Date('2026-11-23T03:00:00')
  const nextNight = new Date('2026-11-24T03:00:00')
  let folder: string
  let csv: string
  let dependencies: NightlyDependencies

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-teachers-'))
    csv = path.join(folder, 'teachers.csv')
    const teachersCsv = { path: csv, missing: 'deactivate' } as const
    await start({ ...withAccounts, teachersCsv })
    dependencies = {
      ...testApp,
      adminEmails: [],
      rolesFromProvider: false,
      publicUrl: 'http://localhost',
      teachersCsv,
    }
  })
  afterEach(() => rm(folder, { recursive: true }))

  const write = (...lines: string[]) => writeFile(csv, [header, ...lines].join('\n'))
  const mails = async () =>
    MailPage.parse((await ana.call('GET', '/admin/mails')).body).mails.map(({ kind, recipient }) => [
      kind,
      recipient,
    ])
  const warnings = async () =>
    Installation.parse((await ana.call('GET', '/admin/installation')).body).warnings.map(({ code }) => code)

  test('is carried out once a night, by one of several workers', async () => {
    await write('bo@school.example,Bo,Aas,,')
    await Promise.all([importNightly(dependencies, night), importNightly(dependencies, night)])
    await write('cy@school.example,Cy,Lo,,')
    await importNightly(dependencies, new Date('2026-11-23T23:00:00'))
    expect((await list()).runs).toMatchObject([{ source: 'schedule', added: 1 }])
    await importNightly(dependencies, nextNight)
    expect((await list()).runs).toMatchObject([{ added: 1, deactivated: 1 }, { added: 1 }])
    expect(await states()).toEqual(['ana administrator', 'bo invited inactive', 'cy invited'])
    expect((await list()).nightly).toMatchObject({ missing: 'deactivate', hour: 2 })
    expect((await audited())[0]).toMatchObject({ action: 'teachers.import', administrator_id: null })
  })

  test.each([
    ['unreadable', async () => undefined],
    ['empty', () => writeFile(csv, '')],
    ['no-rows', () => write()],
    ['headers', () => writeFile(csv, 'bo@school.example,Bo,Aas')],
    ['too-large', () => writeFile(csv, 'x'.repeat(600_000))],
    ['too-many-deactivated', () => write('bo@school.example,Bo,Aas,,')],
  ])('changes nothing when it is refused (%s), and notifies the administrators', async (fault, prepare) => {
    await carryOut({
      file: fileOf(...['b', 'c', 'd', 'e'].map((name) => `${name}@school.example,${name},Test,,`)),
    })
    const before = await states()
    await prepare()
    await importNightly(dependencies, night)
    expect(await states()).toEqual(before)
    const run = (await list()).runs.find(({ source }) => source === 'schedule')
    expect(run).toMatchObject({ fault, added: 0, deactivated: 0 })
    expect(await mails()).toEqual([['teacher-import.refused', 'ana@school.example']])
    expect(await warnings()).toContain('teacher-import-failed')
    expect(testApp.logged.join('\n')).not.toContain('school.example')
  })

  test('no longer warns after a night that went well', async () => {
    await importNightly(dependencies, night)
    await write('bo@school.example,Bo,Aas,,')
    await importNightly(dependencies, nextNight)
    expect(await warnings()).not.toContain('teacher-import-failed')
  })
})
