import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { apiBase, erasureConfirmation } from '@penmark/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret, newSecret } from '../../../lib/secrets.ts'
import {
  type Browser,
  createBrowser,
  readTokens,
  registerForTokens,
} from '../../../services/identity/testing/browser.ts'
import { startTestUpstream, type TestUpstream } from '../../../services/identity/testing/upstream.ts'
import { freePort } from '../../../testing/port.ts'
import { insertCase } from '../../../testing/records/case.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { callRoom, insertWritingLink } from '../../../testing/writing-room.ts'
import { grants } from './grants.ts'

const studentLinks = grants.filter(({ heldByStudents }) => heldByStudents).map(({ table }) => table)
const tables = [...new Set(grants.map(({ table }) => table))]

/** Whether each grant still works, by the table that holds it. */
type Probes = Record<string, () => Promise<boolean>>

interface Owned {
  teacher: TestTeacher
  teacher_id: string
}

/** Makes one of everything that lets others in or sends data out. */
async function makeGrants(testApp: TestApp, { teacher, teacher_id }: Owned): Promise<Probes> {
  const { app, database } = testApp
  const post = async (url: string, payload?: object) => {
    const answer = await teacher.call('POST', url, payload)
    expect([url, answer.status < 300]).toEqual([url, true])
    return answer.body as Record<string, string>
  }
  const exists = (table: string) => async () =>
    (await database.query(`select 1 from ${table} where teacher_id = $1`, [teacher_id])).rows.length > 0
  const { key = '' } = await post('/integrations/api-keys', { name: 'Stranger', scopes: ['documents:read'] })
  await post('/integrations/webhooks', { url: 'https://stranger.example/hook' })

  const ticket = newSecret()
  await database.query(
    `insert into exports (id, teacher_id, language, state, blob_key, size_bytes, ticket_hash, ticket_expires_at, expires_at)
     values ($1, $2, 'en-GB', 'ready', $3, 4, $4, now() + interval '1 hour', now() + interval '1 day')`,
    [randomUUID(), teacher_id, randomUUID(), hashSecret(ticket)],
  )
  const class_group = await post('/class-groups', { class_name: 'Year 10' })
  const class_group_id = class_group.id ?? ''
  const student = await post('/students', {
    first_name: 'Ida',
    last_name: 'Bell',
    class_group_ids: [class_group_id],
  })
  const student_id = student.id ?? ''
  const case_id = await insertCase(database, {
    id: student_id,
    teacher_id,
    class_group_id,
    document_id: null,
    text: 'words',
  })
  const replyToken = newSecret()
  await database.query('update case_links set token_hash = $2 where case_id = $1', [
    case_id,
    hashSecret(replyToken),
  ])
  const { token } = await insertWritingLink(database, { teacher_id, student_id, class_group_id })
  const opened = await callRoom(app, 'open', { token, pin: null })
  const { session } = opened.body as { session: string }

  const platform = randomUUID()
  await database.query(
    `insert into lti_platforms (id, name, issuer, client_id, auth_url, token_url, keys_url, deployment_ids)
     values ($1, 'LMS', $2, 'c', 'https://lms.example', 'https://lms.example', 'https://lms.example', '{1}')`,
    [platform, platform],
  )
  await database.query('insert into lti_people (platform_id, subject, teacher_id) values ($1, $2, $3)', [
    platform,
    'stranger',
    teacher_id,
  ])
  await database.query(
    "insert into lti_courses (platform_id, context_id, teacher_id, class_group_id, names_url) values ($1, 'course', $2, $3, 'https://lms.example/names')",
    [platform, teacher_id, class_group_id],
  )
  await database.query(
    "insert into lti_processors (id, platform_id, teacher_id, language) values (gen_random_uuid(), $1, $2, 'en-GB')",
    [platform, teacher_id],
  )
  await database.query(
    "insert into lti_launches (ticket_hash, platform_id, subject, teacher_id, expires_at) values ($1, $2, 'stranger', $3, now() + interval '5 minutes')",
    [randomUUID(), platform, teacher_id],
  )
  await database.query(
    "insert into lti_invitations (secret_hash, teacher_id, expires_at) values ($1, $2, now() + interval '1 hour')",
    [randomUUID(), teacher_id],
  )
  return {
    // There is no such document; a key that has ended is refused before that.
    api_keys: async () =>
      (await testApp.caller(`Bearer ${key}`).call('GET', `/documents/${randomUUID()}`)).status === 404,
    webhook_endpoints: exists('webhook_endpoints'),
    // The file itself is not in the storage of this test, so a ticket that works leads to another error than
    // an unknown one.
    exports: async () => (await app.inject({ url: `${apiBase}/exports/${ticket}` })).statusCode !== 404,
    lti_processors: exists('lti_processors'),
    lti_courses: exists('lti_courses'),
    lti_people: exists('lti_people'),
    lti_launches: exists('lti_launches'),
    lti_invitations: exists('lti_invitations'),
    case_links: async () => (await app.inject({ url: `/reply/${replyToken}` })).statusCode === 200,
    writing_submissions: async () => (await callRoom(app, 'open', { token, pin: null })).status === 200,
    writing_sessions: async () => (await callRoom(app, 'read', { session })).status === 200,
  }
}

async function working(probes: Probes): Promise<string[]> {
  const found: string[] = []
  for (const [table, works] of Object.entries(probes)) if (await works()) found.push(table)
  return found
}

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}

async function ownedBy(teacher: TestTeacher): Promise<Owned> {
  const { id } = (await teacher.call('PUT', '/teachers/me', profile)).body as { id: string }
  return { teacher, teacher_id: id }
}

describe('an account of the product’s own sign-in', () => {
  const clientId = 'penmark-at-google'
  let upstream: TestUpstream
  let testApp: TestApp
  let origin: string
  let accounts = 0
  beforeAll(async () => {
    upstream = await startTestUpstream(clientId)
    const port = await freePort()
    origin = `http://localhost:${port}`
    const google = {
      name: 'google',
      issuer: upstream.issuer,
      clientId,
      clientSecret: 'their secret',
    } as const
    testApp = await startTestApp({ signInAt: { port, brokers: [google] } })
  })
  afterAll(async () => {
    await testApp.close()
    await upstream.close()
  })

  const password = 'four rather quiet words'

  /** Somebody registers with an address that nobody confirms, and sets up everything that they can. */
  const prepare = async () => {
    accounts += 1
    const email = `owner-${accounts}@school.example`
    const browser = createBrowser(origin)
    const tokens = await registerForTokens(browser, {
      email,
      password: 'three quiet words',
      given_name: 'A',
      family_name: 'B',
    })
    const owned = await ownedBy(testApp.caller(`Bearer ${tokens.access_token}`))
    const probes = await makeGrants(testApp, owned)
    expect(await working(probes)).toEqual(Object.keys(probes))
    return { email, browser, tokens, owned, probes }
  }
  const confirm = (email: string) =>
    testApp.database.query('update identity_account set email_verified_at = now() where email = $1', [email])
  const mailedLink = async (email: string) => {
    for (;;) {
      const { rows } = await testApp.database.query(
        "select body from mails where recipient = $1 and kind = 'identity.reset'",
        [email],
      )
      const link = /https?:\S+/.exec(String(rows[0]?.body))?.[0]
      if (link !== undefined) return link
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const reset = async (email: string) => {
    const owner = createBrowser(origin)
    await owner.post('/identity/forgot', { email })
    expect((await owner.post(await mailedLink(email), { password })).status).toBe(200)
  }
  const signInWithGoogle = async (claims: Record<string, unknown>) => {
    upstream.next = { claims }
    const browser = createBrowser(origin)
    const form = await browser.authorize()
    const { status, url, text } = await browser.visit(form.url.pathname.replace(/login$/, 'with/google'))
    return { status, text, isSignedIn: url.pathname === '/' && url.searchParams.has('code') }
  }
  const mailKinds = async (email: string) =>
    (
      await testApp.database.query('select kind from mails where recipient = $1 order by created_at, id', [
        email,
      ])
    ).rows.map(({ kind }) => kind)
  const isOpen = async ({
    browser,
    tokens,
    owned,
  }: {
    browser: Browser
    tokens: { refresh_token: string }
    owned: Owned
  }) => ({
    refresh: (await browser.refresh(tokens.refresh_token)).status === 200,
    session: !(await browser.authorize()).url.pathname.startsWith('/interaction'),
    access: (await owned.teacher.call('GET', '/documents')).status === 200,
  })
  const closed = { refresh: false, session: false, access: false }

  test('has a probe here for every kind of grant', async () => {
    expect(Object.keys((await prepare()).probes).sort()).toEqual(tables.toSorted())
  })

  test('ends everything that a stranger set up when the owner of the address resets the password, and keeps what is in it', async () => {
    const { email, browser, tokens, owned, probes } = await prepare()
    await reset(email)
    expect(await working(probes)).toEqual([])
    expect(await isOpen({ browser, tokens, owned })).toEqual(closed)
    expect(await mailKinds(email)).toContain('identity.taken-back')
    const { rows } = await testApp.database.query('select 1 from students where teacher_id = $1', [
      owned.teacher_id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('ends everything when the owner of the address signs in with Google', async () => {
    const { email, browser, tokens, owned, probes } = await prepare()
    expect(
      await signInWithGoogle({ sub: email, email, email_verified: true, name: 'The Owner' }),
    ).toMatchObject({ isSignedIn: true })
    expect(await working(probes)).toEqual([])
    expect(await isOpen({ browser, tokens, owned })).toEqual(closed)
    expect(await mailKinds(email)).toContain('identity.taken-back')
  })

  test.each([
    ['resets the password', reset],
    [
      'signs in with Google',
      async (email: string) => {
        await signInWithGoogle({ sub: email, email, email_verified: true, name: 'The Owner' })
        await reset(email)
      },
    ],
  ])(
    'reads nothing by a key and sends nothing to a webhook from before its owner %s',
    async (_how, takeBack) => {
      accounts += 1
      const email = `owner-${accounts}@school.example`
      const stranger = await registerForTokens(createBrowser(origin), {
        email,
        password: 'three quiet words',
        given_name: 'A',
        family_name: 'B',
      })
      const account = testApp.caller(`Bearer ${stranger.access_token}`)
      const { teacher_id } = await ownedBy(account)
      const made = await account.call('POST', '/integrations/api-keys', {
        name: 'Stranger',
        scopes: ['documents:read', 'reports:read'],
      })
      const { key } = made.body as { key: string }
      expect(
        (await account.call('POST', '/integrations/webhooks', { url: 'https://stranger.example/hook' }))
          .status,
      ).toBe(201)
      const byKey = testApp.caller(`Bearer ${key}`)
      expect((await byKey.call('GET', `/documents/${randomUUID()}`)).status).toBe(404)

      await takeBack(email)
      const browser = createBrowser(origin)
      const verifier = randomUUID() + randomUUID()
      const form = await browser.authorize({}, verifier)
      const { url } = await browser.post(form.url, { email, password })
      const { access_token } = await readTokens(
        await browser.exchange(url.searchParams.get('code') ?? '', verifier),
      )
      const owner = testApp.caller(`Bearer ${access_token}`)
      expect((await ownedBy(owner)).teacher_id).toBe(teacher_id)
      expect((await owner.call('GET', '/integrations/api-keys')).body).toEqual([])
      expect((await owner.call('GET', '/integrations/webhooks')).body).toEqual([])
      const { body } = await owner.call('POST', '/documents/text', { text: prose(60) })
      const { id } = await owner.finished((body as { id: string }).id)
      for (const path of [`/documents/${id}`, `/results/document/${id}`]) {
        expect([path, (await byKey.call('GET', path)).status]).toEqual([path, 401])
      }
      const { rows } = await testApp.database.query(
        'select 1 from webhook_deliveries where teacher_id = $1',
        [teacher_id],
      )
      expect(rows).toEqual([])
    },
  )

  test('never opens to a second person at Google with the same address', async () => {
    const { email } = await prepare()
    await confirm(email)
    expect(
      await signInWithGoogle({ sub: `${email}-first`, email, email_verified: true, name: 'First' }),
    ).toMatchObject({
      isSignedIn: true,
    })
    const second = await signInWithGoogle({
      sub: `${email}-second`,
      email,
      email_verified: true,
      name: 'Second',
    })
    expect(second).toMatchObject({ status: 400, isSignedIn: false })
    expect(second.text).toContain('Another person signs in with this email')
    expect(
      await signInWithGoogle({ sub: `${email}-first`, email, email_verified: true, name: 'First' }),
    ).toMatchObject({
      isSignedIn: true,
    })
  })

  test('closes the door that a stranger opened with another account at Google', async () => {
    accounts += 1
    const email = `owner-${accounts}@school.example`
    expect(
      await signInWithGoogle({ sub: `${email}-stranger`, email, email_verified: false, name: 'X' }),
    ).toMatchObject({
      isSignedIn: true,
    })
    await reset(email)
    expect(
      await signInWithGoogle({ sub: `${email}-stranger`, email, email_verified: false, name: 'X' }),
    ).toMatchObject({
      isSignedIn: false,
    })
  })

  test('whose address is confirmed keeps the links of students when the password is reset, and ends the rest', async () => {
    const { email, browser, tokens, owned, probes } = await prepare()
    await confirm(email)
    await reset(email)
    expect(await working(probes)).toEqual(studentLinks)
    expect(await isOpen({ browser, tokens, owned })).toEqual(closed)
    expect(await mailKinds(email)).not.toContain('identity.taken-back')
  })

  test.each([
    ['keeps everything but other sign-ins when the password changes', {}, () => tables],
    [
      'ends everything but the links of students when the one who changes the password asks for it',
      { ends_grants: 'yes' },
      () => studentLinks,
    ],
  ])('%s', async (_name, choice, expected) => {
    const { email, browser, owned, probes } = await prepare()
    const other = createBrowser(origin)
    const form = await other.authorize()
    await other.post(form.url, { email, password: 'three quiet words' })
    const fields = { current_password: 'three quiet words', password, ...choice }
    expect((await browser.post('/identity/account/password', fields)).status).toBe(200)
    expect((await working(probes)).sort()).toEqual(expected().toSorted())
    // The browser in which it was changed stays signed in.
    expect((await owned.teacher.call('GET', '/documents')).status).toBe(200)
    expect((await other.authorize()).url.pathname).toContain('/interaction')
  })

  test('ends everything as soon as its erasure is requested', async () => {
    await testApp.stopWorker()
    const { browser, tokens, owned, probes } = await prepare()
    expect(
      (await owned.teacher.call('DELETE', '/teachers/me', { confirmation: erasureConfirmation })).status,
    ).toBe(202)
    expect(await working(probes)).toEqual([])
    expect(await isOpen({ browser, tokens, owned })).toEqual(closed)
  })
})

describe('an account whose roles are the sign-in service’s', () => {
  let testApp: TestApp
  afterEach(() => testApp.close())

  test('ends everything but the links of students with the first sign-in without a role that gives access', async () => {
    testApp = await startTestApp({
      works: false,
      roleRules: { administrators: ['it-staff'], teachers: ['teachers'] },
    })
    const probes = await makeGrants(
      testApp,
      await ownedBy(await testApp.teacher('ana', { roles: ['teachers'] })),
    )
    expect(await working(probes)).toEqual(Object.keys(probes))
    expect(
      (await (await testApp.teacher('ana', { roles: ['leavers'] })).call('GET', '/documents')).status,
    ).toBe(403)
    expect(await working(probes)).toEqual(studentLinks)
    const back = await testApp.teacher('ana', { roles: ['teachers'] })
    expect((await back.call('GET', '/documents')).status).toBe(200)
    expect(
      (await back.call('POST', '/integrations/api-keys', { name: 'New', scopes: ['documents:read'] })).status,
    ).toBe(201)
    expect((await back.call('GET', '/integrations/api-keys')).body).toHaveLength(1)
  })
})

/** Columns that hold a secret or an address, in tables that grant nothing under one account. */
const grantingNothing: Record<string, string> = {
  backup_links: 'links of administrators to backups of the installation, for minutes',
  bibliographic_answers: 'the hash of a question to a public catalogue',
  class_sources: 'no secret: where a file is stored until it is read',
  documents: 'no secret: where the file is stored',
  document_texts: 'no secret',
  comparison_refusals: 'the hash of a text',
  erasures: 'the receipt names what was erased',
  identity_account: 'the password, which whoever takes the account back replaces',
  identity_recovery_code: 'ends with two-factor authentication',
  installation_setup: 'the code of the installation',
  lti_assets: 'ends with its processor',
  lti_logins: 'a launch in progress, which names no teacher yet',
  lti_platforms: 'belongs to the installation',
  mails: 'a hash by which emails are counted; links in the text have rows of their own',
  overlap_common_passages: 'the hash of a text',
  overlap_pairs: 'the hashes of two texts',
  reports: 'the hash of the model',
  rereadings: 'the hash of the model',
  school_matches: 'the hash of a text',
  source_matches: 'the hash of a text',
  teachers: 'no secret',
  upload_answers: 'a key that a program chose for its own upload, which opens nothing',
  visitor_secret: 'a key of the installation',
  writing_batches: 'the hash of a record',
  writing_tasks: 'the PIN of a class, which opens nothing without a link',
  case_reply_files: 'where a file is stored',
}
/** Ended by the identity provider: see its own tests and those above. */
const ofIdentity = /^identity_/

test('a table that holds a secret or an address ends with the account’s access, or grants nothing', () => {
  const schema = readFileSync(new URL('../../../services/database/schema.txt', import.meta.url), 'utf8')
  const holding = schema.split('\n\n').flatMap((block) => {
    const [heading = '', ...lines] = block.split('\n')
    const [table = ''] = heading.split(' ')
    const columns = lines.flatMap((line) => /^ {2}([a-z_]+) (text|bytea|uuid|jsonb)/.exec(line)?.[1] ?? [])
    return columns.some((column) => /(^|_)(hash|secret|token|ticket|url|key|pin|code)(_|$)/.test(column))
      ? [table]
      : []
  })
  const known = [...tables, ...Object.keys(grantingNothing)]
  expect(holding.filter((table) => !known.includes(table) && !ofIdentity.test(table))).toEqual([])
})
